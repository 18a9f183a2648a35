//! Errors in a file of games, each with its place.

use cli::visible;
use games::BoardError;
use std::fmt;
use thiserror::Error;

/// A place in a text; both numbers count from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextPlace {
    pub line: usize,
    pub column: usize,
}

impl fmt::Display for TextPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// The reason that a game cannot be read, and the place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {reason}")]
pub struct PdnError {
    pub place: TextPlace,
    pub reason: PdnErrorKind,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PdnErrorKind {
    #[error("this tag should look like [Event \"text\"], on one line, not `{text}`")]
    Tag { text: String },
    #[error("this comment is not closed; it ends with }}")]
    OpenComment,
    #[error("this variation is not closed; it ends with )")]
    OpenVariation,
    #[error("here a variation is closed that was not opened")]
    CloseWithoutOpen,
    #[error("a variation stands after the move that it replaces; here is none")]
    VariationWithoutMove,
    #[error("{} has no meaning here; delete it, or write it into a comment {{...}}", named(*found))]
    Character { found: char },
    #[error("variations are nested more than {most} deep")]
    TooDeep { most: usize },
    #[error("`{word}` is not a move; {}", way_out(word))]
    NotMove { word: String },
    #[error("`{word}` is not legal here; legal are: {legal}")]
    Illegal {
        word: String,
        /// The legal moves, with spaces between them; `none` if the game is over.
        legal: String,
    },
    #[error("`{word}` is not clear; it could be any of: {moves}")]
    Ambiguous { word: String, moves: String },
    /// The tag `GameType` names another game, or cannot be read.
    #[error(
        "GameType {value} is not English checkers on 8 x 8 squares, the only game that can be read; \
         if it is, correct the tag to 21,B,8,8,N1,0"
    )]
    GameType { value: String },
    #[error(
        "the tag Variant says {value}; only English checkers on 8 x 8 squares can be read: if it is, \
         correct the tag"
    )]
    Variant { value: String },
    #[error(transparent)]
    Fen(#[from] BoardError),
}

/// What may be wrong with a word that is no move.
fn way_out(word: &str) -> &'static str {
    let numbers = word.split(|c: char| !c.is_ascii_digit()).map(str::parse);
    if numbers.flatten().any(|number: u32| (33..=50).contains(&number)) {
        "squares have the numbers 1 to 32, and games on larger boards cannot be read"
    } else {
        "moves look like 11-15, 15x22 or c3-d4"
    }
}

/// Shows a visible character as it is, another by its number.
fn named(c: char) -> String {
    if visible::is_hidden(c) {
        format!("the character U+{:04X}", u32::from(c))
    } else {
        format!("`{c}`")
    }
}
