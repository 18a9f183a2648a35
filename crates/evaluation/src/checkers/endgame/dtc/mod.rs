//! The DTC table: how far a lost position is from its conversion.
//!
//! *Distance to conversion* counts the plies to the next capture or crowning or to the end of the
//! game, whichever comes first, with best play by both sides: a conversion is progress that no
//! later quiet turn can undo. (The term is that of Ken Thompson's chess databases, 1986, where it
//! counts to the next capture or promotion.) `table.rs` is the file, which holds long distances of
//! lost positions alone; `probe.rs` finds the others by trying moves.

mod compiled_in;
pub mod probe;
pub mod table;

pub use compiled_in::{DTC_FILE, SMALL_DTC_FILE};
pub use probe::{DistanceTables, DtcProbe};
pub use table::{BLOCK, CachedBlock, DtcTable, SHORT_ROUNDS};
