//! The grades: one model, and what is written from it.
//!
//! | to learn | read |
//! |---|---|
//! | a submission as a list of tests with points | `submission_grade.rs` |
//! | what is known of a student, and how it becomes that | `student_results.rs`, `graded_tests.rs`; the sentences above: `remarks.rs` |
//! | who has handed in the same program | `same_program.rs` |
//! | which tests a student sees | `visibility_rule.rs` |
//! | packages that many lack | `missing_package.rs` |
//! | the page of a student | `feedback.rs`, its text: `feedback_text.rs`; its games: `feedback_games.rs`; rules that it names: `manual_rules.rs` |
//! | what lateness costs | `late.rs` |
//! | the grades of a class, and its tables | `tables/` |
//! | the text for a terminal and the student | `report.rs` |
//! | the forms of other places | `forms/` |

pub mod feedback;
mod feedback_games;
mod feedback_text;
pub mod forms;
mod graded_tests;
pub mod late;
mod manual_rules;
pub mod missing_package;
mod remarks;
pub mod report;
pub mod same_program;
pub mod student_results;
pub mod submission_grade;
pub mod tables;
pub mod visibility_rule;
