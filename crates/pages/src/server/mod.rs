//! The server on the loopback address.
//!
//! The library is axum over hyper, with an accept loop of our own: axum's own loop has neither a
//! bound on connections nor a limit on the time for a request's head.
//!
//! | to learn | read |
//! |---|---|
//! | the requests that are answered | `guard.rs` |
//! | the limits of connections | `connections.rs` |
//! | the addresses | `routes.rs` |

mod connections;
mod guard;
mod routes;
mod running;
mod site;
mod token;

pub use running::{Server, open_in_browser};
pub use site::{Document, Feed, PartsOut, Site};
