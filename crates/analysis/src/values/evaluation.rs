//! The evaluation of a position as it is stored: one number, always seen by Black.

use crate::values::share::{PointShare, UnitsPerLogit};
use games::Outcome;
use games::board::Side;
use search::Score;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The largest evaluation that is stored, in units: it is as good as won.
const MOST_UNITS: i32 = 9_000;
/// A win that the endgame tables have seen, of unknown length.
const TABLE_WIN: i32 = 10_000;
/// A win in 0 plies; one in `n` plies is `n` less.
const WIN: i32 = 20_000;

/// The evaluation of a position for Black. Stored as a number: at most 9,000 are units (in checkers
/// a man is about 100), 10,000 is a win by the endgame tables, and 20,000 - n a win in n plies;
/// negative numbers are the same for White.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Evaluation(i32);

/// An evaluation in words that can be matched.
#[expect(missing_docs, reason = "names that say it")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvaluationKind {
    /// Units for Black, from -9,000 to 9,000.
    Units(i32),
    /// The side wins: the search has reached an ending that the tables know.
    TableWin(Side),
    /// The side wins by force, in this number of plies.
    Win {
        by: Side,
        /// Plies to the end of the game; 0 if it is over.
        plies: u32,
    },
}

impl Evaluation {
    /// The game is drawn.
    pub const DRAWN: Evaluation = Evaluation(0);

    /// The evaluation of a searched position by its score for the `side` to move; `None` means that
    /// it cannot move.
    pub fn of(score: Option<Score>, side: Side) -> Self {
        let value = match score {
            None => -WIN,
            Some(score) => match score.plies_to_end() {
                Some(plies) => score.units().signum() * (WIN - plies as i32),
                None if score.is_decisive() => score.units().signum() * TABLE_WIN,
                None => score.units().clamp(-MOST_UNITS, MOST_UNITS),
            },
        };
        Evaluation(match side {
            Side::Black => value,
            Side::White => -value,
        })
    }

    /// The game is over and this side has won.
    pub const fn won_by(side: Side) -> Self {
        match side {
            Side::Black => Evaluation(WIN),
            Side::White => Evaluation(-WIN),
        }
    }

    /// The game is over; the outcome is that of the `side` to move.
    pub fn of_outcome(outcome: Outcome, side: Side) -> Self {
        match outcome {
            Outcome::Win => Evaluation::won_by(side),
            Outcome::Loss => Evaluation::won_by(!side),
            Outcome::Draw => Evaluation::DRAWN,
        }
    }

    /// A number that this program does not write is taken for the nearest one below.
    pub fn meaning(self) -> EvaluationKind {
        let size = self.0.unsigned_abs();
        let by = if self.0 > 0 { Side::Black } else { Side::White };
        if size <= MOST_UNITS.unsigned_abs() {
            EvaluationKind::Units(self.0)
        } else if size <= TABLE_WIN.unsigned_abs() {
            EvaluationKind::TableWin(by)
        } else {
            EvaluationKind::Win { by, plies: WIN.unsigned_abs().saturating_sub(size) }
        }
    }

    /// The share of the point that Black may expect.
    pub fn share(self, logit: UnitsPerLogit) -> PointShare {
        match self.meaning() {
            EvaluationKind::Units(units) => PointShare::of_units(units, logit),
            EvaluationKind::TableWin(by) | EvaluationKind::Win { by, .. } => {
                PointShare::WON.seen_by(by)
            }
        }
    }
}

/// The one form for people, always seen by Black: `+0.37`, which in checkers are men, `White wins
/// in 7`, `Black wins`, `White has won`.
impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.meaning() {
            EvaluationKind::Units(units) => {
                let sign = if units < 0 { '-' } else { '+' };
                let size = units.unsigned_abs();
                write!(f, "{sign}{}.{:02}", size / 100, size % 100)
            }
            EvaluationKind::TableWin(by) => write!(f, "{by} wins"),
            EvaluationKind::Win { by, plies: 0 } => write!(f, "{by} has won"),
            EvaluationKind::Win { by, plies } => write!(f, "{by} wins in {plies}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Ply;

    fn text(score: Score, side: Side) -> String {
        Evaluation::of(Some(score), side).to_string()
    }

    #[test]
    fn the_text_is_always_seen_by_black() {
        assert_eq!(text(Score::from_eval(37), Side::Black), "+0.37");
        assert_eq!(text(Score::from_eval(37), Side::White), "-0.37");
        assert_eq!(text(Score::from_eval(-205), Side::White), "+2.05");
        assert_eq!(text(Score::win_in(Ply::new(7)), Side::White), "White wins in 7");
        assert_eq!(text(Score::loss_in(Ply::new(2)), Side::White), "Black wins in 2");
        assert_eq!(text(Score::tablebase_win(Ply::new(2)), Side::Black), "Black wins");
        assert_eq!(Evaluation::of(None, Side::Black).to_string(), "White has won");
    }

    #[test]
    fn evaluations_are_blacks_and_kinds_stay_apart() {
        assert_eq!(Evaluation::of(Some(Score::from_eval(37)), Side::White).0, -37);
        assert_eq!(Evaluation::of(Some(Score::from_eval(31_000)), Side::Black).0, MOST_UNITS);
        assert_eq!(
            Evaluation::of(Some(Score::tablebase_loss(Ply::new(9))), Side::White).0,
            TABLE_WIN
        );
        assert_eq!(Evaluation::of(Some(Score::win_in(Ply::new(5))), Side::Black).0, WIN - 5);
        assert_eq!(Evaluation::of(None, Side::Black).0, -WIN);
        assert_eq!(Evaluation::of_outcome(Outcome::Loss, Side::Black).0, -WIN);
        assert_eq!(Evaluation::of_outcome(Outcome::Win, Side::White).0, -WIN);
        assert_eq!(Evaluation::of_outcome(Outcome::Draw, Side::White), Evaluation::DRAWN);
    }

    #[test]
    fn the_share_rises_with_the_evaluation_from_0_to_1() {
        let values = [-WIN, -TABLE_WIN, -300, 0, 60, 300, TABLE_WIN, WIN - 1];
        let shares = values.map(|value| Evaluation(value).share(UnitsPerLogit(52)));
        assert!(shares.is_sorted(), "{shares:?}");
        let found = (shares[0], shares[3], shares[7]);
        assert_eq!(found, (PointShare::LOST, PointShare::HALF, PointShare::WON));
    }

    fn meaning(score: Option<Score>, side: Side) -> EvaluationKind {
        Evaluation::of(score, side).meaning()
    }

    #[test]
    fn the_meaning_is_what_was_found() {
        let by = Side::White;
        assert_eq!(meaning(Some(Score::from_eval(37)), by), EvaluationKind::Units(-37));
        assert_eq!(
            meaning(Some(Score::tablebase_win(Ply::new(9))), by),
            EvaluationKind::TableWin(by)
        );
        assert_eq!(
            meaning(Some(Score::win_in(Ply::new(5))), by),
            EvaluationKind::Win { by, plies: 5 }
        );
        assert_eq!(meaning(None, Side::Black), EvaluationKind::Win { by, plies: 0 });
    }
}
