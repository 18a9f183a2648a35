//! The command `training tune`: tunes the margins of the search by games of the program against
//! itself with other margins (`spsa.rs`).
//!
//! A change that wins against a copy of the same program may lose to another one that punishes
//! shared mistakes: the numbers found are candidates, to be tested against other programs and on
//! combinations (`crates/evaluation/src/problems`).

mod spsa;

use crate::error::TrainingError;
use crate::learn::{both_games, opening, result_text, tuned_player};
use crate::output::print_line;
use crate::tune::spsa::{Spsa, Trial, unexpected};
use cli::{ProgressLine, file, pool};
use evaluation::checkers::tuning::{PARAMETERS, tuned};
use games::Walker;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub struct TuneArgs {
    /// Number of pairs of games
    #[arg(long, default_value_t = 10_000, value_name = "N")]
    pairs: u64,
    /// Nodes for each move
    #[arg(long, default_value_t = 5_000, value_name = "N")]
    nodes: u64,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file of the numbers found so far; an existing file is continued
    #[arg(long, default_value = "tune.txt", value_name = "FILE")]
    state: PathBuf,
    /// Play this many pairs between the numbers found so far and today's instead of tuning
    #[arg(long, alias = "try-found", value_name = "N", conflicts_with = "pairs")]
    verify: Option<usize>,
    /// Number of threads [default: all processors]
    #[arg(long)]
    threads: Option<usize>,
}

/// The number of pairs that are played before the numbers are updated. Not the number of threads:
/// the result must not depend on it.
const BATCH: u64 = 16;
/// The largest state, in bytes.
const STATE_LIMIT: u64 = 4_096;

pub fn run(options: &TuneArgs) -> Result<(), TrainingError> {
    let mut spsa = load_or_start(options)?;
    if let Some(pairs) = options.verify {
        return verify(options, &spsa, pairs);
    }
    let progress = ProgressLine::new(options.pairs, "pairs");
    progress.skip(spsa.pairs);
    while spsa.pairs < options.pairs {
        let pairs = BATCH.min(options.pairs - spsa.pairs);
        for (trial, result) in batch(options, pairs, &spsa, &progress) {
            spsa.update(&trial, result);
        }
        file::replace(&options.state, header(options) + &spsa.to_text())?;
    }
    progress.finish();
    print_line(format_args!("{:<16} {:>6} {:>6}", "", "today", "found"))?;
    for (parameter, found) in PARAMETERS.iter().zip(spsa.rounded()) {
        print_line(format_args!("{:<16} {:>6} {found:>6}", parameter.name, parameter.value))?;
    }
    Ok(())
}

/// Plays the numbers found so far against today's, and prints the result of the former.
fn verify(options: &TuneArgs, spsa: &Spsa, pairs: usize) -> Result<(), TrainingError> {
    let today = PARAMETERS.map(|parameter| parameter.value);
    let tunings = [spsa.rounded(), today].map(tuned);
    let progress = ProgressLine::new(pairs as u64, "pairs");
    let results = pool::map(pairs, pool::threads(options.threads), |nth| {
        // Not the openings of the tuning, which count up from the same seed.
        let mut walker = Walker::new(!(options.seed << 32 | nth as u64));
        let scores = both_games(opening(&mut walker), || {
            tunings.each_ref().map(|tuning| tuned_player(tuning, options.nodes))
        });
        progress.add(1);
        scores
    });
    progress.finish();
    print_line(result_text(results))
}

/// The state of the file, or a new one.
fn load_or_start(options: &TuneArgs) -> Result<Spsa, TrainingError> {
    let Some(text) = file::read(&options.state, STATE_LIMIT)? else { return Ok(Spsa::start()) };
    match text.strip_prefix(&header(options)) {
        Some(numbers) => Spsa::from_text(&options.state, numbers),
        None => Err(unexpected(&options.state, text.lines().next().unwrap_or_default())),
    }
}

/// The first line of the file: the options that a continued tuning must share.
fn header(options: &TuneArgs) -> String {
    format!("{} nodes, seed {}\n", options.nodes, options.seed)
}

/// Plays pairs of games around the same numbers, and returns their results from -1 to 1.
fn batch(
    options: &TuneArgs,
    pairs: u64,
    spsa: &Spsa,
    progress: &ProgressLine,
) -> Vec<(Trial, f64)> {
    pool::map(pairs as usize, pool::threads(options.threads), |nth| {
        let mut walker = Walker::new(options.seed << 32 | (spsa.pairs + nth as u64));
        let trial = spsa.trial(&mut walker);
        let tunings = trial.variants.map(tuned);
        let scores = both_games(opening(&mut walker), || {
            tunings.each_ref().map(|tuning| tuned_player(tuning, options.nodes))
        });
        progress.add(1);
        (trial, scores.iter().map(|score| score.points() - 0.5).sum())
    })
}
