//! Grades in the forms of the places where courses run; where the files go: `grade_form.rs`.
//!
//! A writer is a function from a value to a text. Its test compares the text with an example that
//! was written by hand from the place's documentation (`examples/`).

pub mod grade_form;
mod gradescope;
mod junit;
mod whole_json;
