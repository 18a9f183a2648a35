//! The commands about submissions: checks, grades, diagnoses.

pub mod check;
pub mod class;
pub mod diagnose;
pub mod grade;
