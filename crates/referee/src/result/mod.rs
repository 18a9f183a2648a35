//! What is made of the records of a contest: tables, statistics, game files.
//!
//! All of it can be deleted and made again from the journal.
//!
//! | to learn | read |
//! |---|---|
//! | the table of a tournament | `crosstable.rs` |
//! | the result of a match with its statistics | `standing.rs` |
//! | a demand on the result, for scripts | `gate.rs` |
//! | files for other programs | `pdn.rs`, `csv.rs`, `summary.rs` (JSON) |
//! | all of it for a terminal | `report.rs` |

mod crosstable;
mod csv;
mod gate;
mod pdn;
mod report;
mod standing;
mod summary;

pub use crate::result::crosstable::{Crosstable, PlayerRow};
pub use crate::result::gate::{Gate, GateStatus};
pub use crate::result::report::{ContestReport, ReportError, evidence_path, forfeit_text};
pub use crate::result::standing::MatchStanding;
