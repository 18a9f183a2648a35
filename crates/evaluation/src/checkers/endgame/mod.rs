//! Endgame tables (tablebases): the result of every position of few pieces.
//!
//! The WDL table holds win, draw or loss of each position, the DTC table for lost positions the
//! distance to the next conversion. The search probes WDL at its nodes; at a root inside the DTC
//! table the best move is looked up and played at once.
//!
//! | to learn | read |
//! |---|---|
//! | which number a position has in a table | `index/` |
//! | the file of results, and how a position is looked up in it | `wdl/` |
//! | the file of distances, and how far a position is from its conversion | `dtc/` |
//! | what changes without the rule of 50 quiet turns | `cursed/` |
//! | how the files begin | `header.rs` |
//! | the tables that are compiled in | `tablebases.rs`; how they were made: `dtc/data/README.md`, `cursed/data/README.md`, `data/wdl/README.md` |
//! | which move is best at the root | `root_move.rs`; all its moves: `rated_moves.rs` |
//!
//! `training tables` solves the endings by retrograde analysis (Thompson 1986; for checkers Lake,
//! Schaeffer and Lu 1994, who built the databases of Chinook), `training pack` writes the files.

mod cursed;
pub mod dtc;
mod header;
mod index;
mod rated_moves;
mod root_move;
mod tablebases;
mod wdl;

pub use cursed::CursedTables;
pub use dtc::{DtcProbe, DtcTable};
pub use header::TableError;
pub use index::{IndexDecoder, MAX_PIECES, Material, SideMaterial, SidePieces, TableIndex};
pub use rated_moves::{RatedMove, rated_moves};
pub use root_move::{DrawCounts, best_move, drawing_moves};
pub use tablebases::{DTC_PIECES, Tablebases, is_in_dtc_table};
pub use wdl::{PackedMaterial, ProbeCache, RESULTS, WdlTable, number_of};
