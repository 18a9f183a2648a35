//! The command `workshop selfplay`: games of the program against itself at a fixed number of nodes a
//! move, for the network to learn from.
//!
//! Games begin with some men missing, as many of either side, and some random moves; ends that the
//! endgame tables know are not played out. A position is kept if it can be judged as it stands: neither
//! side could capture, and the search that chose the move thinks of it about what the evaluation says.

use crate::error::WorkshopError;
use crate::learn::openings::opening;
use crate::learn::play::play;
use crate::learn::players::{Loaded, Player, Thought, Who};
use crate::learn::record::Record;
use crate::learn::shards::Shards;
use crate::output::say;
use crate::progress::Progress;
use crate::threads;
use games::checkers::Position;
use games::{Game, MoveHints, Walker};
use std::path::PathBuf;

/// What to play.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// The folder for the examples; games that are there are not played again
    #[arg(long, default_value = "selfplay-work", value_name = "DIR")]
    pub(super) folder: PathBuf,
    /// Play so many shards of 250 games
    #[arg(long, default_value_t = 100, value_name = "N")]
    pub(super) shards: usize,
    /// Nodes a move, a quarter more or less from game to game
    #[arg(long, default_value_t = 400, value_name = "N")]
    pub(super) nodes: u64,
    /// What chance depends on
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Who judges: learned (the network that is compiled in), by-hand, or a network's file
    #[arg(long, default_value = "learned", value_name = "WHO")]
    pub(super) judge: Who,
    /// Threads [default: all processors]
    #[arg(long)]
    pub(super) threads: Option<usize>,
}

/// The games of a shard.
const GAMES: usize = 250;
/// With so many pieces or fewer, ...
const FEW_PIECES: u32 = 9;
/// ... one position of so many is kept.
const PART_OF_FEW: u64 = 3;
/// How far search and evaluation may be apart where a position is calm.
const CALM: i32 = 70;

/// Plays what is missing.
///
/// # Errors
/// A file cannot be written.
pub fn run(options: &Options) -> Result<(), WorkshopError> {
    let judge = options.judge.load()?;
    let about = format!("{} nodes, seed {}, {judge}\n", options.nodes, options.seed);
    let shards = Shards::of_games(&options.folder, &about)?;
    let missing: Vec<_> = (0..options.shards).filter(|&number| !shards.has(number)).collect();
    let progress = Progress::of((options.shards * GAMES) as u64, "games");
    progress.skip(((options.shards - missing.len()) * GAMES) as u64);
    let kept = threads::map(missing.len(), threads::number(options.threads), |nth| {
        shards.keep(missing[nth], &played(options, &judge, missing[nth], &progress))
    });
    progress.close();
    kept.into_iter().collect::<Result<(), _>>()?;
    say(format_args!("{}: {} shards", options.folder.display(), options.shards))
}

/// The examples of one shard.
fn played(options: &Options, judge: &Loaded, shard: usize, progress: &Progress) -> Vec<Record> {
    let mut walker = Walker::new(options.seed << 32 | shard as u64);
    let mut records = Vec::new();
    for _ in 0..GAMES {
        let start = opening(&mut walker);
        // No two games alike, even if they begin alike.
        let nodes = options.nodes * (75 + walker.below(51) as u64) / 100;
        records.extend(examples(start, judge.player(nodes)));
        progress.add(1);
    }
    records
}

/// Plays a game and returns its examples.
fn examples(start: Position, player: Box<dyn Player + '_>) -> Vec<Record> {
    let mut kept = Vec::new();
    let played = play(
        start,
        &mut [player],
        |_| 0,
        |at, thought| {
            if is_quiet(at, thought) && is_wanted(at) {
                kept.push((*at, thought.score));
            }
        },
    );
    let result = |at: &Position| played.for_side(at.side_to_move());
    kept.iter().map(|(at, score)| Record::new(at, *score, result(at))).collect()
}

/// Games spend most of their turns with few pieces: of those positions only a part is kept, by chance.
fn is_wanted(at: &Position) -> bool {
    at.count() > FEW_PIECES || at.key().bits().is_multiple_of(PART_OF_FEW)
}

fn is_quiet(at: &Position, thought: &Thought) -> bool {
    at.is_quiet()
        && !at.is_threatened()
        && (thought.score.units() - thought.static_eval.units()).abs() <= CALM
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_of_one_seed_is_always_the_same_and_its_examples_are_calm() {
        let again = || {
            let start = opening(&mut Walker::new(7));
            examples(start, Loaded::HandCrafted.player(300))
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
