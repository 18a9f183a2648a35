//! The output made from the records of a contest: tables, statistics, game files.
//!
//! All of it can be deleted and made again from the journal.
//!
//! | to learn | read |
//! |---|---|
//! | the table of a tournament | `tables/crosstable.rs`, from the results of each player (`player_row.rs`), with the points and tie-breaks of `points.rs` |
//! | the forms of that table | `tables/crosstable_text.rs`, `standings_csv.rs`; in HTML `programs/crownhead/src/crosstable` |
//! | the facts that a plan adds | `plan_facts.rs`; as a folder has them: `facts_of_plan.rs` |
//! | the result of a match with its statistics | `standing.rs` |
//! | a demand on the result, for scripts | `gate.rs` |
//! | files for other programs | `pdn.rs`, `csv.rs`, `summary.rs` (JSON) |
//! | all of it for a terminal | `report.rs` |

mod csv;
mod facts_of_plan;
mod gate;
mod move_list;
mod pdn;
pub(crate) mod plan_facts;
mod report;
mod standing;
mod summary;
pub(crate) mod tables;

pub use crate::results::csv::field as csv_field;
pub use crate::results::facts_of_plan::{PLAN, plan_facts};
pub use crate::results::gate::{Gate, GateStatus};
pub use crate::results::pdn::pdn_game;
pub use crate::results::plan_facts::{
    Bye, LeftOut, OpeningsFact, PlanFacts, RoundFact, games_text,
};
pub use crate::results::report::{ContestReport, ReportError, evidence_path, forfeit_text};
pub use crate::results::standing::MatchStanding;
pub use crate::results::tables::crosstable::{
    Crosstable, MOST_RATED, Meeting, Meetings, TableGame,
};
pub use crate::results::tables::crosstable_text::{meeting, rating_text};
pub use crate::results::tables::player_row::PlayerRow;
pub use crate::results::tables::points::{Points, ScoredGame, share};
pub use crate::results::tables::rated_table::RatedTable;
