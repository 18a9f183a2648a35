//! How a game can end, and what a move does to the counts of the draw rules.

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
