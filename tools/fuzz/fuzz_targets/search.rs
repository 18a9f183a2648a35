//! Any game of checkers: the search against plain negamax with the same evaluation. The devices
//! that may not change a value do not; the agent's search answers with a legal line, and a win or
//! loss that it claims is one.
#![no_main]

use evaluation::checkers::{CheckersEvaluator, endgame::is_in_dtc_table, hand_crafted};
use evaluation::checkers::endgame::Tablebases;
use evaluation::checkers::network::{NETWORK, evaluate};
use games::checkers::{Move, Position};
use games::{Game, Outcome};
use libfuzzer_sys::fuzz_target;
use search::{DepthLimit, KeyHistory, Ply, Score, SearchReport, Selectivity, TranspositionTable};
use std::sync::LazyLock;

static TABLES: LazyLock<Tablebases<'static>> = LazyLock::new(Tablebases::built_in);

fuzz_target!(|bytes: &[u8]| {
    let mut position = Position::start();
    for &byte in bytes.iter().take(120) {
        let moves = moves_of(&position);
        if moves.len() < 2 {
            break;
        }
        position = position.play(moves[usize::from(byte) % moves.len()]);
    }
    if position.count_moves() < 2 || TABLES.probe_quiet(&position).is_some() {
        return;
    }
    // A king can come back to where it was within four plies, and then history has a say.
    let depth = if position.kings().is_empty() { 4 } else { 3 };
    let plain = searched(Selectivity::Exhaustive, &position, depth);
    if plain.progress.depth.plies() == depth {
        assert_eq!(
            plain.progress.score,
            negamax(&position, depth, Ply::ROOT),
            "{}",
            position.fen()
        );
    }
    let agents = searched(Selectivity::Selective, &position, depth);
    let mut at = position;
    for &mv in &agents.line {
        assert!(moves_of(&at).contains(&mv), "{} in {}", at.fen(), position.fen());
        at = at.play(mv);
    }
    let claimed = agents.progress.score;
    if let Some(plies) = claimed.plies_to_end().filter(|&plies| plies <= 5) {
        let value = negamax(&position, i16::try_from(plies).expect("few"), Ply::ROOT);
        assert_eq!(value.is_win(), claimed.is_win(), "{claimed} in {}", position.fen());
        assert_eq!(value.is_loss(), claimed.is_loss(), "{claimed} in {}", position.fen());
    }
});

fn moves_of(position: &Position) -> Vec<Move> {
    position.move_list()
}

fn searched(how: Selectivity, position: &Position, depth: i16) -> SearchReport<Move> {
    let history = KeyHistory::starting_at(position, 0);
    let mut table = TranspositionTable::with_bytes(1 << 16);
    let (control, evaluator) = (&mut DepthLimit(depth), &mut CheckersEvaluator::built_in());
    search::search_with(how, position, history, &mut table, control, evaluator)
        .expect("there is a move")
}

/// The value by trying everything: `depth` plies, then captures to their end. Below the root a
/// result of the endgame tables is the value.
fn negamax(position: &Position, depth: i16, ply: Ply) -> Score {
    let moves = moves_of(position);
    let Some(&first) = moves.first() else { return Score::loss_in(ply) };
    match TABLES.probe_quiet(position).filter(|_| ply != Ply::ROOT) {
        Some(Outcome::Win) => return Score::tablebase_win(ply),
        Some(Outcome::Draw) => return Score::DRAW,
        Some(Outcome::Loss) => return Score::tablebase_loss(ply),
        None => {}
    }
    if depth <= 0 && !first.is_jump() {
        return match is_in_dtc_table(position) {
            true => hand_crafted::evaluate(position),
            false => evaluate(&NETWORK, position),
        };
    }
    let values = moves.iter().map(|&mv| -negamax(&position.play(mv), depth - 1, ply.next()));
    values.max().expect("there is a move")
}
