//! The learned evaluation of checkers is made here: games of the program against itself, and a
//! network fitted to what came of them.
//!
//! `selfplay.rs` plays (`play.rs`, `players.rs`, `openings.rs`) and keeps calm positions with their value and result (`record.rs`, in files
//! that `shards.rs` looks after). `fit.rs` reads them (`dataset.rs`), improves a network (`model.rs`) by
//! stochastic gradient descent (`descent.rs`), and writes it down in the integers it is played with.
//! `matches.rs` tells whether it is stronger. `generations.rs` does all of it again and again.

mod dataset;
mod descent;
mod fit;
mod generations;
mod matches;
mod model;
mod openings;
mod play;
mod players;
mod record;
mod selfplay;
mod shards;

pub use fit::{Options as FitOptions, run as fit};
pub use generations::{Options as GenerationsOptions, run as generations};
pub use matches::{Options as MatchOptions, run as matches};
pub use openings::opening;
pub use play::both_games;
pub use players::{Who, tuned_player};
pub use selfplay::{Options as SelfplayOptions, run as selfplay};
