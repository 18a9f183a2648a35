//! `bench signature` and `bench speed`: the search on fixed positions to a fixed depth.

use crate::bench::names::{GameName, Which};
use crownhead::time::{Clock, CpuClock};
use evaluation::checkers::CheckersEvaluator;
use games::board::Side;
use games::checkers::Position;
use search::{Control, DepthLimit, KeyHistory, Progress, TranspositionTable, search};

/// One position a line: rows joined by `/`, a blank, and the side to move.
const CHECKERS_POSITIONS: &str = include_str!("../../../../fixtures/bench/checkers.txt");
const CHECKERS_DEPTH: i16 = 13;
/// The size of the table.
const TABLE_BYTES: usize = 8 << 20;

/// Prints the nodes visited for each game.
pub fn print_signature(which: &Which) {
    let nodes: u64 = checkers(which).map(|progress| progress.nodes).sum();
    println!("Bench: checkers {nodes}");
}

/// Prints nodes and nodes a second of CPU time.
pub fn print_speed(which: &Which) {
    let mut clock = CpuClock::start();
    let before = clock.used();
    let nodes: u64 = checkers(which).map(|progress| progress.nodes).sum();
    let seconds = (clock.used() - before).as_secs_f64();
    let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
    println!("checkers: {nodes} nodes, {seconds:.3} s, {speed:.2} million nodes a second");
}

/// Searches the positions of checkers, one after the other.
fn checkers(which: &Which) -> impl Iterator<Item = Progress> {
    let GameName::Checkers = which.game.unwrap_or(GameName::Checkers);
    let depth = which.depth.unwrap_or(CHECKERS_DEPTH);
    checkers_positions().map(move |position| searched(&position, &mut DepthLimit(depth)))
}

/// How far a search of one of them comes, beginning with an empty table, before the control ends it.
pub fn searched(position: &Position, control: &mut impl Control) -> Progress {
    let mut table = TranspositionTable::with_bytes(TABLE_BYTES);
    let path = KeyHistory::starting_at(position, 0);
    match search(position, path, &mut table, control, &mut CheckersEvaluator::built_in()) {
        Some(report) => report.progress,
        None => Progress::NONE,
    }
}

/// The positions of the signature.
pub fn checkers_positions() -> impl Iterator<Item = Position> {
    let lines = CHECKERS_POSITIONS.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let (rows, side) = line.split_once(' ').expect("a board and a side");
        let side = if side == "BLACK" { Side::Black } else { Side::White };
        Position::from_rows(rows.split('/'), side).expect("a board")
    })
}
