//! The response to `choose`: the move of a player of some level.

use crate::api::caller::{ApiError, CallerWatch, PartSender};
use crate::api::evaluation_response::EvaluationResponse;
use crate::api::request::ChooseRequest;
use crate::api::requested_line::legal_moves;
use crate::api::requests::analyze::{check_limit, root};
use crate::limits::SearchPlace;
use crate::values::analyzed_game::AnalyzedGame;
use crate::values::evaluation::Evaluation;
use crate::values::resources::Resources;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use search::{KeyHistory, TranspositionTable};
use serde::Serialize;
use std::cell::RefCell;

#[derive(Debug, Serialize)]
struct ChoiceResponse {
    #[serde(rename = "move")]
    mv: String,
    path: Vec<String>,
    /// `None` if nothing was searched or looked up.
    evaluation: Option<EvaluationResponse>,
    source: ChoiceSource,
    done: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum ChoiceSource {
    Book,
    Tables,
    Search,
    Random,
    Only,
}

/// A move, how it was found, and what the position is worth.
type FoundMove<M> = (M, ChoiceSource, Option<EvaluationResponse>);

/// Chooses a move. The same request gets the same move, if no time limits the search.
pub fn choose<G: AnalyzedGame>(
    resources: &Resources,
    request: &ChooseRequest,
    parts: PartSender<'_>,
) -> Result<(), ApiError> {
    let level = &request.level;
    if !(0.0..=1.0).contains(&level.random) {
        return Err(ApiError::new("random: write a share of the moves, from 0 to 1"));
    }
    if level.limit.is_endless() {
        return Err(ApiError::new("level: name a limit: nodes, depth or milliseconds"));
    }
    check_limit(level.limit)?;
    let game = request.line.whole::<G>()?;
    let (position, history) = root(&game)?;
    let parts = RefCell::new(parts);
    let (mv, source, evaluation) = match without_search(resources, request, &position, &history) {
        Some(choice) => choice,
        None => searched(resources, request, &position, history, &parts)?,
    };
    let chosen = ChoiceResponse {
        mv: position.move_text(mv),
        path: G::path(mv),
        evaluation,
        source,
        done: true,
    };
    parts.borrow_mut().finish(&chosen);
    Ok(())
}

/// The only move, one by lot, one of the book, or the best by the tables.
fn without_search<G: AnalyzedGame>(
    resources: &Resources,
    request: &ChooseRequest,
    position: &G,
    history: &KeyHistory,
) -> Option<FoundMove<G::Move>> {
    let moves = legal_moves(position);
    if let [only] = moves[..] {
        return Some((only, ChoiceSource::Only, None));
    }
    let mut random = ChaCha8Rng::seed_from_u64(request.seed);
    if random.random::<f64>() < request.level.random {
        let mv = moves[random.random_range(0..moves.len())];
        return Some((mv, ChoiceSource::Random, None));
    }
    if request.level.book {
        let good = position.book_moves(resources);
        if !good.is_empty() {
            return Some((good[random.random_range(0..good.len())], ChoiceSource::Book, None));
        }
    }
    let best = position.table_lines(resources, 1, history)?.pop()?;
    let evaluation = EvaluationResponse::of_verdict(best.verdict);
    Some((*best.moves.first()?, ChoiceSource::Tables, Some(evaluation)))
}

fn searched<G: AnalyzedGame>(
    resources: &Resources,
    request: &ChooseRequest,
    position: &G,
    history: KeyHistory,
    parts: &RefCell<PartSender<'_>>,
) -> Result<FoundMove<G::Move>, ApiError> {
    let limit = request.level.limit;
    let mut table = TranspositionTable::with_bytes(limit.table_bytes(SearchPlace::Page));
    let mut control = limit.control(CallerWatch::new(limit, parts));
    let mut evaluator = <G as AnalyzedGame>::evaluator(resources, history.limit());
    let found = position
        .best_move(history, &mut table, &mut control, &mut evaluator)
        .ok_or_else(|| ApiError::new("there is no legal move here"))?;
    let score = Evaluation::of(Some(found.progress.score), position.side_to_move());
    Ok((found.best, ChoiceSource::Search, Some(EvaluationResponse::of::<G>(score))))
}
