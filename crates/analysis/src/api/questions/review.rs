//! The answer to `review`: every move of a game with what it lost.

use crate::api::AskedGame;
use crate::api::asked_limit::{AskedControl, AskedLimit};
use crate::api::asked_line::{paths, texts};
use crate::api::evaluation_answer::EvaluationAnswer;
use crate::api::part_sender::PartSender;
use crate::api::question::ReviewQuestion;
use crate::api::refusal::Refusal;
use crate::review::accuracy::Accuracy;
use crate::review::evaluate::GameEvaluations;
use crate::review::loss::MistakeMark;
use crate::review::played_game::PlayedGame;
use crate::review::summary::{RecordedResult, summary};
use crate::review::{GameReview, MoveChoice};
use crate::values::knowledge::Knowledge;
use games::board::Side;
use serde::Serialize;
use std::cell::RefCell;

/// The fewest and the most nodes for a position.
const NODES: std::ops::RangeInclusive<u64> = 100..=100_000_000;

/// How far it has come.
#[derive(Debug, Serialize)]
struct ReviewPart {
    finished: usize,
    positions: usize,
}

#[derive(Debug, Serialize)]
struct ReviewAnswer {
    done: bool,
    moves: Vec<ReviewedMove>,
    accuracy: AccuracyAnswer,
    /// Sentences.
    summary: String,
    /// Counted from 1: the moves after which somebody else stands to win.
    turning_points: Vec<usize>,
}

#[derive(Debug, Serialize)]
struct AccuracyAnswer {
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
    before: EvaluationAnswer,
    after: EvaluationAnswer,
}

#[derive(Debug, Serialize)]
struct BestMoves {
    moves: Vec<String>,
    paths: Vec<Vec<String>>,
}

/// Searches every position, from the last to the first.
pub fn review<G: AskedGame>(
    knowledge: &Knowledge,
    question: &ReviewQuestion,
    parts: PartSender<'_>,
) -> Result<(), Refusal> {
    let game = question.line.whole::<G>()?;
    if game.moves().is_empty() {
        return Err(Refusal::new("there is no move to review; play or open a game first"));
    }
    let nodes = question.nodes.clamp(*NODES.start(), *NODES.end());
    let limit = AskedLimit::of_nodes(nodes);
    let parts = RefCell::new(parts);
    let (positions, mut finished) = (game.positions().len(), 0);
    let evaluations = GameEvaluations::with(knowledge, &game, limit.table_bytes(), || {
        parts.borrow_mut().offer(&ReviewPart { finished, positions });
        finished += 1;
        AskedControl::new(limit, &parts)
    });
    let review = GameReview::new(&game, &evaluations);
    let result = match question.result.as_deref() {
        Some("1-0") => RecordedResult::Won(Side::Black),
        Some("0-1") => RecordedResult::Won(Side::White),
        Some("1/2-1/2") => RecordedResult::Drawn,
        _ => RecordedResult::Unknown,
    };
    let accuracy =
        |side| review.accuracy(side).map(|one: Accuracy| (10.0 * one.value()).round() / 10.0);
    let moves = 0..review.moves.len();
    let answer = ReviewAnswer {
        done: true,
        moves: moves.map(|index| reviewed(&game, &evaluations, &review, index)).collect(),
        accuracy: AccuracyAnswer { black: accuracy(Side::Black), white: accuracy(Side::White) },
        summary: summary(&review, result, |index| label(&game, index)),
        turning_points: review.turning_points.iter().map(|point| point.index + 1).collect(),
    };
    parts.borrow_mut().finish(&answer);
    Ok(())
}

fn reviewed<G: AskedGame>(
    game: &PlayedGame<G>,
    evaluations: &GameEvaluations<G>,
    review: &GameReview,
    index: usize,
) -> ReviewedMove {
    let mv = &review.moves[index];
    let best = evaluations.lines.get(index).map_or(&[][..], |line| &line.moves);
    let evaluation = |at: usize| match (game.rule_at(at), review.verdicts[at]) {
        (None, Some(verdict)) => EvaluationAnswer::of_verdict(verdict),
        _ => EvaluationAnswer::of::<G>(evaluations.scores[at]),
    };
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
        before: evaluation(index),
        after: evaluation(index + 1),
    }
}

/// A move with its number, such as `12. 22-18` or `12... 8-11`.
fn label<G: AskedGame>(game: &PlayedGame<G>, index: usize) -> String {
    let text = game.positions()[index].move_text(game.moves()[index]);
    let dots = if index.is_multiple_of(2) { "." } else { "..." };
    format!("{}{dots} {text}", index / 2 + 1)
}
