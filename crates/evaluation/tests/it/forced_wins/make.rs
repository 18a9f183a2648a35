//! Makes the puzzles: games of the search against itself from random beginnings, looked through
//! from their ends backwards.
//!
//! `MAKE_PUZZLES=1 cargo test --release -p crownhead-evaluation makes_the_puzzles`

use super::solver::Solver;
use super::suite::line;
use evaluation::amazons::AmazonsEvaluator;
use evaluation::loa::LoaEvaluator;
use evaluation::tablut::TablutEvaluator;
use games::{MoveHints, Notation, Walker, amazons, loa, tablut};
use search::{Evaluator, KeyHistory, NodeLimit, TranspositionTable, search};
use std::fs;

const COMMAND: &str =
    "MAKE_PUZZLES=1 cargo test --release -p crownhead-evaluation makes_the_puzzles";
/// The limit of the search for each move of the games.
const NODES: u64 = 3_000;
/// The limit of the proof of one puzzle.
const PROOF: u64 = 200_000;
/// Number of games that are looked through; more only if they have not given [`ENOUGH`] puzzles.
const GAMES: u64 = 60;
const ENOUGH: usize = 32;

struct Plan {
    name: &'static str,
    /// Puzzles of each length.
    each: usize,
    lengths: &'static [u32],
    /// Random plies at the beginning of each game.
    random: usize,
}

/// Writes crates/evaluation/src/problems/wins-*.txt, in some minutes, if MAKE_PUZZLES is set.
#[test]
fn makes_the_puzzles() {
    if std::env::var_os("MAKE_PUZZLES").is_none() {
        println!("not asked for: MAKE_PUZZLES is not set");
        return;
    }
    let plan = Plan { name: "loa", each: 12, lengths: &[1, 3, 5], random: 6 };
    make::<loa::Position>(plan, &mut LoaEvaluator);
    let plan = Plan { name: "tablut", each: 14, lengths: &[1, 3, 5, 7], random: 6 };
    make::<tablut::Position>(plan, &mut TablutEvaluator);
    let lengths = &[1, 3, 5, 7, 9, 11, 13, 15, 17, 19];
    let plan = Plan { name: "amazons", each: 3, lengths, random: 10 };
    make::<amazons::Position>(plan, &mut AmazonsEvaluator);
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
        let full = found.iter().all(|lines| lines.len() >= plan.each);
        let enough = found.iter().map(Vec::len).sum::<usize>() >= ENOUGH;
        if full || (enough && seed >= GAMES) {
            break;
        }
    }
    let mut text = format!("# Forced wins, SIDE PLIES BOARD; made by\n# {COMMAND}\n");
    for lines in &found {
        text += &lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    }
    let file = format!("crates/evaluation/src/problems/wins-{}.txt", plan.name);
    fs::write(testing::workspace().join(file), text).expect("written");
}

/// Keeps a position whose shortest win has a length that is still missing.
fn note<G: Notation>(position: &G, plan: &Plan, found: &mut [Vec<String>]) {
    let mut solver = Solver::new(PROOF);
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
