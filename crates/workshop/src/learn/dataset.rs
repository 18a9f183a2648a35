//! The positions of many shards, each once, parted into those that are learned from and those that
//! check what was learned.
//!
//! The parting is by shards, so by games; the checking part is read first, and no position of it is
//! learned from. What a position's games came to is averaged over all games of its part that met it;
//! of what searches thought of it the first counts.

use crate::error::WorkshopError;
use crate::learn::record::Record;
use crate::learn::shards;
use crate::learn::shards::Shards;
use games::checkers::Packed;
use games::{Game, Outcome};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// One shard of so many is for checking.
const CHECKING: usize = 25;

/// A position and what is known of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Example {
    /// The position, seen by the side to move.
    pub packed: Packed,
    /// What a search thought of it, in units of the evaluation.
    pub score: i16,
    /// How many records tell of it.
    records: u32,
    /// The mean of what the side to move made of it: 1 for a win, a half for a draw.
    pub points: f32,
}

impl Example {
    fn of(record: &Record) -> Self {
        let (packed, score) = (record.packed, record.score);
        Example { packed, score, records: 1, points: points(record.result) }
    }

    /// It occurred once more.
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

/// What there is to learn from.
#[derive(Debug)]
pub struct Dataset {
    /// Examples to learn from.
    pub training: Vec<Example>,
    /// Examples to check by.
    pub checking: Vec<Example>,
    /// How many records told of a position that had been met before.
    pub repeated: usize,
}

impl Dataset {
    /// Reads all shards of the folders.
    ///
    /// # Errors
    /// A file cannot be read, or there are too few.
    pub fn read(folders: &[PathBuf]) -> Result<Self, WorkshopError> {
        let (mut checking, mut training) = (Vec::new(), Vec::new());
        for folder in folders {
            let paths = Shards::to_read(folder).paths()?;
            for (nth, path) in paths.into_iter().enumerate() {
                if nth % CHECKING == 0 { checking.push(path) } else { training.push(path) }
            }
        }
        let mut gathered = Gathered::default();
        let checking = gathered.part(&checking)?;
        let training = gathered.part(&training)?;
        if checking.is_empty() || training.is_empty() {
            let folder = folders.first().map(PathBuf::as_path).unwrap_or(Path::new("."));
            return Err(WorkshopError::NothingToLearn { folder: folder.to_path_buf() });
        }
        Ok(Dataset { training, checking, repeated: gathered.repeated })
    }
}

/// Where the positions are that were met so far.
#[derive(Default)]
struct Gathered {
    /// By the key of a position, its part and its place there. Two of a few million may share one,
    /// which loses an example.
    places: HashMap<u64, (u8, u32)>,
    parts: u8,
    repeated: usize,
}

impl Gathered {
    /// The examples of one part; what an earlier part holds is left out.
    fn part(&mut self, paths: &[PathBuf]) -> Result<Vec<Example>, WorkshopError> {
        self.parts += 1;
        let mut examples = Vec::new();
        for path in paths {
            for record in shards::read(path)? {
                self.add(&record, &mut examples);
            }
        }
        Ok(examples)
    }

    fn add(&mut self, record: &Record, examples: &mut Vec<Example>) {
        let here = (self.parts, examples.len() as u32);
        let (part, place) = *self.places.entry(key(record)).or_insert(here);
        if (part, place) == here {
            examples.push(Example::of(record));
            return;
        }
        self.repeated += 1;
        if part == self.parts {
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
        let mut gathered = Gathered { parts: 1, ..Gathered::default() };
        let mut first = Vec::new();
        for (nth, score, result) in [
            (0, 7, Outcome::Win),
            (1, 3, Outcome::Loss),
            (0, 9, Outcome::Win),
            (0, -9, Outcome::Draw),
        ] {
            gathered.add(&record(nth, score, result), &mut first);
        }
        let seen: Vec<_> = first.iter().map(|e| (e.score, e.records, e.points)).collect();
        assert_eq!(seen[1], (3, 1, 0.0));
        assert_eq!((seen.len(), seen[0].0, seen[0].1), (2, 7, 3));
        assert!((seen[0].2 - 2.5 / 3.0).abs() < 1e-6);
        gathered.parts = 2;
        let mut second = Vec::new();
        gathered.add(&record(0, 1, Outcome::Loss), &mut second);
        gathered.add(&record(2, 5, Outcome::Draw), &mut second);
        assert_eq!((first[0].records, second.len(), gathered.repeated), (3, 1, 3));
    }
}
