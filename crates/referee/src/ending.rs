//! Every way a game can end, as a closed list: whoever reads a result can tell them all apart.

use serde::{Deserialize, Serialize};
use std::fmt;

/// How a game ended. Who won follows from it and from who was to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// The side to move has no piece left.
    NoPieces,
    /// The side to move has pieces, but cannot move any.
    NoMoves,
    /// The same board for the third time.
    Repetition,
    /// Too many turns without a capture or a crowning.
    QuietTurns,
    /// The limit of plies that the user has set.
    MaxPlies,
    /// The agent answered, but its time was used up.
    ClockOverdrawn,
    /// The agent was stopped in the middle of its move: its CPU time was used up.
    KilledInMove,
    /// The agent used no CPU time and did not end.
    Hung,
    /// There is no `output.txt`.
    NoOutput,
    /// `output.txt` has no content.
    EmptyOutput,
    /// `output.txt` is no regular file, is huge, or is not in the form of an answer.
    Malformed,
    /// The answer is in the right form, but the rules do not allow the move.
    Illegal(Breach),
    /// The agent ended with this exit code, which is not 0.
    ExitCode(i32),
    /// A signal ended the agent.
    Signal(i32),
    /// The agent had more processes at once than it may have.
    TooManyProcesses,
    /// The agent laid hands on its keeper or on the folder it was shut in.
    BrokeOut,
    /// The referee itself failed; the game counts for nobody.
    RefereeFault,
}

/// The rule that an illegal move breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Breach {
    /// A step although there is a jump.
    MissedJump,
    /// A sequence of jumps that could go on.
    UnfinishedChain,
    /// The man was crowned, which ends the turn, and jumped on.
    WentOnAfterCrowning,
    /// No piece of the player stands where the move begins.
    NotOwnPiece,
    /// The piece cannot go there.
    NotAMove,
}

/// What an ending says about the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The side to move has lost on the board.
    LostOnBoard,
    /// The board is drawn: the side with more time left wins.
    Drawn,
    /// The side to move has forfeited the game.
    Forfeited,
    /// The game does not count.
    Void,
}

impl Ending {
    /// What the ending says about the result.
    pub const fn kind(self) -> Kind {
        match self {
            Ending::NoPieces | Ending::NoMoves => Kind::LostOnBoard,
            Ending::Repetition | Ending::QuietTurns | Ending::MaxPlies => Kind::Drawn,
            Ending::RefereeFault => Kind::Void,
            Ending::ClockOverdrawn
            | Ending::KilledInMove
            | Ending::Hung
            | Ending::NoOutput
            | Ending::EmptyOutput
            | Ending::Malformed
            | Ending::Illegal(_)
            | Ending::ExitCode(_)
            | Ending::Signal(_)
            | Ending::TooManyProcesses
            | Ending::BrokeOut => Kind::Forfeited,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::NoPieces => f.write_str("no pieces left"),
            Ending::NoMoves => f.write_str("no legal move"),
            Ending::Repetition => f.write_str("third repetition"),
            Ending::QuietTurns => f.write_str("too many quiet turns"),
            Ending::MaxPlies => f.write_str("limit of plies"),
            Ending::ClockOverdrawn => f.write_str("time used up"),
            Ending::KilledInMove => f.write_str("time used up in mid-move"),
            Ending::Hung => f.write_str("hung without using time"),
            Ending::NoOutput => f.write_str("no output.txt"),
            Ending::EmptyOutput => f.write_str("empty output.txt"),
            Ending::Malformed => f.write_str("malformed output.txt"),
            Ending::Illegal(breach) => write!(f, "illegal move: {breach}"),
            Ending::ExitCode(code) => write!(f, "exit code {code}"),
            Ending::Signal(signal) => write!(f, "ended by signal {signal}"),
            Ending::TooManyProcesses => f.write_str("too many processes"),
            Ending::BrokeOut => f.write_str("broke out of its keeping"),
            Ending::RefereeFault => f.write_str("the referee's own fault"),
        }
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Breach::MissedJump => "a jump was compulsory",
            Breach::UnfinishedChain => "the jumps could go on",
            Breach::WentOnAfterCrowning => "crowning ends the turn",
            Breach::NotOwnPiece => "no own piece stands there",
            Breach::NotAMove => "the piece cannot go there",
        })
    }
}
