//! Many games, in chunks that threads share and the journal remembers. Only games without a
//! difference are in the journal: the first difference ends the run.

use crate::error::SoakError;
use crate::journal::{UnitJournal, UnitResult};
use crate::legality::counts::CountsByKind;
use crate::legality::game_case::GameCase;
use crate::units::run_missing;
use cli::ProgressLine;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::path::Path;

/// Games between two lines of the journal.
const CHUNK: u64 = 60;

/// The games with the numbers from 0 on.
#[derive(Clone, Copy, Debug)]
pub struct LegalityGames {
    pub seed: u64,
    pub games: u64,
    pub jobs: u32,
}

/// The first line of the journal. It has no number of games: a run goes on with more of them.
#[derive(Debug, Serialize)]
struct LegalityHeader {
    run: &'static str,
    seed: u64,
}

/// A chunk of games that agreed.
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

impl LegalityGames {
    /// Plays the games that the journal in `folder` does not have, and counts all of them.
    pub fn run(self, folder: &Path) -> Result<CountsByKind, SoakError> {
        let header = LegalityHeader { run: "legality", seed: self.seed };
        let mut journal: UnitJournal<ComparedChunk> = UnitJournal::open(folder, &header)?;
        let units: Vec<u32> = (0..self.games.div_ceil(CHUNK) as u32).collect();
        let is_whole = |unit, chunk: &ComparedChunk| {
            let numbers = self.chunk(unit);
            !numbers.is_empty() && chunk.games == numbers.end - numbers.start
        };
        journal.done.retain(|&unit, chunk| is_whole(unit, chunk));
        let progress = ProgressLine::new(units.len() as u64, "chunks of 60 games");
        progress.skip(journal.done.len() as u64);
        let journal =
            run_missing(&units, self.jobs, journal, &progress, |unit, _| self.compare_chunk(unit))?;
        progress.finish();
        let mut counts = CountsByKind::default();
        journal.done.values().for_each(|chunk| counts.add_all(&chunk.counts));
        Ok(counts)
    }

    /// The numbers of the games of a unit.
    fn chunk(self, unit: u32) -> Range<u64> {
        let first = u64::from(unit) * CHUNK;
        first..(first + CHUNK).min(self.games)
    }

    fn compare_chunk(self, unit: u32) -> Result<ComparedChunk, SoakError> {
        let numbers = self.chunk(unit);
        let games = numbers.end - numbers.start;
        let mut counts = CountsByKind::default();
        for number in numbers {
            let case = GameCase { seed: self.seed, number };
            counts.add(case.name(), case.compare()?);
        }
        Ok(ComparedChunk { unit, games, counts })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(games: u64, jobs: u32) -> LegalityGames {
        LegalityGames { seed: 3, games, jobs }
    }

    #[test]
    fn chunks_cover_the_games_once() {
        let chunks: Vec<_> = (0..2).map(|unit| run(CHUNK + 1, 1).chunk(unit)).collect();
        assert_eq!(chunks, [0..CHUNK, CHUNK..CHUNK + 1]);
    }

    #[test]
    fn a_run_that_goes_on_counts_what_one_run_counts() {
        let [once, twice] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
        let whole = run(9, 2).run(once.path()).expect("no difference");
        assert!(whole.to_string().contains("\nall: 9 games "), "{whole}");
        run(3, 1).run(twice.path()).expect("no difference");
        assert_eq!(run(9, 1).run(twice.path()).expect("no difference"), whole);
        assert_eq!(run(9, 1).run(twice.path()).expect("no difference"), whole);
    }
}
