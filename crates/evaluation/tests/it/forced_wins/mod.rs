//! Positions with a forced win, proved by an exhaustive solver that shares no line with the search,
//! and the search that has to find each of them with the work of a short thought.

mod make;
mod solver;
mod suite;

use evaluation::amazons::AmazonsEvaluator;
use evaluation::loa::LoaEvaluator;
use evaluation::problems::{AMAZONS_WINS, LOA_WINS, TABLUT_WINS};
use evaluation::tablut::TablutEvaluator;
use games::{MoveHints, Notation, amazons, loa, tablut};
use search::{Evaluator, KeyHistory, NodeLimit, TranspositionTable, search};
use solver::Solver;
use suite::{Puzzle, puzzles};

/// Far less than what a move may take by default.
const NODES: u64 = 300_000;
/// Nodes of the solver for one puzzle, here; the rest are proved by the ignored test below.
const QUICK_PROOF: u64 = 200_000;
const LEAST: usize = 30;
/// Above the static evaluation of any open position: a game decided by counting moves (Amazons).
const COUNTED: i32 = 10_000;

fn are_found<G: Notation + MoveHints>(text: &str, evaluator: &mut impl Evaluator<G>) {
    let puzzles = puzzles::<G>(text);
    println!("{}", std::any::type_name::<G>());
    assert!(puzzles.len() >= LEAST, "{} puzzles", puzzles.len());
    for Puzzle { line, position, plies } in puzzles {
        let history = KeyHistory::starting_at(&position, 0).limited_to(None);
        let mut table = TranspositionTable::with_bytes(16 << 20);
        let report = search(&position, history, &mut table, &mut NodeLimit(NODES), evaluator);
        let report = report.unwrap_or_else(|| panic!("line {line}: no move"));
        let score = report.progress.score;
        let won = score.is_win() || score.units() > COUNTED;
        assert!(won, "line {line}: {score} after {} nodes", report.progress.nodes);
        // Where the proof is quick: the move found keeps the win. A longer win than the solver's
        // may rest on a repetition within it, of which the solver knows nothing.
        let found = score.plies_to_end().map_or(plies, |found| found as u32);
        if found > plies {
            continue;
        }
        let after = position.play(report.best);
        let kept = Solver::after(&position, QUICK_PROOF).loses(&after, plies - 1);
        assert_ne!(
            kept,
            Some(false),
            "line {line}: {} wins nothing",
            position.move_text(report.best)
        );
    }
}

/// Proves again what can be proved quickly; `limit` is in nodes for one puzzle.
fn are_proved<G: Notation>(text: &str, limit: u64) -> usize {
    let mut proved = 0;
    for Puzzle { line, position, plies } in puzzles::<G>(text) {
        match Solver::new(limit).wins(&position, plies) {
            Some(wins) => assert!(wins, "line {line} is not a win in {plies} plies"),
            None => continue,
        }
        proved += 1;
        if plies > 2 {
            let sooner = Solver::new(limit).wins(&position, plies - 2);
            assert_ne!(sooner, Some(true), "line {line} is a win in {} plies", plies - 2);
        }
    }
    proved
}

#[test]
fn forced_wins_of_each_game_are_found_and_proved() {
    are_found::<loa::Position>(LOA_WINS, &mut LoaEvaluator);
    are_found::<tablut::Position>(TABLUT_WINS, &mut TablutEvaluator);
    are_found::<amazons::Position>(AMAZONS_WINS, &mut AmazonsEvaluator);
    let proved = [
        are_proved::<loa::Position>(LOA_WINS, QUICK_PROOF),
        are_proved::<tablut::Position>(TABLUT_WINS, QUICK_PROOF),
        are_proved::<amazons::Position>(AMAZONS_WINS, QUICK_PROOF),
    ];
    assert!(proved.iter().all(|&count| count > 10), "loa, tablut, amazons: {proved:?}");
}

/// Some minutes in a release build; `PROVE_ALL=1` asks for it.
#[test]
fn every_puzzle_is_a_forced_win() {
    if std::env::var_os("PROVE_ALL").is_none() {
        println!("not asked for: PROVE_ALL is not set");
        return;
    }
    let proved = [
        are_proved::<loa::Position>(LOA_WINS, u64::MAX),
        are_proved::<tablut::Position>(TABLUT_WINS, u64::MAX),
        are_proved::<amazons::Position>(AMAZONS_WINS, u64::MAX),
    ];
    let all = |text: &str| text.lines().filter(|line| !line.starts_with('#')).count();
    assert_eq!(proved, [LOA_WINS, TABLUT_WINS, AMAZONS_WINS].map(all));
}
