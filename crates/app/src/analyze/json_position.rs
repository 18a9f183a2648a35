//! A position for programs.

use crate::analyze::notation::{name_text, number_text};
use analysis::{AnalyzedLine, BookMove, PositionAnalysis, Verdict, Worth};
use games::Game;
use games::checkers::Move;
use serde::Serialize;

/// The line of JSON for a position. docs/ANALYSIS.md explains each key.
#[derive(Debug, Serialize)]
pub struct JsonPosition {
    kind: &'static str,
    number: u32,
    fen: String,
    to_move: String,
    legal_moves: u64,
    /// For the side to move.
    share: f64,
    verdict: Option<JsonVerdict>,
    book: Vec<JsonBookMove>,
    lines: Vec<JsonLine>,
    depth: Option<i16>,
    nodes: Option<u64>,
}

/// A verdict of the endgame tables.
#[derive(Clone, Debug, Serialize)]
pub struct JsonVerdict {
    /// `won` or `drawn`.
    result: &'static str,
    /// The side that wins.
    by: Option<String>,
    /// Plies to the next capture or crowning.
    plies: Option<u32>,
    /// The same in words.
    text: String,
}

#[derive(Debug, Serialize)]
struct JsonBookMove {
    #[serde(rename = "move")]
    mv: String,
    name: String,
    weight: f64,
}

#[derive(Debug, Serialize)]
struct JsonLine {
    moves: Vec<String>,
    names: Vec<String>,
    share: f64,
    /// Hundredths of a man for the side to move; null where the result is known.
    score: Option<i32>,
    /// `won` or `lost` for the side to move, where the search has seen it.
    outcome: Option<&'static str>,
    /// Plies to the end of the game, where the search has seen it.
    plies_to_end: Option<usize>,
    verdict: Option<JsonVerdict>,
}

impl JsonPosition {
    /// The form of this analysis.
    pub fn new(number: u32, analysis: &PositionAnalysis) -> Self {
        JsonPosition {
            kind: "position",
            number,
            fen: analysis.position.fen(),
            to_move: analysis.position.side_to_move().to_string(),
            legal_moves: analysis.position.count_moves(),
            share: analysis.share().value(),
            verdict: analysis.verdict.map(JsonVerdict::new),
            book: analysis.book.iter().map(book_move).collect(),
            lines: analysis.lines.iter().map(line).collect(),
            depth: analysis.searched.map(|searched| searched.depth),
            nodes: analysis.searched.map(|searched| searched.nodes),
        }
    }
}

impl JsonVerdict {
    /// The form of this verdict.
    pub fn new(verdict: Verdict) -> Self {
        let (result, by, plies) = match verdict {
            Verdict::Won { by, plies, .. } => ("won", Some(by.to_string()), plies),
            Verdict::Drawn | Verdict::DrawnByQuietTurns { .. } => ("drawn", None, None),
        };
        JsonVerdict { result, by, plies, text: verdict.to_string() }
    }
}

fn book_move(book: &BookMove) -> JsonBookMove {
    JsonBookMove { mv: number_text(book.mv), name: name_text(book.mv), weight: book.weight }
}

fn line(line: &AnalyzedLine) -> JsonLine {
    let texts = |notation: fn(Move) -> String| line.moves.iter().map(|&mv| notation(mv)).collect();
    let mut json = JsonLine {
        moves: texts(number_text),
        names: texts(name_text),
        share: line.share.value(),
        score: None,
        outcome: None,
        plies_to_end: None,
        verdict: None,
    };
    match line.worth {
        Worth::Tables(verdict) => json.verdict = Some(JsonVerdict::new(verdict)),
        Worth::Score(score) if score.is_decisive() => {
            json.outcome = Some(if score.units() > 0 { "won" } else { "lost" });
            json.plies_to_end = score.plies_to_end();
        }
        Worth::Score(score) => json.score = Some(score.units()),
    }
    json
}
