//! How a game may end, and what a move means for the rules that end it without a winner.

/// The result of a finished game, seen by the side whose turn it would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The side to move has won.
    Win,
    /// The side to move has lost.
    Loss,
    /// Nobody has won.
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
}

/// What a game does with a position that occurs again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// Nothing: the game goes on, or no position can occur twice.
    Ignored,
    /// The game is drawn when a position occurs for the `occurrences`-th time.
    Draws {
        /// How many times a position must occur, the first time included.
        occurrences: usize,
    },
    /// The side that brings an earlier position about again has lost.
    LosesForMover,
}

/// How final a move is: which of the draw rules' counts it begins anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finality {
    /// The move may be taken back by later moves: earlier positions can occur again.
    Reversible,
    /// No earlier position can occur again, but the turn counts as a quiet one.
    Irreversible,
    /// The quiet turns are counted anew after it.
    Resetting,
}
