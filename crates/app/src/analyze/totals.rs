//! How each player has played in all games together.

use crate::analyze::reviewed::ReviewedGame;
use analysis::{Accuracy, Loss, MoveChoice};
use games::board::Side;
use std::collections::BTreeMap;
use std::fmt::Write;

/// What is counted of one player.
#[derive(Clone, Debug, Default)]
struct Total {
    games: usize,
    losses: Vec<Loss>,
    marks: [usize; 3],
}

/// The players by their names.
#[derive(Clone, Debug, Default)]
pub struct Totals(BTreeMap<String, Total>);

impl Totals {
    /// Counts a game. Players without a name are not counted.
    pub fn add(&mut self, game: &ReviewedGame<'_>) {
        for (side, name) in Side::ALL.into_iter().zip(game.source.names()) {
            let Some(name) = name else { continue };
            let total = self.0.entry(formats::shown(name, 40)).or_default();
            total.games += 1;
            let choices = game.review.moves.iter();
            let choices = choices.filter(|mv| mv.by == side && mv.choice != MoveChoice::Forced);
            total.losses.extend(choices.map(|mv| mv.loss));
            for (sum, marks) in total.marks.iter_mut().zip(game.marks(side)) {
                *sum += marks;
            }
        }
    }

    /// The table, the most accurate player first; empty if nobody has a name.
    pub fn text(&self) -> String {
        let mut rows: Vec<_> =
            self.0.iter().map(|(name, total)| (name, total, total.accuracy())).collect();
        if rows.is_empty() {
            return String::new();
        }
        rows.sort_by(|one, other| other.2.total_cmp(&one.2));
        let width = rows.iter().map(|row| row.0.chars().count()).max().unwrap_or(0).max(6);
        let mut text = format!(
            "{:<width$}  {:>5}  {:>5}  {:>8}  {:>4}  {:>4}  {:>4}\n",
            "player", "games", "moves", "accuracy", "?!", "?", "??"
        );
        for (name, total, accuracy) in rows {
            let (games, moves) = (total.games, total.losses.len());
            let [small, middle, large] = total.marks;
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{name:<width$}  {games:>5}  {moves:>5}  {accuracy:>8.1}  {small:>4}  {middle:>4}  {large:>4}"
            );
        }
        text
    }
}

impl Total {
    /// The mean over all moves that were a choice; 0 without any, so that the row comes last.
    fn accuracy(&self) -> f64 {
        Accuracy::of_moves(self.losses.iter().copied()).map_or(0.0, Accuracy::value)
    }
}
