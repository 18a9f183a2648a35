//! Exit codes of commands that could be carried out.

use crate::game::EndingKind;
use std::process::ExitCode;

/// The journal of a match, in its folder.
pub const JOURNAL: &str = "journal.jsonl";

/// The exit status of a command that could be carried out, the most severe first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// The referee itself failed in at least one game.
    RefereeFault,
    /// An agent has forfeited a game or failed a check.
    Misbehaved,
    /// The demand on the first player was not met.
    GateMissed,
    /// Everything went well.
    Success,
}

impl From<EndingKind> for Exit {
    /// The status of a single game.
    fn from(kind: EndingKind) -> Self {
        match kind {
            EndingKind::LostOnBoard | EndingKind::Drawn => Exit::Success,
            EndingKind::Forfeited => Exit::Misbehaved,
            EndingKind::Void => Exit::RefereeFault,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(match exit {
            Exit::Success => 0,
            Exit::GateMissed => 1,
            Exit::Misbehaved => 3,
            Exit::RefereeFault => 4,
        })
    }
}
