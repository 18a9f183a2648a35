//! Floor 0: what every board game shares, and nothing that only one of them needs.
//!
//! Pure values: no input or output, no clock, nothing global, nothing that can fail.

pub mod key;
pub mod side;

pub use key::{Key, KeyStream};
pub use side::Side;
