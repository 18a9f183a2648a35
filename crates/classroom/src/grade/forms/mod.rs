//! Grades in the forms of the places where courses run.
//!
//! | to learn | read |
//! |---|---|
//! | what every form is written from | `graded_submission.rs` |
//! | how a submission of a class becomes that | `graded_parts.rs`, `graded_student.rs` |
//! | one form each | `gradescope.rs`, `junit.rs` (texts in XML: `escaped.rs`), `whole_json.rs` |
//! | where the files go | `grade_form.rs` |
//! | the text for a terminal and the student | `report.rs` |
//!
//! A writer is a function from a value to a text. Its test compares the text with an example that
//! was written by hand from the place's documentation (`examples/`).

mod escaped;
pub mod grade_form;
pub mod graded_parts;
pub mod graded_student;
pub mod graded_submission;
mod gradescope;
mod junit;
pub mod report;
mod whole_json;
