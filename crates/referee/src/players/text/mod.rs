//! A program that lives as long as a game and is asked by text commands.
//!
//! | to learn | read |
//! |---|---|
//! | its process and its pipes | `live_process.rs` |
//! | what is written to it, and what it answers | `dialogue.rs` |
//! | it as a player of a game | `live_run.rs`, `live_dumps.rs`, `live_end.rs` |

mod dialogue;
mod live_dumps;
mod live_end;
mod live_process;
mod live_run;

pub use crate::players::text::dialogue::{CONVERSATION_FILE, Dialogue, DialoguePlace};
pub use crate::players::text::live_process::Transcript;
pub use crate::players::text::live_run::{LiveRun, text_game};
