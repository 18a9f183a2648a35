//! The DTC table of checkers as bytes: distances to conversion of positions with few pieces.
//!
//! data/README.md says what is in each file and how it was made.

/// What a program has compiled in: up to five pieces.
#[cfg(not(target_family = "wasm"))]
pub static DTC_FILE: &[u8] = include_bytes!("data/dtc-5");

/// What a page has compiled in, since it waits for that: up to three pieces. Larger files are
/// handed over later.
#[cfg(target_family = "wasm")]
pub static DTC_FILE: &[u8] = include_bytes!("data/dtc-3");

/// Up to four pieces.
pub static SMALL_DTC_FILE: &[u8] = include_bytes!("data/dtc-4");
