//! Many games, in chunks that threads share and the journal remembers. Only games without a
//! difference are in the journal: the first difference ends the run.

use crate::cases::Common;
use crate::error::SoakError;
use crate::journal::{UnitJournal, UnitResult};
use crate::legality::comparison::CountsByKind;
use crate::legality::game_case::GameCase;
use crate::units::run_missing;
use cli::ProgressLine;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Games between two lines of the journal.
const CHUNK: u64 = 60;

/// The games with the numbers from 0 on.
#[derive(Clone, Copy, Debug)]
pub struct LegalityGames<'a> {
    pub common: &'a Common,
    pub games: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct ComparedChunk {
    unit: u32,
    /// Fewer than [`CHUNK`] at the end of a run; a longer run plays such a chunk again.
    games: u64,
    counts: CountsByKind,
}

impl UnitResult for ComparedChunk {
    fn unit(&self) -> u32 {
        self.unit
    }
}

impl LegalityGames<'_> {
    /// Plays the games that the journal in `folder` does not have, and counts all of them.
    pub fn run(self) -> Result<CountsByKind, SoakError> {
        let common = self.common;
        // The number of games is no option: a run goes on with more of them.
        let mut journal: UnitJournal<ComparedChunk> =
            UnitJournal::of_run("legality", &[], common, &())?;
        let units: Vec<u32> = (0..self.games.div_ceil(CHUNK) as u32).collect();
        journal.done.retain(|&unit, chunk| {
            let numbers = self.chunk(unit);
            !numbers.is_empty() && chunk.games == numbers.end - numbers.start
        });
        let progress = ProgressLine::new(units.len() as u64, "chunks of 60 games");
        progress.skip(journal.done.len() as u64);
        let journal =
            run_missing(&units, common, journal, &progress, |unit, _| self.compare_chunk(unit))?;
        progress.finish();
        let mut counts = CountsByKind::default();
        journal.done.values().for_each(|chunk| counts.add_all(&chunk.counts));
        Ok(counts)
    }

    fn chunk(self, unit: u32) -> Range<u64> {
        let first = u64::from(unit) * CHUNK;
        first..(first + CHUNK).min(self.games)
    }

    fn compare_chunk(self, unit: u32) -> Result<ComparedChunk, SoakError> {
        let numbers = self.chunk(unit);
        let games = numbers.end - numbers.start;
        let mut counts = CountsByKind::default();
        for number in numbers {
            let case = GameCase { seed: self.common.seed, number };
            counts.add(case.name(), case.compare()?);
        }
        Ok(ComparedChunk { unit, games, counts })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn common(folder: &Path, jobs: u32) -> Common {
        Common { folder: folder.to_path_buf(), seed: 3, jobs }
    }

    fn run(games: u64, common: &Common) -> CountsByKind {
        LegalityGames { common, games }.run().expect("no difference")
    }

    #[test]
    fn chunks_cover_the_games_once() {
        let common = common(Path::new(""), 1);
        let games = LegalityGames { common: &common, games: CHUNK + 1 };
        let chunks: Vec<_> = (0..2).map(|unit| games.chunk(unit)).collect();
        assert_eq!(chunks, [0..CHUNK, CHUNK..CHUNK + 1]);
    }

    #[test]
    fn a_run_that_goes_on_counts_what_one_run_counts() {
        let [once, twice] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
        let whole = run(9, &common(once.path(), 2));
        assert!(whole.to_string().contains("\nall: 9 games "), "{whole}");
        let twice = common(twice.path(), 1);
        run(3, &twice);
        assert_eq!(run(9, &twice), whole);
        assert_eq!(run(9, &twice), whole);
    }
}
