//! Positions in which one move is right, as text: what the board page offers to solve, and what
//! tests ask the search.
//!
//! The first lines of each file say how it was made; each other line is a position.

/// Checkers: combinations, `ROWS SIDE MOVE[/MOVE]`.
pub const TACTICS: &str = include_str!("tactics.txt");
/// Checkers: moves that lost much, `FEN MOVE COST BETTER-MOVE`.
pub const MISTAKES: &str = include_str!("mistakes.txt");
/// Lines of Action: forced wins, `SIDE PLIES BOARD`, the rows of the board joined by `/`.
pub const LOA_WINS: &str = include_str!("wins-loa.txt");
/// Tablut: forced wins, as [`LOA_WINS`].
pub const TABLUT_WINS: &str = include_str!("wins-tablut.txt");
/// Amazons: forced wins, as [`LOA_WINS`].
pub const AMAZONS_WINS: &str = include_str!("wins-amazons.txt");
