//! Random games for the tests of crates that read records. Compiled always: with a feature of its
//! own the referee would be compiled twice in the tests.

pub use crate::journal::random::random_record;
