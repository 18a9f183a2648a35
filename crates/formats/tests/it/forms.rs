//! The forms in which games are found.

use formats::pdn::{self, PdnGame, PdnResult};
use games::board::Side;
use games::checkers::Position;
use games::{Game as _, Notation};

fn games(text: &str) -> Vec<PdnGame> {
    pdn::read(text).collect::<Result<_, _>>().unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn moves(game: &PdnGame) -> String {
    let texts = game.line.turns.iter().zip(game.positions());
    texts.map(|(turn, at)| at.move_text(turn.mv)).collect::<Vec<_>>().join(" ")
}

fn error(text: &str) -> String {
    pdn::read(text).find_map(Result::err).expect(text).to_string()
}

#[test]
fn games_end_with_a_result_a_star_or_the_next_tag() {
    let text = "[Event \"a\"]\n1. 11-15 23-19 1-0\n\n[Event \"b\"]\n1. 9-13 22-18 *\n\
                [Event \"c\"]\n1. 10-14\n[Event \"d\"]\n[Result \"1/2-1/2\"]\n\n1. 12-16 0-1\n";
    let read = games(text);
    let found: Vec<_> = read.iter().map(|game| (moves(game), game.outcome())).collect();
    assert_eq!(
        found,
        [
            ("11-15 23-19".to_string(), Some(PdnResult::Won(Side::Black))),
            ("9-13 22-18".to_string(), None),
            ("10-14".to_string(), None),
            // The tag counts.
            ("12-16".to_string(), Some(PdnResult::Drawn)),
        ]
    );
}

#[test]
fn games_without_tags_follow_each_other() {
    let read = games("1. 11-15 23-19 * 1. 9-13 21-17 1/2-1/2\n1.10-15");
    let found: Vec<_> = read.iter().map(moves).collect();
    assert_eq!(found, ["11-15 23-19", "9-13 21-17", "10-15"]);
}

#[test]
fn comments_variations_and_signs_belong_to_their_moves() {
    let text = "{before} 1. 11-15! {first} {second} (1. 9-13? 22-18 (1... 21-17 $7) 6-9) 1... 23-19* ; so\n\
                2. 8-11 (!?) *";
    let game = &games(text)[0];
    assert_eq!(moves(game), "11-15 23-19 8-11");
    assert_eq!(game.line.comments, ["before"]);
    let [first, second, third] = &game.line.turns[..] else { panic!("three moves") };
    let found = (&first.annotations[..], &first.comments[..]);
    assert_eq!(found, (&[1][..], &["first".to_string(), "second".to_string()][..]));
    let variation = &first.variations[0];
    assert_eq!((variation.turns.len(), variation.turns[0].annotations[0]), (3, 2));
    assert_eq!(variation.turns[1].variations[0].turns[0].annotations, [7]);
    assert_eq!((&second.comments[..], third.annotations[0]), (&["so".to_string()][..], 5));
}

#[test]
fn white_may_begin() {
    let white = Position::start().mirrored();
    for text in [
        "1. 22-18 9-13 *",
        "[GameType \"21,W,8,8,N2,0\"]\n1. 22-18 9-13 *",
        "[FEN \"W:W21-32:B1-12.\"]\n1... 22-18 2. 9-13 *",
        "[GameType \"21,W,8,8,A0,0\"]\n1. c3-d4 b6-a5 *",
        "1. c3d4 b6a5 *",
    ] {
        let game = &games(text)[0];
        assert_eq!((game.start, moves(game).as_str()), (white, "22-18 9-13"), "{text}");
    }
}

#[test]
fn numbers_may_begin_at_another_corner() {
    let game = &games("[GameType \"21,B,8,8,N2,0\"]\n1. 22-18 10-15 *")[0];
    assert_eq!((game.start, moves(game).as_str()), (Position::start(), "11-15 23-18"));
}

#[test]
fn an_error_has_its_place_and_the_next_game_is_read() {
    let text = "[Event \"a\"]\n\n1. 11-15 23-19\n2. 8-12 *\n\n[Event \"b\"]\n\n1. 9-13 *\n";
    let read: Vec<_> = pdn::read(text).collect();
    let error = read[0].as_ref().expect_err("8-12 is not legal").to_string();
    let holds = error.starts_with("line 4, column 4: `8-12` is not legal here; legal are: ");
    assert!(holds, "{error}");
    assert_eq!((read.len(), read[1].as_ref().map(moves)), (2, Ok("9-13".to_string())));
}

#[test]
fn the_next_game_is_read_whatever_is_not_closed() {
    for open in ["1. 11-15 (1. 9-13 22-18", "1. 11-15 {x", "1. 11-15 ) 23-19"] {
        let text = format!("{open}\n\n[Event \"b\"]\n[Site \"c\"]\n\n1. 9-13 *\n");
        let read: Vec<_> = pdn::read(&text).collect();
        let [Err(_), Ok(next)] = &read[..] else { panic!("{open}: {read:?}") };
        assert_eq!((next.tag("Event"), next.tags.len()), (Some("b"), 2), "{open}");
    }
}

#[test]
fn what_is_wrong_is_named() {
    for (text, expected) in [
        (
            "[Event a]\n1. 11-15",
            "line 1, column 1: this tag should look like [Event \"text\"], on one line, not `[Event a]`",
        ),
        ("1. 11-15 {x", "line 1, column 10: this comment is not closed"),
        ("1. 11-15 (1. 9-13", "line 1, column 10: this variation is not closed"),
        ("(1. 9-13)", "line 1, column 1: a variation stands after the move"),
        ("1. 11-15 )", "line 1, column 10: here a variation is closed"),
        ("1. hello", "line 1, column 4: `hello` is not a move; moves look like 11-15"),
        ("1. 34-29", "line 1, column 4: `34-29` is not a move; squares have the numbers 1 to 32"),
        ("1. 11-15 # *", "line 1, column 10: `#` has no meaning here; delete it"),
        ("[GameType \"20\"]\n1. 32-28", "line 1, column 1: GameType 20 is not English checkers"),
        ("[FEN \"W:W99:B1\"]\n1. 9-13", "line 1, column 10: `99` is not a square"),
    ] {
        let found = error(text);
        assert!(found.starts_with(expected), "{text}: {found}");
    }
    assert!(error(&("1. 11-15".to_string() + &"( 1. 9-13".repeat(100))).contains("nested"));
}

#[test]
fn the_result_of_the_moves_counts_without_tags() {
    let position = games("1. 11-15 1/2-1/2")[0].positions().pop().expect("two");
    let found = position;
    assert_eq!(found, Position::start().play(Position::start().read_move("11-15").expect("legal")));
    assert_eq!(games("1. 11-15 1-1")[0].outcome(), Some(PdnResult::Drawn));
}
