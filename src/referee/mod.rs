//! Floor 6: two agents, one clock, every ending told apart.
//!
//! The referee judges programs it did not write. It links no search and no player, so that the
//! player never judges itself: rules, files and processes only.
//!
//! | to learn | read |
//! |---|---|
//! | which games are played, and from where | [`schedule`], [`openings`], [`ballots`], [`positions`] |
//! | who plays | [`agent`], [`contestant`], [`home`], [`estate`] |
//! | how one run is watched, charged and ended | [`process`], [`sandbox`] |
//! | one game | [`duel`], [`arbiter`], [`verdict`], [`profile`], [`ending`] |
//! | does an agent play by the rules, whatever it finds? | [`check`] |
//! | a match | [`series`], [`journal`], [`record`] |
//! | what is made of it | [`standing`], [`statistics`], [`report`], [`pdn`], [`csv`] |
//!
//! An agent is hostile until proved otherwise: it runs under a keeper that no descendant can leave,
//! may be shut in, and works in a folder of its own that disappears with the referee, however that
//! one dies.

pub mod agent;
pub mod arbiter;
pub mod ballots;
pub mod check;
mod cli;
pub mod contestant;
pub mod csv;
pub mod duel;
pub mod ending;
pub mod estate;
pub mod files;
pub mod home;
pub mod journal;
pub mod openings;
pub mod pdn;
pub mod positions;
pub mod process;
pub mod profile;
pub mod record;
pub mod report;
mod run;
pub mod sandbox;
pub mod schedule;
pub mod series;
pub mod standing;
pub mod statistics;
pub mod verdict;

pub use cli::Cli;
pub use run::{RefereeError, run};
