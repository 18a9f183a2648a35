//! Every choice of `docs/RULES.md` for Lines of Action, pinned by a position, and the laws of what
//! a position updates incrementally, by random games.

use games::board::Side;
use games::loa::{Move, Position, Square};
use games::{Finality, Game, MoveHints, Notation, Outcome, Repetition, Walker};
use std::collections::HashSet;

/// The position drawn by eight rows without blanks, the top one first.
fn board(rows: &str, side: Side) -> Position {
    let spaced: String = rows.chars().flat_map(|cell| [cell, ' ']).collect();
    Position::read_board(&spaced.replace('/', "\n"), side).expect("a board")
}

fn moves(position: &Position) -> Vec<String> {
    let moves = position.move_list();
    let mut texts: Vec<_> = moves.iter().map(|&mv| position.move_text(mv)).collect();
    texts.sort();
    texts
}

fn targets(position: &Position, from: &str) -> Vec<String> {
    let all = moves(position);
    let of_piece = all.iter().filter_map(|text| text.strip_prefix(from)?.strip_prefix('-'));
    of_piece.map(str::to_string).collect()
}

fn after(position: &Position, mv: &str) -> Position {
    position.play(position.read_move(mv).expect("legal"))
}

#[test]
fn black_begins_on_the_first_and_last_rank() {
    let start = Position::start();
    assert_eq!(start.side_to_move(), Side::Black);
    let rows = "-bbbbbb-/w------w/w------w/w------w/w------w/w------w/w------w/-bbbbbb-";
    assert_eq!(start, board(rows, Side::Black));
    assert_eq!(targets(&start, "b1"), ["b3", "d3", "h1"]);
}

#[test]
fn a_piece_moves_as_far_as_there_are_pieces_on_its_line() {
    // The diagonal through a1 holds two pieces, each other line of d4 itself alone.
    let rows = "--------/--------/--------/--------/---b----/--------/--------/b------w";
    let few = board(rows, Side::Black);
    assert_eq!(targets(&few, "d4"), ["b2", "c4", "c5", "d3", "d5", "e3", "e4", "f6"]);
    // Three on the file, of both colors, on both sides of the piece; two on the rank.
    let rows = "--------/---w----/--------/--------/b--b----/--------/--------/---w----";
    let more = board(rows, Side::Black);
    assert_eq!(targets(&more, "d4"), ["b4", "c3", "c5", "d1", "d7", "e3", "e5", "f4"]);
}

#[test]
fn no_move_leaves_the_board() {
    // Four pieces on the rank of f3: four squares to the right is off the board.
    let rows = "--------/--------/--------/--------/--------/-w--wb-w/--------/--------";
    let position = board(rows, Side::Black);
    assert_eq!(targets(&position, "f3"), ["e2", "e4", "f2", "f4", "g2", "g4"]);
}

#[test]
fn own_pieces_are_jumped_over_and_enemies_are_not() {
    let rows = "--------/--------/--------/--------/bb------/--------/-------w/-------w";
    assert_eq!(targets(&board(rows, Side::Black), "a4"), ["a3", "a5", "b3", "b5", "c4"]);
    let rows = "--------/--------/--------/--------/bw------/--------/-------w/-------w";
    assert_eq!(targets(&board(rows, Side::Black), "a4"), ["a3", "a5", "b3", "b5"]);
}

#[test]
fn an_enemy_on_the_target_is_captured_and_an_own_piece_is_in_the_way() {
    let rows = "--------/--------/--------/--------/b-w-----/--------/--------/--------";
    let position = board(rows, Side::Black);
    assert!(targets(&position, "a4").contains(&"c4".to_string()));
    let next = after(&position, "a4-c4");
    assert_eq!(next.board_text().matches(['b', 'w']).collect::<Vec<_>>(), ["b"]);
    let rows = "--------/--------/--------/--------/b-b-----/--------/--------/w------w";
    assert!(!targets(&board(rows, Side::Black), "a4").contains(&"c4".to_string()));
}

#[test]
fn neighbors_along_a_diagonal_are_connected() {
    let rows = "--------/--------/-----w--/------w-/---b----/----b---/---b----/w-------";
    assert_eq!(board(rows, Side::White).outcome(), Some(Outcome::Loss));
    let rows = "--------/--------/-----w--/------w-/---b----/--------/---b----/w-------";
    assert_eq!(board(rows, Side::White).outcome(), None);
}

#[test]
fn a_single_piece_is_contiguous() {
    let rows = "--------/--------/-----w--/------w-/--------/--------/---b----/w-------";
    assert_eq!(board(rows, Side::White).outcome(), Some(Outcome::Loss));
    assert_eq!(board(rows, Side::Black).outcome(), Some(Outcome::Win));
}

#[test]
fn the_mover_wins_if_a_move_connects_both_sides() {
    // White takes the black piece that stands apart and joins its own on the same square.
    let rows = "--------/--------/--bb----/--------/--------/-b------/w-------/---w----";
    let position = board(rows, Side::White);
    assert_eq!(position.outcome(), None);
    assert_eq!(after(&position, "a2-a3").outcome(), None);
    let next = after(&position, "d1-b3");
    assert_eq!(next.outcome(), Some(Outcome::Loss), "Black is to move and has lost");
    assert_eq!(next.with_side_to_move(Side::White).outcome(), Some(Outcome::Loss));
}

#[test]
fn a_capture_that_connects_only_the_enemy_loses() {
    let rows = "--------/-------w/--bb----/--------/--------/-b------/w-------/---w----";
    let position = board(rows, Side::White);
    assert_eq!(after(&position, "d1-b3").outcome(), Some(Outcome::Win), "Black, to move, has won");
}

#[test]
fn a_side_without_pieces_has_no_group_and_has_not_won() {
    let rows = "--------/--------/-----w--/--------/--------/--------/--------/w-------";
    for side in Side::ALL {
        let position = board(rows, side);
        assert_eq!(position.outcome(), None);
        assert!(position.count_moves() >= 1);
    }
    assert_eq!(moves(&board(rows, Side::Black)), ["pass"]);
    assert_eq!(Position::EMPTY.outcome(), None);
}

/// Both white pieces are walled into their corners: one step along the edge needs two, over an
/// enemy; the long diagonal needs four.
const SHUT_IN: &str = "------bw/------bb/--------/--------/--------/--------/bb------/wb------";

#[test]
fn a_side_without_a_move_passes_and_nothing_else_changes() {
    let position = board(SHUT_IN, Side::White);
    assert_eq!(moves(&position), ["pass"]);
    assert_eq!(position.count_moves(), 1);
    assert_eq!(position.read_move("PASS"), Ok(Move::PASS));
    let next = position.play(Move::PASS);
    assert_eq!(next, position.with_side_to_move(Side::Black));
    assert_eq!(position.finality(Move::PASS), Finality::Reversible);
    assert_eq!(next.outcome(), None, "a pass decides nothing");
    assert!(!moves(&next).contains(&"pass".to_string()), "Black has moves and must play one");
    assert!(next.read_move("pass").is_err());
}

#[test]
fn every_move_counts_towards_the_limit() {
    let mut captures = 0;
    for position in Walker::new(5).game(Position::start(), 60) {
        let moves = position.move_list();
        for mv in moves {
            let taken = pieces(&position) - pieces(&position.play(mv));
            let expected = [Finality::Reversible, Finality::Irreversible][taken];
            assert_eq!(position.finality(mv), expected);
            captures += taken;
        }
    }
    assert!(captures > 20, "{captures}");
}

fn pieces(position: &Position) -> usize {
    position.board_text().matches(['b', 'w']).count()
}

#[test]
fn a_repeated_position_means_nothing() {
    assert_eq!(Position::REPETITION, Repetition::Ignored);
}

#[test]
fn moves_are_read_in_any_case_and_only_if_legal() {
    let start = Position::start();
    let expected = start.read_move("b8-b6");
    assert!(expected.is_ok());
    for text in ["B8-B6", "b8-B6", " b8-b6 ", "\tB8-b6"] {
        assert_eq!(start.read_move(text), expected, "{text}");
    }
    for text in
        ["", "b8", "b8b6", "b8-", "b8 - b6", "b9-b6", "b8--b6", "b8-b6-b4", "i1-i2", "é8-b6"]
    {
        let error = start.read_move(text).expect_err("no move").to_string();
        assert!(error.contains("is not a move; write it like b8-b6"), "{error}");
    }
    for text in ["b8-b7", "a2-c2", "b8-b8", "pass"] {
        let error = start.read_move(text).expect_err("not legal").to_string();
        assert!(error.contains("is not legal here; legal are: ") && error.contains("b1-b3"));
    }
}

#[test]
fn the_dump_draws_the_board_and_is_read_back() {
    let text = Position::start().board_text();
    let rows: Vec<_> = text.split('\n').collect();
    assert_eq!(rows[0], "    - b b b b b b -");
    assert_eq!(rows[1], "    w - - - - - - w");
    assert_eq!((rows.len(), rows[7]), (8, rows[0]));
    let start = board(
        &text
            .replace([' ', '\n'], "")
            .chars()
            .collect::<Vec<_>>()
            .chunks(8)
            .map(String::from_iter)
            .collect::<Vec<_>>()
            .join("/"),
        Side::Black,
    );
    assert_eq!(start, Position::start());
}

#[test]
fn setting_squares_in_any_order_gives_the_same_position() {
    let mut walker = Walker::new(9);
    for position in walker.game(Position::start(), 60) {
        let mut squares: Vec<_> = Square::all().collect();
        let mut rebuilt = Position::start().with_side_to_move(Side::White);
        while !squares.is_empty() {
            let square = squares.swap_remove(walker.below(squares.len()));
            let piece = position.at(square);
            rebuilt =
                rebuilt.with_piece(square, piece.map(|owner| !owner)).with_piece(square, piece);
        }
        assert_eq!(rebuilt.with_side_to_move(position.side_to_move()), position);
    }
}

#[test]
fn every_move_has_a_history_index_of_its_own() {
    const { assert!(Position::HISTORY_SIZE < 65_535) };
    for position in Walker::new(3).game(Position::start(), 60) {
        let mut moves = vec![Move::PASS];
        position.legal_moves(&mut moves);
        let indices: HashSet<_> = moves.iter().map(|&mv| Position::history_index(mv)).collect();
        assert_eq!(indices.len(), moves.len());
        assert!(indices.iter().all(|&index| index < Position::HISTORY_SIZE));
    }
}

/// What a position keeps in step is what its board says, and a game is its move texts.
fn play_out(seed: u64) -> usize {
    let mut walker = Walker::new(seed);
    let (mut position, mut plies) = (Position::start(), 0);
    while let Some(mv) = walker.step(&position) {
        let text = position.move_text(mv);
        assert_eq!(position.read_move(&text), Ok(mv));
        position = position.play(mv);
        plies += 1;
        assert_eq!(position, position.recomputed(), "seed {seed}, ply {plies}");
        assert!(plies < MAX_PLIES, "seed {seed} does not end");
    }
    assert!(position.outcome().is_some());
    plies
}

/// Random games end by themselves sooner or later, without any limit of turns.
const MAX_PLIES: usize = 5_000;

#[test]
fn random_games_end_and_keep_their_keys_and_replay_from_their_texts() {
    let plies: usize = (0..150).map(play_out).sum();
    assert!(plies > 150 * 20, "{plies}");
}
