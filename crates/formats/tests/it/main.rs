//! Tests of the crate as its users see it.

mod forms;
mod round_trip;
