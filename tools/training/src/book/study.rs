//! Studies: the results of long searches of opening positions, and their files.
//!
//! A study is 16 bytes and two for each choice of the position, little-endian: the position
//! (`packed.rs` of the game), its score for the side to move, the index of the choice that the
//! search took, the number of choices, and for each choice the score of a short search, for the
//! same side. A file holds any number of them, one after the other.

use evaluation::checkers::CheckersEvaluator;
use evaluation::checkers::book::distinct_moves;
use games::Game;
use games::checkers::{PackedPosition, Position};
use search::{KeyHistory, NodeLimit, TranspositionTable, search};

/// The searches of a position with more than one choice (distinct move). Scores are in units of the
/// evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Study {
    pub packed: PackedPosition,
    /// Its score after the long search, for the side to move.
    pub score: i16,
    /// The index of the choice that this search took.
    pub best: u8,
    /// The scores of all choices after short searches, for the side to move.
    pub choices: Vec<i16>,
}

/// The size of the transposition table, in bytes for each node of the search.
const TABLE_BYTES_PER_NODE: usize = 16;
/// The nodes of the long search, divided by those of all short searches together.
const LONG_TO_SHORT: u64 = 2;
/// The size of a study without its choices, in bytes.
const HEADER: usize = 16;

impl Study {
    /// Searches a position with this number of nodes; `None` if it has fewer than two choices.
    pub fn of(packed: PackedPosition, nodes: u64) -> Option<Self> {
        let position = packed.position();
        let after = distinct_moves(&position);
        if after.len() < 2 {
            return None;
        }
        let short = nodes / LONG_TO_SHORT / after.len() as u64;
        let scores = after
            .iter()
            .map(|&(after, _)| match searched(&after.position(), short) {
                Some((score, _)) => -score,
                None => i16::MAX,
            })
            .collect();
        let (score, best) = searched(&position, nodes)?;
        let best = after.iter().position(|&(after, _)| after == best)?;
        Some(Study { packed, score, best: best as u8, choices: scores })
    }

    pub fn encode<'a>(studies: impl IntoIterator<Item = &'a Study>) -> Vec<u8> {
        studies.into_iter().flat_map(Study::bytes).collect()
    }

    fn bytes(&self) -> Vec<u8> {
        let sets = self.packed.0.into_iter().flat_map(u32::to_le_bytes);
        let counts = [self.best, self.choices.len() as u8];
        let scores = self.choices.iter().flat_map(|score| score.to_le_bytes());
        sets.chain(self.score.to_le_bytes()).chain(counts).chain(scores).collect()
    }

    /// The studies of these bytes; `None` if they are not studies.
    pub fn decode(mut bytes: &[u8]) -> Option<Vec<Study>> {
        let mut studies = Vec::new();
        while !bytes.is_empty() {
            let (head, rest) = bytes.split_first_chunk::<HEADER>()?;
            let set =
                |nth: usize| head[4 * nth..].first_chunk().map(|&set| u32::from_le_bytes(set));
            let packed = PackedPosition([set(0)?, set(1)?, set(2)?]);
            let [.., low, high, best, count] = *head;
            let (scores, rest) = rest.split_at_checked(2 * usize::from(count))?;
            let choices: Vec<_> =
                scores.as_chunks().0.iter().map(|&score| i16::from_le_bytes(score)).collect();
            let score = i16::from_le_bytes([low, high]);
            studies.push(Study { packed, score, best, choices });
            bytes = rest;
        }
        Some(studies)
    }
}

/// The score of a position for its side to move, and the position after the best move.
fn searched(position: &Position, nodes: u64) -> Option<(i16, PackedPosition)> {
    let mut table = TranspositionTable::with_bytes(TABLE_BYTES_PER_NODE * nodes as usize);
    let path = KeyHistory::starting_at(position, 0);
    let report = search(
        position,
        path,
        &mut table,
        &mut NodeLimit(nodes),
        &mut CheckersEvaluator::built_in(),
    )?;
    let after = PackedPosition::of(&position.play(report.best));
    Some((report.progress.score.units() as i16, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_study_is_read_as_it_was_written() {
        let start =
            Study::of(PackedPosition::of(&Position::start()), 2_000).expect("seven choices");
        assert_eq!(start.choices.len(), 7);
        assert!(usize::from(start.best) < 7);
        let bytes = Study::encode([&start, &start]);
        assert_eq!(Study::decode(&bytes), Some(vec![start.clone(), start]));
        assert_eq!(Study::decode(&bytes[1..]), None);
        assert_eq!(Study::decode(&[]), Some(Vec::new()));
    }
}
