//! The WDL table of checkers as bytes: win, draw or loss of positions with few pieces.
//!
//! `evaluation` reads it (`checkers/endgame/wdl/`). It is a package of its own because crates.io
//! takes 10 MiB at most. README.md says what is in each file and how it was made.

/// What a program has compiled in: up to five pieces, and most endings of six.
#[cfg(not(any(feature = "six-pieces", target_family = "wasm")))]
pub static WDL_FILE: &[u8] = include_bytes!("../data/wdl-6-part");

/// What a program has compiled in: up to six pieces.
#[cfg(all(feature = "six-pieces", not(target_family = "wasm")))]
pub static WDL_FILE: &[u8] = include_bytes!("../data/wdl-6");

/// What a page has compiled in, since it waits for that: up to three pieces. Larger files are
/// handed over later.
#[cfg(target_family = "wasm")]
pub static WDL_FILE: &[u8] = include_bytes!("../data/wdl-3");

/// Up to four pieces.
pub static SMALL_WDL_FILE: &[u8] = include_bytes!("../data/wdl-4");
