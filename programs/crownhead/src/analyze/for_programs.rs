//! Positions and games for programs: a line of JSON each, or PDN with comments and marks, which
//! board programs show beside the moves.
//!
//! The JSON is that of the answers to `analyze` and `review` of the crate `analysis`, beside what
//! the file tells. docs/ANALYSIS.md explains its keys.

use crate::analyze::for_people::turn_text;
use crate::analyze::subject::{ReviewedGame, line_text};
use analysis::api::{AnalysisResponse, EvaluationResponse, ReviewResponse, texts};
use analysis::{Accuracy, AnalyzedGame, MistakeMark, PositionAnalysis, SearchLimits};
use formats::pdn::{PdnGame, PdnResult};
use games::GameName;
use games::board::Side;
use serde::Serialize;
use std::collections::BTreeMap;

/// The version of both kinds of lines.
const VERSION: u32 = 2;

/// The line for a position.
#[derive(Debug, Serialize)]
pub struct PositionObject {
    version: u32,
    kind: &'static str,
    number: u32,
    game: GameName,
    start: String,
    legal_moves: usize,
    /// Of the endgame tables.
    verdict: Option<EvaluationResponse>,
    book: Vec<String>,
    #[serde(flatten)]
    analysis: AnalysisResponse,
}

impl PositionObject {
    pub fn new<G: AnalyzedGame>(number: u32, analysis: &PositionAnalysis<G>) -> Self {
        let position = &analysis.position;
        PositionObject {
            version: VERSION,
            kind: "position",
            number,
            game: G::NAME,
            start: position.start_text(),
            legal_moves: analysis.legal_moves,
            verdict: analysis.verdict.map(EvaluationResponse::of_verdict),
            book: analysis.book.iter().map(|&mv| position.move_text(mv)).collect(),
            analysis: AnalysisResponse::new(analysis),
        }
    }
}

/// The line for a game.
#[derive(Debug, Serialize)]
pub struct GameObject<'a> {
    version: u32,
    kind: &'static str,
    number: u32,
    game: GameName,
    tags: BTreeMap<&'a str, &'a str>,
    start: String,
    /// Moves that were not played but given.
    opening: Vec<String>,
    played: Vec<String>,
    /// As PDN writes it: `1-0` where Black has won.
    result: &'static str,
    limits: SearchLimits,
    #[serde(flatten)]
    review: ReviewResponse,
}

impl<'a> GameObject<'a> {
    pub fn new<G: AnalyzedGame>(game: &ReviewedGame<'a, G>) -> Self {
        let (subject, played) = (game.subject, &game.subject.played);
        GameObject {
            version: VERSION,
            kind: "game",
            number: subject.number,
            game: G::NAME,
            tags: subject.tags.iter().map(|(tag, value)| (&tag[..], &value[..])).collect(),
            start: subject.start.start_text(),
            opening: texts(&subject.start, &subject.opening),
            played: texts(&played.positions()[0], played.moves()),
            result: subject.result.map_or("*", PdnResult::text),
            limits: game.limits,
            review: ReviewResponse::new(played, &game.evaluations, &game.review, game.summary()),
        }
    }
}

/// The most moves of a better line.
const MOST_MOVES: usize = 8;

/// The beginning of our comments.
const OURS: &str = "Crownhead: ";
/// The beginning of our entry in the tag of the annotator.
const ANNOTATOR: &str = "Crownhead ";

/// The whole game of the file, with marks and comments after its own. Those of an earlier analysis
/// are replaced. `None` if it has no form in PDN.
pub fn marked_game<G: AnalyzedGame>(game: &ReviewedGame<'_, G>) -> Option<PdnGame> {
    let subject = game.subject;
    let mut marked = subject.pdn.clone()?;
    remove_ours(&mut marked);
    marked.set_tag("Annotator", annotator(&marked));
    marked.line.comments.push(format!("{OURS}{}", first_comment(game)));
    for index in 0..game.review.moves.len() {
        let Some(turn) = marked.line.turns.get_mut(subject.opening.len() + index) else { break };
        let mark = game.review.moves[index].mark();
        let point = game.review.turning_points.iter().find(|point| point.index == index);
        let remarks = [point.map(turn_text), mark.map(|_| comment(game, index))];
        let remarks: Vec<_> = remarks.into_iter().flatten().collect();
        if !remarks.is_empty() {
            turn.comments.push(format!("{OURS}{}", remarks.join("; ")));
        }
        turn.annotations.extend(
            mark.map(MistakeMark::annotation).filter(|number| !turn.annotations.contains(number)),
        );
    }
    Some(marked)
}

/// Removes marks and comments that this program has added before.
fn remove_ours(game: &mut PdnGame) {
    if !game.tag("Annotator").is_some_and(|by| by.contains(ANNOTATOR)) {
        return;
    }
    let ours = MistakeMark::ALL.map(MistakeMark::annotation);
    game.line.comments.retain(|comment| !comment.starts_with(OURS));
    for turn in &mut game.line.turns {
        turn.comments.retain(|comment| !comment.starts_with(OURS));
        turn.annotations.retain(|number| !ours.contains(number));
    }
}

/// The annotators: those of the file, and this program.
fn annotator(game: &PdnGame) -> String {
    let others = game.tag("Annotator").into_iter().flat_map(|by| by.split("; "));
    let others = others.filter(|by| !by.trim().is_empty() && !by.starts_with(ANNOTATOR));
    let ours = concat!("Crownhead ", env!("CARGO_PKG_VERSION"));
    others.chain([ours]).collect::<Vec<_>>().join("; ")
}

/// The course of the game, the accuracy of both, and the limits of the searches.
fn first_comment<G: AnalyzedGame>(game: &ReviewedGame<'_, G>) -> String {
    let [black, white] = Side::ALL.map(|side| {
        let value = game.review.accuracy(side).map(Accuracy::value);
        value.map_or(format!("{side} had no choice"), |value| format!("{side} {value:.1}"))
    });
    let limits = limits_text(game.limits);
    format!("{} Accuracy: {black}, {white}. Each position was searched: {limits}.", game.summary())
}

fn limits_text(limits: SearchLimits) -> String {
    let limits = [
        limits.milliseconds.map(|limit| format!("{} s", limit as f64 / 1_000.0)),
        limits.nodes.map(|limit| format!("{limit} nodes")),
        limits.depth.map(|limit| format!("{limit} plies")),
    ];
    limits.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The loss of a move, and a better line.
fn comment<G: AnalyzedGame>(game: &ReviewedGame<'_, G>, index: usize) -> String {
    let better = game.line_at(index);
    let better = match &better[..better.len().min(MOST_MOVES)] {
        [] => String::new(),
        moves => {
            let before = &game.subject.played.positions()[index];
            format!("; better {}", line_text(before, moves))
        }
    };
    format!("{}{better}", game.loss_text(index))
}
