//! `bench depths`: how deep the search of checkers comes in a given time.

use crate::bench::bench_game::positions;
use crate::bench::signature::searched;
use agent::time::{Clock, CpuClock, Deadline};
use clap::Args;
use cli::values;
use games::checkers::Position;
use std::io::{self, Write};
use std::time::Duration;

#[derive(Debug, Args)]
pub struct DepthsArgs {
    /// CPU seconds for each position
    #[arg(long, alias = "time", default_value = "0.05", value_name = "SECONDS", value_parser = values::duration)]
    move_time: Duration,
}

/// Prints a line for each of the signature's positions, and the mean depth.
pub fn run(options: &DepthsArgs, out: &mut impl Write) -> io::Result<()> {
    let time = options.move_time;
    writeln!(out, "position  pieces  depth      nodes  milliseconds  score")?;
    let mut depths = Vec::new();
    for (nth, position) in positions::<Position>().enumerate() {
        let mut clock = CpuClock::start();
        let begun = clock.used();
        let found = searched(&position, &mut Deadline::in_cpu_time(time));
        let milliseconds = (clock.used() - begun).as_secs_f64() * 1e3;
        let pieces = position.count();
        let (depth, score) = (found.depth.plies(), found.score.units());
        writeln!(
            out,
            "{:>8}  {pieces:>6}  {depth:>5}  {:>9}  {milliseconds:>12.1}  {score:>5}",
            nth + 1,
            found.nodes
        )?;
        depths.push(f64::from(depth));
    }
    let mean = depths.iter().sum::<f64>() / depths.len().max(1) as f64;
    writeln!(out, "mean depth {mean:.1}")
}
