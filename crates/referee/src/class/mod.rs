//! A class: build, check, play and grade a folder of submissions.
//!
//! | to learn | read |
//! |---|---|
//! | the stages, one after the other | `class_run.rs`; what they share: `stage.rs` |
//! | limits and points | `scheme.toml` and the other `.toml`, `scheme.rs`, `scheme_defaults.rs`, `scheme_file.rs`, `scheme_values.rs` |
//! | what depends on the game | `graded.rs` |
//! | what is handed in, and by whom | `intake.rs`, `student_name.rs` |
//! | the folder that is built, also in archives | `contents.rs`, `listed.rs`; `unpack.rs`, `unpacked_folder.rs`, `unzip.rs`, `untar.rs` |
//! | how it is built | `recipe.rs`, `source_file.rs`, `linked_sources.rs`, `java_package.rs`, `line_ends.rs` |
//! | the builds | `submission.rs`; one build: `build.rs`, `build_failure.rs`, `finish.rs`, `toolchain.rs`, `disk_guard.rs` |
//! | agents of other commands that are built first | `built_agent.rs` |
//! | the checks of an agent | `check_stage.rs` |
//! | games | `games.rs`, `gauntlet.rs`, `swiss.rs` |
//! | points and the table | `grades.rs` |
//! | the students' pages | `feedback.rs`, `feedback_text.rs`, `feedback_checks.rs`, `feedback_item.rs`; why agents lose: `diagnoses.rs` |
//! | grades for Gradescope, JUnit and other programs | `forms/` |
//! | one submission alone, within a time | `lone/` |
//!
//! A fault of one submission is never an error of this folder: it is in the student's remark, and
//! the others go on.

mod build;
mod build_failure;
mod built_agent;
mod check_stage;
mod class_guard;
mod class_lock;
mod class_run;
mod contents;
mod diagnoses;
mod disk_guard;
mod error;
mod feedback;
mod feedback_checks;
mod feedback_item;
mod feedback_text;
mod finish;
mod forms;
mod games;
mod gauntlet;
mod graded;
mod grades;
mod grading_time;
mod intake;
mod java_package;
mod line_ends;
mod linked_sources;
mod listed;
mod lone;
mod recipe;
mod scheme;
mod scheme_defaults;
mod scheme_file;
mod scheme_values;
mod source_file;
mod stage;
mod student_name;
mod submission;
mod swiss;
mod toolchain;
mod unpack;
mod unpacked_folder;
mod untar;
mod unzip;

pub use crate::class::built_agent::{BuildOnDemand, built_agent};
pub use crate::class::class_run::{ClassSummary, grade};
pub use crate::class::diagnoses::DiagnosisPrograms;
pub use crate::class::error::ClassError;
pub use crate::class::forms::grade_form::FormTarget;
pub use crate::class::forms::graded_submission::{
    GradedSubmission, GradingProgress, TestVisibility,
};
pub use crate::class::forms::report::text as report_text;
pub use crate::class::graded::Graded;
pub use crate::class::grades::GRADES_FILE;
pub use crate::class::lone::lone_run::{LoneOrder, LoneSummary, grade_one, within_time};
pub use crate::class::lone::visibility_rule::VisibilityRule;
pub use crate::class::scheme::{BaseScheme, DiagnoseRule, Scheme};
pub use crate::class::scheme_file::scheme_text;
pub use crate::class::stage::ClassSettings;
pub use crate::class::toolchain::Toolchain;
