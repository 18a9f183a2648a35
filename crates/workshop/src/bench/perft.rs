//! `bench perft`: leaf counts with their speed.

use crate::bench::names::GameName;
use clap::Args;
use crownhead::time::{Clock, CpuClock};
use games::checkers::Position;
use games::{Game, Notation, divide, perft};

/// What to count.
#[derive(Debug, Args)]
pub struct Options {
    game: GameName,
    /// The greatest depth to count, in plies
    #[arg(value_parser = clap::value_parser!(u32).range(1..=40))]
    depth: u32,
    /// Split the count of the greatest depth by the first move
    #[arg(long)]
    divide: bool,
}

/// Counts and prints.
pub fn run(options: &Options) {
    match options.game {
        GameName::Checkers if options.divide => print_divided::<Position>(options.depth),
        GameName::Checkers => print_depths::<Position>(options.depth),
    }
}

fn print_depths<G: Game>(greatest: u32) {
    println!("{:>5}  {:>16}  {:>9}  {:>14}", "depth", "leaves", "CPU s", "leaves a second");
    let mut clock = CpuClock::start();
    let start = G::start();
    for depth in 1..=greatest {
        let before = clock.used();
        let leaves = perft(&start, depth);
        let seconds = (clock.used() - before).as_secs_f64();
        let speed = leaves as f64 / seconds.max(1e-9) / 1e6;
        println!("{depth:>5}  {leaves:>16}  {seconds:>9.3}  {speed:>12.1} M");
    }
}

fn print_divided<G: Notation>(depth: u32) {
    let start = G::start();
    let split = divide(&start, depth);
    for &(mv, leaves) in &split {
        println!("{:>8}  {leaves:>16}", start.move_text(mv));
    }
    println!("{:>8}  {:>16}", "total", split.iter().map(|&(_, leaves)| leaves).sum::<u64>());
}
