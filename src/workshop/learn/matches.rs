//! The command `workshop match`: two evaluations against each other at a fixed number of nodes a move,
//! each opening with both colors.

use crate::board::Side;
use crate::game::{Outcome, Walker};
use crate::statistics::{Elo, GameCounts, GameScore, PairCounts};
use crate::workshop::error::WorkshopError;
use crate::workshop::learn::openings::opening;
use crate::workshop::learn::play::play;
use crate::workshop::learn::players::{Loaded, Who};
use crate::workshop::output::say;
use crate::workshop::progress::Progress;
use crate::workshop::threads;

/// Who plays whom.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Whose side the result is told from: learned (the network that is compiled in), by-hand, or a
    /// network's file
    first: Who,
    /// Its opponent
    second: Who,
    /// Play so many pairs of games
    #[arg(long, default_value_t = 200, value_name = "N")]
    pairs: usize,
    /// Nodes a move
    #[arg(long, default_value_t = 2_000, value_name = "N")]
    nodes: u64,
    /// What chance depends on
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads [default: all processors]
    #[arg(long)]
    threads: Option<usize>,
}

/// Plays and tells the result.
///
/// # Errors
/// A network cannot be read, or standard output not be written.
pub fn run(options: &Options) -> Result<(), WorkshopError> {
    let loaded = [options.first.load()?, options.second.load()?];
    let progress = Progress::of(options.pairs as u64, "pairs");
    let played = threads::map(options.pairs, threads::number(options.threads), |pair| {
        let scores = both_games(options, &loaded, pair);
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
    say(format_args!("+{won} ={drawn} -{lost}: {}", told(Elo::logistic(&pairs))))
}

/// The results of one opening for the first player, who has Black and then White.
fn both_games(options: &Options, loaded: &[Loaded; 2], pair: usize) -> [GameScore; 2] {
    let start = opening(&mut Walker::new(options.seed << 32 | pair as u64));
    Side::ALL.map(|first| {
        let mut players = loaded.each_ref().map(|player| player.player(options.nodes));
        let seat = |side: Side| usize::from(side != first);
        match play(start, &mut players, seat, |_, _| {}).for_side(first) {
            Outcome::Win => GameScore::Win,
            Outcome::Draw => GameScore::Draw,
            Outcome::Loss => GameScore::Loss,
        }
    })
}

fn told(elo: Elo) -> String {
    let number = |number: Option<f64>| number.map_or("?".to_string(), |n| format!("{n:+.0}"));
    format!("{} Elo [{}, {}]", number(elo.value), number(elo.low), number(elo.high))
}
