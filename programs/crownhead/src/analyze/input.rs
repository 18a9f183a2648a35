//! The positions and games that could be read, and what could not.

use crate::analyze::printed_game::PrintedGame;
use crate::analyze::subject::Subject;

/// The forms that can be read, for errors.
pub const FORMS: &str = "write a position as in input.txt (SINGLE, BLACK, seconds, eight rows), a \
    board (BLACK or WHITE, eight rows of . w W b B), FEN (B:W18,25:B1,2) or PDN (1. 11-15 23-19 *); \
    of the other games moves or a dump, with --game loa, tablut or amazons; or name a folder of the \
    referee";

/// The positions and games that could be read.
#[derive(Debug)]
pub struct AnalysisInput<G: PrintedGame> {
    pub subjects: Vec<Subject<G>>,
    /// Those that could not be read.
    pub errors: Vec<InputError>,
}

/// A game or position that could not be read.
#[derive(Debug)]
pub struct InputError {
    /// As subjects are numbered.
    pub number: u32,
    /// A sentence, with line and column.
    pub sentence: String,
}

impl<G: PrintedGame> Default for AnalysisInput<G> {
    fn default() -> Self {
        AnalysisInput { subjects: Vec::new(), errors: Vec::new() }
    }
}

impl<G: PrintedGame> AnalysisInput<G> {
    pub fn one(position: G) -> Self {
        AnalysisInput { subjects: vec![Subject::position(1, position)], errors: Vec::new() }
    }
}
