//! Positions and games for programs: a line of JSON each.
//!
//! The JSON is that of the answers to `analyze` and `review` of the crate `analysis`, beside what
//! the file tells. docs/ANALYSIS.md explains its keys.

use crate::analyze::subject::{PositionTask, ReviewedGame, Subject};
use analysis::api::{AnalysisResponse, EvaluationResponse, ReviewResponse, texts};
use analysis::{AnalyzedGame, PositionAnalysis, SearchLimits};
use formats::pdn::PdnResult;
use games::GameName;
use serde::Serialize;
use std::collections::BTreeMap;

/// The version of both kinds of lines.
const VERSION: u32 = 2;

/// The line for a position.
#[derive(Debug, Serialize)]
pub struct PositionObject<'a> {
    version: u32,
    kind: &'static str,
    /// Only where several files are named.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    number: u32,
    game: GameName,
    tags: BTreeMap<&'a str, &'a str>,
    /// Of the file, as in the line for a game.
    result: &'static str,
    start: String,
    legal_moves: usize,
    /// Of the endgame tables.
    verdict: Option<EvaluationResponse>,
    book: Vec<String>,
    #[serde(flatten)]
    analysis: AnalysisResponse,
}

impl<'a> PositionObject<'a> {
    pub fn new<G: AnalyzedGame>(
        task: &PositionTask<'a, G>,
        analysis: &PositionAnalysis<G>,
    ) -> Self {
        let (subject, position) = (task.subject, &analysis.position);
        PositionObject {
            version: VERSION,
            kind: "position",
            file: subject.file.as_deref(),
            number: subject.number,
            game: G::NAME,
            tags: subject.tags(),
            result: subject.result.map_or("*", PdnResult::text),
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
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    number: u32,
    game: GameName,
    tags: BTreeMap<&'a str, &'a str>,
    start: String,
    opening_name: Option<&'a str>,
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
            file: subject.file.as_deref(),
            number: subject.number,
            game: G::NAME,
            tags: subject.tags(),
            start: subject.start.start_text(),
            opening_name: game.opening,
            opening: texts(&subject.start, &subject.opening),
            played: texts(&played.positions()[0], played.moves()),
            result: subject.result.map_or("*", PdnResult::text),
            limits: game.limits,
            review: ReviewResponse::new(played, &game.evaluations, &game.review, game.summary()),
        }
    }
}

impl<G: AnalyzedGame> Subject<G> {
    fn tags(&self) -> BTreeMap<&str, &str> {
        self.tags.iter().map(|(tag, value)| (&tag[..], &value[..])).collect()
    }
}
