//! A game with all that is said about it.

use crate::analyze::source::Source;
use crate::effort::Effort;
use analysis::{Accuracy, GameEvaluations, GameReview, MistakeMark, summary};
use games::board::Side;

/// A game, evaluated and reviewed.
#[derive(Debug)]
pub struct ReviewedGame<'a> {
    /// The game.
    pub source: &'a Source,
    /// What our player says of its positions.
    pub evaluations: GameEvaluations,
    /// What follows for its moves.
    pub review: GameReview,
    /// The limits of each search.
    pub effort: Effort,
}

impl<'a> ReviewedGame<'a> {
    /// Reviews a game.
    pub fn new(source: &'a Source, evaluations: GameEvaluations, effort: Effort) -> Self {
        let review = GameReview::new(&source.played, &evaluations);
        ReviewedGame { source, evaluations, review, effort }
    }

    /// The course of the game in a few sentences.
    pub fn summary(&self) -> String {
        summary(&self.review, self.source.result(), |index| self.source.label(index))
    }

    /// How many moves of a side have each mark.
    pub fn marks(&self, side: Side) -> [usize; 3] {
        let of_side = |mark: MistakeMark| {
            let moves = self.review.moves.iter();
            moves.filter(|mv| mv.by == side && mv.mark() == Some(mark)).count()
        };
        MistakeMark::ALL.map(of_side)
    }

    /// Accuracy and marks of a side, as in `91.2 (2 ?!, 0 ?, 1 ??)`.
    pub fn accuracy_text(&self, side: Side) -> String {
        let accuracy = self.review.accuracy(side).map(Accuracy::value);
        let Some(accuracy) = accuracy else { return "no choice".to_string() };
        let [small, middle, large] = self.marks(side);
        format!("{accuracy:.1} ({small} ?!, {middle} ?, {large} ??)")
    }

    /// The best line of the position of this index.
    pub fn line_at(&self, index: usize) -> &[games::checkers::Move] {
        self.evaluations.lines.get(index).map_or(&[], |line| &line.moves)
    }
}
