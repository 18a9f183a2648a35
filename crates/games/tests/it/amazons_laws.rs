//! Laws of Amazons, held against slow and plain ways to find out the same.

use games::amazons::{Move, Piece, Position, Square, movegen};
use games::board::Side;
use games::{Game, MoveHints, Notation, Walker};
use proptest::prelude::{any, proptest};
use std::collections::HashSet;

fn positions(games: u64) -> impl Iterator<Item = Position> {
    (0..games).flat_map(|seed| Walker::new(seed).game(Position::start(), 100))
}

/// A random position on the lower left corner of the board, the rest full of spears, and the course
/// of a random game from it.
fn small_boards(seed: u64) -> Vec<Position> {
    let mut walker = Walker::new(seed);
    let (files, ranks) = (3 + walker.below(3), 3 + walker.below(3));
    let mut position = Position::EMPTY;
    for square in Square::all() {
        let has_spear = walker.below(4) == 0;
        if square.file() >= files || square.rank() >= ranks || has_spear {
            position = position.with_piece(square, Some(Piece::Spear));
        }
    }
    for side in Side::ALL {
        for _ in 0..1 + walker.below(2) {
            let square = Square::at(walker.below(files), walker.below(ranks)).expect("on board");
            position = position.with_piece(square, Some(Piece::Amazon(side)));
        }
    }
    let first = Side::ALL[walker.below(2)];
    walker.game(position.with_side_to_move(first), 40)
}

#[test]
fn every_key_is_the_one_of_its_board() {
    for position in positions(60) {
        assert_eq!(position.key(), position.recomputed_key());
    }
}

#[test]
fn setting_pieces_in_any_order_gives_the_same_position() {
    for position in positions(5).step_by(7) {
        assert_eq!(rebuilt(&position, Square::all().collect()), position);
        assert_eq!(rebuilt(&position, Square::all().rev().collect()), position);
        assert_eq!(position.mirrored().mirrored(), position);
    }
}

fn rebuilt(position: &Position, squares: Vec<Square>) -> Position {
    let start = Position::start().with_side_to_move(position.side_to_move());
    squares.into_iter().fold(start, |board, at| board.with_piece(at, position.at(at)))
}

#[test]
fn random_games_replay_from_their_texts() {
    for seed in 0..60 {
        let mut walker = Walker::new(seed);
        let (mut position, mut texts) = (Position::start(), Vec::new());
        while let Some(mv) = walker.step(&position) {
            texts.push(position.move_text(mv));
            position = position.play(mv);
        }
        let replayed = texts.iter().fold(Position::start(), |board, text| {
            board.play(board.read_move(text).expect("our own text"))
        });
        assert_eq!(replayed, position);
        assert!(texts.len() <= 92);
    }
}

#[test]
fn the_legal_moves_of_a_position_have_history_indices_of_their_own() {
    for position in positions(12) {
        let moves = position.move_list();
        let indices: HashSet<_> = moves.iter().map(|&mv| Position::history_index(mv)).collect();
        assert_eq!(indices.len(), moves.len());
        assert!(indices.iter().all(|&index| index < Position::HISTORY_SIZE));
    }
}

#[test]
fn a_side_can_move_if_it_has_a_legal_move() {
    for position in (0..300).flat_map(small_boards).chain(positions(10)) {
        for side in Side::ALL {
            let moves = position.with_side_to_move(side).count_moves();
            assert_eq!(position.can_side_move(side), moves > 0);
        }
    }
}

proptest! {
    #[test]
    fn a_move_is_legal_if_it_is_listed(
        seed in 0u64..500,
        plies in 0usize..80,
        squares in any::<[u8; 3]>(),
    ) {
        let game = Walker::new(seed).game(Position::start(), plies);
        let position = game[game.len() - 1];
        let moves = position.move_list();
        let [from, to, spear] = squares.map(|n| Square::from_index(usize::from(n) % Square::COUNT));
        let own = position.amazons(position.side_to_move());
        for from in own.into_iter().chain([from]) {
            let mv = Move::new(from, to, spear);
            assert_eq!(movegen::is_legal(&position, mv), moves.contains(&mv));
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,16}", seed in any::<u64>()) {
        let position = Walker::new(seed).game(Position::start(), 2).pop().expect("a position");
        if let Ok(mv) = position.read_move(&text) {
            assert!(movegen::is_legal(&position, mv));
        }
    }

    #[test]
    fn any_board_text_is_read_or_refused(text in "[-WBS \n]{0,240}") {
        if let Ok(position) = Position::read_board(&text, Side::White) {
            assert_eq!(Position::read_board(&position.board_text(), Side::White), Ok(position));
        }
    }
}
