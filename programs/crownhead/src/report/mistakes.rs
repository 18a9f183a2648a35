//! The mistakes of a side, as the page lists them: what was lost, the mark, and the better move.

use crate::shown_game::ShownGame;
use analysis::{GameEvaluations, GameReview, MistakeMark, PlayedGame};
use games::board::Side;
use serde::Serialize;

/// Moves of a better line that are told.
const TOLD: usize = 6;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MistakeView {
    /// The turn, from 1: it leads to the position of this index.
    pub ply: usize,
    /// Hundredths of the point lost.
    pub loss: u32,
    pub mark: MistakeMark,
    /// The moves that our player would have made, with spaces between them; empty if none is known.
    pub better: String,
    /// The squares of the first of them.
    pub better_path: Vec<String>,
}

/// The marked moves of one side, the worst first.
pub fn mistakes<G: ShownGame>(
    game: &PlayedGame<G>,
    evaluations: &GameEvaluations<G>,
    review: &GameReview,
    side: Side,
) -> Vec<MistakeView> {
    let view = |index: usize| {
        let reviewed = review.moves[index];
        let line = evaluations.lines.get(index).map_or(&[][..], |line| &line.moves[..]);
        Some(MistakeView {
            ply: index + 1,
            loss: reviewed.loss.hundredths(),
            mark: reviewed.mark().filter(|_| reviewed.by == side)?,
            better: line_text(&game.positions()[index], &line[..line.len().min(TOLD)]),
            better_path: line.first().map(|&mv| G::path(mv)).unwrap_or_default(),
        })
    };
    review.mistakes().into_iter().filter_map(view).collect()
}

fn line_text<G: ShownGame>(position: &G, line: &[G::Move]) -> String {
    let mut here = position.clone();
    let mut texts = Vec::new();
    for &mv in line {
        texts.push(here.move_text(mv));
        here = here.play(mv);
    }
    texts.join(" ")
}
