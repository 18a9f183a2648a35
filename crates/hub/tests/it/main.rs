//! Conversations with the engine, line by line, and laws of all conversations.
//!
//! Searches are limited by nodes, depth or `stop`; waiting has no deadline but a very late one.

mod client;
mod conversations;
mod games;
mod laws;
mod searches;
mod won_endings;
