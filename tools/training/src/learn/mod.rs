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

mod network;
mod playing;
mod suites;

pub use crate::learn::network::fit::{FitArgs, run as fit};
pub use crate::learn::playing::matches::{EvaluatorMatchArgs, result_text, run as matches};
pub use crate::learn::playing::openings::opening;
pub use crate::learn::playing::play::both_games;
pub use crate::learn::playing::players::{EvaluatorChoice, tuned_player};
pub use crate::learn::playing::selfplay::{SelfplayArgs, run as selfplay};
pub use crate::learn::suites::endings::{EndingsArgs, run as endings};
pub use crate::learn::suites::errors::{ErrorsArgs, run as errors};
pub use crate::learn::suites::mistakes::{MistakesArgs, run as mistakes};
pub use crate::learn::suites::sampled_positions::{AskedArgs, run as asked};
pub use crate::learn::suites::solve::{SolveArgs, run as solve};
