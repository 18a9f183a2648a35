//! The output made from the records of a contest: tables, statistics, game files.
//!
//! All of it can be deleted and made again from the journal.
//!
//! | to learn | read |
//! |---|---|
//! | the table of a tournament | `tables/crosstable.rs`, from the results of each player (`player_row.rs`), with the points and tie-breaks of `points.rs` |
//! | the forms of that table | `tables/crosstable_text.rs`, `standings_csv.rs`; in HTML `programs/crownhead/src/crosstable` |
//! | the facts that a plan adds | `plan_facts.rs` |
//! | the result of a match with its statistics | `match_result.rs` |
//! | a demand on the result, for scripts | `gate.rs` |
//! | files for other programs | `pdn.rs`, `csv.rs`, `summary.rs` (JSON) |
//! | all of it for a terminal | `report.rs` |

mod csv;
mod gate;
mod match_result;
mod move_list;
mod pdn;
pub(crate) mod plan_facts;
mod report;
mod summary;
pub(crate) mod tables;

pub use crate::results::csv::field as csv_field;
pub use crate::results::gate::{Gate, GateStatus};
pub use crate::results::match_result::MatchResult;
pub use crate::results::pdn::pdn_game;
pub use crate::results::plan_facts::{Bye, OpeningsFact, PLAN, PlanFacts, RoundFact, plan_facts};
pub use crate::results::report::{ContestReport, evidence_path, forfeit_text};
pub use crate::results::tables::crosstable::{
    Crosstable, MOST_RATED, Meeting, Meetings, RatedTable, TableGame,
};
pub use crate::results::tables::crosstable_text::{meeting, rating_text, seconds_text};
pub use crate::results::tables::player_row::PlayerRow;
pub use crate::results::tables::points::{Points, ScoredGame};
