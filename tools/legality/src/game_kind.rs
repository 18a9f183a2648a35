//! The games that have an oracle.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Which game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameKind {
    /// Lines of Action.
    Loa,
    /// Tablut.
    Tablut,
    /// Amazons.
    Amazons,
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameKind::Loa => "loa",
            GameKind::Tablut => "tablut",
            GameKind::Amazons => "amazons",
        })
    }
}
