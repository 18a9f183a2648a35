//! `bench perft`: counts of move sequences, with their speed. Not to be compared with the speed of
//! programs that expand leaves: the legal moves of the last ply are counted, not played.

use crate::bench::bench_game::{BenchGame, game_name};
use agent::time::{Clock, CpuClock};
use clap::Args;
use games::{GameName, divide, perft, with_game};
use std::io::{self, Write};

#[derive(Debug, Args)]
pub struct PerftArgs {
    #[arg(value_parser = game_name())]
    game: GameName,
    /// The greatest depth to count, in plies
    #[arg(value_parser = clap::value_parser!(u32).range(1..=40))]
    depth: u32,
    /// Split the count of the greatest depth by the first move
    #[arg(long)]
    divide: bool,
}

pub fn run(args: &PerftArgs, out: &mut impl Write) -> io::Result<()> {
    with_game!(args.game, Position => if args.divide {
        by_move::<Position>(args.depth, out)
    } else {
        by_depth::<Position>(args.depth, out)
    })
}

fn by_depth<G: BenchGame>(depth: u32, out: &mut impl Write) -> io::Result<()> {
    let [header_depth, leaves, seconds, speed] = ["depth", "leaves", "CPU s", "leaves a second"];
    writeln!(out, "{header_depth:>5}  {leaves:>16}  {seconds:>9}  {speed:>14}")?;
    let mut clock = CpuClock::start();
    let start = G::start();
    for depth in 1..=depth {
        let before = clock.used();
        let leaves = perft(&start, depth);
        let seconds = (clock.used() - before).as_secs_f64();
        let speed = leaves as f64 / seconds.max(1e-9) / 1e6;
        writeln!(out, "{depth:>5}  {leaves:>16}  {seconds:>9.3}  {speed:>12.1} M")?;
    }
    Ok(())
}

fn by_move<G: BenchGame>(depth: u32, out: &mut impl Write) -> io::Result<()> {
    let start = G::start();
    let counts = divide(&start, depth);
    for &(mv, leaves) in &counts {
        writeln!(out, "{:>14}  {leaves:>16}", start.move_text(mv))?;
    }
    let total = counts.iter().map(|&(_, leaves)| leaves).sum::<u64>();
    writeln!(out, "{:>14}  {total:>16}", "total")
}
