//! What is learned from: a position, how a search values it, and how its game ended.
//!
//! Sixteen bytes, little-endian: three sets of squares (`packed.rs` of the game), the score for the
//! side to move in two bytes, the result for it in one, and one that is 0.

use games::Outcome;
use games::checkers::{Packed, Position};
use search::Score;

/// The bytes of a record.
pub const SIZE: usize = 16;

/// One example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The position, seen by the side to move.
    pub packed: Packed,
    /// What the search that chose the move thought of it, in units of the evaluation.
    pub score: i16,
    /// What the side to move made of it.
    pub result: Outcome,
}

impl Record {
    /// The example of a position.
    pub fn new(position: &Position, score: Score, result: Outcome) -> Self {
        Record { packed: Packed::of(position), score: score.units() as i16, result }
    }

    /// Its bytes.
    pub fn written(&self) -> [u8; SIZE] {
        let mut bytes = [0; SIZE];
        for (place, set) in self.packed.0.into_iter().enumerate() {
            bytes[4 * place..4 * place + 4].copy_from_slice(&set.to_le_bytes());
        }
        bytes[12..14].copy_from_slice(&self.score.to_le_bytes());
        bytes[14] = self.result as u8;
        bytes
    }

    /// The example of these bytes; none if they are none.
    pub fn read(bytes: &[u8; SIZE]) -> Option<Self> {
        let set = |place: usize| {
            let bytes = [0, 1, 2, 3].map(|byte| bytes[4 * place + byte]);
            u32::from_le_bytes(bytes)
        };
        let result = [Outcome::Win, Outcome::Draw, Outcome::Loss]
            .into_iter()
            .find(|&outcome| outcome as u8 == bytes[14])?;
        let score = i16::from_le_bytes([bytes[12], bytes[13]]);
        Some(Record { packed: Packed([set(0), set(1), set(2)]), score, result })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Game, Walker};

    #[test]
    fn what_was_written_is_read() {
        let results = [Outcome::Win, Outcome::Draw, Outcome::Loss];
        for (nth, position) in Walker::new(1).game(Position::start(), 60).iter().enumerate() {
            let score = Score::from_eval(17 * nth as i32 - 300);
            let record = Record::new(position, score, results[nth % 3]);
            assert_eq!(Record::read(&record.written()), Some(record));
        }
        assert_eq!(Record::read(&[9; SIZE]), None);
    }
}
