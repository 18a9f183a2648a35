//! Amazons as the rest of the program sees it: the contracts [`Game`] and [`MoveHints`].

use super::{Piece, Position};
use crate::amazons::moves::Move;
use crate::amazons::square::Square;
use crate::amazons::{movegen, rules};
use crate::board::{Key, Side};
use crate::game::{Finality, Game, MoveHints, Noise, Outcome, Repetition};

impl Game for Position {
    type Move = Move;
    const NO_MOVES: Outcome = rules::NO_MOVES;
    const REPETITION: Repetition = rules::REPETITION;
    const QUIET_LIMIT: Option<u32> = rules::QUIET_TURNS;

    /// Four amazons each, White to move.
    fn start() -> Self {
        let mut position = Self::EMPTY;
        let sides = [(Side::White, rules::WHITE_AT_START), (Side::Black, rules::BLACK_AT_START)];
        for (side, names) in sides {
            for square in names.into_iter().filter_map(Square::from_name) {
                position.put(Piece::Amazon(side), square);
            }
        }
        position
    }

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side
    }

    /// Always none: a side that cannot move is found by the list of its moves.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        None
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        movegen::legal_moves(self, moves);
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        movegen::count_moves(self)
    }

    #[inline]
    fn can_move(&self) -> bool {
        self.can_side_move(self.side)
    }

    #[inline]
    fn play(&self, mv: Move) -> Self {
        let mut next = *self;
        next.lift(Piece::Amazon(self.side), mv.from());
        next.put(Piece::Amazon(self.side), mv.to());
        next.put(Piece::Spear, mv.spear());
        next.pass_turn();
        next
    }

    /// No earlier position can occur again: a spear stays where it is.
    #[inline]
    fn finality(&self, _mv: Move) -> Finality {
        Finality::Irreversible
    }

    #[inline]
    fn key(&self) -> Key {
        self.key
    }
}

impl MoveHints for Position {
    const HISTORY_SIZE: usize = Move::HISTORY_SIZE;
    const NOISE: Noise = Noise::Optional;

    #[inline]
    fn history_index(mv: Move) -> usize {
        mv.history_index()
    }

    /// None: nothing is captured, and every move changes the value of the position.
    #[inline]
    fn noisy_moves(&self, _moves: &mut Vec<Move>) {}

    #[inline]
    fn capture_value(&self, _mv: Move) -> i32 {
        0
    }
}
