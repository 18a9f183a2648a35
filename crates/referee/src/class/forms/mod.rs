//! Grades in the forms of the places where courses run.
//!
//! | to learn | read |
//! |---|---|
//! | what every form is written from | `graded_submission.rs` |
//! | how a submission of a class becomes that | `graded_parts.rs`, `graded_student.rs` |
//! | one form each | `gradescope.rs`, `vocareum.rs`, `classroom50.rs`, `junit.rs`, `whole_json.rs` |
//! | where the files go | `grade_form.rs` |
//! | what a rubric must have | `criteria.rs` |
//!
//! A writer is a function from a value to a text. Its test compares the text with an example that
//! was written by hand from the place's documentation (`examples/`).

mod classroom50;
pub(super) mod criteria;
pub(super) mod grade_form;
pub(super) mod graded_parts;
pub(super) mod graded_student;
pub(super) mod graded_submission;
mod gradescope;
mod junit;
mod vocareum;
mod whole_json;
