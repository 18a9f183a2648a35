//! A class: build, check, play and grade a folder of submissions.
//!
//! | to learn | read |
//! |---|---|
//! | limits and points | [`Scheme`], `scheme.toml`, `numbers.rs` |

mod numbers;
mod scheme;

pub use crate::class::numbers::{Percent, Points, Seconds};
pub use crate::class::scheme::{DEFAULT_SCHEME, Scheme, SchemeError};
