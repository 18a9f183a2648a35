//! Makes the positions of `referee diagnose`.
//!
//! `MAKE_POSITIONS=1 cargo test -p crownhead-analysis makes_the_positions` writes them in some
//! minutes.

use analysis::diagnosis::plain_search::{MAN, value_of_move};
use evaluation::checkers::CheckersEvaluator;
use evaluation::problems::TACTICS;
use games::{
    BoardGame, Game, Walker,
    board::Side,
    checkers::{Move, Position},
};
use search::{KeyHistory, NodeLimit, TranspositionTable, search};
use std::fs;

const COMMAND: &str = "MAKE_POSITIONS=1 cargo test -p crownhead-analysis makes_the_positions";
const POSITIONS: &str = "crates/classroom/src/diagnose/positions.txt";
/// Positions of each depth.
const EACH: usize = 12;
/// Positions that need more.
const DEEP: usize = 8;
/// The deepest plain search that is used.
const DEEPEST: u32 = 8;
/// Nodes of the search that plays the games and that knows which moves are good.
const NODES: u64 = 400;
const CHECK_NODES: u64 = 60_000;

#[test]
fn makes_the_positions() {
    if std::env::var_os("MAKE_POSITIONS").is_none() {
        println!("not asked for: MAKE_POSITIONS is not set");
        return;
    }
    let mut found: Vec<Vec<String>> = vec![Vec::new(); DEEPEST as usize];
    for seed in 0..4_000 {
        if found.iter().all(|lines| lines.len() >= EACH) {
            break;
        }
        // One position of a game at most, so that all are different.
        let positions = game(seed);
        let at = 8 + seed as usize % 5;
        let mut puzzles = positions.iter().skip(at).step_by(3).filter_map(puzzle);
        let wanted = puzzles.find(|(depth, _)| found[*depth as usize - 1].len() < EACH);
        if let Some((depth, line)) = wanted {
            found[depth as usize - 1].push(line);
        }
    }
    let mut text = format!(
        "# DEPTH ROWS SIDE GOOD-MOVES, which win or keep a piece; DEPTH is the smallest plain search\n\
         # (reference --depth) that tells them from all others, `deep` more than {DEEPEST}. Made by\n\
         # {COMMAND}\n"
    );
    text += &found.concat().concat();
    // Combinations that a plain search of five plies does not see.
    text += &TACTICS.lines().filter_map(tactic).take(DEEP).collect::<String>();
    fs::write(testing::workspace().join(POSITIONS), text).expect("written");
}

/// The depth of a position and its line, if some moves are better by a man than all others.
fn puzzle(position: &Position) -> Option<(u32, String)> {
    let moves = position.move_list();
    if moves.len() < 4 || position.count() < 6 || moves[0].is_jump() {
        return None;
    }
    let (depth, good) = (1..=DEEPEST).find_map(|depth| Some((depth, good_at(position, depth)?)))?;
    // What a shallow search takes for good must be good.
    let deeper = good_at(position, depth + if depth < 6 { 2 } else { 1 })?;
    let best = best_by_search(position)?;
    (deeper == good && good.contains(&best))
        .then(|| (depth, line(&depth.to_string(), position, &good)))
}

/// At most a quarter of the moves, better by a man than all others.
fn good_at(position: &Position, depth: u32) -> Option<Vec<Move>> {
    let moves = position.move_list();
    let values: Vec<i32> = moves.iter().map(|&mv| value_of_move(position, mv, depth)).collect();
    let best = *values.iter().max()?;
    let rest = values.iter().filter(|&&value| value < best).max()?;
    let good: Vec<Move> =
        moves.iter().zip(&values).filter(|&(_, &value)| value == best).map(|(&mv, _)| mv).collect();
    (best - rest >= MAN && good.len() * 4 <= moves.len()).then_some(good)
}

fn tactic(line_of_fixture: &str) -> Option<String> {
    let [rows, side, expected] = line_of_fixture.split(' ').collect::<Vec<_>>()[..] else {
        return None;
    };
    let side = if side == "WHITE" { Side::White } else { Side::Black };
    let position = Position::from_rows(rows.split('/'), side).ok()?;
    let good: Vec<Move> = position
        .move_list()
        .into_iter()
        .filter(|mv| {
            let text = format!("{}-{}", mv.from().number(), mv.to().number());
            expected.split('/').any(|good| good == text)
        })
        .collect();
    let is_deep = (1..=DEEPEST).all(|depth| good_at(&position, depth).as_ref() != Some(&good));
    is_deep.then(|| line("deep", &position, &good))
}

fn line(depth: &str, position: &Position, good: &[Move]) -> String {
    let rows = position.rows_text('/');
    let side = if position.side_to_move() == Side::White { "WHITE" } else { "BLACK" };
    let good: Vec<String> = good.iter().map(|&mv| Position::path(mv).join("-")).collect();
    format!("{depth} {rows} {side} {}\n", good.join(","))
}

fn best_by_search(position: &Position) -> Option<Move> {
    let mut table = TranspositionTable::with_bytes(1 << 20);
    let history = KeyHistory::starting_at(position, 0);
    let mut evaluator = CheckersEvaluator::built_in();
    let mut limit = NodeLimit(CHECK_NODES);
    search(position, history, &mut table, &mut limit, &mut evaluator).map(|report| report.best)
}

/// A game of a weak search against itself, with every sixth move at random.
fn game(seed: u64) -> Vec<Position> {
    let mut walker = Walker::new(seed);
    let mut positions = walker.game(Position::start(), 6);
    while positions.len() < 70 {
        let last = positions[positions.len() - 1];
        let random = (positions.len() + seed as usize).is_multiple_of(6);
        let mv = if random { walker.step(&last) } else { played(&last) };
        let Some(mv) = mv else { break };
        positions.push(last.play(mv));
    }
    positions
}

fn played(position: &Position) -> Option<Move> {
    let mut table = TranspositionTable::with_bytes(1 << 18);
    let history = KeyHistory::starting_at(position, 0);
    let mut evaluator = CheckersEvaluator::built_in();
    let mut limit = NodeLimit(NODES);
    search(position, history, &mut table, &mut limit, &mut evaluator).map(|report| report.best)
}
