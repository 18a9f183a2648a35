//! `bench signature` and `bench speed`: the search on fixed positions to a fixed depth.
//!
//! The *node signature* is the number of nodes visited. It is a fingerprint of the search and the
//! evaluator, as Stockfish's `bench` prints one: the same on every machine.

use crate::bench::bench_game::{BenchGame, SignatureArgs, positions};
use agent::time::{Clock, CpuClock};
use games::with_game;
use search::{Control, DepthLimit, KeyHistory, Progress, TranspositionTable, search};
use std::io::{self, Write};

/// The size of the transposition table, in bytes.
const TABLE_BYTES: usize = 8 << 20;

/// Prints a line with the nodes visited for each game.
pub fn print_signature(args: &SignatureArgs, out: &mut impl Write) -> io::Result<()> {
    for &game in args.games() {
        let nodes = with_game!(game, Position => nodes::<Position>(args.depth));
        writeln!(out, "Bench: {game} {nodes}")?;
    }
    Ok(())
}

/// Prints a line with the nodes visited and the nodes per CPU second for each game.
pub fn print_speed(args: &SignatureArgs, out: &mut impl Write) -> io::Result<()> {
    for &game in args.games() {
        let mut clock = CpuClock::start();
        let before = clock.used();
        let nodes = with_game!(game, Position => nodes::<Position>(args.depth));
        let seconds = (clock.used() - before).as_secs_f64();
        let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
        writeln!(out, "{game}: {nodes} nodes, {seconds:.3} s, {speed:.2} million nodes a second")?;
    }
    Ok(())
}

/// The nodes of all positions of a game, to its own depth if none is given.
fn nodes<G: BenchGame>(depth: Option<i16>) -> u64 {
    let depth = depth.unwrap_or(G::DEPTH);
    positions::<G>().map(|position| searched(&position, &mut DepthLimit(depth)).nodes).sum()
}

/// The progress of a search until the control ends it, beginning with an empty table.
pub fn searched<G: BenchGame>(position: &G, control: &mut impl Control) -> Progress {
    let mut table = TranspositionTable::with_bytes(TABLE_BYTES);
    let path = KeyHistory::starting_at(position, 0);
    match search(position, path, &mut table, control, &mut G::evaluator()) {
        Some(report) => report.progress,
        None => Progress::NONE,
    }
}
