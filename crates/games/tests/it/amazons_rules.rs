//! Every choice of `docs/RULES.md` for Amazons, pinned by a position.

use games::amazons::{Move, Piece, Position, Square, rules};
use games::board::Side;
use games::{Game, Notation, NotationError, Outcome, Walker};

fn square(name: &str) -> Square {
    Square::from_name(name).expect("a square")
}

/// The board with these pieces, written like `Wd1 Bg10 Se5`, and spears on all squares that are
/// neither named nor in `open`.
fn shut_board(pieces: &str, open: &str, side: Side) -> Position {
    let open: Vec<_> = open.split_whitespace().map(square).collect();
    let spears = Square::all().filter(|square| !open.contains(square));
    let board = spears.fold(Position::EMPTY, |board, at| board.with_piece(at, Some(Piece::Spear)));
    with_pieces(board, pieces).with_side_to_move(side)
}

fn with_pieces(board: Position, pieces: &str) -> Position {
    pieces.split_whitespace().fold(board, |board, piece| {
        let what = match &piece[..1] {
            "W" => Piece::Amazon(Side::White),
            "B" => Piece::Amazon(Side::Black),
            _ => Piece::Spear,
        };
        board.with_piece(square(&piece[1..]), Some(what))
    })
}

fn texts(position: &Position) -> Vec<String> {
    let moves = position.move_list();
    let mut texts: Vec<_> = moves.iter().map(|&mv| position.move_text(mv)).collect();
    texts.sort();
    texts
}

#[test]
fn white_moves_first_from_the_squares_of_the_figure() {
    let start = Position::start();
    assert_eq!(start.side_to_move(), Side::White);
    for (side, names) in [(Side::White, "a4 d1 g1 j4"), (Side::Black, "a7 d10 g10 j7")] {
        let expected = names.split(' ').map(square).collect();
        assert_eq!(start.amazons(side), expected);
    }
    assert!(start.spears().is_empty());
}

#[test]
fn an_amazon_moves_like_a_queen_over_empty_squares() {
    let board = with_pieces(Position::EMPTY, "We5 Be8 Wg5 Sc3");
    for name in ["e6", "e7", "f5", "d4", "e1", "a5", "b8", "h8", "j10", "i1"] {
        assert!(can_reach(&board, name), "{name}");
    }
    for name in ["e8", "e9", "g5", "h5", "c3", "b2", "f7", "d7", "e5"] {
        assert!(!can_reach(&board, name), "{name}");
    }
}

fn can_reach(board: &Position, name: &str) -> bool {
    texts(board).iter().any(|text| text.starts_with(&format!("e5-{name}(")))
}

#[test]
fn a_spear_flies_like_a_queen_from_where_the_amazon_arrives() {
    let board = with_pieces(Position::EMPTY, "We1 Bc3 Wg3 Se7");
    for name in ["d3", "f3", "e4", "e6", "g5", "a7", "c1"] {
        assert!(can_throw(&board, name), "{name}");
    }
    for name in ["c3", "b3", "g3", "h3", "e7", "e8", "e3", "f5", "d1"] {
        assert!(!can_throw(&board, name), "{name}");
    }
}

fn can_throw(board: &Position, name: &str) -> bool {
    texts(board).contains(&format!("e1-e3({name})"))
}

#[test]
fn a_spear_may_land_on_or_fly_over_the_square_just_left() {
    let board = shut_board("Wb1", "a1 b1 c1", Side::White);
    let expected = ["b1-a1(b1)", "b1-a1(c1)", "b1-c1(a1)", "b1-c1(b1)"];
    assert_eq!(texts(&board), expected);
}

#[test]
fn every_move_throws_a_spear() {
    // The amazon could step, and its old square is always there to throw at.
    let board = shut_board("Wa1", "a1 a2", Side::White);
    assert_eq!(texts(&board), ["a1-a2(a1)"]);
}

#[test]
fn a_spear_stays_and_blocks_both_sides() {
    let start = Position::start();
    let after = start.play(start.read_move("d1-d7(g7)").expect("legal"));
    assert_eq!(after.at(square("g7")), Some(Piece::Spear));
    assert_eq!(after.at(square("d1")), None);
    assert_eq!(after.at(square("d7")), Some(Piece::Amazon(Side::White)));
    assert!(matches!(after.read_move("g10-g7(g8)"), Err(NotationError::Illegal { .. })));
    assert!(matches!(after.read_move("g10-g6(g8)"), Err(NotationError::Illegal { .. })));
    let after = after.play(after.read_move("d10-c9(h4)").expect("legal"));
    assert_eq!(after.at(square("g7")), Some(Piece::Spear));
    assert!(matches!(after.read_move("g1-g8(a2)"), Err(NotationError::Illegal { .. })));
}

#[test]
fn only_the_side_to_move_moves_its_own_amazons() {
    let start = Position::start();
    assert!(matches!(start.read_move("d10-d9(d8)"), Err(NotationError::Illegal { .. })));
    assert!(start.with_side_to_move(Side::Black).read_move("d10-d9(d8)").is_ok());
}

#[test]
fn a_side_to_move_without_a_legal_move_has_lost() {
    assert_eq!(Position::NO_MOVES, Outcome::Loss);
    // As in the second figure: Black's last move fills its region.
    let board = shut_board("Ba7 Wj1", "a7 a6 j1 i1 h1", Side::Black);
    assert_eq!(texts(&board), ["a7-a6(a7)"]);
    let after = board.play(board.read_move("a7-a6(a7)").expect("legal"));
    assert!(after.can_side_move(Side::White) && !after.can_side_move(Side::Black));
    let lost = after.play(after.read_move("j1-i1(j1)").expect("legal"));
    assert_eq!((lost.side_to_move(), lost.count_moves()), (Side::Black, 0));
}

#[test]
fn a_side_without_amazons_has_lost() {
    let board = with_pieces(Position::EMPTY, "Be5");
    assert_eq!(board.side_to_move(), Side::White);
    assert_eq!(board.count_moves(), 0);
}

#[test]
fn every_move_leaves_one_empty_square_less() {
    for seed in 0..20 {
        let game = Walker::new(seed).game(Position::start(), 1_000);
        assert!(game.len() <= rules::LONGEST_GAME + 1);
        for pair in game.windows(2) {
            assert_eq!(pair[1].empty().count() + 1, pair[0].empty().count());
        }
    }
}

#[test]
fn moves_are_read_in_both_forms_and_any_case() {
    let start = Position::start();
    let mv = Move::new(square("d1"), square("d7"), square("g7"));
    for text in ["d1-d7(g7)", "D1-D7(G7)", "d1 d7 g7", " D1  d7\tG7 "] {
        assert_eq!(start.read_move(text), Ok(mv), "{text}");
    }
    for text in [
        "",
        "d1",
        "d1-d7",
        "d1-d7(g7",
        "d1-d7(g7))",
        "d1-d7-g7",
        "d1 d7 g7 g8",
        "d1-d7 g7",
        "d1 d7(g7)",
        "d0-d7(g7)",
        "k1-d7(g7)",
        "d1 - d7 (g7)",
    ] {
        assert!(matches!(start.read_move(text), Err(NotationError::Malformed { .. })), "{text}");
    }
    assert_eq!(start.move_text(mv), "d1-d7(g7)");
}

#[test]
fn the_dump_shows_the_rows_as_the_harness_reads_them() {
    let start = Position::start();
    let after = start.play(start.read_move("d1-d7(g7)").expect("legal"));
    let rows = [
        "   - - - B - - B - - -",
        "   - - - - - - - - - -",
        "   - - - - - - - - - -",
        "   B - - W - - S - - B",
        "   - - - - - - - - - -",
        "   - - - - - - - - - -",
        "   W - - - - - - - - W",
        "   - - - - - - - - - -",
        "   - - - - - - - - - -",
        "   - - - - - - W - - -",
    ];
    assert_eq!(after.board_text().lines().collect::<Vec<_>>(), rows);
    assert_eq!(Position::read_board(&rows.join("\n"), Side::Black), Ok(after));
}
