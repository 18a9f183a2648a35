//! The common parts of board games: sides, squares, sets of squares, lines, position keys.
//!
//! Plain values: no input or output, no clock, no global state, nothing that can fail.

pub mod direction;
pub mod key;
pub mod ray;
mod set_operators;
pub mod side;
pub mod square;
pub mod square_set;

pub use direction::Direction;
pub use key::{Key, KeyStream};
pub use ray::{queen_reach, ray, rook_reach, slide};
pub(crate) use set_operators::set_operators;
pub use side::Side;
pub use square::{Square, square_name};
pub use square_set::SquareSet;
