//! What is wrong in a file of games, and where.

use games::checkers::FenError;
use std::fmt;
use thiserror::Error;

/// A place in a text; both numbers count from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextPlace {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl fmt::Display for TextPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why a game cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {reason}")]
pub struct PdnError {
    /// Where.
    pub place: TextPlace,
    /// Why.
    pub reason: Reason,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Reason {
    /// A tag has not the form of one.
    #[error("this tag should look like [Event \"text\"], on one line")]
    Tag,
    /// A comment is not closed.
    #[error("this comment is not closed; it ends with }}")]
    OpenComment,
    /// A variation is not closed.
    #[error("this variation is not closed; it ends with )")]
    OpenVariation,
    /// A variation is closed that was not opened.
    #[error("here a variation is closed that was not opened")]
    CloseWithoutOpen,
    /// A variation stands before the first move.
    #[error("a variation stands after the move that it replaces; here is none")]
    VariationWithoutMove,
    /// A character has no meaning here.
    #[error("{} has no meaning here", named(*found))]
    Character {
        /// The character.
        found: char,
    },
    /// Variations within variations.
    #[error("variations are nested more than {most} deep")]
    TooDeep {
        /// How deep they may be.
        most: usize,
    },
    /// A word is neither a move nor a result.
    #[error("`{word}` is not a move; moves look like 11-15, 15x22 or c3-d4")]
    NotMove {
        /// The word.
        word: String,
    },
    /// The rules do not allow a move.
    #[error("`{word}` is not legal here; legal are: {legal}")]
    Illegal {
        /// The move.
        word: String,
        /// The legal moves, with spaces between them; `none` if the game is over.
        legal: String,
    },
    /// Several moves are written so.
    #[error("`{word}` is not clear; it could be any of: {moves}")]
    Ambiguous {
        /// The word.
        word: String,
        /// What it could be.
        moves: String,
    },
    /// The tag `GameType` names another game, or cannot be read.
    #[error("GameType {value} is not English checkers on 8 x 8 squares: 21,B,8,8,N1,0")]
    GameType {
        /// The value of the tag.
        value: String,
    },
    /// The position of the tag `FEN` cannot be read.
    #[error(transparent)]
    Fen(#[from] FenError),
}

/// A character that a person can see as it is, another by its number.
fn named(c: char) -> String {
    if c.is_control() { format!("the character U+{:04X}", u32::from(c)) } else { format!("`{c}`") }
}
