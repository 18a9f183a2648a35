//! What the results of a match prove: a difference in strength with its error bars, and whether
//! there have been enough games.
//!
//! Pure functions of a [`Tally`]. Two games from one opening with colors swapped are one entry of
//! [`PairCounts`] (0, 1/2, 1, 3/2 or 2 points, hence "pentanomial"): both depend on the opening, and
//! counting them one by one would get the error bar wrong. [`GameCounts`] is for games that stand
//! alone. Everything here is seen by the first of the two players.
//!
//! - `tally.rs` counts; `elo.rs` measures the difference, in logistic and in normalized Elo;
//! - `sprt.rs` decides when to stop, with the likelihoods of `likelihood.rs`.
//!
//! Source: Michel Van den Bergh, "Comments on normalized Elo" (2021); the test vectors are those of
//! the match runner fastchess.

pub mod elo;
mod likelihood;
pub mod sprt;
pub mod tally;

pub use elo::{Elo, likelihood_of_superiority};
pub use sprt::{ErrorRates, Hypotheses, Model, Sprt, SprtError, Standing, Verdict};
pub use tally::{GameCounts, GameScore, PairCounts, Tally};
