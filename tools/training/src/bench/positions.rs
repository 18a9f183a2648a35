//! `bench positions`: positions of games of the program against itself, for `fixtures/bench`.
//!
//! Random positions would be of a kind that the search rarely meets; so only the first moves of a
//! game are random, the others are the search's own.

use crate::bench::bench_game::{BenchGame, game_name, line};
use clap::Args;
use games::{GameName, Walker, with_game};
use search::{KeyHistory, NodeLimit, TranspositionTable, search};
use std::io::{self, Write};

#[derive(Debug, Args)]
pub struct PositionsArgs {
    #[arg(value_parser = game_name())]
    game: GameName,
    /// How many positions, each of another game
    count: u64,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Nodes for each move of a game
    #[arg(long, default_value_t = 5_000, value_name = "N")]
    nodes: u64,
    /// The last position may come after this many plies
    #[arg(long, default_value_t = 60, value_name = "N")]
    plies: usize,
}

/// Random moves at the start of a game.
const RANDOM_PLIES: usize = 4;
/// The size of the transposition table, in bytes: 16 for each node is enough for few nodes.
const TABLE_BYTES: usize = 1 << 20;

pub fn run(args: &PositionsArgs, out: &mut impl Write) -> io::Result<()> {
    with_game!(args.game, Position => print::<Position>(args, out))
}

fn print<G: BenchGame>(args: &PositionsArgs, out: &mut impl Write) -> io::Result<()> {
    let PositionsArgs { count, seed, nodes, plies, .. } = *args;
    // From the opening to the end of a game in equal steps.
    for nth in 0..count {
        let plies = RANDOM_PLIES + plies * nth as usize / count.max(1) as usize;
        let position = played::<G>(&mut Walker::new(seed << 32 | nth), plies, nodes);
        writeln!(out, "{}", line(&position))?;
    }
    Ok(())
}

/// The position of a game after this number of plies, or the last one that is worth a search.
fn played<G: BenchGame>(walker: &mut Walker, plies: usize, nodes: u64) -> G {
    let mut positions = walker.game(G::start(), RANDOM_PLIES);
    let mut here = positions.swap_remove(positions.len() - 1);
    let mut history = KeyHistory::starting_at(&here, 0);
    let mut table = TranspositionTable::with_bytes(TABLE_BYTES);
    let mut evaluator = G::evaluator();
    for _ in RANDOM_PLIES..plies {
        let limit = &mut NodeLimit(nodes);
        let report = search(&here, history.clone(), &mut table, limit, &mut evaluator);
        let Some(report) = report.filter(|report| !report.progress.score.is_mate()) else { break };
        let next = here.play(report.best);
        history.played(&next, here.finality(report.best));
        here = next;
    }
    here
}
