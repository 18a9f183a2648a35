//! The forced wins of `fixtures/wins`, found late in a game after `seed`.

use crownhead::player;
use games::Notation;
use games::board::Side;
use search::{KeyHistory, NodeLimit, Score};
use text::Dialect;
use text::seeded::{Seeded, ShiftSeed, nodes_after};

/// Positions in which the side to move wins.
fn positions<G: Dialect + Notation>() -> Vec<G> {
    let file = testing::fixture("wins").join(format!("{}.txt", G::NAME));
    let text = std::fs::read_to_string(file).expect("a file");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let position = |line: &str| {
        let mut words = line.splitn(3, ' ');
        let side = if words.next() == Some("black") { Side::Black } else { Side::White };
        let board = words.nth(1).expect("a board").replace('/', "\n");
        G::read_board(&board, side).unwrap_or_else(|_| panic!("{line}"))
    };
    lines.map(position).collect()
}

/// Amazons is decided by counting moves long before its end.
fn is_won(score: Score) -> bool {
    score.is_win() || score.units() > 10_000
}

/// With the nodes after so many moves.
fn are_found_after_seed<G: Dialect + Notation>(moves: u32) {
    let nodes = NodeLimit(nodes_after(G::SEEDED_NODES, moves));
    for position in positions::<G>() {
        let history = KeyHistory::starting_at(&position, 0).limited_to(None);
        let mut evaluator = Seeded::new(G::Evaluator::default(), Some(ShiftSeed::new(1)));
        let report = player::report_under(&position, history, 32 << 20, nodes, &mut evaluator);
        let score = report.expect("a move").progress.score;
        assert!(is_won(score), "{}\n{score}", position.board_text());
    }
}

#[test]
fn forced_wins_are_found_after_seed() {
    are_found_after_seed::<games::loa::Position>(59);
    are_found_after_seed::<games::tablut::Position>(31);
    are_found_after_seed::<games::amazons::Position>(91);
}
