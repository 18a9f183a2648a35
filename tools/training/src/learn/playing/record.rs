//! An example to learn from, as it is stored: a position, the score of a search, the result of the
//! game.
//!
//! Sixteen bytes, little-endian: three sets of squares (`packed.rs` of the game), the score for the
//! side to move in two bytes, the result for the side to move in one (3 if the game was not played
//! out), and in the last one the plies since the record before this one in the same game (0 for the
//! first of a game). The records of a game follow each other.

use games::Outcome;
use games::checkers::{PackedPosition, Position};
use search::Score;
use std::num::NonZeroU8;

/// The size of a record, in bytes.
pub const SIZE: usize = 16;

/// Stands for no result.
const NOT_PLAYED_OUT: u8 = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The position, seen by the side to move.
    pub packed: PackedPosition,
    /// The score of the search that chose the move, in units of the evaluation.
    pub score: i16,
    /// The result of the game for the side to move, if it was played out.
    pub result: Option<Outcome>,
    /// Plies since the record before this one; `None` for the first of a game.
    pub since: Option<NonZeroU8>,
}

impl Record {
    /// The example of a position, the first of a game.
    pub fn new(position: &Position, score: Score, result: Option<Outcome>) -> Self {
        let (packed, score) = (PackedPosition::of(position), score.units() as i16);
        Record { packed, score, result, since: None }
    }

    pub fn to_bytes(self) -> [u8; SIZE] {
        let mut bytes = [0; SIZE];
        for (place, set) in self.packed.0.into_iter().enumerate() {
            bytes[4 * place..4 * place + 4].copy_from_slice(&set.to_le_bytes());
        }
        bytes[12..14].copy_from_slice(&self.score.to_le_bytes());
        bytes[14] = self.result.map_or(NOT_PLAYED_OUT, |result| result as u8);
        bytes[15] = self.since.map_or(0, NonZeroU8::get);
        bytes
    }

    /// The example of these bytes; `None` if they are not a record.
    pub fn from_bytes(bytes: &[u8; SIZE]) -> Option<Self> {
        let set = |place: usize| {
            let bytes = [0, 1, 2, 3].map(|byte| bytes[4 * place + byte]);
            u32::from_le_bytes(bytes)
        };
        let result = match bytes[14] {
            NOT_PLAYED_OUT => None,
            byte => Some(outcome(byte)?),
        };
        let score = i16::from_le_bytes([bytes[12], bytes[13]]);
        let since = NonZeroU8::new(bytes[15]);
        Some(Record { packed: PackedPosition([set(0), set(1), set(2)]), score, result, since })
    }
}

fn outcome(byte: u8) -> Option<Outcome> {
    [Outcome::Win, Outcome::Draw, Outcome::Loss].into_iter().find(|&outcome| outcome as u8 == byte)
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Game, Walker};

    #[test]
    fn what_was_written_is_read() {
        let results = [Some(Outcome::Win), Some(Outcome::Draw), Some(Outcome::Loss), None];
        for (nth, position) in Walker::new(1).game(Position::start(), 60).iter().enumerate() {
            let score = Score::from_eval(17 * nth as i32 - 300);
            let since = NonZeroU8::new(nth as u8 % 3);
            let record = Record { since, ..Record::new(position, score, results[nth % 4]) };
            assert_eq!(Record::from_bytes(&record.to_bytes()), Some(record));
        }
        assert_eq!(Record::from_bytes(&[9; SIZE]), None);
    }
}
