//! Random games and tables for the tests of crates that read records.
//!
//! It is always compiled: behind a feature, tests would compile the referee a second time.

pub use crate::journal::random::{random_record, random_record_of};
pub use crate::results::plan_facts::example as example_plan;
pub use crate::results::tables::example_tables::{gauntlet, round_robin, rounds};
