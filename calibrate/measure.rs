//! The measurements, each a few milliseconds but for the speed of the search.

use agent::{
    calibration::Calibration,
    time::{CpuClock, children_cpu_time},
};
use cli::{FileError, file};
use evaluation::checkers::CheckersEvaluator;
use games::{Game, Walker, checkers::Position};
use search::{KeyHistory, NodeLimit, TranspositionTable, search};
use std::io::{Write, stdout};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// The argument with which this program prints its own start and end.
pub const PROBE: &str = "--probe";

const READINGS: u32 = 2_000;
const WRITES: u32 = 20;
const PROBES: u32 = 20;
/// CPU time for the speed of the search.
const SPEED_TIME: Duration = Duration::from_millis(1_500);
const NODES_PER_SEARCH: u64 = 100_000;
const TABLE_BYTES: usize = 4 << 20;
/// Depth of the random walks to the positions that are searched: the early middle game.
const WALK_PLIES: usize = 14;
/// A longer step is a tick of the timer, which `time/clock.rs` allows for by itself.
const SHORTEST_TICK: Duration = Duration::from_micros(500);

/// The cost of the clock and its least step, in microseconds.
pub struct ClockFigures {
    pub read_us: f64,
    pub step_us: f64,
}

/// The cost of a process besides its work, in microseconds.
pub struct ProcessFigures {
    pub start_us: f64,
    /// From its last look at the clock to its end.
    pub exit_us: f64,
}

fn microseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e6
}

/// Reads the clock many times. Where the system moves the clock only at its ticks (Windows; Linux
/// under a limit of CPU seconds) no other step is seen, and the usual one stands.
pub fn clock(usual: &Calibration) -> ClockFigures {
    let clock = CpuClock::start();
    let readings: Vec<Duration> = (0..READINGS).map(|_| clock.shown()).collect();
    let read_us = microseconds((readings[readings.len() - 1] - readings[0]) / READINGS);
    let steps = readings.windows(2).map(|pair| pair[1].saturating_sub(pair[0]));
    let least = steps.filter(|step| !step.is_zero() && *step < SHORTEST_TICK).min();
    ClockFigures { read_us, step_us: least.map_or(usual.clock_step_us, microseconds) }
}

/// CPU time of one replacement of the file, in microseconds.
pub fn write_cost(path: &Path, text: &str) -> Result<f64, FileError> {
    let clock = CpuClock::start();
    let begun = clock.shown();
    for _ in 0..WRITES {
        file::replace_or_overwrite(path, text)?;
    }
    Ok(microseconds(clock.shown().saturating_sub(begun) / WRITES))
}

/// Starts this program a few times and compares what each run saw of itself with what the system
/// charged for it; `None` if it cannot be started, or if the system does not show the charge.
pub fn process() -> Option<ProcessFigures> {
    let program = std::env::current_exe().ok()?;
    let charged_before = children_cpu_time()?;
    let (mut started, mut seen) = (0.0, 0.0);
    for _ in 0..PROBES {
        let output = Command::new(&program).arg(PROBE).stderr(Stdio::null()).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        let (start, last) = text.trim().split_once(' ')?;
        started += start.parse::<f64>().ok()?;
        seen += last.parse::<f64>().ok()?;
    }
    let charged = microseconds(children_cpu_time()?.saturating_sub(charged_before));
    let runs = f64::from(PROBES);
    Some(ProcessFigures { start_us: started / runs, exit_us: (charged - seen) / runs })
}

/// The other side of [`process`]: prints the CPU time used at the start and just before the end.
pub fn answer_probe() {
    let clock = CpuClock::start();
    let start = microseconds(clock.shown());
    // A parent that is gone reads nothing.
    let _ = writeln!(stdout(), "{start} {}", microseconds(clock.shown()));
}

/// Searches early middle games until the time is over.
pub fn nodes_per_second() -> f64 {
    let clock = CpuClock::start();
    let begun = clock.shown();
    let mut nodes = 0;
    let mut spent = Duration::ZERO;
    for seed in 0..u64::MAX {
        if spent >= SPEED_TIME {
            break;
        }
        nodes += nodes_of_one_search(seed);
        spent = clock.shown().saturating_sub(begun);
    }
    nodes as f64 / spent.as_secs_f64()
}

fn nodes_of_one_search(seed: u64) -> u64 {
    let positions = Walker::new(seed).game(Position::start(), WALK_PLIES);
    let root = positions[positions.len() - 1];
    let mut table = TranspositionTable::with_bytes(TABLE_BYTES);
    let history = KeyHistory::starting_at(&root, 0);
    let mut evaluator = CheckersEvaluator::built_in();
    let report =
        search(&root, history, &mut table, &mut NodeLimit(NODES_PER_SEARCH), &mut evaluator);
    report.map_or(0, |report| report.progress.nodes)
}
