//! The rules of Amazons that can be read in more than one way, each as a named constant with the
//! sentence of the assignment it comes from. `docs/RULES.md` lists them with their tests.

use crate::board::Side;
use crate::game::{Outcome, Repetition};

/// "The board is a 10 by 10 chessboard."
pub const SIZE: usize = 10;

/// "white for the player who moves first".
pub const FIRST_TO_MOVE: Side = Side::White;

/// White's four amazons at the beginning, as the figure of the assignment shows them.
pub const WHITE_AT_START: [&str; 4] = ["a4", "d1", "g1", "j4"];
/// Black's amazons, opposite.
pub const BLACK_AT_START: [&str; 4] = ["a7", "d10", "g10", "j7"];

/// "A player who has no legal move loses."
pub const NO_MOVES: Outcome = Outcome::Loss;

/// "Draws are impossible": every move leaves one empty square less, so that no position can occur
/// twice.
pub const REPETITION: Repetition = Repetition::Ignored;

/// For the same reason there is no limit of quiet turns.
pub const QUIET_TURNS: Option<u32> = None;

/// Plies of the longest game: each move fills one of the 92 squares that are empty at the start.
pub const LONGEST_GAME: usize = SIZE * SIZE - WHITE_AT_START.len() - BLACK_AT_START.len();
