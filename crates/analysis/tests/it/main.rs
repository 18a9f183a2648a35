//! Laws of the analysis, on random games and on endings.

#![allow(clippy::unwrap_used, reason = "tests")]

mod api;
mod diagnosis;
mod endings;
mod games_reviewed;
mod other_games;
mod positions;
mod support;
