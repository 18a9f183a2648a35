//! The rules of Lines of Action that can be read in more than one way, each as a named item with
//! the sentence of the assignment it comes from. `docs/RULES.md` lists them with their tests.

use crate::board::Side;
use crate::game::{Outcome, Repetition};
use crate::loa::squares::{SIZE, Square};

/// "Play alternates between Black and White, with Black moving first."
pub const FIRST_TO_MOVE: Side = Side::Black;

/// Whose piece is on a square at the start: Black's on the first and last rank, White's on the
/// first and last file, none in the corners (Figure 1a; the picture of `dump`).
pub fn at_start(square: Square) -> Option<Side> {
    match (is_on_edge(square.rank()), is_on_edge(square.file())) {
        (true, false) => Some(Side::Black),
        (false, true) => Some(Side::White),
        _ => None,
    }
}

fn is_on_edge(line: usize) -> bool {
    line == 0 || line == SIZE - 1
}

/// Not used: a side without a move passes, so that the list of its moves is never empty.
pub const NO_MOVES: Outcome = Outcome::Draw;

/// "One can have infinite games, where players just repeat positions indefinitely. We will prevent
/// this with a move-limit rule": repetition has no effect.
pub const REPETITION: Repetition = Repetition::Ignored;

/// The limit of each side's moves when a game begins: "initially, it is N=30".
pub const MOVES_EACH: u32 = 30;

/// "after the two sides both make L moves (without either side winning), the game ends in a tie":
/// no move resets this count.
pub const TURNS: u32 = 2 * MOVES_EACH;
