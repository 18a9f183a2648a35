//! A program that lives as long as a game and is asked by text commands.
//!
//! | to learn | read |
//! |---|---|
//! | its process and its pipes | `text_process.rs` |
//! | what is written to it, and what it answers | `text_channel.rs` |
//! | it as a player of a game | `text_player.rs` |
//! | where it runs, and what it is told of its clock | `dialogue_place.rs` |

mod dialogue_place;
mod silence;
mod text_channel;
mod text_player;
mod text_process;

pub use crate::players::text::dialogue_place::{DialoguePlace, GivenTime};
pub use crate::players::text::text_channel::{CONVERSATION_FILE, TextChannel};
pub use crate::players::text::text_player::{TextPlayer, text_game};
pub use crate::players::text::text_process::Transcript;
