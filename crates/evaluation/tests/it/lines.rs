//! The best several moves of a position.

use evaluation::checkers::CheckersEvaluator;
use games::checkers::{Move, Position};
use games::{Game, Walker};
use search::{
    DepthLimit, KeyHistory, NodeLimit, SearchReport, TranspositionTable, search, search_lines,
};
use std::collections::HashSet;

fn positions() -> Vec<Position> {
    let games = (0..6).map(|seed| Walker::new(seed).game(Position::start(), 90));
    games.flat_map(|game| game.into_iter().step_by(17)).filter(Game::can_move).collect()
}

fn lines(most: usize, root: &Position, depth: i16) -> Vec<SearchReport<Move>> {
    let mut table = TranspositionTable::with_bytes(1 << 20);
    let mut evaluator = CheckersEvaluator::built_in();
    let history = KeyHistory::starting_at(root, 0);
    let (tools, control) = ((&mut table, &mut evaluator), &mut DepthLimit(depth));
    search_lines(most, root, history, tools, control, &mut |_| ())
}

#[test]
fn one_line_is_what_a_search_finds() {
    for root in positions() {
        let mut table = TranspositionTable::with_bytes(1 << 20);
        let (history, mut evaluator) =
            (KeyHistory::starting_at(&root, 0), CheckersEvaluator::built_in());
        let alone = search(&root, history, &mut table, &mut DepthLimit(7), &mut evaluator);
        let (alone, line) = (alone.expect("it can move"), &lines(1, &root, 7)[0]);
        assert_eq!(alone.line, line.line);
        assert_eq!(alone.progress.nodes, line.progress.nodes, "the same search");
    }
}

#[test]
fn lines_begin_with_different_moves_the_best_first() {
    for root in positions() {
        let legal = root.move_list();
        let found = lines(100, &root, 5);
        let first: HashSet<_> = found.iter().map(|line| line.best).collect();
        assert_eq!(first, legal.iter().copied().collect());
        assert!(found.is_sorted_by_key(|line| -line.progress.score.units()));
        for line in &found {
            let end = line.line.iter().try_fold(root, |here, &mv| {
                let moves = here.move_list();
                moves.contains(&mv).then(|| here.play(mv))
            });
            assert!(end.is_some() && line.line[0] == line.best, "every line can be played");
        }
    }
}

#[test]
fn a_search_that_is_stopped_has_different_moves() {
    for (root, nodes) in positions().iter().zip((1..).step_by(97)) {
        let mut table = TranspositionTable::with_bytes(1 << 20);
        let mut evaluator = CheckersEvaluator::built_in();
        let (history, tools) = (KeyHistory::starting_at(root, 0), (&mut table, &mut evaluator));
        let found = search_lines(4, root, history, tools, &mut NodeLimit(nodes), &mut |_| ());
        let first: HashSet<_> = found.iter().map(|line| line.best).collect();
        assert!(!found.is_empty() && first.len() == found.len());
    }
}
