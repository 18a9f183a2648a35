//! Tests of the crate as its users see it.

mod forms;
mod law;
mod round_trip;
mod wild;
