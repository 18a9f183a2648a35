//! `bench perft`: counts of move sequences, with their speed. Not to be compared with the speed of
//! programs that expand leaves: the legal moves of the last ply are counted, not played.

use crate::bench::bench_game::{BenchGame, Measurement, game_name, measure};
use clap::Args;
use crownhead::time::{Clock, CpuClock};
use games::GameName;
use games::{divide, perft};
use std::io::{self, Write};

#[derive(Debug, Args)]
pub struct Options {
    #[arg(value_parser = game_name())]
    game: GameName,
    /// The greatest depth to count, in plies
    #[arg(value_parser = clap::value_parser!(u32).range(1..=40))]
    depth: u32,
    /// Split the count of the greatest depth by the first move
    #[arg(long)]
    divide: bool,
}

pub fn run(options: &Options, out: &mut impl Write) -> io::Result<()> {
    let depth = options.depth;
    if options.divide {
        measure(options.game, &mut ByMove { depth, out })
    } else {
        measure(options.game, &mut ByDepth { depth, out })
    }
}

/// One line for each depth.
struct ByDepth<'a, W> {
    depth: u32,
    out: &'a mut W,
}

impl<W: Write> Measurement for ByDepth<'_, W> {
    fn run<G: BenchGame>(&mut self) -> io::Result<()> {
        let header = ["depth", "leaves", "CPU s", "leaves a second"];
        let [depth, leaves, seconds, speed] = header;
        writeln!(self.out, "{depth:>5}  {leaves:>16}  {seconds:>9}  {speed:>14}")?;
        let mut clock = CpuClock::start();
        let start = G::start();
        for depth in 1..=self.depth {
            let before = clock.used();
            let leaves = perft(&start, depth);
            let seconds = (clock.used() - before).as_secs_f64();
            let speed = leaves as f64 / seconds.max(1e-9) / 1e6;
            writeln!(self.out, "{depth:>5}  {leaves:>16}  {seconds:>9.3}  {speed:>12.1} M")?;
        }
        Ok(())
    }
}

/// One line for each first move.
struct ByMove<'a, W> {
    depth: u32,
    out: &'a mut W,
}

impl<W: Write> Measurement for ByMove<'_, W> {
    fn run<G: BenchGame>(&mut self) -> io::Result<()> {
        let start = G::start();
        let counts = divide(&start, self.depth);
        for &(mv, leaves) in &counts {
            writeln!(self.out, "{:>14}  {leaves:>16}", start.move_text(mv))?;
        }
        let total = counts.iter().map(|&(_, leaves)| leaves).sum::<u64>();
        writeln!(self.out, "{:>14}  {total:>16}", "total")
    }
}
