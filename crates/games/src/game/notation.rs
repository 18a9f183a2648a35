//! Moves and boards of a game as text.

use crate::board::Side;
use crate::game::Game;
use thiserror::Error;

/// A game whose moves and boards can be written and read.
pub trait Notation: Game {
    /// Writes a move that is legal here, for example `11-15`.
    fn move_text(&self, mv: Self::Move) -> String;

    /// Reads a move and accepts it only if it is legal here.
    fn read_move(&self, text: &str) -> Result<Self::Move, NotationError>;

    /// Draws the board, one line a row, the last line without a line end.
    fn board_text(&self) -> String;

    /// Reads what [`Notation::board_text`] writes; `side` is to move.
    fn read_board(text: &str, side: Side) -> Result<Self, NotationError>;
}

/// The move that a text means, if it is legal in the position. `meant` is the move that the text
/// was parsed as, `None` if it does not have the shape of a move, such as `example`.
pub fn legal_move<G: Notation>(
    position: &G,
    text: &str,
    meant: Option<G::Move>,
    example: &'static str,
) -> Result<G::Move, NotationError> {
    let meant =
        meant.ok_or_else(|| NotationError::Malformed { text: text.to_string(), example })?;
    let legal = position.move_list();
    let found = legal.iter().copied().find(|&mv| mv == meant);
    found.ok_or_else(|| illegal(position, text, &legal))
}

/// The error for a move that is not legal; it names the legal ones.
pub fn illegal<G: Notation>(position: &G, text: &str, legal: &[G::Move]) -> NotationError {
    let legal: Vec<_> = legal.iter().map(|&mv| position.move_text(mv)).collect();
    NotationError::Illegal { text: text.to_string(), legal: legal.join(" ") }
}

/// Why a text is not a move of a position, or not a board or another word of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotationError {
    /// The text does not have the shape of a move.
    #[error("\"{text}\" is not a move; write it like {example}")]
    Malformed {
        #[expect(missing_docs, reason = "as it was read")]
        text: String,
        /// A move in the right shape.
        example: &'static str,
    },
    /// The text is a move that the rules do not allow here.
    #[error("{text} is not legal here; legal are: {legal}")]
    Illegal {
        #[expect(missing_docs, reason = "as it was read")]
        text: String,
        /// The legal moves, separated by blanks.
        legal: String,
    },
    /// Any other text, above all one that is not a board.
    #[error("{sentence}")]
    Other {
        /// From 1; `None` if the error has none.
        row: Option<usize>,
        /// From 1, in characters; `None` if the error has none.
        column: Option<usize>,
        #[expect(missing_docs, reason = "the name says it")]
        sentence: String,
    },
}

impl NotationError {
    /// An error of the whole text.
    pub fn new(sentence: impl Into<String>) -> Self {
        NotationError::Other { row: None, column: None, sentence: sentence.into() }
    }

    /// An error of a row.
    pub fn in_row(row: usize, sentence: impl Into<String>) -> Self {
        NotationError::Other { row: Some(row), column: None, sentence: sentence.into() }
    }

    /// An error of a cell.
    pub fn at(row: usize, column: usize, sentence: impl Into<String>) -> Self {
        NotationError::Other { row: Some(row), column: Some(column), sentence: sentence.into() }
    }

    /// An error of a text that is one line.
    pub fn in_line(column: usize, sentence: impl Into<String>) -> Self {
        NotationError::Other { row: None, column: Some(column), sentence: sentence.into() }
    }

    /// The row of a board that is wrong, from 1; `None` if the error has none.
    pub const fn row(&self) -> Option<usize> {
        match self {
            NotationError::Other { row, .. } => *row,
            NotationError::Malformed { .. } | NotationError::Illegal { .. } => None,
        }
    }

    /// The column that is wrong, from 1, in characters; `None` if the error has none.
    pub const fn column(&self) -> Option<usize> {
        match self {
            NotationError::Other { column, .. } => *column,
            NotationError::Malformed { .. } | NotationError::Illegal { .. } => None,
        }
    }
}
