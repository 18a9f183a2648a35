//! The style of all pages, those that a server shows and those that are files.

#![forbid(unsafe_code)]

/// Colors for light and dark, type, buttons, as CSS.
pub const PAGE_STYLE: &str = include_str!("../style.css");
