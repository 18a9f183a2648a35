//! The command `workshop match`: two evaluations against each other at a fixed number of nodes a move,
//! each opening with both colors.

use crate::error::WorkshopError;
use crate::learn::openings::opening;
use crate::learn::play::both_games;
use crate::learn::players::Who;
use crate::output::say;
use crate::progress::Progress;
use crate::threads;
use games::Walker;
use statistics::{Elo, GameCounts, PairCounts};

/// Who plays whom.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Whose side the result is told from: learned (the network that is compiled in), by-hand, or a
    /// network's file
    pub(super) first: Who,
    /// Its opponent
    pub(super) second: Who,
    /// Play so many pairs of games
    #[arg(long, default_value_t = 200, value_name = "N")]
    pub(super) pairs: usize,
    /// Nodes a move
    #[arg(long, default_value_t = 2_000, value_name = "N")]
    pub(super) nodes: u64,
    /// What chance depends on
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Threads [default: all processors]
    #[arg(long)]
    pub(super) threads: Option<usize>,
}

/// Plays and tells the result.
///
/// # Errors
/// A network cannot be read, or standard output not be written.
pub fn run(options: &Options) -> Result<(), WorkshopError> {
    say(played(options)?)
}

/// Plays; the result in words.
///
/// # Errors
/// A network cannot be read.
pub fn played(options: &Options) -> Result<String, WorkshopError> {
    let loaded = [options.first.load()?, options.second.load()?];
    let progress = Progress::of(options.pairs as u64, "pairs");
    let played = threads::map(options.pairs, threads::number(options.threads), |pair| {
        let start = opening(&mut Walker::new(options.seed << 32 | pair as u64));
        let players = || loaded.each_ref().map(|player| player.player(options.nodes));
        let scores = both_games(start, players);
        progress.add(1);
        scores
    });
    progress.close();
    let (mut games, mut pairs) = (GameCounts::EMPTY, PairCounts::EMPTY);
    for [black, white] in played {
        games.record(black);
        games.record(white);
        pairs.record(black, white);
    }
    let (won, drawn, lost) = (games.wins(), games.draws(), games.losses());
    Ok(format!("+{won} ={drawn} -{lost}: {}", told(Elo::logistic(&pairs))))
}

fn told(elo: Elo) -> String {
    let number = |number: Option<f64>| number.map_or("?".to_string(), |n| format!("{n:+.0}"));
    format!("{} Elo [{}, {}]", number(elo.value), number(elo.low), number(elo.high))
}
