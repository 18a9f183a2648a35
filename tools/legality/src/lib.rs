//! The rules that the programs play by, compared with others: `legality`.
//!
//! | to learn | read |
//! |---|---|
//! | what is compared at every position of a text game | [`comparison`] |
//! | which games are played, from which boards | [`game_case`], [`placement`] |
//! | how moves of a game and of its oracle are matched | [`compared`] |
//! | how a run is shared among threads and resumed | [`games_run`], [`journal`] |
//! | what is printed for the oracles of checkers | [`checkers_positions`] |
//!
//! The oracles of the text games are in `tools/oracle`, those of checkers are other programs,
//! which `tools/soak/scripts/legality.py` runs. Results: `docs/reliability/legality.md`.

#![forbid(unsafe_code)]

pub mod checkers_positions;
mod cli;
pub mod compared;
pub mod comparison;
pub mod counts;
pub mod error;
pub mod game_case;
pub mod games_run;
pub mod journal;
pub mod placement;

pub use cli::run;
