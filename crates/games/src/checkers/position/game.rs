//! Checkers as the rest of the program sees it: the contracts [`Game`] and [`MoveHints`].

use super::{PieceKind, Position};
use crate::board::{Key, Side};
use crate::checkers::moves::Move;
use crate::checkers::square::Square;
use crate::checkers::{movegen, rules};
use crate::game::{Finality, Game, MoveHints, Noise, Outcome, Repetition};

impl Game for Position {
    type Move = Move;
    const NO_MOVES: Outcome = rules::NO_MOVES;
    const REPETITION: Repetition = rules::REPETITION;
    const QUIET_LIMIT: Option<u32> = Some(rules::QUIET_TURNS);

    /// Twelve men each, Black to move.
    fn start() -> Self {
        let mut position = Self::EMPTY;
        for square in Square::all() {
            let number = square.number();
            if number <= rules::MEN_AT_START {
                position.place(Side::Black, PieceKind::Man, square);
            } else if number > Square::COUNT as u32 - rules::MEN_AT_START {
                position.place(Side::White, PieceKind::Man, square);
            }
        }
        position
    }

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side
    }

    /// Always none: a side without pieces has no move either, and that is found by the list.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        None
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        movegen::legal_moves(self, moves);
    }

    #[inline(always)]
    fn count_moves(&self) -> u64 {
        movegen::count_moves(self)
    }

    #[inline]
    fn can_move(&self) -> bool {
        movegen::can_step(self) || movegen::can_jump(self)
    }

    #[inline]
    fn play(&self, mv: Move) -> Self {
        let mut next = *self;
        next.move_piece(mv.from(), mv.to());
        if mv.is_jump() {
            next.capture(mv.captured());
        }
        next.pass_turn();
        next
    }

    #[inline]
    fn finality(&self, mv: Move) -> Finality {
        if self.converts(mv) {
            Finality::Resetting
        } else if self.kings().has(mv.from()) {
            Finality::Reversible
        } else {
            Finality::Irreversible
        }
    }

    #[inline]
    fn key(&self) -> Key {
        self.key
    }
}

impl MoveHints for Position {
    const HISTORY_SIZE: usize = Square::COUNT * Square::COUNT;
    const NOISE: Noise = Noise::Forced;

    #[inline]
    fn history_index(mv: Move) -> usize {
        mv.from().index() * Square::COUNT + mv.to().index()
    }

    #[inline]
    fn noisy_moves(&self, moves: &mut Vec<Move>) {
        movegen::jumps(self, moves);
    }

    /// Captured pieces, a king counted as two.
    #[inline]
    fn capture_value(&self, mv: Move) -> i32 {
        if !mv.is_jump() {
            return 0;
        }
        mv.captured().count_both(mv.captured() & self.kings()) as i32
    }

    #[inline]
    fn is_quiet(&self) -> bool {
        !movegen::can_jump(self)
    }

    #[inline]
    fn is_threatened(&self) -> bool {
        movegen::could_jump(self)
    }
}
