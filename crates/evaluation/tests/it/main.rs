//! The evaluators and the search together: laws of every evaluator, the draw rules at their exact
//! limits, endgame tables solved again, forced wins, and plain negamax as the oracle of the search.

mod amazons_laws;
mod conformance;
mod draw_rules;
mod endgame;
mod forced_wins;
mod lines;
mod loa_endings;
mod search_agrees;
mod tablut_endings;
mod tactics;
