//! One submission, graded alone and within a time: `referee grade`.
//!
//! | to learn | read |
//! |---|---|
//! | the stages, one after the other | `lone_run.rs` |
//! | the points so far, and when files are written | `lone_grading.rs` |
//! | what is said above the tests | `lone_remarks.rs` |
//! | which games are played if not all fit | `level_games.rs` |
//! | the end of the time | `../../stages/grading_time.rs` |
//! | which tests a student sees | `visibility_rule.rs` |

mod level_games;
mod lone_grading;
mod lone_remarks;
pub mod lone_run;
pub mod visibility_rule;
