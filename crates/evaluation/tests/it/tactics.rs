//! A guard against what matches of an engine against itself do not see: combinations must be found
//! with little work. `TACTICS_NODES=32000 cargo test --release -p crownhead-evaluation tactics --
//! --nocapture` counts them.

use evaluation::checkers::CheckersEvaluator;
use evaluation::problems::TACTICS;
use games::{board::Side, checkers::Position};
use search::{KeyHistory, NodeLimit, TranspositionTable, search};

const NODES: u64 = 8_000;
/// 40 of 51 are found today; another evaluation may cost a few.
const LEAST: usize = 36;

#[test]
fn combinations_are_found_with_little_work() {
    let asked = std::env::var("TACTICS_NODES").ok().and_then(|text| text.parse().ok());
    let lines: Vec<_> = TACTICS.lines().filter(|line| !line.starts_with('#')).collect();
    let found = lines.iter().filter(|line| is_found(line, asked.unwrap_or(NODES))).count();
    println!("{found} of {} found", lines.len());
    assert!(asked.is_some() || found >= LEAST, "{found} of {}", lines.len());
}

fn is_found(line: &str, nodes: u64) -> bool {
    let [rows, side, expected] = line.split(' ').collect::<Vec<_>>()[..] else {
        panic!("three words: {line}");
    };
    let side = if side == "WHITE" { Side::White } else { Side::Black };
    let position = Position::from_rows(rows.split('/'), side).expect("a board");
    let history = KeyHistory::starting_at(&position, 0);
    let mut evaluator = CheckersEvaluator::built_in();
    let mut table = TranspositionTable::with_bytes(1 << 20);
    let report = search(&position, history, &mut table, &mut NodeLimit(nodes), &mut evaluator);
    let report = report.expect("a move");
    let found = format!("{}-{}", report.best.from().number(), report.best.to().number());
    expected.split('/').any(|good| good == found)
}
