//! Endgame tables (tablebases): the result of every position of few pieces.
//!
//! The WDL table holds win, draw or loss of each position, the DTC table for lost positions the
//! distance to the next conversion. The search probes WDL at its nodes; at a root inside the DTC
//! table the best move is looked up and played at once.
//!
//! | to learn | read |
//! |---|---|
//! | which index a position has | `subset`, `material`, `table_index`, `index_order` |
//! | the files of the tables | `header`, `wdl`, `dtc` |
//! | the older form of the WDL table | `wdl_bytes` with `run_length` |
//! | its compact form | `wdl_compact`; `runs`, `prefix_codes`, `huffman`, `run_ends`, `code_classes` |
//! | what the tables say of a position | `tablebases`, `probe_cache`, `dtc_probe` |
//! | which move is best at the root | `root_move`; all its moves: `rated_moves` |
//!
//! `workshop tables` solves the endings by retrograde analysis (Thompson 1986; for checkers Lake,
//! Schaeffer and Lu 1994, who built the databases of Chinook), `workshop pack` writes the files.

mod code_classes;
pub mod dtc;
pub mod dtc_probe;
mod header;
mod huffman;
mod index_order;
pub mod material;
mod prefix_codes;
mod probe_cache;
mod rated_moves;
pub mod root_move;
mod run_ends;
pub mod run_length;
mod runs;
pub mod subset;
pub mod table_index;
pub mod tablebases;
pub mod wdl;
mod wdl_bytes;
mod wdl_compact;

pub use dtc::DtcTable;
pub use dtc_probe::DtcProbe;
pub use header::TableError;
pub use material::{Material, SideMaterial};
pub use probe_cache::ProbeCache;
pub use rated_moves::{RatedMove, rated_moves};
pub use root_move::{DrawCounts, best_move, drawing_moves};
pub use table_index::{IndexDecoder, SidePieces, TableIndex};
pub use tablebases::{DTC_PIECES, Tablebases, is_in_dtc_table};
pub use wdl::WdlTable;
pub use wdl_bytes::BytesTable;
pub use wdl_compact::{CompactMaterial, CompactTable};
