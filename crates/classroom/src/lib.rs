//! A class: build, check, play and grade a folder of submissions, or one alone; and what a
//! diagnosis of an agent asks and plays. It has no options and no HTML, and links no search.
//!
//! | to learn | read |
//! |---|---|
//! | a class, or one submission, from its files to its grades | `grading/` |
//! | the stages: builds, checks, games | `stages/`; what they share: `stages/stage.rs` |
//! | limits and points | `scheme/` |
//! | what depends on the game | `scheme/graded.rs` |
//! | what is handed in, and by whom | `intake/`; archives and their files: `archives/` |
//! | how it is built | `build/` |
//! | the checks of an agent | [`checks`] |
//! | points, tables, the students' pages, and the forms of other places | `grade/` |
//! | what a diagnosis of an agent asks and plays | [`diagnose`] |
//!
//! A fault of one submission is never an error of this crate: it is in the student's remark, and
//! the others go on.
//!
//! # Layers
//!
//! A folder uses those below it: `grading`, `grade`, `stages`, `intake`, `build`, `diagnose`,
//! `scheme`, then `checks` and `archives`.

#![cfg(target_os = "linux")]

mod archives;
mod build;
pub mod checks;
mod closest_name;
pub mod diagnose;
mod error;
mod grade;
mod grading;
mod intake;
mod scheme;
mod stages;

pub use crate::build::toolchain::Toolchain;
pub use crate::error::ClassError;
pub use crate::grade::forms::grade_form::FormTarget;
pub use crate::grade::report::text as report_text;
pub use crate::grade::submission_grade::{GradingProgress, SubmissionGrade, TestVisibility};
pub use crate::grade::tables::class_grades::ClassGrades;
pub use crate::grade::tables::grade_changes::changes_text;
pub use crate::grade::tables::gradebook::GradebookTarget;
pub use crate::grade::visibility_rule::VisibilityRule;
pub use crate::grading::built_agent::{BuildOnDemand, find_agent};
pub use crate::grading::class_run::{ClassForms, ClassSummary, grade, preview};
pub use crate::grading::one_run::{GradeOrder, GradeSummary, grade_submission, within_time};
pub use crate::scheme::graded::Graded;
pub use crate::scheme::scheme_file::scheme_text;
pub use crate::scheme::{BaseScheme, DiagnoseRule, Scheme};
pub use crate::stages::diagnoses::DiagnosisPrograms;
pub use crate::stages::stage::ClassSettings;
pub use crate::stages::stage::GRADES_FILE;
