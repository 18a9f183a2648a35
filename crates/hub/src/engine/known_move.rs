//! Moves that need no search: the only one, that of the endgame tables, one of the opening book.

use crate::engine::evaluator::LimitedEvaluator;
use crate::engine::events::{MoveSource, SearchInfo};
use crate::engine::orders::SearchTask;
use crownhead::homework::book::book_move;
use crownhead::player;
use evaluation::checkers::endgame::{DtcProbe, Tablebases};
use games::checkers::{Move, Position};
use games::{Game as _, Outcome};
use search::{Ply, Score};
use std::time::Duration;

/// A move that needs no search.
#[derive(Clone, Copy, Debug)]
pub struct KnownMove {
    pub mv: Move,
    source: MoveSource,
    score: Option<Score>,
}

impl KnownMove {
    /// What is reported of it, after this time.
    pub fn info(self, time: Duration) -> SearchInfo {
        let KnownMove { mv, source, score } = self;
        SearchInfo { depth: 0, score, nodes: 0, time, line: vec![mv], source }
    }
}

/// The move that needs no search, if there is one; asked in the order of `homework`.
pub fn known_move(
    task: &SearchTask,
    evaluator: &LimitedEvaluator,
    tables: Tablebases<'static>,
) -> Option<KnownMove> {
    let position = task.root.position();
    if let Some(mv) = player::obvious_move(position, &task.root.history(), evaluator) {
        let is_only = position.count_moves() == 1;
        let source = if is_only { MoveSource::Forced } else { MoveSource::Tables };
        let is_within_limit = evaluator.is_within_limit(position);
        let score = is_within_limit.then(|| exact_score(position, tables)).flatten();
        return Some(KnownMove { mv, source, score });
    }
    let mv = task.options.book.then(|| book_move(position)).flatten()?;
    Some(KnownMove { mv, source: MoveSource::Book, score: None })
}

/// The score of a position whose distance to conversion the tables know; a draw is 0.
fn exact_score(position: &Position, tables: Tablebases<'static>) -> Option<Score> {
    let mut distances = DtcProbe::new(tables);
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
