//! Lines and other events, as a session waits for them.

pub mod console;
pub mod event;
pub mod line_reader;
