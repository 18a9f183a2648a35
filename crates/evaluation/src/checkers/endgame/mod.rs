//! Endings of few pieces, whose results are known: the WDL table says win, draw or loss for each of
//! them, the DTC table how long a lost one lasts until the next conversion. The search probes results at
//! its nodes; at a root inside the tables the move is played at once.
//!
//! | to learn | read |
//! |---|---|
//! | which number a position has | `subset`, `material`, `table_index` |
//! | how the tables are written and read | `head`, `wdl` with `runs`, `dtc` |
//! | what they say of a position | `tablebases`, `dtc_probe` |
//! | which move is best at the root | `root_move` |
//!
//! `workshop` makes the tables, by retrograde analysis.

pub mod dtc;
pub mod dtc_probe;
mod head;
pub mod material;
pub mod root_move;
pub mod runs;
pub mod subset;
pub mod table_index;
pub mod tablebases;
pub mod wdl;

pub use dtc::DtcTable;
pub use dtc_probe::DtcProbe;
pub use head::TableError;
pub use material::{Force, Material};
pub use root_move::{DrawCounts, best_move};
pub use table_index::{Armies, Army, TableIndex};
pub use tablebases::{DTC_PIECES, Tablebases, is_in_dtc_table};
pub use wdl::WdlTable;
