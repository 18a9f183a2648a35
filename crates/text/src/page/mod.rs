//! The page of a session: `view.rs` is what it shows, `site.rs` what it asks.

mod site;
mod view;

pub use site::BoardSite;
pub use view::{Scene, view};
