//! The response to `review`: every move of a game with what it lost.

use crate::api::caller::{ApiError, CallerWatch, PartSender};
use crate::api::evaluation_response::EvaluationResponse;
use crate::api::request::ReviewRequest;
use crate::api::requested_line::{paths, texts};
use crate::api::requests::analyze::check;
use crate::limits::{SearchLimits, SearchPlace};
use crate::review::evaluate::GameEvaluations;
use crate::review::loss::MistakeMark;
use crate::review::played_game::PlayedGame;
use crate::review::summary::summary;
use crate::review::{GameReview, MoveChoice};
use crate::values::analyzed_game::AnalyzedGame;
use crate::values::resources::Resources;
use formats::pdn::PdnResult;
use games::board::Side;
use serde::Serialize;
use std::cell::RefCell;

/// The fewest and the most nodes for a position.
const NODES: std::ops::RangeInclusive<u64> = 100..=100_000_000;

#[derive(Debug, Serialize)]
struct ReviewPart {
    finished: usize,
    positions: usize,
}

/// Every move of a game with what it lost.
#[derive(Debug, Serialize)]
pub struct ReviewResponse {
    done: bool,
    moves: Vec<ReviewedMove>,
    accuracy: AccuracyResponse,
    summary: String,
    /// Counted from 1: the moves that change which side stands to win.
    turning_points: Vec<usize>,
}

#[derive(Debug, Serialize)]
struct AccuracyResponse {
    black: Option<f64>,
    white: Option<f64>,
}

#[derive(Debug, Serialize)]
struct ReviewedMove {
    side: &'static str,
    /// In hundredths of the point.
    loss: u32,
    mark: Option<MistakeMark>,
    sign: Option<String>,
    choice: &'static str,
    best: BestMoves,
    before: EvaluationResponse,
    after: EvaluationResponse,
}

#[derive(Debug, Serialize)]
struct BestMoves {
    moves: Vec<String>,
    paths: Vec<Vec<String>>,
}

/// Searches every position, from the last to the first.
pub fn review<G: AnalyzedGame>(
    resources: &Resources,
    request: &ReviewRequest,
    parts: PartSender<'_>,
) -> Result<(), ApiError> {
    let game = request.line.whole::<G>()?;
    if game.moves().is_empty() {
        return Err(ApiError::new("there is no move to review; play or open a game first"));
    }
    check("nodes", Some(request.nodes), NODES)?;
    let limit = SearchLimits::of_nodes(request.nodes);
    let parts = RefCell::new(parts);
    let (positions, mut finished) = (game.positions().len(), 0);
    let evaluations =
        GameEvaluations::of(resources, &game, limit.table_bytes(SearchPlace::Page), || {
            parts.borrow_mut().offer(&ReviewPart { finished, positions });
            finished += 1;
            limit.control(CallerWatch::new(limit, &parts))
        });
    let review = GameReview::new(&game, &evaluations);
    let result = request.result.as_deref().and_then(PdnResult::read);
    let words = summary(&review, result, |index| label(&game, index));
    parts.borrow_mut().finish(&ReviewResponse::new(&game, &evaluations, &review, words));
    Ok(())
}

impl ReviewResponse {
    /// `summary` tells the course of the game.
    pub fn new<G: AnalyzedGame>(
        game: &PlayedGame<G>,
        evaluations: &GameEvaluations<G>,
        review: &GameReview,
        summary: String,
    ) -> Self {
        let [black, white] = Side::ALL
            .map(|side| review.accuracy(side).map(|one| (10.0 * one.value()).round() / 10.0));
        let moves = 0..review.moves.len();
        ReviewResponse {
            done: true,
            moves: moves.map(|index| reviewed(game, evaluations, review, index)).collect(),
            accuracy: AccuracyResponse { black, white },
            summary,
            turning_points: review.turning_points.iter().map(|point| point.index + 1).collect(),
        }
    }
}

fn reviewed<G: AnalyzedGame>(
    game: &PlayedGame<G>,
    evaluations: &GameEvaluations<G>,
    review: &GameReview,
    index: usize,
) -> ReviewedMove {
    let mv = &review.moves[index];
    let best = evaluations.lines.get(index).map_or(&[][..], |line| &line.moves);
    let [before, after] =
        [index, index + 1].map(|at| match (game.rule_at(at), review.verdicts[at]) {
            (None, Some(verdict)) => EvaluationResponse::of_verdict(verdict),
            _ => EvaluationResponse::of::<G>(evaluations.scores[at]),
        });
    ReviewedMove {
        side: mv.by.word(),
        loss: mv.loss.hundredths(),
        mark: mv.mark(),
        sign: mv.mark().map(|mark| mark.to_string()),
        choice: match mv.choice {
            MoveChoice::Forced => "forced",
            MoveChoice::Best => "best",
            MoveChoice::Other => "other",
        },
        best: BestMoves { moves: texts(&game.positions()[index], best), paths: paths::<G>(best) },
        before,
        after,
    }
}

/// A move with its number, such as `12. 22-18` or `12... 8-11`.
fn label<G: AnalyzedGame>(game: &PlayedGame<G>, index: usize) -> String {
    let text = game.positions()[index].move_text(game.moves()[index]);
    let dots = if index.is_multiple_of(2) { "." } else { "..." };
    format!("{}{dots} {text}", index / 2 + 1)
}
