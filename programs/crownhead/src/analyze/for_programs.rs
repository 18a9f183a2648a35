//! Positions and games for programs: a line of JSON each, or PDN with comments and marks, which
//! board programs show beside the moves. docs/ANALYSIS.md explains the keys of the JSON.

use crate::analyze::for_people::turn_text;
use crate::analyze::printed_game::{PrintedGame, line_text, line_words};
use crate::analyze::subject::ReviewedGame;
use crate::effort::Effort;
use analysis::{
    Accuracy, AnalyzedLine, BookMove, Evaluation, MistakeMark, MoveChoice, PositionAnalysis,
    Standing, StandingSource, TurningPoint, Verdict, Worth,
};
use formats::pdn::PdnGame;
use games::GameName;
use games::board::Side;
use serde::Serialize;
use std::collections::BTreeMap;

/// The line for a position.
#[derive(Debug, Serialize)]
pub struct JsonPosition {
    kind: &'static str,
    number: u32,
    #[serde(flatten)]
    place: JsonPlace,
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

/// A position: in FEN, or, where a game has none, its name and its board as in journals.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum JsonPlace {
    Fen { fen: String },
    Board { game: GameName, board: String },
}

impl JsonPlace {
    fn of<G: PrintedGame>(position: &G) -> Self {
        match position.fen() {
            Some(fen) => JsonPlace::Fen { fen },
            None => JsonPlace::Board { game: G::NAME, board: one_line(position) },
        }
    }
}

/// A position in one text.
fn one_line<G: PrintedGame>(position: &G) -> String {
    position.fen().unwrap_or_else(|| position.board_text().replace('\n', "/"))
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
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    weight: f64,
}

#[derive(Debug, Serialize)]
struct JsonBestLine {
    moves: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    names: Vec<String>,
    share: f64,
    /// Units (in checkers hundredths of a man) for the side to move; null where all is known.
    score: Option<i32>,
    /// `won` or `lost` for the side to move, where the search has seen it.
    outcome: Option<&'static str>,
    /// Plies to the end of the game, where the search has seen it.
    plies_to_end: Option<usize>,
    verdict: Option<JsonVerdict>,
}

impl JsonPosition {
    pub fn new<G: PrintedGame>(number: u32, analysis: &PositionAnalysis<G>) -> Self {
        let position = &analysis.position;
        JsonPosition {
            kind: "position",
            number,
            place: JsonPlace::of(position),
            to_move: position.side_to_move().to_string(),
            legal_moves: analysis.legal_moves as u64,
            share: analysis.share().value(),
            verdict: analysis.verdict.map(JsonVerdict::new),
            book: analysis.book.iter().map(|book| book_move(position, book)).collect(),
            lines: analysis.lines.iter().map(|best| line(position, best)).collect(),
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

fn book_move<G: PrintedGame>(position: &G, book: &BookMove<G::Move>) -> JsonBookMove {
    let name = G::by_names(book.mv);
    JsonBookMove { mv: position.move_text(book.mv), name, weight: book.weight }
}

fn line<G: PrintedGame>(position: &G, line: &AnalyzedLine<G::Move>) -> JsonBestLine {
    let mut json = JsonBestLine {
        moves: line_words(position, &line.moves),
        names: line.moves.iter().filter_map(|&mv| G::by_names(mv)).collect(),
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
    /// Where the start is not in FEN, which says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<GameName>,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
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
    pub fn new<G: PrintedGame>(game: &ReviewedGame<'a, G>) -> Self {
        let subject = game.subject;
        let is_told = subject.start.fen().is_some();
        JsonGame {
            kind: "game",
            number: subject.number,
            game: (!is_told).then_some(G::NAME),
            tags: subject.tags.iter().map(|(tag, value)| (&tag[..], &value[..])).collect(),
            start: one_line(&subject.start),
            opening: line_words(&subject.start, &subject.opening),
            result: G::result_text(subject.result),
            limits: game.effort,
            summary: game.summary(),
            black: side(game, Side::Black),
            white: side(game, Side::White),
            turning_points: game.review.turning_points.iter().map(turning_point).collect(),
            moves: (0..game.review.moves.len()).map(|index| json_move(game, index)).collect(),
        }
    }
}

fn side<G: PrintedGame>(game: &ReviewedGame<'_, G>, side: Side) -> JsonAccuracy {
    let [inaccuracies, mistakes, blunders] = game.marks(side);
    let accuracy = game.review.accuracy(side).map(Accuracy::value);
    JsonAccuracy { accuracy, inaccuracies, mistakes, blunders }
}

fn turning_point(point: &TurningPoint) -> JsonTurningPoint {
    let text = |standing: Standing| match standing {
        Standing::Even => "even".to_string(),
        Standing::For(side) => side.to_string(),
    };
    let by_tables = point.source != StandingSource::Evaluation;
    JsonTurningPoint { index: point.index, from: text(point.from), to: text(point.to), by_tables }
}

fn json_move<G: PrintedGame>(game: &ReviewedGame<'_, G>, index: usize) -> JsonMove {
    let (review, played) = (&game.review.moves[index], &game.subject.played);
    let before = &played.positions()[index];
    let line = game.evaluations.lines.get(index);
    JsonMove {
        by: review.by.to_string(),
        mv: game.subject.move_text(index),
        name: G::by_names(played.moves()[index]),
        forced: review.choice == MoveChoice::Forced,
        evaluation: game.evaluations.scores.get(index).copied(),
        depth: line.map(|line| line.depth),
        before: review.before.value(),
        after: review.after.value(),
        loss: review.loss.value(),
        mark: review.mark(),
        best: line_words(before, game.line_at(index)),
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
/// are replaced. `None` if it has no form in PDN.
pub fn marked_game<G: PrintedGame>(game: &ReviewedGame<'_, G>) -> Option<PdnGame> {
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
fn first_comment<G: PrintedGame>(game: &ReviewedGame<'_, G>) -> String {
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
fn comment<G: PrintedGame>(game: &ReviewedGame<'_, G>, index: usize) -> String {
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
