//! The Hub protocol: its lines, and what each asks of the engine. Of the engine it knows the orders
//! and the events; another protocol would be another folder like this one.
//!
//! ```text
//! line.rs (words) -> command.rs -> conversation.rs -> orders to the engine
//! events of the engine -> conversation.rs -> answer.rs (lines)
//! ```

pub mod answer;
pub mod command;
pub mod conversation;
pub mod level;
pub mod line;
pub mod moves;
pub mod params;
pub mod position;
pub mod read_line;
