//! Many games, in chunks that threads share and a journal remembers.

use crate::counts::CountsByKind;
use crate::error::LegalityError;
use crate::game_case::GameCase;
use crate::journal::{Entry, Journal};
use progress::Progress;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Games between two lines of the journal, and between two steps of the progress line.
const CHUNK: u64 = 60;

/// The games with the numbers from 0 on.
#[derive(Clone, Copy, Debug)]
pub struct GamesRun {
    /// The seed of all games.
    pub seed: u64,
    /// How many.
    pub games: u64,
    /// Threads.
    pub jobs: NonZeroUsize,
}

/// What the threads share.
struct Shared {
    journal: Journal,
    /// Chunks that nobody plays yet, the first of them last.
    waiting: Vec<Range<u64>>,
    counts: CountsByKind,
    failure: Option<LegalityError>,
}

impl GamesRun {
    /// Plays the games that the journal in `folder` does not have, and counts all of them.
    ///
    /// # Errors
    /// The first difference, or a fault of the journal.
    pub fn run(self, folder: &Path) -> Result<CountsByKind, LegalityError> {
        let (journal, entries) = Journal::open(folder, self.seed)?;
        let mut shared =
            Shared { journal, waiting: Vec::new(), counts: CountsByKind::default(), failure: None };
        for chunk in self.chunks() {
            let size = chunk.end - chunk.start;
            match entries.iter().find(|entry| (entry.first, entry.games) == (chunk.start, size)) {
                Some(entry) => shared.counts.add_all(&entry.counts),
                None => shared.waiting.push(chunk),
            }
        }
        shared.waiting.reverse();
        let progress = Progress::new(self.games, "game");
        progress.skip(shared.counts.games());
        let shared = Mutex::new(shared);
        thread::scope(|scope| {
            for _ in 0..self.jobs.get() {
                scope.spawn(|| self.play_chunks(&shared, &progress));
            }
        });
        progress.finish();
        let Shared { counts, failure, .. } =
            shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        failure.map_or(Ok(counts), Err)
    }

    fn chunks(self) -> impl Iterator<Item = Range<u64>> {
        let starts = (0..self.games).step_by(CHUNK as usize);
        starts.map(move |first| first..(first + CHUNK).min(self.games))
    }

    /// Plays one chunk after the other, until none is left or something has failed.
    fn play_chunks(self, shared: &Mutex<Shared>, progress: &Progress) {
        let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);
        let next = || {
            let mut shared = lock();
            if shared.failure.is_some() { None } else { shared.waiting.pop() }
        };
        while let Some(chunk) = next() {
            let size = chunk.end - chunk.start;
            let played = self.play(chunk);
            let mut shared = lock();
            match played.and_then(|entry| shared.journal.add(&entry).map(|()| entry)) {
                Ok(entry) => shared.counts.add_all(&entry.counts),
                Err(error) => shared.failure = shared.failure.take().or(Some(error)),
            }
            drop(shared);
            progress.add(size);
        }
    }

    fn play(self, chunk: Range<u64>) -> Result<Entry, LegalityError> {
        let (first, games) = (chunk.start, chunk.end - chunk.start);
        let mut counts = CountsByKind::default();
        for number in chunk {
            let case = GameCase { seed: self.seed, number };
            counts.add(case.name(), case.compare()?);
        }
        Ok(Entry { seed: self.seed, first, games, counts })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(games: u64, jobs: usize) -> GamesRun {
        GamesRun { seed: 3, games, jobs: NonZeroUsize::new(jobs).expect("not 0") }
    }

    #[test]
    fn chunks_cover_the_games_once() {
        let chunks: Vec<_> = run(CHUNK + 1, 1).chunks().collect();
        assert_eq!(chunks, [0..CHUNK, CHUNK..CHUNK + 1]);
    }

    #[test]
    fn a_run_that_goes_on_counts_what_one_run_counts() {
        let [once, twice] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
        let whole = run(9, 2).run(once.path()).expect("no difference");
        assert_eq!(whole.games(), 9);
        run(3, 1).run(twice.path()).expect("no difference");
        assert_eq!(run(9, 1).run(twice.path()).expect("no difference"), whole);
        assert_eq!(run(9, 1).run(twice.path()).expect("no difference"), whole);
    }
}
