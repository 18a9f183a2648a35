//! Exit codes of commands that could be carried out.

use crate::game::EndingKind;
use std::process::ExitCode;

/// The journal of a match, in its folder.
pub const JOURNAL: &str = "journal.jsonl";
/// The plan of the latest round, beside the journal.
pub const PLAN: &str = "plan.jsonl";

/// The exit code after Ctrl-C, as shells have it: 128 and the number of the signal.
pub const STOPPED: u8 = 130;

/// The exit status of a command that could be carried out, the most severe first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CommandExit {
    /// The user has stopped the command.
    Stopped,
    /// The referee itself failed in at least one game.
    RefereeFault,
    /// An agent has forfeited a game or failed a check.
    Misbehaved,
    /// The demand on the first player was not met.
    GateMissed,
    /// Everything went well.
    Success,
}

impl From<EndingKind> for CommandExit {
    /// The status of a single game.
    fn from(kind: EndingKind) -> Self {
        match kind {
            EndingKind::LostOnBoard | EndingKind::Drawn => CommandExit::Success,
            EndingKind::Forfeited => CommandExit::Misbehaved,
            EndingKind::Void => CommandExit::RefereeFault,
        }
    }
}

impl From<CommandExit> for ExitCode {
    fn from(exit: CommandExit) -> Self {
        ExitCode::from(match exit {
            CommandExit::Success => 0,
            CommandExit::GateMissed => 1,
            CommandExit::Misbehaved => 3,
            CommandExit::RefereeFault => 4,
            CommandExit::Stopped => STOPPED,
        })
    }
}
