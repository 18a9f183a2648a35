//! The learned evaluation: a small efficiently updatable neural network (NNUE; Yu Nasu 2018),
//! trained on games of the program against itself.
//!
//! ```text
//! (513 inputs -> 96 -> 48 products) x 2 perspectives -> 8 -> 1, the last two in 32 buckets
//! ```
//!
//! | to learn | read |
//! |---|---|
//! | inputs: pieces on squares, king buckets, parity | `features.rs` |
//! | arithmetic: accumulator, products, second layer, output | `layers.rs`, `dots.rs` |
//! | updates along the line of a search | `accumulator_stack.rs` |
//! | parameters, quantization, file | `weights.rs` |
//! | which games and commands made the file | `data/README.md`; `training fit` makes others |
//!
//! The parameters take 149 KB, so that a process that lives for one move pays next to nothing to
//! load them. Contract: the value of a position depends on nothing else, is the same for its mirror
//! image, and is never a mate or tablebase score.

pub mod accumulator_stack;
mod dots;
pub mod features;
pub mod layers;
pub mod weights;

use games::Game;
use games::checkers::position::Position;
use search::Score;

pub use accumulator_stack::AccumulatorStack;
pub use features::{INPUTS, KingBuckets, PIECES, Pieces};
pub use layers::{Accumulator, output_bucket, phase};
pub use weights::{BUCKETS, HIDDEN, HiddenRow, Network, PHASES, PRODUCTS, SECOND};

/// Units of the score for one logit: a man is then about 100 units.
pub const UNITS_PER_LOGIT: i32 = 52;

/// The network that the agent plays with.
pub static NETWORK: Network = match Network::from_bytes(include_bytes!("data/network")) {
    Some(network) => network,
    None => panic!("data/network has another size than this network"),
};

/// The evaluation of a position for the side to move, computed from scratch.
pub fn evaluate(network: &Network, position: &Position) -> Score {
    let accumulator = Accumulator::refreshed(network, Pieces::of(position));
    score(accumulator.output(network, position.side_to_move()))
}

/// The score of an output in 1/[`layers::LOGIT`] of a logit.
#[inline]
fn score(output: i32) -> Score {
    let units = i64::from(output) * i64::from(UNITS_PER_LOGIT) / i64::from(layers::LOGIT);
    Score::from_eval(units as i32)
}
