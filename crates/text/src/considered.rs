//! The opinion of a search about a position, and its text for people.

use crate::dialect::Dialect;
use search::{Score, SearchReport};

/// The move that the player would play, with the reasons.
#[derive(Clone, Debug, PartialEq)]
pub struct Considered<M> {
    pub mv: M,
    /// For the side to move.
    pub score: Score,
    /// Plies that the search has looked ahead.
    pub depth: u32,
    pub nodes: u64,
    /// The expected line; its first move is `mv`.
    pub line: Vec<M>,
}

impl<M: Copy + Eq> Considered<M> {
    /// The result of a search. `obvious` is a move that needs no search: it is played, whatever the
    /// search prefers.
    pub(crate) fn new(report: &SearchReport<M>, obvious: Option<M>) -> Self {
        let mv = obvious.unwrap_or(report.best);
        let is_line_of_it = report.line.first() == Some(&mv);
        let line = if is_line_of_it { report.line.to_vec() } else { vec![mv] };
        let depth = u32::try_from(report.progress.depth.plies()).unwrap_or(0);
        Considered { mv, score: report.progress.score, depth, nodes: report.progress.nodes, line }
    }

    /// Score, depth and line in one sentence without `*` and `>`. `position` is the one that was
    /// considered.
    pub fn about<G: Dialect<Move = M>>(&self, position: &G) -> String {
        let score = score_words(position, self.score);
        let (depth, nodes) = (plies(self.depth as usize), grouped(self.nodes));
        let line = self.line_text(position).join(" ");
        format!("{score}; {depth} deep, {nodes} positions; {line}")
    }

    pub fn line_text<G: Dialect<Move = M>>(&self, position: &G) -> Vec<String> {
        let mut at = position.clone();
        let mut texts = Vec::new();
        for &mv in &self.line {
            texts.push(at.move_text(mv));
            at = at.play(mv);
        }
        texts
    }
}

/// A score as people say it, by the name of the side to move: "Black +0.45" or "Black wins in 5
/// plies". 1.00 is what [`Dialect::SCORE_UNIT`] says.
pub fn score_words<G: Dialect>(position: &G, score: Score) -> String {
    let side = position.side_to_move();
    match score.plies_to_end() {
        Some(0) => format!("{side} has lost"),
        Some(count) if score.is_win() => format!("{side} wins in {}", plies(count)),
        Some(count) => format!("{side} loses in {}", plies(count)),
        None if score.is_decisive() && score > Score::DRAW => format!("{side} wins"),
        None if score.is_decisive() => format!("{side} loses"),
        None => {
            let hundredths = f64::from(score.units()) / 100.0;
            format!("{side} {hundredths:+.2} ({})", G::SCORE_UNIT)
        }
    }
}

fn plies(count: usize) -> String {
    format!("{count} {}", if count == 1 { "ply" } else { "plies" })
}

/// A number with a comma between its thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Game;
    use games::loa::Position;
    use search::Ply;

    #[test]
    fn scores_are_told_by_the_side_to_move() {
        let position = Position::start();
        let words = |score| score_words(&position, score);
        assert_eq!(words(Score::win_in(Ply::new(5))), "Black wins in 5 plies");
        assert_eq!(words(Score::loss_in(Ply::new(1))), "Black loses in 1 ply");
        assert_eq!(words(Score::tablebase_loss(Ply::new(4))), "Black loses");
        assert!(words(Score::from_eval(-45)).starts_with("Black -0.45 ("));
    }

    #[test]
    fn digits_are_grouped() {
        assert_eq!([7, 1_234, 12_345_678].map(grouped), ["7", "1,234", "12,345,678"]);
    }
}
