//! A file for each kind of request.

pub mod about;
pub mod analyze;
pub mod ballot;
pub mod choose;
pub mod edit;
pub mod knowledge;
pub mod problems;
pub mod review;
pub mod step;
