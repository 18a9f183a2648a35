//! Makes the puzzles: games of the search against itself from random beginnings, looked through
//! from their ends backwards.
//!
//! `MAKE_PUZZLES=1 cargo test --release --test forced_wins makes_the_puzzles`

use crate::solver::Solver;
use crate::suite::line;
use games::{Evaluate, Notation, Walker};
use games::{amazons, loa, tablut};
use search::{KeyHistory, NodeLimit, TranspositionTable, search};
use std::fs;

const COMMAND: &str = "MAKE_PUZZLES=1 cargo test --release --test forced_wins makes_the_puzzles";
/// What each move of the games is searched with.
const NODES: u64 = 3_000;
/// What the proof of one puzzle may take.
const PROOF: u64 = 200_000;
/// So many games are looked through, and more only if they have not given enough puzzles.
const GAMES: u64 = 60;
const ENOUGH: usize = 32;

/// What puzzles of a game look like.
struct Plan {
    name: &'static str,
    /// Puzzles of each length.
    each: usize,
    /// Plies in which they are won.
    lengths: &'static [u32],
    /// Random plies at the beginning of each game.
    random: usize,
}

/// Writes fixtures/wins, in some minutes, if it is asked to.
#[test]
fn makes_the_puzzles() {
    if std::env::var_os("MAKE_PUZZLES").is_none() {
        println!("not asked for: MAKE_PUZZLES is not set");
        return;
    }
    make::<loa::Position>(Plan { name: "loa", each: 12, lengths: &[1, 3, 5], random: 6 });
    make::<tablut::Position>(Plan { name: "tablut", each: 14, lengths: &[1, 3, 5, 7], random: 6 });
    let lengths = &[1, 3, 5, 7, 9, 11, 13, 15, 17, 19];
    make::<amazons::Position>(Plan { name: "amazons", each: 3, lengths, random: 10 });
}

fn make<G: Notation + Evaluate>(plan: Plan) {
    let mut found: Vec<Vec<String>> = vec![Vec::new(); plan.lengths.len()];
    for seed in 0.. {
        let positions = game::<G>(seed, plan.random);
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
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/wins");
    fs::create_dir_all(folder).expect("made");
    fs::write(format!("{folder}/{}.txt", plan.name), text).expect("written");
}

/// Keeps a position whose shortest win has a length that is still wanted.
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

fn game<G: Evaluate>(seed: u64, random: usize) -> Vec<G> {
    let mut positions = Walker::new(seed).game(G::start(), random);
    while positions.len() < 120 {
        let last = &positions[positions.len() - 1];
        if last.outcome().is_some() {
            break;
        }
        let path = KeyHistory::starting_at(last, 0).limited_to(None);
        let mut table = TranspositionTable::with_bytes(1 << 20);
        let Some(report) = search(last, path, &mut table, &mut NodeLimit(NODES)) else { break };
        let next = last.play(report.best);
        positions.push(next);
    }
    positions
}
