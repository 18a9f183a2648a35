//! The learned evaluation: a small network, fitted to games of the program against itself.
//!
//! The inputs (`features.rs`) are summed up into a row of accumulator units for each player, as the player
//! sees the board; squared within bounds and weighted, both rows make the output (`layers.rs`): how
//! likely the side to move is to win, in logits. Because a move changes two inputs or three, the sums
//! of a board follow from those of a board nearby (`accumulator_stack.rs`): the *efficiently updatable* network of
//! Yu Nasu (2018). The numbers (`weights.rs`) take 74 KB, so that a process that lives for one move
//! pays nothing for them. `data/README.md` tells how they were made; `workshop fit` makes them.
//!
//! Contract: pure, the same for a board and its mirror image, never a decided score.

pub mod accumulator_stack;
pub mod features;
pub mod layers;
pub mod weights;

use games::Game;
use games::checkers::position::Position;
use search::Score;

pub use accumulator_stack::AccumulatorStack;
pub use features::{INPUTS, KingBuckets, PIECES, Pieces};
pub use layers::{Accumulator, output, phase};
pub use weights::{HIDDEN, Network, OUTPUTS, PHASES, Row};

/// Units of the score for one logit of winning: then about 100 for a man.
pub const UNITS_A_LOGIT: i32 = 60;

/// The network that the agent plays with.
pub static NETWORK: Network = match Network::read(include_bytes!("data/network")) {
    Some(network) => network,
    None => panic!("data/network has another size than this network"),
};

/// The value of a position for the side to move, found from nothing.
pub fn evaluate(network: &Network, position: &Position) -> Score {
    score(Accumulator::of(network, Pieces::of(position)).output(network, position.side_to_move()))
}

/// The score of an output.
#[inline]
fn score(output: i32) -> Score {
    Score::from_eval(
        (i64::from(output) * i64::from(UNITS_A_LOGIT) / i64::from(layers::LOGIT)) as i32,
    )
}
