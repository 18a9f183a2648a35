//! The stages of a class, and what each keeps for the next run.

pub mod check_stage;
pub mod class_guard;
pub mod class_lock;
pub mod diagnoses;
pub mod games;
pub mod gauntlet;
pub mod grading_time;
pub mod stage;
pub mod submission;
pub mod swiss;
