//! The server on the loopback address.
//!
//! The library is axum over hyper, with an accept loop of our own: axum's own loop has neither a
//! bound on connections nor a limit on the time for a request's head.
//!
//! | to learn | read |
//! |---|---|
//! | what a request must look like | `guard.rs` |
//! | how many connections there are, and how long each may take | `connections.rs` |
//! | which addresses there are | `routes.rs` |

mod connections;
mod feed;
mod guard;
mod open;
mod routes;
mod running;
mod site;
mod token;

pub use feed::Feed;
pub use open::{NoBrowser, open_in_browser};
pub use running::{Port, Server, ServerError};
pub use site::{Document, Site};
