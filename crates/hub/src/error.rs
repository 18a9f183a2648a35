//! What can be wrong in a line, and in which column.

use formats::shown;
use games::board::Side;
use thiserror::Error;

/// The most characters of a word that a message shows.
const SHOWN: usize = 40;

/// Why a line is not obeyed, or not wholly.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("column {column}: {reason}")]
pub struct LineError {
    /// The character that is wrong, counted from 1.
    pub column: usize,
    /// What is wrong.
    pub reason: Reason,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Reason {
    /// The line is longer than any command.
    #[error("the line is longer than {most} bytes and is left out")]
    TooLong {
        /// The most bytes of a line.
        most: usize,
    },
    /// A name is missing.
    #[error("a name should stand here, as in `level move-time=1`")]
    NoName,
    /// A value is missing.
    #[error("a value should follow `=`; an empty one is written as two quotes")]
    NoValue,
    /// A quote is not closed.
    #[error("this quote is not closed")]
    OpenQuote,
    /// Something follows a closing quote.
    #[error("a blank should follow the closing quote")]
    NoBlank,
    /// There is no such command.
    #[error("`{}` is not a command; commands are {commands}", shown(.word, SHOWN))]
    Command {
        /// The word.
        word: String,
        /// The commands there are.
        commands: String,
    },
    /// A command has no such argument, or has it twice.
    #[error("`{}` is left over: `{command}` takes {}", shown(.name, SHOWN), arguments(.known))]
    LeftOver {
        /// The command.
        command: &'static str,
        /// The argument's name.
        name: String,
        /// The arguments there are; empty if there are none.
        known: &'static str,
    },
    /// A command lacks an argument.
    #[error("`{command}` needs `{name}`")]
    Missing {
        /// The command.
        command: &'static str,
        /// The argument's name.
        name: &'static str,
    },
    /// A value is not what its name asks for.
    #[error("`{name}` should be {wanted}, not `{}`", shown(.value, SHOWN))]
    Value {
        /// The argument or parameter.
        name: &'static str,
        /// The value.
        value: String,
        /// What it should be.
        wanted: String,
    },
    /// Arguments exclude each other.
    #[error("`{one}` and `{other}` exclude each other")]
    Both {
        /// The first one.
        one: &'static str,
        /// The second one.
        other: &'static str,
    },
    /// There is no such parameter.
    #[error("there is no parameter `{}`; there are {known}", shown(.name, SHOWN))]
    Parameter {
        /// The name.
        name: String,
        /// The parameters there are.
        known: String,
    },
    /// A position has too few or too many letters.
    #[error(
        "a position has 33 letters, W or B and one for each of 32 squares; this one has {found}"
    )]
    PositionLength {
        /// The number of letters.
        found: usize,
    },
    /// The first letter is no side.
    #[error("`{found}` is not a side to move; write W or B")]
    SideLetter {
        /// The letter.
        found: char,
    },
    /// A letter is no square.
    #[error("`{found}` is not a square; write e, w, b, W or B")]
    SquareLetter {
        /// The letter.
        found: char,
    },
    /// A word is not a move.
    #[error("`{}` is not a move; moves look like 11-15 or, with what is captured, 15x22x18",
        shown(.word, SHOWN))]
    NotMove {
        /// The word.
        word: String,
    },
    /// The rules do not allow a move.
    #[error("`{}` is not legal here; legal are: {legal}{hint}", shown(.word, SHOWN))]
    Illegal {
        /// The move.
        word: String,
        /// The legal moves, with blanks between them; `none` if the game is over.
        legal: String,
        /// What else may be meant; empty if nothing.
        hint: String,
    },
    /// A search is asked for, and the last position could not be read.
    #[error("no position: the last `pos` was refused")]
    NoPosition,
    /// A search is asked for in a finished game.
    #[error("{} has no legal move: the game is over", name(*.side))]
    GameOver {
        /// The side to move.
        side: Side,
    },
}

/// What a command takes.
fn arguments(known: &str) -> String {
    if known.is_empty() { "no arguments".to_string() } else { format!("{known}, each once") }
}

const fn name(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}
