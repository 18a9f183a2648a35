//! The exit codes of `homework`.

/// The end of a run; the number is the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// A legal move was written.
    Answered = 0,
    /// `input.txt` cannot be understood.
    Unreadable = 2,
    /// The side to move has no legal move: it has lost.
    NoMove = 3,
    /// There is a move, but `output.txt` cannot be written.
    Unwritable = 4,
}
