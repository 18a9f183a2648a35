//! What is doubtful in a game that was read: no error, but worth a look.

use crate::error::TextPlace;
use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdnWarning {
    pub place: TextPlace,
    pub kind: PdnWarningKind,
    pub sentence: String,
}

impl fmt::Display for PdnWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.sentence)
    }
}

/// In the order of [`PdnWarningKind::KINDS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PdnWarningKind {
    Date,
    Result,
    ResultsDiffer,
    Ambiguous,
    Variant,
    Stray,
    Glued,
    NoEnd,
    Repeated,
    AgainstBoard,
    Variation,
}

impl PdnWarningKind {
    /// The kind in one word, and what it means, in the order of tables.
    pub const KINDS: [(&str, &str); 11] = [
        ("date", "dates that cannot be read"),
        ("result", "unknown results, kept as texts"),
        ("results-differ", "results that differ between tag and moves"),
        ("ambiguous", "captures that only the next moves tell"),
        ("variant", "games that may not be English checkers"),
        ("stray", "texts outside of games and comments"),
        ("glued", "texts glued to a move, kept as comments"),
        ("no-end", "games without a result or * at their end"),
        ("repeated", "tags that stand twice in a game"),
        ("against-board", "results against the last board"),
        ("variation", "variations that cannot be played, kept as comments"),
    ];
}
