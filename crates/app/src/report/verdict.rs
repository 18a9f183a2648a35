//! An evaluation and a verdict of the endgame tables as the report stores them: short, and always
//! seen by Black.

use games::board::Side;
use search::Score;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Units of the evaluation for one logit: the logarithm of the odds of winning.
const UNITS_PER_LOGIT: f64 = 52.0;
/// The largest evaluation that is stored, in units: it is as good as won.
const MOST_UNITS: i32 = 9_000;
/// A win that the endgame tables have seen, of unknown length.
const TABLE_WIN: i32 = 10_000;
/// A win in 0 plies; one in `n` plies is `n` less.
const WIN: i32 = 20_000;

/// The evaluation of a position for Black. Stored as a number: at most 9,000 are units (a man is
/// about 100), 10,000 is a win by the endgame tables, and 20,000 - n a win in n plies; negative
/// numbers are the same for White.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Evaluation(i32);

impl Evaluation {
    /// The game is drawn.
    pub const DRAWN: Evaluation = Evaluation(0);

    /// What a search has found for the `side` to move; `None` means that it cannot move.
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

    /// The share of a point that Black may expect, from 0 to 1.
    pub fn expected(self) -> f64 {
        match self.0 {
            won if won > MOST_UNITS => 1.0,
            lost if lost < -MOST_UNITS => 0.0,
            units => 1.0 / (1.0 + (-f64::from(units) / UNITS_PER_LOGIT).exp()),
        }
    }
}

/// What the endgame tables say of a position. Stored as text: `d` is drawn, `b12` won by Black with
/// a conversion within 12 plies, `w` won by White at an unknown distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableVerdict {
    /// A draw with best play.
    Drawn,
    /// A win with best play.
    Won {
        /// The side that wins.
        by: Side,
        /// Plies to the next capture or crowning with best play, at most one too many.
        plies: Option<u32>,
    },
}

impl TableVerdict {
    /// Black's share of the point: 0, 1/2 or 1.
    pub const fn expected(self) -> f64 {
        match self {
            Self::Drawn => 0.5,
            Self::Won { by: Side::Black, .. } => 1.0,
            Self::Won { by: Side::White, .. } => 0.0,
        }
    }

    fn text(self) -> String {
        match self {
            Self::Drawn => "d".to_string(),
            Self::Won { by, plies } => {
                let letter = if by == Side::Black { 'b' } else { 'w' };
                plies.map_or_else(|| letter.to_string(), |plies| format!("{letter}{plies}"))
            }
        }
    }

    fn read(text: &str) -> Option<Self> {
        let by = match text.chars().next()? {
            'd' if text == "d" => return Some(Self::Drawn),
            'b' => Side::Black,
            'w' => Side::White,
            _ => return None,
        };
        let plies = match &text[1..] {
            "" => None,
            digits => Some(digits.parse().ok()?),
        };
        Some(Self::Won { by, plies })
    }
}

impl Serialize for TableVerdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text())
    }
}

impl<'de> Deserialize<'de> for TableVerdict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let wrong = || serde::de::Error::custom(format!("`{text}` is not a verdict"));
        Self::read(&text).ok_or_else(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Ply;

    #[test]
    fn evaluations_are_blacks_and_kinds_stay_apart() {
        let of = |score, side| Evaluation::of(score, side).0;
        assert_eq!(of(Some(Score::from_eval(37)), Side::White), -37);
        assert_eq!(of(Some(Score::from_eval(31_000)), Side::Black), MOST_UNITS);
        assert_eq!(of(Some(Score::tablebase_loss(Ply::new(9))), Side::White), TABLE_WIN);
        assert_eq!(of(Some(Score::win_in(Ply::new(5))), Side::Black), WIN - 5);
        assert_eq!(of(None, Side::Black), -WIN);
    }

    #[test]
    fn the_expected_share_rises_with_the_evaluation_from_0_to_1() {
        let values = [-WIN, -TABLE_WIN, -300, 0, 60, 300, TABLE_WIN, WIN - 1];
        let shares = values.map(|value| Evaluation(value).expected());
        assert!(shares.is_sorted(), "{shares:?}");
        assert_eq!((shares[0], shares[3], shares[7]), (0.0, 0.5, 1.0));
    }

    #[test]
    fn verdicts_are_read_back_as_written() {
        for side in Side::ALL {
            for plies in [None, Some(0), Some(112)] {
                let verdict = TableVerdict::Won { by: side, plies };
                assert_eq!(TableVerdict::read(&verdict.text()), Some(verdict));
            }
        }
        assert_eq!(TableVerdict::read("d"), Some(TableVerdict::Drawn));
        for wrong in ["", "d1", "x", "b-1", "bé"] {
            assert_eq!(TableVerdict::read(wrong), None, "{wrong}");
        }
    }
}
