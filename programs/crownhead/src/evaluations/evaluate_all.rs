//! Evaluates all games that are not evaluated yet, on several cores, keeps each game as soon as it
//! is done, and hands all of them on in their order.

use crate::effort::Effort;
use crate::error::AppError;
use crate::evaluations::evaluated_game::{EvaluatedGame, EvaluationKey};
use crate::evaluations::file::{EvaluationsFile, KnownEvaluations};
use crate::threads::for_each;
use analysis::{Explained, GameEvaluations, PlayedGame};
use cli::ProgressLine;
use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::path::Path;

/// How to evaluate.
#[derive(Clone, Copy, Debug)]
pub struct EvaluationWork<'a> {
    /// The search of each position.
    pub effort: Effort,
    /// Threads.
    pub jobs: NonZeroUsize,
    /// The file that keeps the games; without one they are computed again the next time.
    pub kept_in: Option<&'a Path>,
}

/// Is told the index of a game, its evaluations, and how to print while the progress is shown.
pub type EachEvaluation<'a, G> =
    &'a mut dyn FnMut(usize, GameEvaluations<G>, &ProgressLine) -> Result<(), AppError>;

/// Evaluates games with their numbers. Each is handed to `each_game` as soon as it and all before
/// it are there. What the file keeps from an earlier run is not computed again.
pub fn evaluate_all<G: Explained>(
    games: &[(u32, &PlayedGame<G>)],
    work: EvaluationWork<'_>,
    each_game: EachEvaluation<'_, G>,
) -> Result<(), AppError> {
    let (mut file, mut known) = match work.kept_in {
        Some(path) => EvaluationsFile::open(path).map(|(file, known)| (Some(file), known))?,
        None => (None, KnownEvaluations::new()),
    };
    let keys: Vec<_> = games.iter().map(|(_, game)| EvaluationKey::of(game, work.effort)).collect();
    let wanted: HashSet<_> = keys.iter().collect();
    known.retain(|key, _| wanted.contains(key));
    let read =
        |known: &KnownEvaluations, nth: usize| known.get(&keys[nth])?.evaluations(games[nth].1);
    let mut seen = HashSet::new();
    let missing: Vec<_> = (0..games.len())
        .filter(|&nth| read(&known, nth).is_none() && seen.insert(&keys[nth]))
        .collect();
    let progress = progress_line(games, &missing);
    let mut next = 0;
    let mut hand_on = |known: &KnownEvaluations| -> Result<(), AppError> {
        while next < games.len() {
            let Some(evaluations) = read(known, next) else { return Ok(()) };
            each_game(next, evaluations, &progress)?;
            next += 1;
        }
        Ok(())
    };
    hand_on(&known)?;
    let compute =
        |nth: usize| EvaluatedGame::compute(games[nth].0, games[nth].1, keys[nth].clone());
    for_each(&missing, work.jobs, compute, |evaluated: EvaluatedGame| {
        if let Some(file) = &mut file {
            file.append(&evaluated)?;
        }
        progress.add(evaluated.scores.len() as u64);
        known.insert(evaluated.key.clone(), evaluated);
        hand_on(&known)
    })?;
    match games.get(next) {
        None => Ok(()),
        Some((number, _)) => Err(AppError::File(format!(
            "game {number}: what was computed cannot be read again; please report it as a fault of \
             this program"
        ))),
    }
}

fn progress_line<G: Explained>(games: &[(u32, &PlayedGame<G>)], missing: &[usize]) -> ProgressLine {
    let positions = |game: &PlayedGame<G>| game.positions().len() as u64;
    let total: u64 = games.iter().map(|(_, game)| positions(game)).sum();
    let left: u64 = missing.iter().map(|&nth| positions(games[nth].1)).sum();
    let progress = ProgressLine::new(total, "positions");
    progress.skip(total - left);
    progress
}
