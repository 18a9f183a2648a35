//! Endings of few pieces, whose results are known: a table says won, lost or drawn for every one of
//! them, another how long a lost one lasts. The search asks for results at its nodes; at the root the
//! move is played at once.
//!
//! | to learn | read |
//! |---|---|
//! | which number a position has | `subset`, `material`, `placement` |
//! | how the tables are written and read | `head`, `results` with `runs`, `distances` |
//! | what they are asked | `probe` |
//! | how a known ending is played | `play` |
//!
//! `workshop` makes the tables, by retrograde analysis.

pub mod distances;
mod head;
pub mod material;
pub mod placement;
pub mod play;
pub mod probe;
pub mod results;
pub mod runs;
pub mod subset;

pub use distances::Distances;
pub use head::TableError;
pub use material::{Force, Material};
pub use placement::{Armies, Army, Placement};
pub use play::{Counts, best_move};
pub use probe::{Gauge, has_few_pieces, quiet_result, result, use_larger_results};
pub use results::Results;
