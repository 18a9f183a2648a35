//! The statistics of a match: the difference in strength with its error bars (Elo), the likelihood
//! of superiority (LOS), and the test that ends a match when there are enough games (SPRT).
//!
//! Pure functions of a [`Tally`] or of a list of results. Two games from one opening with colors
//! swapped are one entry of [`PairCounts`] (0, 1/2, 1, 3/2 or 2 points, hence "pentanomial"): both
//! depend on the opening, and counting them one by one would get the error bar wrong.
//! [`GameCounts`] is for games that stand alone. All numbers are those of the first of the two
//! players.
//!
//! - `tally.rs` counts; `elo.rs` measures the difference, in logistic and in normalized Elo;
//! - `sprt.rs` decides when to stop, with the likelihoods of `likelihood.rs`;
//! - `performance.rs` rates one player by games against opponents of known ratings;
//! - `ratings.rs` rates any number of players at once, by the model of `davidson.rs`, the linear
//!   equations of `cholesky.rs` and the groups of `components.rs`.
//!
//! Source: Michel Van den Bergh, "Comments on normalized Elo" (2021,
//! <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>). The test vectors are those of
//! the match runner fastchess (<https://github.com/Disservin/fastchess>, `app/tests/elo_test.cpp`
//! and `sprt_test.cpp`).

#![forbid(unsafe_code)]
#![warn(missing_docs)]
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod cholesky;
mod components;
mod davidson;
pub mod elo;
mod likelihood;
mod performance;
pub mod ratings;
pub mod sprt;
pub mod tally;

pub use davidson::{OutcomeChances, PairComparison};
pub use elo::{Elo, likelihood_of_superiority};
pub use performance::performance;
pub use ratings::{DrawRate, Rating, Ratings};
pub use sprt::{EloModel, ErrorRates, Hypotheses, Sprt, SprtDecision, SprtError, SprtStatus};
pub use tally::{GameCounts, GameScore, PairCounts, Tally};
