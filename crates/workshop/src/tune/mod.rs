//! The command `workshop tune`: better margins for the search, found by games of the program against
//! itself with other margins (`spsa.rs`).
//!
//! What wins here may lose against a stranger who punishes what one's own kind overlooks: the found
//! numbers are candidates, to be proved against other programs and by `tests/tactics.rs`.

mod spsa;

use crate::error::WorkshopError;
use crate::learn::{both_games, opening, tuned_player};
use crate::output::say;
use crate::progress::Progress;
use crate::threads;
use evaluation::checkers::tuning::{PARAMETERS, tuned};
use formats::file;
use games::Walker;
use spsa::{Spsa, Trial};
use statistics::GameScore;
use std::path::PathBuf;

/// What to play.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Play so many pairs of games
    #[arg(long, default_value_t = 10_000, value_name = "N")]
    pairs: u64,
    /// Nodes a move
    #[arg(long, default_value_t = 5_000, value_name = "N")]
    nodes: u64,
    /// What chance depends on
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where the numbers are kept as they are found; a file that is there is gone on with
    #[arg(long, default_value = "tune.txt", value_name = "FILE")]
    state: PathBuf,
    /// Threads [default: all processors]
    #[arg(long)]
    threads: Option<usize>,
}

/// The pairs that are played with the same numbers in between. Not the number of threads: the result
/// must not depend on it.
const BATCH: u64 = 16;
/// No state is longer.
const STATE_LIMIT: u64 = 4_096;

/// Plays, and tells what was found.
///
/// # Errors
/// The state cannot be read or written.
pub fn run(options: &Options) -> Result<(), WorkshopError> {
    let mut spsa = begun(options)?;
    let progress = Progress::of(options.pairs, "pairs");
    progress.skip(spsa.pairs);
    while spsa.pairs < options.pairs {
        let pairs = BATCH.min(options.pairs - spsa.pairs);
        for (trial, result) in batch(options, pairs, &spsa, &progress) {
            spsa.learn(&trial, result);
        }
        file::replace(&options.state, about(options) + &spsa.written())?;
    }
    progress.close();
    say(format_args!("{:<16} {:>6} {:>6}", "", "today", "found"))?;
    for (knob, found) in PARAMETERS.iter().zip(spsa.rounded()) {
        say(format_args!("{:<16} {:>6} {found:>6}", knob.name, knob.value))?;
    }
    Ok(())
}

/// The state that is there, or a new one.
fn begun(options: &Options) -> Result<Spsa, WorkshopError> {
    let Some(text) = file::read(&options.state, STATE_LIMIT)? else { return Ok(Spsa::begin()) };
    let refused = |line: &str| {
        let (path, line) = (options.state.clone(), line.to_string());
        WorkshopError::NoTuning { path, line }
    };
    let numbers = text.strip_prefix(&about(options));
    let numbers = numbers.ok_or_else(|| refused(text.lines().next().unwrap_or_default()))?;
    Spsa::read(numbers).map_err(|line| refused(&line))
}

/// The line that keeps games of other kinds apart.
fn about(options: &Options) -> String {
    format!("{} nodes, seed {}\n", options.nodes, options.seed)
}

/// What a game adds to the result of a pair.
fn lead(score: &GameScore) -> f64 {
    match score {
        GameScore::Win => 0.5,
        GameScore::Draw => 0.0,
        GameScore::Loss => -0.5,
    }
}

/// Plays some pairs around the same numbers.
fn batch(options: &Options, pairs: u64, spsa: &Spsa, progress: &Progress) -> Vec<(Trial, f64)> {
    threads::map(pairs as usize, threads::number(options.threads), |nth| {
        let mut walker = Walker::new(options.seed << 32 | (spsa.pairs + nth as u64));
        let trial = spsa.trial(&mut walker);
        let tunings = trial.rivals.map(tuned);
        let players = || tunings.each_ref().map(|tuning| tuned_player(tuning, options.nodes));
        let scores = both_games(opening(&mut walker), players);
        progress.add(1);
        (trial, scores.iter().map(lead).sum())
    })
}
