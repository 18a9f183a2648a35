//! American checkers (English draughts), as the assignment restates it.
//!
//! Way in: [`Position`] is the game; `rules.rs` holds the choices, `square.rs` and `bitboard.rs`
//! the board, `movegen.rs` the moves, `net/` the judgement, learned from the program's own games,
//! `endgame/` and `book/` what is known of the ends and of the beginnings;
//! `evaluate.rs` with `weights.rs` is the one by hand that it is measured against.

pub mod bitboard;
pub mod movegen;
pub mod moves;
pub mod notation;
pub mod packed;
pub mod position;
pub mod rules;
pub mod square;

use crate::board::{Key, Side};
use crate::game::{Finality, Game, MoveHints, Noise, Outcome, Repetition};

pub use bitboard::{Bitboard, Direction};
pub use moves::Move;
pub use notation::BoardError;
pub use packed::Packed;
pub use position::{Position, Rank};
pub use square::Square;

impl Game for Position {
    type Move = Move;
    const NO_MOVES: Outcome = rules::NO_MOVES;
    const REPETITION: Repetition = rules::REPETITION;
    const QUIET_LIMIT: Option<u32> = Some(rules::QUIET_TURNS);

    fn start() -> Self {
        Position::start()
    }

    #[inline]
    fn side_to_move(&self) -> Side {
        Position::side_to_move(self)
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
        Position::play(self, mv)
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
        Position::key(self)
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
