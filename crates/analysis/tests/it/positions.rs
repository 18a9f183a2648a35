//! Laws of analyzed positions.

use crate::support::{analyzed, position, searched};
use analysis::{LineValue, SearchLimits};
use games::board::Side;
use games::checkers::Position;
use games::{Game, Walker};
use search::KeyHistory;
use std::collections::HashSet;

fn positions() -> impl Iterator<Item = Position> {
    let games = (0..8).map(|seed| Walker::new(seed).game(Position::start(), 120));
    games.flat_map(|game| game.into_iter().step_by(19)).filter(Game::can_move)
}

#[test]
fn lines_begin_with_different_moves_the_best_first_and_can_be_played() {
    for root in positions() {
        let found = analyzed(&root, 4, 5);
        let first: HashSet<_> = found.lines.iter().map(|line| line.moves[0]).collect();
        let moves = root.count_moves() as usize;
        assert_eq!(found.legal_moves, moves);
        assert_eq!((first.len(), found.lines.len()), (moves.min(4), moves.min(4)));
        assert!(found.lines.is_sorted_by(|one, next| one.share >= next.share), "{}", root.fen());
        for line in &found.lines {
            let mut here = root;
            for &mv in &line.moves {
                let legal = here.move_list();
                assert!(legal.contains(&mv));
                here = here.play(mv);
            }
        }
    }
}

#[test]
fn where_the_tables_reach_the_best_line_has_their_result() {
    let mut seen = 0;
    for seed in 0..60 {
        for root in Walker::new(seed).game(Position::start(), 200) {
            let few = root.count() <= 6 && root.can_move();
            let Some(found) = few.then(|| analyzed(&root, 2, 3)) else { continue };
            let Some(verdict) = found.verdict else { continue };
            assert_eq!(found.share(), verdict.share().seen_by(root.side_to_move()));
            assert!(found.lines.iter().all(|line| line.share <= found.share()), "{}", root.fen());
            // With six pieces the tables may not know the position after the best move.
            if root.count() <= 5 || matches!(found.lines[0].worth, LineValue::Tables(_)) {
                assert_eq!(found.lines[0].share, found.share(), "{}", root.fen());
                seen += 1;
            }
        }
    }
    assert!(seen > 50, "{seen} positions");
}

#[test]
fn a_position_and_its_mirror_image_are_worth_the_same() {
    for root in positions() {
        let (one, other) = (analyzed(&root, 1, 5), analyzed(&root.mirrored(), 1, 5));
        assert!((one.share().value() - other.share().value()).abs() < 0.05, "{}", root.fen());
    }
}

#[test]
fn without_a_move_the_side_has_lost() {
    for fen in ["B:W32:B", "B:W13,17:B9K,5", "W:W:B1"] {
        let Ok(root) = Position::from_fen(fen) else { continue };
        if root.can_move() {
            continue;
        }
        let found = analyzed(&root, 3, 3);
        assert_eq!((found.legal_moves, found.lines.len()), (0, 0), "{fen}");
        assert_eq!(found.share().value(), 0.0);
    }
}

#[test]
fn the_only_move_is_the_only_line() {
    let root = position("B:W18,25:B15");
    let found = analyzed(&root, 3, 3);
    assert_eq!((found.legal_moves, found.lines.len()), (1, 1));
    assert_eq!(found.position.side_to_move(), Side::Black);
}

#[test]
fn the_nodes_are_those_of_the_whole_search() {
    for limit in [500, 3_000, 20_000] {
        let root = Position::start();
        let history = KeyHistory::starting_at(&root, 0);
        let found = searched(&root, &history, 3, SearchLimits::of_nodes(limit));
        assert_eq!(found.searched.map(|searched| searched.nodes), Some(limit));
    }
}
