//! Endings of few pieces, whose results are known.

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
pub use probe::{Gauge, quiet_result, result, use_larger_results};
pub use results::Results;
