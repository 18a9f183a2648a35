//! Makes the puzzles: games of the search against itself from random beginnings, looked through
//! from their ends backwards.
//!
//! `MAKE_PUZZLES=1 cargo test --release -p crownhead-evaluation makes_the_puzzles` writes the
//! problems of the board page, `MAKE_PUZZLES=300` the suites of 300 wins in `fixtures/wins`.

use super::solver::Solver;
use super::suite::line;
use evaluation::amazons::AmazonsEvaluator;
use evaluation::loa::LoaEvaluator;
use evaluation::tablut::TablutEvaluator;
use games::{MoveHints, Notation, Walker, amazons, loa, tablut};
use search::{Evaluator, KeyHistory, NodeLimit, TranspositionTable, search};
use std::fs;

const COMMAND: &str = "cargo test --release -p crownhead-evaluation makes_the_puzzles";
/// The limit of the search for each move of the games.
const NODES: u64 = 3_000;
/// The limit of the proof of one puzzle of the page, and of a suite.
const PROOFS: [u64; 2] = [200_000, 2_000_000];
/// Number of games that are looked through for the page; more only if they have not given
/// [`ENOUGH`] puzzles.
const GAMES: u64 = 60;
const ENOUGH: usize = 32;

#[derive(Clone, Copy)]
struct Plan {
    name: &'static str,
    /// Puzzles of each length, at most.
    each: usize,
    lengths: &'static [u32],
    /// Random plies at the beginning of each game.
    random: usize,
    /// Puzzles of a suite; `None` for those of the page.
    suite: Option<usize>,
}

/// In some minutes if MAKE_PUZZLES is set; a suite in an hour.
#[test]
fn makes_the_puzzles() {
    let Ok(count) = std::env::var("MAKE_PUZZLES") else {
        println!("not asked for: MAKE_PUZZLES is not set");
        return;
    };
    let suite = count.parse().ok().filter(|&count| count > 1);
    let plan = |name, each, lengths, random| {
        let each = suite.map_or(each, |count: usize| count / 3);
        Plan { name, each, lengths, random, suite }
    };
    make::<loa::Position>(plan("loa", 12, &[1, 3, 5], 6), &mut LoaEvaluator);
    let lengths = &[1, 3, 5, 7, 9, 11, 13, 15, 17, 19];
    make::<amazons::Position>(plan("amazons", 3, lengths, 10), &mut AmazonsEvaluator);
    make::<tablut::Position>(plan("tablut", 14, &[1, 3, 5, 7], 6), &mut TablutEvaluator);
}

fn make<G: Notation + MoveHints>(plan: Plan, evaluator: &mut impl Evaluator<G>) {
    let mut found: Vec<Vec<String>> = vec![Vec::new(); plan.lengths.len()];
    for seed in 0.. {
        let positions = game(seed, plan.random, evaluator);
        // The loser is to move in the last position, the winner in every second one before it.
        let longest = plan.lengths.iter().max().map_or(0, |&plies| plies as usize);
        for position in positions.iter().rev().skip(1).step_by(2).take(longest / 2 + 2) {
            note(position, &plan, &mut found);
        }
        write(&plan, &found);
        let total = found.iter().map(Vec::len).sum::<usize>();
        let is_full = found.iter().all(|lines| lines.len() >= plan.each);
        let is_enough = match plan.suite {
            Some(count) => total >= count,
            None => is_full || (total >= ENOUGH && seed >= GAMES),
        };
        println!("{}: game {seed}, {total} puzzles", plan.name);
        if is_enough {
            break;
        }
    }
}

/// After each game, so that what is found is kept whenever one stops it.
fn write(plan: &Plan, found: &[Vec<String>]) {
    let suite = plan.suite.map_or("1".to_string(), |count| count.to_string());
    let mut text =
        format!("# Forced wins, SIDE PLIES BOARD; made by\n# MAKE_PUZZLES={suite} {COMMAND}\n");
    for lines in found {
        text += &lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    }
    let file = match plan.suite {
        Some(_) => format!("fixtures/wins/{}.txt", plan.name),
        None => format!("crates/evaluation/src/problems/wins-{}.txt", plan.name),
    };
    fs::write(testing::workspace().join(file), text).expect("written");
}

/// Keeps a position whose shortest win has a length that is still missing.
fn note<G: Notation>(position: &G, plan: &Plan, found: &mut [Vec<String>]) {
    let mut solver = Solver::new(PROOFS[usize::from(plan.suite.is_some())]);
    for (place, &plies) in plan.lengths.iter().enumerate() {
        match solver.wins(position, plies) {
            None => return,
            Some(false) => continue,
            Some(true) => {}
        }
        let line = line(position, plies);
        let is_new = !found[place].contains(&line);
        if is_new && found[place].len() < plan.each {
            found[place].push(line);
        }
        return;
    }
}

fn game<G: MoveHints>(seed: u64, random: usize, evaluator: &mut impl Evaluator<G>) -> Vec<G> {
    let mut positions = Walker::new(seed).game(G::start(), random);
    while positions.len() < 120 {
        let last = &positions[positions.len() - 1];
        if last.outcome().is_some() {
            break;
        }
        let history = KeyHistory::starting_at(last, 0).limited_to(None);
        let mut table = TranspositionTable::with_bytes(1 << 20);
        let report = search(last, history, &mut table, &mut NodeLimit(NODES), evaluator);
        let Some(report) = report else { break };
        let next = last.play(report.best);
        positions.push(next);
    }
    positions
}
