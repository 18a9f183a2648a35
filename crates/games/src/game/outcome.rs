//! How a game can end, and what a move does to the counts of the draw rules.

use crate::board::Side;

/// The result of a finished game, seen by the side whose turn it would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The side to move has won.
    Win,
    /// The side to move has lost.
    Loss,
    /// Neither side has won.
    Draw,
}

impl Outcome {
    /// The same result seen by the other side.
    #[inline]
    pub const fn for_opponent(self) -> Self {
        match self {
            Outcome::Win => Outcome::Loss,
            Outcome::Loss => Outcome::Win,
            Outcome::Draw => Outcome::Draw,
        }
    }

    /// The side that has won, if it is the turn of `to_move`.
    pub fn winner(self, to_move: Side) -> Option<Side> {
        match self {
            Outcome::Win => Some(to_move),
            Outcome::Loss => Some(!to_move),
            Outcome::Draw => None,
        }
    }
}

/// What the rules of a game say about a position that occurs again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// Nothing: the game continues, or no position can occur twice.
    Ignored,
    /// The game is drawn when a position occurs for the `occurrences`-th time.
    Draws {
        /// Number of occurrences that end the game, the first one included.
        occurrences: usize,
    },
    /// The side whose move repeats an earlier position has lost.
    LosesForMover,
}

/// How final a move is: which counts of the draw rules it resets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finality {
    /// Earlier positions can occur again after it.
    Reversible,
    /// No earlier position can occur again, but the turn counts as quiet.
    Irreversible,
    /// No earlier position can occur again, and the count of quiet turns starts at 0.
    Resetting,
}

/// Why the rules have ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants of the assignments")]
pub enum EndReason {
    /// The side to move has no piece left.
    NoPieces,
    /// The side to move has pieces, but cannot move any.
    NoMoves,
    /// All pieces of the winner are connected (Lines of Action).
    Connected,
    /// Those of both sides: who has moved last wins.
    BothConnected,
    KingEscaped,
    KingCaptured,
    /// The last move has led to an earlier position, and so has lost (Tablut).
    Repeated,
    /// The position has occurred this often, which is a draw.
    Repetition {
        occurrences: usize,
    },
    /// This many turns in a row were without a capture or a crowning.
    QuietTurns {
        turns: u32,
    },
    /// Each side has made all of its moves.
    MoveLimit {
        each: u32,
    },
}
