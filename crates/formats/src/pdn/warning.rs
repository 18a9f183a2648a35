//! What is doubtful in a game that was read: no error, but somebody may want to look at it.

use crate::pdn::error::TextPlace;
use std::fmt;
use thiserror::Error;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdnWarning {
    pub place: TextPlace,
    pub kind: PdnWarningKind,
}

impl fmt::Display for PdnWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.kind)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PdnWarningKind {
    #[error("the date `{text}` cannot be read; write it like 1962.07.12 or 1962.??.??")]
    Date { text: String },
    #[error("`{text}` is not a known result; it is kept as a text")]
    Result { text: String },
    #[error("the tag says {tag}, and the moves end with {end}; the tag counts")]
    ResultsDiffer { tag: String, end: String },
    #[error("`{word}` could be several moves; by those that follow it is {meant}")]
    Ambiguous { word: String, meant: String },
    #[error("{reason}; this may be another game than English checkers: a tag GameType tells")]
    Variant { reason: String },
    #[error("`{text}` is neither a game nor a comment; it was left out")]
    Stray { text: String },
    #[error("`{text}` is glued to the move {word}; it is kept as a comment")]
    Glued { word: String, text: String },
    #[error("the moves end without a result or *; the game may be cut off")]
    NoEnd,
}

impl PdnWarningKind {
    /// The kind in one word, and what it means, in the order of tables.
    pub const KINDS: [(&str, &str); 8] = [
        ("date", "dates that cannot be read"),
        ("result", "unknown results, kept as texts"),
        ("results-differ", "results that differ between tag and moves"),
        ("ambiguous", "captures that only the next moves tell"),
        ("variant", "games that may not be English checkers"),
        ("stray", "texts outside of games and comments"),
        ("glued", "texts glued to a move, kept as comments"),
        ("no-end", "games without a result or * at their end"),
    ];

    /// The place of its kind in [`PdnWarningKind::KINDS`].
    pub fn kind(&self) -> usize {
        match self {
            PdnWarningKind::Date { .. } => 0,
            PdnWarningKind::Result { .. } => 1,
            PdnWarningKind::ResultsDiffer { .. } => 2,
            PdnWarningKind::Ambiguous { .. } => 3,
            PdnWarningKind::Variant { .. } => 4,
            PdnWarningKind::Stray { .. } => 5,
            PdnWarningKind::Glued { .. } => 6,
            PdnWarningKind::NoEnd => 7,
        }
    }
}
