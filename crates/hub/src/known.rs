//! Moves that need no search: the only one, that of the endgame tables, one of the opening book.

use crate::answer::{Info, Source};
use crate::evaluator::LimitedEvaluator;
use crate::session::Task;
use crownhead::homework::book::book_move;
use crownhead::player;
use evaluation::checkers::endgame::Tablebases;
use games::checkers::{Move, Position};
use games::{Game as _, Outcome};
use search::{Ply, Score};
use std::time::Duration;

/// A move that needs no search.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// The move.
    pub mv: Move,
    source: Source,
    score: Option<Score>,
}

impl Known {
    /// What is told of it, after this time.
    pub fn info(self, time: Duration) -> Info {
        let Known { mv, source, score } = self;
        Info { depth: 0, score, nodes: 0, time, line: vec![mv], source }
    }
}

/// The move that needs no search, if there is one: the order is that of `homework`.
pub fn known_move(
    task: &Task,
    evaluator: &LimitedEvaluator,
    tables: Tablebases<'static>,
) -> Option<Known> {
    let position = task.game.position();
    let score =
        if evaluator.is_within_limit(position) { exact_score(position, tables) } else { None };
    if let Some(mv) = player::obvious_move(position, &task.game.history(), evaluator) {
        let source = if position.count_moves() == 1 { Source::Forced } else { Source::Tables };
        return Some(Known { mv, source, score });
    }
    let from_book = || Some(Known { mv: book_move(position)?, source: Source::Book, score: None });
    task.params.book.then(from_book).flatten()
}

/// The score of a position whose distance to conversion the tables know; a draw is 0.
fn exact_score(position: &Position, tables: Tablebases<'static>) -> Option<Score> {
    let mut distances = tables.dtc_probe();
    let ply = |plies: u32| Ply::new(u16::try_from(plies).unwrap_or(u16::MAX));
    match tables.probe(position)? {
        Outcome::Draw => Some(Score::DRAW),
        Outcome::Win => {
            distances.plies_to_conversion_when_won(position).map(ply).map(Score::tablebase_win)
        }
        Outcome::Loss => {
            distances.plies_to_conversion_when_lost(position).map(ply).map(Score::tablebase_loss)
        }
    }
}
