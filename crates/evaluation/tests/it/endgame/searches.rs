//! The search and the tables together.

use super::result;
use evaluation::checkers::CheckersEvaluator;
use evaluation::checkers::endgame::{DrawCounts, Material, TableIndex, Tablebases, best_move};
use games::board::Side;
use games::checkers::{Move, Position};
use games::{Game, Outcome, Walker};
use search::{KeyHistory, NodeLimit, SearchReport, TranspositionTable, search};

fn searched(position: &Position, history: KeyHistory, nodes: u64) -> Option<SearchReport<Move>> {
    let mut table = TranspositionTable::with_bytes(1 << 20);
    let mut evaluator = CheckersEvaluator::built_in();
    search(position, history, &mut table, &mut NodeLimit(nodes), &mut evaluator)
}

fn positions(pieces: usize, seed: u64) -> impl Iterator<Item = Position> {
    let mut walker = Walker::new(seed);
    let materials: Vec<_> = Material::all(pieces).collect();
    std::iter::repeat_with(move || {
        let material = materials[walker.below(materials.len())];
        TableIndex::at(material, walker.below(material.size())).map(TableIndex::position)
    })
    .flatten()
}

/// Where distances are not known, as with six pieces, a search has to find the way: it may not give
/// the result away.
#[test]
fn a_search_keeps_the_result_of_a_root_in_the_tables() {
    for position in positions(5, 6).take(300) {
        let history = KeyHistory::starting_at(&position, 0);
        let Some(report) = searched(&position, history, 2_000) else { continue };
        let after = result(&position.play(report.best)).expect("smaller");
        assert_eq!(Some(after.for_opponent()), result(&position), "{position:?}");
    }
}

/// A claim of a search to have won or lost holds at the end of the line that it shows.
#[test]
fn a_tablebase_score_leads_to_a_position_of_that_result() {
    let mut claims = 0;
    for position in positions(6, 7).take(400) {
        let history = KeyHistory::starting_at(&position, 0);
        let Some(report) = searched(&position, history, 5_000) else { continue };
        let score = report.progress.score;
        if !score.is_decisive() {
            continue;
        }
        let (mut here, mut ours) = (position, true);
        for &mv in report.line.iter() {
            if result(&here).is_some() {
                break;
            }
            here = here.play(mv);
            ours = !ours;
        }
        // A line that the transposition table has cut short shows nothing.
        let Some(found) = result(&here) else { continue };
        let found = if ours { found } else { found.for_opponent() };
        let claimed = if score.units() > 0 { Outcome::Win } else { Outcome::Loss };
        assert_eq!(found, claimed, "{score} in\n{position:?}");
        claims += 1;
    }
    assert!(claims > 100, "{claims}");
}

/// A side that takes everything has won the game, and not only reached a tablebase position.
#[test]
fn to_take_the_last_piece_is_to_win() {
    let rows = "......../......../...b.b../......../...b.b../....w.W./......../........";
    let position = Position::from_rows(rows.split('/'), Side::White).expect("a board");
    let history = KeyHistory::starting_at(&position, 0);
    let report = searched(&position, history, 50_000).expect("there are moves");
    assert!(report.progress.score.units() > 0, "{}", report.progress.score);
}

/// Six pieces are played by search alone; so are five here. Most wins are found in time, against
/// the best defense.
#[test]
fn a_search_with_the_wdl_table_alone_makes_progress() {
    let starts: Vec<_> = positions(5, 8)
        .filter(|position| result(position) == Some(Outcome::Win))
        .take(40)
        .collect();
    let won = starts.iter().filter(|&&start| wins_by_search(start)).count();
    assert!(won >= 36, "{won} of 40");
}

fn wins_by_search(start: Position) -> bool {
    let mut here = start;
    let mut history = KeyHistory::starting_at(&here, 0);
    while history.turns_left() != Some(0) {
        let Some(report) = searched(&here, history.clone(), 5_000) else { return false };
        let mv = report.best;
        let next = here.play(mv);
        history.played(&next, here.finality(mv));
        let occurred = |key| history.occurrences(key);
        let counts = DrawCounts { turns_left: history.turns_left(), occurred };
        let Some(reply) = best_move(Tablebases::built_in(), &next, &counts) else { return true };
        here = next.play(reply);
        history.played(&here, next.finality(reply));
    }
    false
}
