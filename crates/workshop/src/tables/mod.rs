//! Endgame tables: every position of few pieces solved, then packed for the agent.
//!
//! | to learn | read |
//! |---|---|
//! | how an ending is solved | `solve`, `grid`, `state` |
//! | where results are kept meanwhile | `library` in memory, `shelf` on disk |
//! | how a solved ending is held against the rules | `prove` |
//! | what is counted | `census` |
//! | how the agent's tables are made of it | `pack` |

mod census;
mod grid;
mod library;
mod make;
mod pack;
mod prove;
mod shelf;
mod solve;
mod state;

pub use make::{Options, run};
pub use pack::{Options as PackOptions, run as pack};
