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
//! | one game | [`encounter`], [`duel`], [`arbiter`], [`verdict`], [`profile`], [`ending`] |
//! | does an agent play by the rules, whatever it finds? | [`check`] |
//! | a bad move, kept to be asked for again | [`reproducer`], [`preflight`] |
//! | a match | [`series`], [`journal`], [`record`], [`gate`] |
//! | what is made of it | [`standing`], [`crosstable`], [`statistics`](statistics), [`report`], [`summary`], [`pdn`], [`csv`] |
//! | the command and its words | `commands` |
//!
//! An agent is hostile until proved otherwise: it runs under a keeper that no descendant can leave,
//! may be shut in, and works in a folder of its own that disappears with the referee, however that
//! one dies.

pub mod agent;
pub mod arbiter;
pub mod ballots;
pub mod check;
mod commands;
pub mod contestant;
pub mod crosstable;
pub mod csv;
pub mod duel;
pub mod encounter;
pub mod ending;
pub mod estate;
pub mod files;
pub mod gate;
pub mod home;
pub mod journal;
pub mod openings;
pub mod pdn;
pub mod positions;
pub mod preflight;
pub mod process;
pub mod profile;
pub mod record;
pub mod report;
pub mod reproducer;
pub mod sandbox;
pub mod schedule;
pub mod series;
pub mod standing;
pub mod summary;
pub mod verdict;

pub use commands::{Cli, RefereeError, run};
