//! Pages for one user on one machine: a server on the loopback address.
//!
//! A program gives a [`Site`]: its files, the answers to its commands, and a [`Feed`] of values
//! that all pages show. [`Server`] serves it below `http://127.0.0.1:PORT/TOKEN/` until it is
//! dropped. The token is secret: who cannot read it can neither see nor command the game.
//!
//! The library is axum over hyper, with an accept loop of our own: axum's own loop has neither a
//! bound on connections nor a limit on the time for a request's head.
//!
//! | to learn | read |
//! |---|---|
//! | what a request must look like | `guard.rs` |
//! | how many connections there are, and how long each may take | `connections.rs` |
//! | which addresses there are | `routes.rs` |

#![forbid(unsafe_code)]

mod connections;
mod feed;
mod guard;
mod open;
mod routes;
mod server;
mod site;
mod token;

pub use feed::Feed;
pub use open::{NoBrowser, open_in_browser};
pub use server::{Port, Server, ServerError};
pub use site::{Document, Site};
