//! A reviewed game for programs.

use crate::analyze::json_position::JsonVerdict;
use crate::analyze::notation::{name_text, number_text};
use crate::analyze::reviewed::ReviewedGame;
use crate::effort::Effort;
use analysis::{
    Accuracy, Evaluation, MistakeMark, MoveChoice, Standing, StandingSource, TurningPoint,
};
use formats::pdn;
use games::board::Side;
use serde::Serialize;
use std::collections::BTreeMap;

/// The line of JSON for a game. docs/ANALYSIS.md explains each key. Shares are Black's.
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
    black: JsonSide,
    white: JsonSide,
    turning_points: Vec<JsonTurningPoint>,
    moves: Vec<JsonMove>,
}

#[derive(Debug, Serialize)]
struct JsonSide {
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
    /// The form of this game.
    pub fn new(game: &ReviewedGame<'a>) -> Self {
        let source = game.source;
        let opening = source.game.line.turns.iter().take(source.opening);
        JsonGame {
            kind: "game",
            number: source.number,
            tags: source.game.tags.iter().map(|(tag, value)| (&tag[..], &value[..])).collect(),
            start: source.game.start.fen(),
            opening: opening.map(|turn| number_text(turn.mv)).collect(),
            result: source.game.outcome().map(pdn::Outcome::text),
            limits: game.effort,
            summary: game.summary(),
            black: side(game, Side::Black),
            white: side(game, Side::White),
            turning_points: game.review.turning_points.iter().map(turning_point).collect(),
            moves: (0..game.review.moves.len()).map(|index| json_move(game, index)).collect(),
        }
    }
}

fn side(game: &ReviewedGame<'_>, side: Side) -> JsonSide {
    let [inaccuracies, mistakes, blunders] = game.marks(side);
    let accuracy = game.review.accuracy(side).map(Accuracy::value);
    JsonSide { accuracy, inaccuracies, mistakes, blunders }
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
    let (review, played) = (&game.review.moves[index], game.source.played.moves()[index]);
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
