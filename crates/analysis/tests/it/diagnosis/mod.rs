//! Tests of the diagnosis, in one binary.

mod make_endings;
mod make_positions;
