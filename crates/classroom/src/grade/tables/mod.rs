//! The grades of a whole class, and the tables that are made from them.

pub mod class_grades;
pub mod grade_changes;
pub mod gradebook;
pub mod grades_csv;
