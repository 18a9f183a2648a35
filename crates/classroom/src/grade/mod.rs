//! The grades: points, tables, what a student reads, and the forms of other places.

pub mod feedback;
mod feedback_checks;
mod feedback_item;
mod feedback_text;
pub mod forms;
pub mod grades;
