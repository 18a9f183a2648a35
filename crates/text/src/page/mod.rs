//! The page of a session: what it shows, and what it asks.

mod site;
mod view;

pub use site::BoardSite;
pub use view::{Status, view};
