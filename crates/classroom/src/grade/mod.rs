//! The grades: one model, and what is written from it.
//!
//! | to learn | read |
//! |---|---|
//! | a submission as a list of tests with points | `submission_grade.rs` |
//! | what is known of a student, and how it becomes that | `student_results.rs`, `graded_tests.rs`; the sentences above: `remarks.rs` |
//! | which tests a student sees | `visibility_rule.rs` |
//! | packages that many lack | `missing_package.rs` |
//! | the table of a class | `table.rs` |
//! | the page of a student | `feedback.rs`, its text: `feedback_text.rs`; its games: `feedback_games.rs`; rules that it names: `manual_rules.rs` |
//! | the text for a terminal and the student | `report.rs` |
//! | the forms of other places | `forms/` |

pub mod feedback;
mod feedback_games;
mod feedback_text;
pub mod forms;
mod graded_tests;
mod manual_rules;
pub mod missing_package;
mod remarks;
pub mod report;
pub mod student_results;
pub mod submission_grade;
pub mod table;
pub mod visibility_rule;
