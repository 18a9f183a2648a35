//! The style of the pages that the referee writes itself: that of all pages.

/// Colors for light and dark, type, buttons. The crate `pages` has the file, and a server beside
/// it, which the referee does not link.
pub const PAGE_STYLE: &str = include_str!("../../../pages/assets/style.css");
