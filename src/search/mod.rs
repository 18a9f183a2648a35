//! Floor 3: alpha-beta search for any game; blind to the game, to clocks and to files.
//!
//! [`search`] deepens step by step (`deepen.rs`). A node (`node.rs`) looks the position up
//! (`table.rs`), tries its moves in a good order (`picker.rs`, fed by `history.rs` and
//! `killers.rs`), some deeper or shallower than others (`prune.rs`, `foresight.rs`), and ends in a quiescence
//! search (`quiesce.rs`). `path.rs` knows the draw rules.
//! Whoever calls decides through a [`Control`] when to stop, and gets a [`Report`]; `keepsake.rs` hands
//! what was found over to the search for the next move.
//!
//! The code is compiled once for each game: no dynamic dispatch, no `if` on the game.

mod control;
mod deepen;
mod depth;
mod foresight;
mod history;
mod keepsake;
mod killers;
mod line;
mod node;
mod params;
mod path;
mod picker;
mod prune;
mod quiesce;
mod report;
mod searcher;
mod table;
mod window;
mod zeroed;

pub use control::{Control, DepthLimit, NodeLimit, Stopped};
pub use deepen::{search, search_with};
pub use depth::Depth;
pub use keepsake::Keepsake;
pub use line::Line;
pub use path::Path;
pub use prune::Selectivity;
pub use report::{Progress, Report};
pub use table::Table;
