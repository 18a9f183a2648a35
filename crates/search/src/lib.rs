//! Alpha-beta search for any game; knows no game, no clock and no file.
//!
//! | to learn | read |
//! |---|---|
//! | how a search runs | `deepen.rs` (iterative deepening), `lines.rs` (the best several moves), `alpha_beta.rs` (one node), `quiesce.rs` |
//! | which scores need no search | `terminal.rs`; the draw rules: `key_history.rs` |
//! | what is searched deeper, shallower or not at all | `prune.rs`, `forward_pruning.rs`; numbers: `params.rs`, [`Tuning`] |
//! | move ordering | `picker.rs`, `history.rs`, `killers.rs` |
//! | memory | `transposition_table.rs`, `table_snapshot.rs` (from one move to the next), `huge_pages.rs` |
//! | what a caller provides | [`Evaluator`], [`Control`] |
//!
//! The code is compiled once for each game and evaluator: no dynamic dispatch at a node, no `if` on
//! the game.

#![warn(missing_docs)]
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod alpha_beta;
mod control;
mod deepen;
mod depth;
mod evaluator;
mod forward_pruning;
mod history;
mod huge_pages;
mod key_history;
mod killers;
mod lines;
mod node;
mod params;
mod picker;
mod prune;
mod pv_table;
mod quiesce;
mod report;
mod score;
mod searcher;
mod table_snapshot;
mod terminal;
mod transposition_table;
mod tuning;
mod window;

pub use control::{Control, DepthLimit, NodeLimit, Stopped};
pub use deepen::{search, search_with};
pub use depth::Depth;
pub use evaluator::{Adjust, AdjustedEvaluator, Evaluator, QUIET_ORDER_LIMIT};
pub use key_history::KeyHistory;
pub use lines::{EachDepth, search_lines};
pub use prune::Selectivity;
pub use pv_table::Line;
pub use report::{Progress, SearchReport};
pub use score::{Ply, Score};
pub use table_snapshot::TableSnapshot;
pub use transposition_table::TranspositionTable;
pub use tuning::{ForwardPruning, Margins, Tuning};
