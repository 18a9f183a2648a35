//! A class: build, check, play and grade a folder of submissions.
//!
//! | to learn | read |
//! |---|---|
//! | limits and points | [`Scheme`], `scheme.toml`, `numbers.rs` |
//! | the students' folders and their copies | `submission.rs` |
//! | what is kept of a finished stage | `stage.rs` |

mod error;
mod numbers;
mod scheme;
mod scheme_defaults;
mod stage;
mod submission;

pub use crate::class::error::ClassError;
pub use crate::class::numbers::{Percent, Points, Seconds};
pub use crate::class::scheme::{Scheme, SchemeError};
pub use crate::class::scheme_defaults::DEFAULT_SCHEME;
pub use crate::class::submission::{Submission, list};
