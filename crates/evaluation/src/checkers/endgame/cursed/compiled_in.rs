//! The tables of cursed wins as bytes. data/README.md says what is in each file and how it was
//! made.

/// Results.
pub static CURSED_WDL_FILE: &[u8] = include_bytes!("data/cursed-wdl-6-part");

/// Distances.
pub static CURSED_DTC_FILE: &[u8] = include_bytes!("data/cursed-dtc-5");
