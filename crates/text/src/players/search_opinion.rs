//! The opinion of a search about a position, and its text for people.

use crate::dialect::Dialect;
use analysis::{Evaluation, EvaluationKind};
use games::GameLine;
use search::{Score, SearchReport};

/// The move that the player would play, with the reasons.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchOpinion<M> {
    pub mv: M,
    /// For the side to move.
    pub score: Score,
    /// Plies that the search has looked ahead.
    pub depth: u32,
    pub nodes: u64,
    /// The expected line; its first move is `mv`.
    pub line: Vec<M>,
}

impl<M: Copy + Eq> SearchOpinion<M> {
    /// The result of a search. `obvious` is a move that needs no search: it is played, whatever the
    /// search prefers.
    pub(crate) fn new(report: &SearchReport<M>, obvious: Option<M>) -> Self {
        let mv = obvious.unwrap_or(report.best);
        let is_line_of_it = report.line.first() == Some(&mv);
        let line = if is_line_of_it { report.line.to_vec() } else { vec![mv] };
        let depth = u32::try_from(report.progress.depth.plies()).unwrap_or(0);
        SearchOpinion {
            mv,
            score: report.progress.score,
            depth,
            nodes: report.progress.nodes,
            line,
        }
    }

    /// Score, depth and line in one sentence without `*` and `>`. `position` is the one that was
    /// search_opinion.
    pub fn about<G: Dialect<Move = M>>(&self, position: &G) -> String {
        let score = score_words(position, self.score);
        let (depth, nodes) = (plies(self.depth as usize), grouped(self.nodes));
        let line = self.line_text(position).join(" ");
        format!("{score}; {depth} deep, {nodes} positions; {line}")
    }

    pub fn line_text<G: Dialect<Move = M>>(&self, position: &G) -> Vec<String> {
        GameLine::of_moves(position.clone(), self.line.iter().copied()).texts()
    }
}

/// A score of the side to move as people read it, always for Black: "+0.45 for Black" or "White
/// wins in 5". 1.00 is what [`Dialect::SCORE_UNIT`] says.
pub fn score_words<G: Dialect>(position: &G, score: Score) -> String {
    let evaluation = Evaluation::of(Some(score), position.side_to_move());
    match evaluation.meaning() {
        EvaluationKind::Units(_) => format!("{evaluation} for Black ({})", G::SCORE_UNIT),
        EvaluationKind::TableWin(_) | EvaluationKind::Win { .. } => evaluation.to_string(),
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
    use games::board::Side;
    use games::loa::Position;
    use search::Ply;

    #[test]
    fn scores_are_blacks_with_either_side_to_move() {
        let black = Position::start();
        let white = black.with_side_to_move(Side::White);
        let score = Score::from_eval(-45);
        assert!(score_words(&black, score).starts_with("-0.45 for Black ("));
        assert!(score_words(&white, score).starts_with("+0.45 for Black ("));
        assert_eq!(score_words(&white, Score::win_in(Ply::new(5))), "White wins in 5");
    }

    #[test]
    fn digits_are_grouped() {
        assert_eq!([7, 1_234, 12_345_678].map(grouped), ["7", "1,234", "12,345,678"]);
    }
}
