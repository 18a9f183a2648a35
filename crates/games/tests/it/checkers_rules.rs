//! Every choice of `docs/RULES.md` for checkers, pinned by a position.

use games::board::Side;
use games::checkers::{Move, Position};
use games::{Finality, Game, Notation};

fn board(rows: &str, side: Side) -> Position {
    Position::from_rows(rows.split('/'), side).expect("a board")
}

/// A move in the words of the assignment: `E` and two squares for a step, `J` and two squares for
/// each jump.
fn answer(mv: Move) -> String {
    let letter = if mv.is_jump() { "J" } else { "E" };
    let squares = mv.squares();
    let lines = squares.windows(2).map(|pair| format!("{letter} {} {}", pair[0], pair[1]));
    lines.collect::<Vec<_>>().join(" ")
}

fn answers(rows: &str, side: Side) -> Vec<String> {
    let position = board(rows, side);
    let moves = position.move_list();
    let mut texts: Vec<_> = moves.into_iter().map(answer).collect();
    texts.sort();
    texts
}

#[test]
fn black_begins_at_the_top_and_moves_down() {
    let start = Position::start();
    assert_eq!(start.side_to_move(), Side::Black);
    assert_eq!(start.board_text().lines().next(), Some(".b.b.b.b"));
    let rows = "......../......../......../....b.../......../......../......../........";
    assert_eq!(answers(rows, Side::Black), ["E e5 d4", "E e5 f4"]);
}

#[test]
fn men_step_forward_and_kings_in_all_directions() {
    let rows = "......../......../......../....w.../......../......../......../........";
    assert_eq!(answers(rows, Side::White), ["E e5 d6", "E e5 f6"]);
    let rows = "......../......../......../....W.../......../......../......../........";
    assert_eq!(answers(rows, Side::White), ["E e5 d4", "E e5 d6", "E e5 f4", "E e5 f6"]);
}

#[test]
fn a_jump_must_be_played_if_there_is_one() {
    let rows = "......../......../......../....b.../...w..../w......./......../........";
    assert_eq!(answers(rows, Side::White), ["J d4 f6"]);
}

#[test]
fn men_jump_forward_only_and_kings_in_all_directions() {
    let rows = "......../......../......../....w.../...b.b../......../......../........";
    assert_eq!(answers(rows, Side::White), ["E e5 d6", "E e5 f6"]);
    let rows = "......../......../...b.b../....W.../...b.b../......../......../........";
    assert_eq!(answers(rows, Side::White), ["J e5 c3", "J e5 c7", "J e5 g3", "J e5 g7"]);
}

#[test]
fn a_sequence_is_continued_to_its_end_but_need_not_be_the_longest() {
    let rows = "......../......../...b..../......../...b.b../....w.../......../........";
    assert_eq!(answers(rows, Side::White), ["J e3 c5 J c5 e7", "J e3 g5"]);
}

#[test]
fn a_captured_piece_leaves_the_board_at_once_and_is_not_jumped_again() {
    // Round the four men back to c3, and no further: they are gone.
    let rows = "......../......../...b.b../......../...b.b../....W.../......../........";
    let found = answers(rows, Side::White);
    assert_eq!(found, ["J e3 c5 J c5 e7 J e7 g5 J g5 e3", "J e3 g5 J g5 e7 J e7 c5 J c5 e3",]);
}

#[test]
fn a_king_may_come_back_to_the_square_it_left_and_both_ways_round_are_moves() {
    let rows = "......../......../...b.b../......../...b.b../....W.../......../........";
    let position = board(rows, Side::White);
    let moves = position.move_list();
    assert!(moves.iter().all(|mv| mv.from() == mv.to()));
    assert_ne!(moves[0], moves[1]);
    assert_eq!(position.play(moves[0]), position.play(moves[1]));
    assert_eq!(position.play(moves[0]).count_moves(), 0, "nothing is left of Black");
}

#[test]
fn a_crowned_man_ends_its_turn_even_if_the_king_could_jump_on() {
    let rows = "......../..b.b.../.w....../......../......../......../......../........";
    assert_eq!(answers(rows, Side::White), ["J b6 d8"]);
    let position = board(rows, Side::White);
    let after = position.play(position.read_move("9x2").expect("legal"));
    assert_eq!(after.board_text().lines().next(), Some("...W...."));
}

#[test]
fn a_king_moves_backward_in_the_turn_after() {
    let rows = "...W..../....b.../......../......../......../......../......../........";
    assert_eq!(answers(rows, Side::White), ["J d8 f6"]);
}

#[test]
fn captures_and_crownings_begin_the_quiet_count_anew_and_men_do_not() {
    let rows = "......../w......./......../....W.../...w..../......../......../........";
    assert_eq!(finality(rows, "5-1"), Finality::Resetting);
    assert_eq!(finality(rows, "15-11"), Finality::Reversible);
    assert_eq!(finality(rows, "18-14"), Finality::Irreversible);
    let rows = "......../......../......../....b.../...W..../......../......../........";
    assert_eq!(finality(rows, "18x11"), Finality::Resetting);
}

fn finality(rows: &str, mv: &str) -> Finality {
    let position = board(rows, Side::White);
    position.finality(position.read_move(mv).expect("legal"))
}

#[test]
fn a_side_without_pieces_or_without_moves_has_no_move() {
    let nothing = "......../......../......../......../......../......../......../.....b..";
    assert!(answers(&nothing.replace(".....b..", "b......."), Side::White).is_empty());
    let blocked = "......../......../......../......../.....b../......b./.......w/........";
    assert!(answers(blocked, Side::White).is_empty());
}

#[test]
fn a_man_that_stands_on_its_last_row_stays_a_man_and_cannot_move() {
    let rows = ".w....../......../......../......../......../..w...../......../........";
    assert_eq!(answers(rows, Side::White), ["E c3 b4", "E c3 d4"]);
}
