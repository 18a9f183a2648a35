//! The pages of the programs in a real browser, used as a person uses them.

mod agents;
mod browser;
mod chrome_command;
mod driver;
mod jumps;
mod latency;
mod marking;
mod program;
mod server;
mod table;
mod whole_games;
mod windows;
