//! What the player of a text program needs to know of its game.
//!
//! A game whose rules are in `games`, whose language is in `formats` and whose evaluator is in
//! `evaluation` becomes a text program by an `impl Dialect` in a file of its own, a `mod` line in
//! `dialects/mod.rs`, and a `bin/` file of one statement. The recipe with all places is in
//! CONTRIBUTING.md.

use agent::time::Pace;
use formats::commands::CommandGame;
use games::MoveHints;
use games::board::Side;
use search::Evaluator;

pub trait Dialect: MoveHints<Move: Send> + CommandGame + Send + 'static {
    type Evaluator: Evaluator<Self> + Default;

    /// One line of `--help`.
    const ABOUT: &'static str;
    /// The worth of a score of 1.00, which is 100 units of the evaluator.
    const SCORE_UNIT: &'static str = "1.00 wins three games of four";
    /// How much of its time the player takes for each move.
    const PACE: Pace = Pace::Steady(24);
    /// Nodes of a search after `seed`, at most: about a tenth of a second's work.
    const SEEDED_NODES: u64 = 150_000;

    /// A simple static evaluation for the plain opponent, in units of the game's own: the larger,
    /// the better for Black. Far below a million either way.
    fn simple_evaluation(&self) -> i32;

    /// The prompt for a manual player, with `>` and a blank at its end; `to_move` is `None` while
    /// no game is on.
    fn prompt(to_move: Option<Side>) -> &'static str {
        let _ = to_move;
        "> "
    }
}

/// The end of a game as the assignments announce it.
pub const fn announcement(winner: Option<Side>) -> &'static str {
    match winner {
        Some(Side::Black) => "Black wins.",
        Some(Side::White) => "White wins.",
        None => "Tie game.",
    }
}
