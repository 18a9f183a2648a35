//! The closed list of ways a game can end, by which readers of results tell them apart.
//!
//! The names in kebab case are part of the journal's format; changing one makes old journals
//! unreadable.

use games::board::Side;
use games::{EndReason, GameEnd};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The end of a game. The winner follows from it and from the side to move. Unless it says
/// otherwise, the side to move has lost or forfeited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    NoPieces,
    /// The side to move has pieces, but cannot move any.
    NoMoves,
    /// All pieces of the side that has won are connected (Lines of Action).
    Connected(TurnSide),
    /// Both sides have made all moves that they may make, and neither has won (Lines of Action).
    MoveLimit,
    KingEscaped,
    KingCaptured,
    /// The last move has led to an earlier position, and so has lost (Tablut).
    Repeated,
    Repetition,
    /// The limit of turns without a capture or a crowning is reached.
    QuietTurns,
    /// The limit of plies that the user has set (`--max-plies`).
    MaxPlies,
    /// This side wins with best play, by the endgame tables, with either side to move.
    TableWin(Side),
    /// The game is drawn with best play, by the endgame tables.
    TableDraw,
    /// The agent answered, but its time was used up.
    ClockOverdrawn,
    /// The agent was stopped in the middle of its move: its CPU time was used up.
    KilledInMove,
    /// The agent did not end within the wall time limit, although it had CPU time left; or a text
    /// program did not do in the referee's own time what is no turn of it.
    Hung,
    NoOutput,
    EmptyOutput,
    /// `output.txt` is not a regular file, is huge, or is not in the form of an answer.
    Malformed,
    /// The answer is in the right form, but the rules do not allow the move.
    Illegal(RuleViolation),
    /// The agent ended with this exit code, which is not 0.
    ExitCode(i32),
    Signal(i32),
    /// The system does not execute the agent's program: an interpreter is missing or forbidden, or
    /// the file is no program for this machine.
    NotStarted,
    /// A program that lives as long as the game has ended or closed its output before the end.
    Left,
    /// A line of a program that the texts do not allow, or too many lines.
    BadOutput,
    /// A program has played when it was not its turn.
    OutOfTurn,
    /// A program has announced another result than the true one, or none at the end of the game.
    WrongResult(TurnSide),
    /// A program has announced a result in mid-game, be it the true one of a later turn.
    EarlyResult,
    /// A program's board at the beginning or in the game is not the true one, or it shows none.
    WrongDump,
    WrongLastDump(TurnSide),
    /// The agent had more processes at once than it may have.
    TooManyProcesses,
    /// The agent wrote more files, or larger ones, than it may.
    TooMuchDisk,
    /// The agent's processes together had more in memory than they may have.
    TooMuchMemory,
    /// The agent killed or stopped its supervisor process, or replaced its own directory.
    #[serde(rename = "broke-out")]
    Tampered,
    /// The referee itself failed; the game does not count.
    RefereeFault,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RuleViolation {
    /// A step although there is a jump.
    MissedJump,
    /// A sequence of jumps that could go on.
    UnfinishedChain,
    /// The man was crowned, which ends the turn, and jumped on.
    WentOnAfterCrowning,
    /// No piece of the player stands where the move begins.
    NotOwnPiece,
    NotAMove,
    /// The rules do not allow it (all games but checkers).
    NotLegal,
}

/// A side, as seen from the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TurnSide {
    ToMove,
    /// The other side, which mostly has moved last.
    Waiting,
}

impl TurnSide {
    pub fn side(self, to_move: Side) -> Side {
        match self {
            TurnSide::ToMove => to_move,
            TurnSide::Waiting => !to_move,
        }
    }
}

/// What a player says wrongly of a game that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndFault {
    Result,
    Dump,
    /// The referee could not ask it.
    Referee,
}

/// The meaning of an ending for the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndingKind {
    Decided,
    /// Neither side has won on the board; whose the game is, the rules of each game say.
    Drawn,
    Forfeited,
    /// The game does not count.
    Void,
}

impl Ending {
    /// Whether a program that finds no room for a file may end like this.
    pub const fn may_be_want_of_room(self) -> bool {
        use Ending::{EmptyOutput, ExitCode, Malformed, NoOutput, Signal};
        matches!(self, NoOutput | EmptyOutput | Malformed | ExitCode(_) | Signal(_))
    }

    /// The same where the time was not that of its clock.
    #[must_use]
    pub const fn outside_a_turn(self) -> Self {
        if matches!(self, Ending::KilledInMove) { Ending::Hung } else { self }
    }

    /// Whether a program has said a move, a board or a result that the rules of its game deny.
    pub const fn is_wrong_statement(self) -> bool {
        use Ending::{EarlyResult, Illegal, WrongDump, WrongLastDump, WrongResult};
        matches!(self, Illegal(_) | WrongDump | WrongLastDump(_) | WrongResult(_) | EarlyResult)
    }

    pub const fn kind(self) -> EndingKind {
        match self {
            Ending::NoPieces
            | Ending::NoMoves
            | Ending::Connected(_)
            | Ending::KingEscaped
            | Ending::KingCaptured
            | Ending::Repeated
            | Ending::TableWin(_) => EndingKind::Decided,
            Ending::Repetition
            | Ending::QuietTurns
            | Ending::MoveLimit
            | Ending::MaxPlies
            | Ending::TableDraw => EndingKind::Drawn,
            Ending::RefereeFault => EndingKind::Void,
            Ending::ClockOverdrawn
            | Ending::KilledInMove
            | Ending::Hung
            | Ending::NoOutput
            | Ending::EmptyOutput
            | Ending::Malformed
            | Ending::Illegal(_)
            | Ending::ExitCode(_)
            | Ending::Signal(_)
            | Ending::NotStarted
            | Ending::Left
            | Ending::BadOutput
            | Ending::OutOfTurn
            | Ending::WrongResult(_)
            | Ending::EarlyResult
            | Ending::WrongDump
            | Ending::WrongLastDump(_)
            | Ending::TooManyProcesses
            | Ending::TooMuchDisk
            | Ending::TooMuchMemory
            | Ending::Tampered => EndingKind::Forfeited,
        }
    }
}

impl Ending {
    pub fn of(end: GameEnd) -> Self {
        match end.reason {
            EndReason::NoPieces => Ending::NoPieces,
            EndReason::NoMoves => Ending::NoMoves,
            EndReason::Connected | EndReason::BothConnected => {
                let is_mover = end.winner == Some(end.to_move);
                Ending::Connected(if is_mover { TurnSide::ToMove } else { TurnSide::Waiting })
            }
            EndReason::KingEscaped => Ending::KingEscaped,
            EndReason::KingCaptured => Ending::KingCaptured,
            EndReason::Repeated => Ending::Repeated,
            EndReason::Repetition { .. } => Ending::Repetition,
            EndReason::QuietTurns { .. } => Ending::QuietTurns,
            EndReason::MoveLimit { .. } => Ending::MoveLimit,
        }
    }

    /// The side that has lost on the board or by forfeit; `to_move` was to move at the end.
    pub fn loser(self, to_move: Side) -> Option<Side> {
        match self {
            Ending::Connected(winner) => Some(!winner.side(to_move)),
            Ending::Repeated => Some(!to_move),
            Ending::TableWin(winner) => Some(!winner),
            Ending::WrongResult(who) | Ending::WrongLastDump(who) => Some(who.side(to_move)),
            _ => match self.kind() {
                EndingKind::Decided | EndingKind::Forfeited => Some(to_move),
                EndingKind::Drawn | EndingKind::Void => None,
            },
        }
    }

    pub fn winner(self, to_move: Side) -> Option<Side> {
        self.loser(to_move).map(|loser| !loser)
    }

    /// The ending with its details for people, where there are some.
    pub fn with_detail(self, detail: Option<&str>) -> String {
        format!("{self}{}", self.detail_text(detail))
    }

    /// The details alone, as they follow the ending; empty if there are none.
    pub fn detail_text(self, detail: Option<&str>) -> String {
        match (detail, self) {
            (None, _) => String::new(),
            (Some(detail), Ending::Malformed | Ending::Illegal(_) | Ending::BadOutput) => {
                format!(": {detail}")
            }
            (Some(detail), _) => format!("; {detail}"),
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::NoPieces => f.write_str("no pieces left"),
            Ending::NoMoves => f.write_str("no legal move"),
            Ending::Connected(_) => f.write_str("the opponent's pieces are connected"),
            Ending::MoveLimit => f.write_str("limit of moves"),
            Ending::KingEscaped => f.write_str("the king has escaped"),
            Ending::KingCaptured => f.write_str("the king is captured"),
            Ending::Repeated => f.write_str("repeated an earlier position"),
            Ending::Repetition => f.write_str("third repetition"),
            Ending::QuietTurns => f.write_str("too many quiet turns"),
            Ending::MaxPlies => f.write_str("limit of plies"),
            Ending::TableWin(_) => f.write_str("adjudicated as lost by endgame tables"),
            Ending::TableDraw => f.write_str("adjudicated as drawn by endgame tables"),
            Ending::ClockOverdrawn => f.write_str("time used up"),
            Ending::KilledInMove => f.write_str("time used up in mid-move"),
            Ending::Hung => f.write_str("hung"),
            Ending::NoOutput => f.write_str("no output.txt"),
            Ending::EmptyOutput => f.write_str("empty output.txt"),
            Ending::Malformed => f.write_str("malformed output.txt"),
            Ending::Illegal(violation) => write!(f, "illegal move: {violation}"),
            Ending::ExitCode(code) => write!(f, "exit code {code}"),
            Ending::Signal(signal) => write!(f, "ended by signal {signal}"),
            Ending::NotStarted => f.write_str("the program cannot be started"),
            Ending::Left => f.write_str("ended or closed its output in mid-game"),
            Ending::BadOutput => f.write_str("output that the rules forbid"),
            Ending::OutOfTurn => f.write_str("played out of turn"),
            Ending::WrongResult(_) => f.write_str("wrong result announced"),
            Ending::EarlyResult => f.write_str("result announced before the end"),
            Ending::WrongDump | Ending::WrongLastDump(_) => f.write_str("wrong dump"),
            Ending::TooManyProcesses => f.write_str("too many processes"),
            Ending::TooMuchDisk => f.write_str("too much disk space"),
            Ending::TooMuchMemory => f.write_str("too much memory"),
            Ending::Tampered => f.write_str("tampered with its supervisor or its directory"),
            Ending::RefereeFault => f.write_str("error of the referee"),
        }
    }
}

impl fmt::Display for RuleViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RuleViolation::MissedJump => "a jump was compulsory",
            RuleViolation::UnfinishedChain => "the jumps could go on",
            RuleViolation::WentOnAfterCrowning => "crowning ends the turn",
            RuleViolation::NotOwnPiece => "no own piece stands there",
            RuleViolation::NotAMove => "the piece cannot go there",
            RuleViolation::NotLegal => "the rules do not allow it here",
        })
    }
}
