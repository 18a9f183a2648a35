//! A verdict of the endgame tables as it is stored.

use games::board::Side;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The verdict of the endgame tables on a position. Stored as text: `d` is drawn, `b12` won by
/// Black with a conversion within 12 plies, `w` won by White at an unknown distance.
#[expect(missing_docs, reason = "names that say it")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableVerdict {
    Drawn,
    Won {
        by: Side,
        /// Plies to the next capture or crowning with best play, at most one too many.
        plies: Option<u32>,
    },
}

impl TableVerdict {
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
        Self::read(&text)
            .ok_or_else(|| serde::de::Error::custom(format!("`{text}` is not a verdict")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
