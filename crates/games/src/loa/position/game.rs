//! Lines of Action as the rest of the program sees it: the contracts [`Game`] and [`MoveHints`].

use super::Position;
use crate::board::{Key, Side};
use crate::game::{Finality, Game, MoveHints, Noise, Outcome, Repetition};
use crate::loa::moves::Move;
use crate::loa::squares::Square;
use crate::loa::{ending, movegen, noisy, rules};

impl Game for Position {
    type Move = Move;
    const NO_MOVES: Outcome = rules::NO_MOVES;
    const REPETITION: Repetition = rules::REPETITION;
    const QUIET_LIMIT: Option<u32> = Some(rules::TURNS);

    /// Twelve pieces each on opposite edges, Black to move.
    fn start() -> Self {
        let pieces = Square::all().filter_map(|square| Some((rules::at_start(square)?, square)));
        Self::new(pieces, rules::FIRST_TO_MOVE)
    }

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        ending::outcome(self)
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        movegen::legal_moves(self, moves);
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        movegen::count_moves(self)
    }

    /// Always: a side without any other move passes.
    #[inline]
    fn can_move(&self) -> bool {
        true
    }

    #[inline]
    fn play(&self, mv: Move) -> Self {
        let mut next = *self;
        if let Move::Piece { from, to } = mv {
            next.lift(self.side, from);
            if self.captures(mv) {
                next.lift(!self.side, to);
            }
            next.put(self.side, to);
        }
        next.pass_turn();
        next
    }

    #[inline]
    fn finality(&self, mv: Move) -> Finality {
        if self.captures(mv) { Finality::Irreversible } else { Finality::Reversible }
    }

    #[inline]
    fn key(&self) -> Key {
        self.key
    }
}

impl MoveHints for Position {
    const HISTORY_SIZE: usize = Square::COUNT * Square::COUNT;
    const NOISE: Noise = Noise::Optional;

    /// No move ends where it began, so index 0 is left for the pass.
    #[inline]
    fn history_index(mv: Move) -> usize {
        mv.ends().map_or(0, |(from, to)| from.index() * Square::COUNT + to.index())
    }

    #[inline]
    fn noisy_moves(&self, moves: &mut Vec<Move>) {
        noisy::noisy_moves(self, moves);
    }

    #[inline]
    fn capture_value(&self, mv: Move) -> i32 {
        noisy::capture_value(self, mv)
    }
}
