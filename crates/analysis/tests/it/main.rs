//! Laws of the analysis, on random games and on endings.

mod endings;
mod games_reviewed;
mod other_games;
mod positions;
mod support;
