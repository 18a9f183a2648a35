//! The command `workshop selfplay`: games of the program against itself at a fixed number of nodes
//! for each move, for the network to learn from.
//!
//! Games begin with some men missing, as many of either side, and some random moves; endings that
//! the tables know are not played out. Only quiet positions are kept: neither side could capture,
//! and the score of the search is close to the static evaluation. So no tactics blur what the
//! network learns. The tables know all positions that the agent's evaluator does not evaluate with
//! its network (`evaluation::checkers::endgame::is_in_dtc_table`), so every position kept is one
//! for the network.

use crate::error::WorkshopError;
use crate::learn::openings::opening;
use crate::learn::play::play;
use crate::learn::players::{EvaluatorChoice, LoadedEvaluator, Player, Thought};
use crate::learn::record::Record;
use crate::learn::shards::Shards;
use crate::output::print_line;
use crate::threads;
use games::checkers::Position;
use games::{Game, MoveHints, Walker};
use progress::Progress;
use std::path::PathBuf;

/// What to play.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// The folder for the examples; shards that it has are not played again
    #[arg(long, default_value = "selfplay-work", value_name = "DIR")]
    pub(super) folder: PathBuf,
    /// Number of shards of 250 games
    #[arg(long, default_value_t = 100, value_name = "N")]
    pub(super) shards: usize,
    /// Nodes for each move, a quarter more or less from game to game
    #[arg(long, default_value_t = 400, value_name = "N")]
    pub(super) nodes: u64,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// The evaluation that plays: network (the one that is compiled in), hand-crafted, or the file
    /// of a network
    #[arg(long, default_value = "network", value_name = "EVALUATION")]
    pub(super) evaluator: EvaluatorChoice,
    /// Number of threads [default: all processors]
    #[arg(long)]
    pub(super) threads: Option<usize>,
}

/// The number of games in a shard.
const GAMES: usize = 250;
/// Games spend most of their turns with this many pieces or fewer.
const FEW_PIECES: u32 = 9;
/// One of this many positions with [`FEW_PIECES`] or fewer is kept.
const KEEP_ONE_IN: u64 = 3;
/// The largest difference between the score of the search and the static evaluation of a quiet
/// position, in units of the evaluation.
const MAX_DIFFERENCE: i32 = 70;

/// Plays the missing shards.
///
/// # Errors
/// A file cannot be written.
pub fn run(options: &Options) -> Result<(), WorkshopError> {
    let evaluator = options.evaluator.load()?;
    let made_with = format!("{} nodes, seed {}, {evaluator}\n", options.nodes, options.seed);
    let shards = Shards::open(&options.folder, &made_with)?;
    let missing: Vec<_> = (0..options.shards).filter(|&number| !shards.has(number)).collect();
    let progress = Progress::new((options.shards * GAMES) as u64, "games");
    progress.skip(((options.shards - missing.len()) * GAMES) as u64);
    let saved = threads::map(missing.len(), threads::count(options.threads), |nth| {
        shards.save(missing[nth], &shard(options, &evaluator, missing[nth], &progress))
    });
    progress.finish();
    saved.into_iter().collect::<Result<(), _>>()?;
    print_line(format_args!("{}: {} shards", options.folder.display(), options.shards))
}

/// The examples of one shard.
fn shard(
    options: &Options,
    evaluator: &LoadedEvaluator,
    number: usize,
    progress: &Progress,
) -> Vec<Record> {
    let mut walker = Walker::new(options.seed << 32 | number as u64);
    let mut records = Vec::new();
    for _ in 0..GAMES {
        let start = opening(&mut walker);
        // So that two games from the same opening differ.
        let nodes = options.nodes * (75 + walker.below(51) as u64) / 100;
        records.extend(examples(start, evaluator.player(nodes)));
        progress.add(1);
    }
    records
}

/// Plays a game and returns its examples.
fn examples(start: Position, player: Box<dyn Player + '_>) -> Vec<Record> {
    let mut kept = Vec::new();
    let result = play(
        start,
        &mut [player],
        |_| 0,
        |at, thought| {
            if is_quiet(at, thought) && is_sampled(at) {
                kept.push((*at, thought.score));
            }
        },
    );
    let outcome = |at: &Position| result.for_side(at.side_to_move());
    kept.iter().map(|(at, score)| Record::new(at, *score, outcome(at))).collect()
}

/// Keeps all positions with many pieces, and a part of those with few, chosen by their keys.
fn is_sampled(at: &Position) -> bool {
    at.count() > FEW_PIECES || at.key().bits().is_multiple_of(KEEP_ONE_IN)
}

/// Is the position quiet enough to be learned from?
fn is_quiet(at: &Position, thought: &Thought) -> bool {
    at.is_quiet()
        && !at.is_threatened()
        && (thought.score.units() - thought.static_eval.units()).abs() <= MAX_DIFFERENCE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_of_one_seed_is_always_the_same_and_its_examples_are_quiet() {
        let again = || {
            let start = opening(&mut Walker::new(7));
            examples(start, LoadedEvaluator::HandCrafted.player(300))
        };
        let records = again();
        assert_eq!(records, again());
        assert!(!records.is_empty());
        for record in records {
            let position = record.packed.position();
            assert!(position.is_quiet() && !position.is_threatened());
        }
    }
}
