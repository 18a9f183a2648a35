//! A class: build, check, play and grade a folder of submissions.
//!
//! | to learn | read |
//! |---|---|
//! | the stages, one after the other | `class_run.rs`; what they share: `stage.rs` |
//! | limits and points | `scheme.toml`, `scheme.rs`, `scheme_values.rs` |
//! | the students' folders, their copies and builds | `submission.rs`; one build: `build.rs`, `recipe.rs`, `toolchain.rs`, `disk_guard.rs` |
//! | the checks of an agent | `check_stage.rs` |
//! | games | `games.rs`, `swiss.rs` |
//! | points and the table | `grades.rs` |
//! | the students' pages | `feedback.rs`, `feedback_text.rs` |
//!
//! A fault of one submission is never an error of this folder: it is in the student's remark, and
//! the others go on.

mod build;
mod check_stage;
mod class_guard;
mod class_run;
mod disk_guard;
mod error;
mod feedback;
mod feedback_text;
mod games;
mod grades;
mod recipe;
mod scheme;
mod scheme_values;
mod stage;
mod submission;
mod swiss;
mod toolchain;

pub use crate::class::class_run::{ClassSummary, grade};
pub use crate::class::error::ClassError;
pub use crate::class::grades::GRADES_FILE;
pub use crate::class::scheme::{DEFAULT_SCHEME, Scheme};
pub use crate::class::stage::ClassSettings;
pub use crate::class::toolchain::{Toolchain, is_program};
