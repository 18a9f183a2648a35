//! Floor 6: games between two agents, each a process that is started anew for every move.
//!
//! The referee knows rules, files and processes. It links no search and no player, so that the
//! player never judges itself.

pub mod agent;
pub mod arbiter;
pub mod duel;
pub mod ending;
pub mod journal;
pub mod pdn;
pub mod profile;
pub mod record;
pub mod verdict;
