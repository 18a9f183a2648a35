//! A file for each kind of question.

pub mod about;
pub mod analyze;
pub mod choose;
pub mod edit;
pub mod knowledge_answer;
pub mod levels;
pub mod measure;
pub mod problems;
pub mod review;
