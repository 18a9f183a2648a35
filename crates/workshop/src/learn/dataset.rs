//! The positions of many shards, each once, split into a training set and a validation set.
//!
//! The split is by shards, so by games. The validation set is read first, and no position of it is
//! trained on. The result of a position is the mean over all games of its set that reached it; of
//! the scores of the searches the first counts.

use crate::error::WorkshopError;
use crate::learn::record::Record;
use crate::learn::shards;
use crate::learn::shards::Shards;
use games::checkers::Packed;
use games::{Game, Outcome};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// One shard in this many is for validation.
const VALIDATE_ONE_IN: usize = 25;

/// A position and what it is trained to predict.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Example {
    /// The position, seen by the side to move.
    pub packed: Packed,
    /// The score of a search, in units of the evaluation.
    pub score: i16,
    /// The number of games that reached it.
    records: u32,
    /// The mean result for the side to move, from 0 to 1: 1 for a win, 0.5 for a draw.
    pub points: f32,
}

impl Example {
    fn of(record: &Record) -> Self {
        let (packed, score) = (record.packed, record.score);
        Example { packed, score, records: 1, points: points(record.result) }
    }

    /// Counts another game that reached it.
    fn add(&mut self, result: Outcome) {
        self.records += 1;
        self.points += (points(result) - self.points) / self.records as f32;
    }
}

fn points(result: Outcome) -> f32 {
    match result {
        Outcome::Win => 1.0,
        Outcome::Draw => 0.5,
        Outcome::Loss => 0.0,
    }
}

/// Both sets.
#[derive(Debug)]
pub struct Dataset {
    /// The training set.
    pub training: Vec<Example>,
    /// The validation set.
    pub validation: Vec<Example>,
    /// The number of records of a position that an earlier record has.
    pub repeated: usize,
}

impl Dataset {
    /// Reads all shards of the folders.
    ///
    /// # Errors
    /// A file cannot be read, or there are too few.
    pub fn read(folders: &[PathBuf]) -> Result<Self, WorkshopError> {
        let (mut validation, mut training) = (Vec::new(), Vec::new());
        for folder in folders {
            let paths = Shards::to_read(folder).paths()?;
            for (nth, path) in paths.into_iter().enumerate() {
                if nth % VALIDATE_ONE_IN == 0 { validation.push(path) } else { training.push(path) }
            }
        }
        let mut index = PositionIndex::default();
        let validation = index.read_set(&validation)?;
        let training = index.read_set(&training)?;
        if validation.is_empty() || training.is_empty() {
            let folder = folders.first().map(PathBuf::as_path).unwrap_or(Path::new("."));
            return Err(WorkshopError::TooFewExamples { folder: folder.to_path_buf() });
        }
        Ok(Dataset { training, validation, repeated: index.repeated })
    }
}

/// Where the positions are that were read so far.
#[derive(Default)]
struct PositionIndex {
    /// By the key of a position, the number of its set and its place there. Two of a few million
    /// may have the same key, which loses an example.
    places: HashMap<u64, (u8, u32)>,
    /// The number of sets so far.
    sets: u8,
    repeated: usize,
}

impl PositionIndex {
    /// The examples of one set, without those of an earlier set.
    fn read_set(&mut self, paths: &[PathBuf]) -> Result<Vec<Example>, WorkshopError> {
        self.sets += 1;
        let mut examples = Vec::new();
        for path in paths {
            for record in shards::read(path)? {
                self.add(&record, &mut examples);
            }
        }
        Ok(examples)
    }

    fn add(&mut self, record: &Record, examples: &mut Vec<Example>) {
        let here = (self.sets, examples.len() as u32);
        let (set, place) = *self.places.entry(key(record)).or_insert(here);
        if (set, place) == here {
            examples.push(Example::of(record));
            return;
        }
        self.repeated += 1;
        if set == self.sets {
            examples[place as usize].add(record.result);
        }
    }
}

fn key(record: &Record) -> u64 {
    record.packed.position().key().bits()
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Walker;
    use games::checkers::Position;
    use search::Score;

    #[test]
    fn results_of_a_position_are_averaged_and_the_first_score_counts() {
        let positions = Walker::new(1).game(Position::start(), 2);
        let record = |nth: usize, score, result| {
            Record::new(&positions[nth], Score::from_eval(score), result)
        };
        let mut index = PositionIndex { sets: 1, ..PositionIndex::default() };
        let mut first = Vec::new();
        for (nth, score, result) in [
            (0, 7, Outcome::Win),
            (1, 3, Outcome::Loss),
            (0, 9, Outcome::Win),
            (0, -9, Outcome::Draw),
        ] {
            index.add(&record(nth, score, result), &mut first);
        }
        let seen: Vec<_> = first.iter().map(|e| (e.score, e.records, e.points)).collect();
        assert_eq!(seen[1], (3, 1, 0.0));
        assert_eq!((seen.len(), seen[0].0, seen[0].1), (2, 7, 3));
        assert!((seen[0].2 - 2.5 / 3.0).abs() < 1e-6);
        index.sets = 2;
        let mut second = Vec::new();
        index.add(&record(0, 1, Outcome::Loss), &mut second);
        index.add(&record(2, 5, Outcome::Draw), &mut second);
        assert_eq!((first[0].records, second.len(), index.repeated), (3, 1, 3));
    }
}
