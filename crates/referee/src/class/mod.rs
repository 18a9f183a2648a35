//! A class: build, check, play and grade a folder of submissions.
//!
//! | to learn | read |
//! |---|---|
//! | the stages, one after the other | `class_run.rs` |
//! | limits and points | [`Scheme`], `scheme.toml`, `numbers.rs` |
//! | the students' folders and their copies | `submission.rs` |
//! | how a submission is built, and by what | `build_stage.rs`: `recipe.rs`, `build.rs`, `toolchain.rs`, `disk_guard.rs` |
//! | the checks of an agent | `check_stage.rs` |
//! | games | `gauntlet.rs`, `swiss.rs`; what they have in common: `games.rs` |
//! | points and the table | `grades.rs` |
//! | the students' pages | `feedback.rs`: `feedback_text.rs`, `feedback_games.rs` |
//! | what is kept of a finished stage | `stage.rs` |
//!
//! What is wrong with one submission is never an error of this folder: it is in the student's
//! remark, and the others go on.

mod build;
mod build_stage;
mod check_stage;
mod class_log;
mod class_run;
mod disk_guard;
mod error;
mod feedback;
mod feedback_games;
mod feedback_text;
mod games;
mod gauntlet;
mod grades;
mod mode_guard;
mod numbers;
mod recipe;
mod scheme;
mod scheme_defaults;
mod settings;
mod stage;
mod submission;
mod swiss;
mod toolchain;
mod workers;

pub use crate::class::class_run::{ClassSummary, grade};
pub use crate::class::error::ClassError;
pub use crate::class::feedback::Pages;
pub use crate::class::grades::GRADES_FILE;
pub use crate::class::numbers::{Percent, Points, Seconds};
pub use crate::class::scheme::{Scheme, SchemeError};
pub use crate::class::scheme_defaults::DEFAULT_SCHEME;
pub use crate::class::settings::ClassSettings;
pub use crate::class::toolchain::Toolchain;
