//! Endgame tables: all positions with few pieces are solved by retrograde analysis, checked against
//! the rules, and packed for the agent.
//!
//! | to learn | read |
//! |---|---|
//! | how an ending is solved | `solve`, `state_array`, `state` |
//! | where solved endings are kept | `solved` in memory, `table_store` on disk, `packed_results` |
//! | how a solved ending is checked | `verify` |
//! | how the results are counted | `outcome_counts` |
//! | how the agent's tables are made from them | `pack`, `materials` |
//! | how such a table is checked | `check` |

mod check;
mod make;
mod materials;
mod outcome_counts;
mod pack;
mod packed_results;
mod solve;
mod solved;
mod state;
mod state_array;
mod table_store;
mod verify;

pub use crate::tables::make::{TablesArgs, run};
pub use crate::tables::pack::{PackArgs, run as pack};
pub use crate::tables::solved::Solved;
