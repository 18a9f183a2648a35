//! The command `training match`: two evaluations against each other at a fixed number of nodes for
//! each move. Each opening is played with both colors; the error of the Elo difference is that of
//! pairs.

use crate::error::TrainingError;
use crate::learn::playing::openings::StartOptions;
use crate::learn::playing::play::both_games;
use crate::learn::playing::players::EvaluatorChoice;
use crate::output::print_line;
use cli::{ProgressLine, pool};
use games::Walker;
use statistics::{Elo, GameCounts, GameScore, PairCounts};

#[derive(Debug, clap::Args)]
pub struct EvaluatorMatchArgs {
    /// An evaluation: network (the one that is compiled in), hand-crafted, or the file of a network
    first: EvaluatorChoice,
    /// Its opponent; the result is that of the first
    second: EvaluatorChoice,
    /// Number of pairs of games
    #[arg(long, default_value_t = 200, value_name = "N")]
    pairs: usize,
    /// Nodes for each move
    #[arg(long, default_value_t = 2_000, value_name = "N")]
    nodes: u64,
    #[command(flatten)]
    start: StartOptions,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of threads [default: all processors]
    #[arg(long)]
    threads: Option<usize>,
}

pub fn run(options: &EvaluatorMatchArgs) -> Result<(), TrainingError> {
    let loaded = [options.first.load()?, options.second.load()?];
    let built_in = EvaluatorChoice::BuiltIn.load()?;
    let progress = ProgressLine::new(options.pairs as u64, "pairs");
    let results = pool::map(options.pairs, pool::threads(options.threads), |pair| {
        let walker = &mut Walker::new(options.seed << 32 | pair as u64);
        let start = options.start.draw(&built_in, walker);
        let scores =
            both_games(start, || loaded.each_ref().map(|player| player.player(options.nodes)));
        progress.add(1);
        scores
    });
    progress.finish();
    print_line(result_text(results))
}

/// The games won, drawn and lost of the first player, and its Elo difference with the error of
/// pairs. Of each pair, the first score is that of its game with Black.
pub fn result_text(results: Vec<[GameScore; 2]>) -> String {
    let (mut games, mut pairs) = (GameCounts::EMPTY, PairCounts::EMPTY);
    for [black, white] in results {
        games.record(black);
        games.record(white);
        pairs.record(black, white);
    }
    let (won, drawn, lost) = (games.wins(), games.draws(), games.losses());
    format!("+{won} ={drawn} -{lost}: {}", elo_text(Elo::logistic(&pairs)))
}

fn elo_text(elo: Elo) -> String {
    format!("{} Elo [{}, {}]", number_text(elo.value), number_text(elo.low), number_text(elo.high))
}

fn number_text(number: Option<f64>) -> String {
    number.map_or("?".to_string(), |n| format!("{n:+.0}"))
}
