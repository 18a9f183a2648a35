//! Positions and games for programs: a line of JSON each, or PDN with comments and marks, which
//! board programs show beside the moves. docs/ANALYSIS.md explains the keys of the JSON.

use crate::analyze::for_people::turn_text;
use crate::analyze::subject::{ReviewedGame, line_text, name_text, number_text};
use crate::effort::Effort;
use analysis::{
    Accuracy, AnalyzedLine, BookMove, Evaluation, MistakeMark, MoveChoice, PositionAnalysis,
    Standing, StandingSource, TurningPoint, Verdict, Worth,
};
use formats::pdn::{self, PdnGame};
use games::Game as _;
use games::board::Side;
use games::checkers::Move;
use serde::Serialize;
use std::collections::BTreeMap;

/// The line for a position.
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
    lines: Vec<JsonBestLine>,
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
struct JsonBestLine {
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

fn line(line: &AnalyzedLine) -> JsonBestLine {
    let texts = |notation: fn(Move) -> String| line.moves.iter().map(|&mv| notation(mv)).collect();
    let mut json = JsonBestLine {
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

/// The line for a game. Shares are Black's.
#[derive(Debug, Serialize)]
pub struct JsonGame<'a> {
    kind: &'static str,
    number: u32,
    tags: BTreeMap<&'a str, &'a str>,
    start: String,
    opening: Vec<String>,
    result: Option<&'static str>,
    limits: Effort,
    summary: String,
    black: JsonAccuracy,
    white: JsonAccuracy,
    turning_points: Vec<JsonTurningPoint>,
    moves: Vec<JsonMove>,
}

#[derive(Debug, Serialize)]
struct JsonAccuracy {
    accuracy: Option<f64>,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
}

#[derive(Debug, Serialize)]
struct JsonTurningPoint {
    /// The index of the move in `moves`.
    index: usize,
    from: String,
    to: String,
    by_tables: bool,
}

#[derive(Debug, Serialize)]
struct JsonMove {
    by: String,
    #[serde(rename = "move")]
    mv: String,
    name: String,
    forced: bool,
    /// What the search says of the position before the move, as [`Evaluation`] stores it.
    evaluation: Option<Evaluation>,
    depth: Option<u16>,
    before: f64,
    after: f64,
    loss: f64,
    mark: Option<MistakeMark>,
    best: Vec<String>,
    /// What the tables say after the move.
    verdict: Option<JsonVerdict>,
}

impl<'a> JsonGame<'a> {
    pub fn new(game: &ReviewedGame<'a>) -> Self {
        let subject = game.subject;
        let opening = subject.game.line.turns.iter().take(subject.opening);
        JsonGame {
            kind: "game",
            number: subject.number,
            tags: subject.game.tags.iter().map(|(tag, value)| (&tag[..], &value[..])).collect(),
            start: subject.game.start.fen(),
            opening: opening.map(|turn| number_text(turn.mv)).collect(),
            result: subject.game.outcome().map(pdn::PdnResult::text),
            limits: game.effort,
            summary: game.summary(),
            black: side(game, Side::Black),
            white: side(game, Side::White),
            turning_points: game.review.turning_points.iter().map(turning_point).collect(),
            moves: (0..game.review.moves.len()).map(|index| json_move(game, index)).collect(),
        }
    }
}

fn side(game: &ReviewedGame<'_>, side: Side) -> JsonAccuracy {
    let [inaccuracies, mistakes, blunders] = game.marks(side);
    let accuracy = game.review.accuracy(side).map(Accuracy::value);
    JsonAccuracy { accuracy, inaccuracies, mistakes, blunders }
}

fn turning_point(point: &TurningPoint) -> JsonTurningPoint {
    let text = |standing: Standing| match standing {
        Standing::Even => "even".to_string(),
        Standing::For(side) => side.to_string(),
    };
    let by_tables = point.source == StandingSource::Tables;
    JsonTurningPoint { index: point.index, from: text(point.from), to: text(point.to), by_tables }
}

fn json_move(game: &ReviewedGame<'_>, index: usize) -> JsonMove {
    let (review, played) = (&game.review.moves[index], game.subject.played.moves()[index]);
    let line = game.evaluations.lines.get(index);
    JsonMove {
        by: review.by.to_string(),
        mv: number_text(played),
        name: name_text(played),
        forced: review.choice == MoveChoice::Forced,
        evaluation: game.evaluations.scores.get(index).copied(),
        depth: line.map(|line| line.depth),
        before: review.before.value(),
        after: review.after.value(),
        loss: review.loss.value(),
        mark: review.mark(),
        best: game.line_at(index).iter().map(|&mv| number_text(mv)).collect(),
        verdict: game.review.verdicts.get(index + 1).copied().flatten().map(JsonVerdict::new),
    }
}

/// The most moves of a better line.
const MOST_MOVES: usize = 8;

/// The beginning of our comments.
const OURS: &str = "Crownhead: ";
/// The beginning of our entry in the tag of the annotator.
const ANNOTATOR: &str = "Crownhead ";

/// The whole game of the file, with marks and comments after its own. Those of an earlier analysis
/// are replaced.
pub fn marked_game(game: &ReviewedGame<'_>) -> PdnGame {
    let subject = game.subject;
    let mut marked = subject.game.clone();
    remove_ours(&mut marked);
    marked.set_tag("Annotator", annotator(&marked));
    marked.line.comments.push(format!("{OURS}{}", first_comment(game)));
    for index in 0..game.review.moves.len() {
        let Some(turn) = marked.line.turns.get_mut(subject.opening + index) else { break };
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
    marked
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
fn first_comment(game: &ReviewedGame<'_>) -> String {
    let accuracy = |side: Side| {
        let value = game.review.accuracy(side).map(Accuracy::value);
        value.map_or(format!("{side} had no choice"), |value| format!("{side} {value:.1}"))
    };
    let [black, white] = Side::ALL.map(accuracy);
    let effort = effort_text(game.effort);
    format!("{} Accuracy: {black}, {white}. Each position was searched: {effort}.", game.summary())
}

fn effort_text(effort: Effort) -> String {
    let limits = [
        effort.milliseconds.map(|limit| format!("{} s", limit as f64 / 1_000.0)),
        effort.nodes.map(|limit| format!("{limit} nodes")),
        effort.depth.map(|limit| format!("{limit} plies")),
    ];
    limits.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The loss of a move, and a better line.
fn comment(game: &ReviewedGame<'_>, index: usize) -> String {
    let better = game.line_at(index);
    let better = match &better[..better.len().min(MOST_MOVES)] {
        [] => String::new(),
        moves => format!("; better {}", line_text(moves, number_text)),
    };
    format!("{}{better}", game.loss_text(index))
}
