//! What a command that was carried out says to a script.

use crate::ending::Kind;
use std::process::ExitCode;

/// The journal of a match, in its folder.
pub const JOURNAL: &str = "journal.jsonl";

/// What a command that could be carried out says to a script, the graver one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// The referee itself failed in at least one game.
    OwnFault,
    /// An agent has forfeited a game or failed a check.
    Misbehaved,
    /// The first player has not shown what was demanded.
    GateMissed,
    /// All was well.
    Fine,
}

impl From<Kind> for Exit {
    /// What a single game's ending says.
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::LostOnBoard | Kind::Drawn => Exit::Fine,
            Kind::Forfeited => Exit::Misbehaved,
            Kind::Void => Exit::OwnFault,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(match exit {
            Exit::Fine => 0,
            Exit::GateMissed => 1,
            Exit::Misbehaved => 3,
            Exit::OwnFault => 4,
        })
    }
}
