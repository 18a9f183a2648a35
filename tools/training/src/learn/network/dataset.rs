//! The positions of many shards, each once, split into a training set and a validation set.
//!
//! The split is by shards, so by games. The validation set is read first, and no position of it is
//! trained on. The target of a position is the mean over all games of its set that reached it.

use crate::error::TrainingError;
use crate::learn::network::targets::Targets;
use crate::learn::playing::shards;
use crate::learn::playing::shards::Shards;
use games::Game;
use games::checkers::PackedPosition;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// One shard in this many is for validation.
const VALIDATE_ONE_IN: usize = 25;

/// A position and what it is trained to predict.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Example {
    /// The position, seen by the side to move.
    pub packed: PackedPosition,
    records: u32,
    /// The mean of their targets: the probability of winning for the side to move, 0 to 1.
    pub target: f32,
}

impl Example {
    pub fn of(packed: PackedPosition, target: f32) -> Self {
        Example { packed, records: 1, target }
    }

    fn add(&mut self, target: f32) {
        self.records += 1;
        self.target += (target - self.target) / self.records as f32;
    }
}

#[derive(Debug)]
pub struct Dataset {
    pub training: Vec<Example>,
    pub validation: Vec<Example>,
    /// The number of records of a position that an earlier record has.
    pub repeated: usize,
}

impl Dataset {
    pub fn read(folders: &[PathBuf], targets: &Targets) -> Result<Self, TrainingError> {
        let (mut validation, mut training) = (Vec::new(), Vec::new());
        for folder in folders {
            let paths = Shards::to_read(folder).paths()?;
            for (nth, path) in paths.into_iter().enumerate() {
                if nth % VALIDATE_ONE_IN == 0 { validation.push(path) } else { training.push(path) }
            }
        }
        let mut index = PositionIndex::default();
        let validation = index.read_set(&validation, targets)?;
        let training = index.read_set(&training, targets)?;
        if validation.is_empty() || training.is_empty() {
            let folder = folders.first().map(PathBuf::as_path).unwrap_or(Path::new("."));
            let folder = folder.display();
            return Err(TrainingError::Failed(format!(
                "{folder} has too few examples: run training selfplay first"
            )));
        }
        Ok(Dataset { training, validation, repeated: index.repeated })
    }
}

#[derive(Default)]
struct PositionIndex {
    /// By the key of a position, the number of its set and its place there. Two of a few million
    /// may have the same key, which loses an example.
    places: HashMap<u64, (u8, u32)>,
    sets: u8,
    repeated: usize,
}

impl PositionIndex {
    /// The examples of one set, without those of an earlier set.
    fn read_set(
        &mut self,
        paths: &[PathBuf],
        targets: &Targets,
    ) -> Result<Vec<Example>, TrainingError> {
        self.sets += 1;
        let mut examples = Vec::new();
        for path in paths {
            let records = shards::read(path)?;
            for (record, target) in records.iter().zip(targets.of(&records)) {
                self.add(record.packed, target, &mut examples);
            }
        }
        Ok(examples)
    }

    fn add(&mut self, packed: PackedPosition, target: f32, examples: &mut Vec<Example>) {
        let here = (self.sets, examples.len() as u32);
        let (set, place) = *self.places.entry(packed.position().key().bits()).or_insert(here);
        if (set, place) == here {
            examples.push(Example::of(packed, target));
            return;
        }
        self.repeated += 1;
        if set == self.sets {
            examples[place as usize].add(target);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Walker;
    use games::checkers::Position;

    #[test]
    fn targets_of_a_position_are_averaged() {
        let positions = Walker::new(1).game(Position::start(), 2);
        let packed = |nth: usize| PackedPosition::of(&positions[nth]);
        let mut index = PositionIndex { sets: 1, ..PositionIndex::default() };
        let mut first = Vec::new();
        for (nth, target) in [(0, 1.0), (1, 0.0), (0, 1.0), (0, 0.5)] {
            index.add(packed(nth), target, &mut first);
        }
        let seen: Vec<_> = first.iter().map(|e| (e.records, e.target)).collect();
        assert_eq!(seen[1], (1, 0.0));
        assert_eq!((seen.len(), seen[0].0), (2, 3));
        assert!((seen[0].1 - 2.5 / 3.0).abs() < 1e-6);
        index.sets = 2;
        let mut second = Vec::new();
        index.add(packed(0), 0.0, &mut second);
        index.add(packed(2), 0.5, &mut second);
        assert_eq!((first[0].records, second.len(), index.repeated), (3, 1, 3));
    }
}
