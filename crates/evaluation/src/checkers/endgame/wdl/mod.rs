//! The WDL table: win, draw or loss with best play by both sides, for the side to move.
//!
//! The results of a material are a long array of mostly equal neighbors. The file holds them as
//! runs, in blocks of 64 bytes: a lookup finds its block by binary search and adds up the lengths
//! of the runs in it; nothing is decompressed.
//!
//! | to learn | read |
//! |---|---|
//! | the file | `table.rs` |
//! | what the tables say of any position under a draw rule, and what a search remembers of it | `probe.rs`, `probe_cache.rs` |
//! | how an array becomes runs, and which runs are the cheapest | `runs.rs`, `run_ends.rs` |
//! | how runs become bits | `prefix_codes.rs`, `huffman.rs`; which materials share their codes: `code_classes.rs` |

mod code_classes;
mod huffman;
mod prefix_codes;
pub mod probe;
pub mod probe_cache;
mod run_ends;
mod runs;
pub mod table;

pub use probe::ResultTables;
pub use probe_cache::ProbeCache;
pub use runs::{RESULTS, number_of};
pub use table::{PackedMaterial, WdlTable};
