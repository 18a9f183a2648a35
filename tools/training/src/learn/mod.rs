//! Training of the network: games of the program against itself, and a network fitted to them.
//!
//! | to learn | read |
//! |---|---|
//! | how games are played | `selfplay`, `play`, `players`, `openings`, `sampling` |
//! | what is kept of them | `record`, `shards` |
//! | how the network learns | `fit`, `targets`, `dataset`, `model`, `logistic`, `adam` |
//! | how wrong it is where a search asks it | `asked`, `errors` |
//! | whether it is stronger | `matches` |
//! | suites of mistakes of earlier games, and of endings a man up or down | `mistakes`, `endings` |
//! | how it does in them | `solve` |

mod adam;
mod asked;
mod dataset;
mod endings;
mod errors;
mod fit;
mod lines;
mod logistic;
mod matches;
mod mistakes;
mod model;
mod openings;
mod play;
mod players;
mod record;
mod sampling;
mod selfplay;
mod shards;
mod solve;
mod targets;

pub use asked::{AskedArgs, run as asked};
pub use endings::{EndingsArgs, run as endings};
pub use errors::{ErrorsArgs, run as errors};
pub use fit::{FitArgs, run as fit};
pub use matches::{EvaluatorMatchArgs, result_text, run as matches};
pub use mistakes::{MistakesArgs, run as mistakes};
pub use openings::opening;
pub use play::both_games;
pub use players::{EvaluatorChoice, tuned_player};
pub use selfplay::{SelfplayArgs, run as selfplay};
pub use solve::{SolveArgs, run as solve};
