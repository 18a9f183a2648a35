//! An evaluation as every response tells it: always seen by Black.

use crate::position::{AnalyzedLine, LineValue};
use crate::values::analyzed_game::AnalyzedGame;
use crate::values::evaluation::{Evaluation, EvaluationKind};
use crate::values::share::PointShare;
use crate::values::verdict::Verdict;
use games::board::Side;
use serde::Serialize;

/// What a position is worth for Black.
#[derive(Clone, Debug, Serialize)]
pub struct EvaluationResponse {
    kind: EvaluationWord,
    /// Units for Black; in checkers a man is about 100.
    units: Option<i32>,
    /// The side that wins.
    by: Option<&'static str>,
    /// Plies to the end of the game, or by the tables to the next capture or crowning.
    plies: Option<u32>,
    /// Black's share of the point, from 0 to 1.
    share: f64,
    text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum EvaluationWord {
    Units,
    /// The search has reached an ending that the tables know, or they know the position.
    TableWin,
    /// The search has seen the end of the game.
    Win,
    DrawnTable,
}

impl EvaluationResponse {
    /// By a search.
    pub fn of<G: AnalyzedGame>(evaluation: Evaluation) -> Self {
        let (share, text) = (evaluation.share(G::UNITS_PER_LOGIT), evaluation.to_string());
        match evaluation.meaning() {
            EvaluationKind::Units(units) => EvaluationResponse {
                kind: EvaluationWord::Units,
                units: Some(units),
                by: None,
                plies: None,
                share: rounded(share),
                text,
            },
            EvaluationKind::TableWin(by) => won(EvaluationWord::TableWin, by, None, text),
            EvaluationKind::Win { by, plies } => won(EvaluationWord::Win, by, Some(plies), text),
        }
    }

    /// By the tables.
    pub fn of_verdict(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Won { by, plies, .. } => {
                let text = match plies {
                    Some(0) => Evaluation::won_by(by).to_string(),
                    _ => format!("{by} wins"),
                };
                won(EvaluationWord::TableWin, by, plies, text)
            }
            Verdict::Drawn | Verdict::DrawnByQuietTurns { .. } => EvaluationResponse {
                kind: EvaluationWord::DrawnTable,
                units: None,
                by: None,
                plies: None,
                share: 0.5,
                text: "drawn".to_string(),
            },
        }
    }

    /// That of a line of which `side` makes the first move.
    pub fn of_line<G: AnalyzedGame>(line: &AnalyzedLine<G::Move>, side: Side) -> Self {
        match line.worth {
            LineValue::Tables(verdict) => EvaluationResponse::of_verdict(verdict),
            LineValue::Score(score) => {
                let response = EvaluationResponse::of::<G>(Evaluation::of(Some(score), side));
                EvaluationResponse { share: rounded(line.share.seen_by(side)), ..response }
            }
        }
    }
}

fn won(kind: EvaluationWord, by: Side, plies: Option<u32>, text: String) -> EvaluationResponse {
    let share = rounded(PointShare::WON.seen_by(by));
    EvaluationResponse { kind, units: None, by: Some(by.word()), plies, share, text }
}

/// Four digits: the last bits of a logarithm differ between machines.
fn rounded(share: PointShare) -> f64 {
    (share.value() * 10_000.0).round() / 10_000.0
}
