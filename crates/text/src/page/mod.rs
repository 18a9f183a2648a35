//! The page of a session: `view.rs` is what it shows, `site.rs` what it asks.

mod site;
mod view;

pub use crate::page::site::BoardSite;
pub use crate::page::view::{Scene, view};
