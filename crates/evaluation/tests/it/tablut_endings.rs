//! Ends of games of Tablut that the board does not show: by a repeated position, by the lack of a
//! move; and that the search knows it.

use evaluation::tablut::TablutEvaluator;
use games::board::Side;
use games::tablut::{Move, Piece, Position, Square};
use games::{Finality, Game, Notation, Outcome, Repetition, Walker};
use search::{
    DepthLimit, KeyHistory, NodeLimit, SearchReport, Selectivity, TranspositionTable, search,
    search_with,
};

/// The position with these pieces, such as `Ke5 Wd5 Bc5`.
fn sketch(pieces: &str, side: Side) -> Position {
    pieces
        .split(' ')
        .fold(Position::EMPTY, |position, word| {
            let piece = word.chars().next().and_then(Piece::from_letter).expect("B, W or K");
            position.with_piece(Square::from_name(&word[1..]).expect("a square"), Some(piece))
        })
        .with_side_to_move(side)
}

fn played(start: Position, moves: &str) -> (Position, KeyHistory) {
    let (mut position, mut history) = (start, KeyHistory::starting_at(&start, 0));
    for text in moves.split_whitespace() {
        let mv = position.read_move(text).expect("a legal move");
        let (next, finality) = (position.play(mv), position.finality(mv));
        history.played(&next, finality);
        position = next;
    }
    (position, history)
}

fn searched(position: &Position, history: KeyHistory, plies: i16) -> SearchReport<Move> {
    let mut table = TranspositionTable::with_bytes(1 << 22);
    search(position, history, &mut table, &mut DepthLimit(plies), &mut TablutEvaluator)
        .expect("there is a move")
}

#[test]
fn a_position_that_occurs_again_loses_for_the_mover_the_start_included() {
    assert_eq!(Position::REPETITION, Repetition::LosesForMover);
    let there_and_back = "d9-c e7-f c9-d f7-e";
    let (position, history) = played(Position::start(), there_and_back);
    assert_eq!(position, Position::start());
    assert!(history.is_repetition(Position::REPETITION), "White, who moved last, has lost");
    let (_, history) = played(Position::start(), "d9-c e7-f c9-d");
    assert!(!history.is_repetition(Position::REPETITION));
}

#[test]
fn the_same_board_with_the_other_side_to_move_is_another_position() {
    // Black comes back to a9 in three moves, White to d2 in two.
    let start = sketch("Ke5 Wd2 Ba9 Bi8", Side::Black);
    let (position, history) = played(start, "a9-b d2-3 b9-c d3-2 c9-a");
    assert_eq!(position, start.with_side_to_move(Side::White));
    assert!(!history.is_repetition(Position::REPETITION));
}

#[test]
fn only_captures_cannot_be_taken_back() {
    let position = sketch("Ke5 Wd2 Bc2 Wb9", Side::White);
    let found = (finality_of(&position, "b9-2"), finality_of(&position, "b9-3"));
    assert_eq!(found, (Finality::Irreversible, Finality::Reversible));
}

fn finality_of(position: &Position, text: &str) -> Finality {
    position.finality(position.read_move(text).expect("legal"))
}

#[test]
fn a_side_without_a_move_has_lost() {
    assert_eq!(Position::NO_MOVES, Outcome::Loss);
    let before = sketch("Ke5 Wd5 Wf5 We4 We6 Wa2 Wb5 Ba1", Side::White);
    let (after, _) = played(before, "b5-1");
    assert_eq!((after.outcome(), after.count_moves()), (None, 0), "shut in, but on the board");
    let report = searched(&before, KeyHistory::starting_at(&before, 0), 3);
    assert_eq!(report.progress.score.plies_to_end(), Some(1));
    assert!(report.progress.score.is_win());
}

#[test]
fn the_limit_ends_the_game_for_white() {
    assert_eq!(Position::AT_QUIET_LIMIT, Outcome::Loss);
    assert_eq!(value_with(2).plies_to_end(), Some(2), "Black, to make his second move, has lost");
    assert!(value_with(2).is_loss() && !value_with(40).is_mate());
    let mut history = limited(2);
    assert!(!history.is_over_limit());
    for position in Walker::new(0).game(Position::start(), 2).iter().skip(1) {
        history.played(position, Finality::Irreversible);
    }
    assert!(history.is_over_limit(), "captures do not begin the count anew");
}

fn value_with(plies: u32) -> search::Score {
    let mut table = TranspositionTable::with_bytes(1 << 22);
    let start = Position::start();
    let report =
        search(&start, limited(plies), &mut table, &mut DepthLimit(3), &mut TablutEvaluator);
    report.expect("there is a move").progress.score
}

fn limited(plies: u32) -> KeyHistory {
    KeyHistory::starting_at(&Position::start(), 0).limited_to(Some(plies))
}

/// White could take his move back, and would lose by it.
#[test]
fn the_search_does_not_repeat() {
    let there = "d9-c e7-f c9-d";
    let (position, history) = played(Position::start(), there);
    let back = position.read_move("f7-e").expect("legal");
    for plies in 1..4 {
        assert_ne!(searched(&position, history.clone(), plies).best, back);
    }
}

/// Games of the program had come to these: the side to move wins within four of its moves.
const WON_WITHIN_FOUR_MOVES: [(Side, &str); 4] = [
    (Side::White, "Bd1 Be1 Be3 Bd4 Bf4 Bc5 Bb6 Ke6 Wg6 Bi6 Bc7 Wf8 Wd9 Be9"),
    (Side::White, "Bd1 Be1 Bf1 Be2 Bg2 Wc3 We3 Wg3 Bi4 Ba5 Kf5 Bi5 Bb6 Bc7 Wh7 Bf8 Bd9"),
    (Side::Black, "Bd1 Wb3 Be3 Ba4 Kc4 Bf4 Ba5 Bb5 Bd5 Bg5 Ba6 Bc6 Bg6 Bh6 Bf7 Bd8 Be9 Wf9"),
    (Side::Black, "Bd1 Bc2 Bd3 Bf3 Bc4 Be4 Bh4 Wi4 Bd5 Kf5 Bd6 Bg6 Bi6 Be7 Bf8"),
];

#[test]
fn wins_within_four_moves_are_found() {
    for (side, pieces) in WON_WITHIN_FOUR_MOVES {
        let position = sketch(pieces, side);
        let history = KeyHistory::starting_at(&position, 0);
        let mut table = TranspositionTable::with_bytes(1 << 22);
        let report =
            search(&position, history, &mut table, &mut NodeLimit(100_000), &mut TablutEvaluator);
        let score = report.expect("there is a move").progress.score;
        assert!(score.is_win() && score.plies_to_end() <= Some(7), "{score} in {pieces}");
    }
}

/// The same by trying every move to its full depth.
#[test]
fn these_wins_are_real() {
    for (side, pieces) in WON_WITHIN_FOUR_MOVES {
        let position = sketch(pieces, side);
        let history = KeyHistory::starting_at(&position, 0);
        let mut table = TranspositionTable::with_bytes(1 << 24);
        let how = Selectivity::Exhaustive;
        let (control, evaluator) = (&mut DepthLimit(7), &mut TablutEvaluator);
        let report = search_with(how, &position, history, &mut table, control, evaluator);
        assert!(report.expect("there is a move").progress.score.is_win(), "{pieces}");
    }
}
