//! An answer of an agent to a position of which the good moves are known, as `referee diagnose`
//! keeps it in `answers.jsonl`, a line of JSON each.

use serde::{Deserialize, Serialize};

/// An answer to one position. Moves are the names of their squares, with hyphens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PositionAnswer {
    /// The position in FEN.
    pub position: String,
    /// The smallest depth of `reference` that finds a good move; none for more than eight.
    pub depth: Option<u32>,
    /// The moves that win or keep a piece.
    pub good: Vec<String>,
    pub legal: usize,
    /// None if it was no legal move.
    pub played: Option<String>,
    /// Why there was no legal move.
    pub ending: Option<String>,
    pub detail: Option<String>,
    pub charged: f64,
}

impl PositionAnswer {
    pub fn is_good(&self) -> bool {
        self.played.as_ref().is_some_and(|played| self.good.contains(played))
    }

    /// Why there was no legal move, if there was none.
    pub fn failure(&self) -> Option<&str> {
        let cause = self.ending.as_deref().unwrap_or("no legal move");
        self.played.is_none().then_some(cause)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(played: Option<&str>) -> PositionAnswer {
        PositionAnswer {
            position: "W:W22:B1".to_string(),
            depth: Some(2),
            good: vec!["a3-b4".to_string()],
            legal: 3,
            played: played.map(str::to_string),
            ending: played.is_none().then(|| "exit code 1".to_string()),
            detail: None,
            charged: 0.1,
        }
    }

    #[test]
    fn an_answer_is_good_other_or_failed() {
        for (played, is_good, failure) in [
            (Some("a3-b4"), true, None),
            (Some("a3-b2"), false, None),
            (None, false, Some("exit code 1")),
        ] {
            let answer = answer(played);
            assert_eq!((answer.is_good(), answer.failure()), (is_good, failure), "{played:?}");
        }
    }
}
