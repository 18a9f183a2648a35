//! `bench depths`: how deep the search of checkers comes in a given time.

use crate::bench::bench_game::positions;
use crate::bench::signature::searched;
use agent::time::{Clock, CpuClock, Deadline};
use clap::Args;
use games::checkers::Position;
use std::io::{self, Write};
use std::time::Duration;

#[derive(Debug, Args)]
pub struct DepthsArgs {
    /// CPU seconds for each position
    #[arg(long, default_value_t = 0.05, value_name = "SECONDS", value_parser = seconds)]
    time: f64,
}

/// The largest `--time`, in CPU seconds.
const MAX_SECONDS: f64 = 3_600.0;

fn seconds(word: &str) -> Result<f64, String> {
    let seconds = word.parse::<f64>().ok().filter(|s| *s > 0.0 && *s <= MAX_SECONDS);
    seconds.ok_or_else(|| format!("expected seconds above 0 and up to {MAX_SECONDS}"))
}

/// Prints a line for each of the signature's positions, and the mean depth.
pub fn run(options: &DepthsArgs, out: &mut impl Write) -> io::Result<()> {
    let time = Duration::from_secs_f64(options.time);
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
