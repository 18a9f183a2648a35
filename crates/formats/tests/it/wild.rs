//! Files as people really have them: nothing is lost without a word.

use formats::pdn::{self, PdnGame, PdnResult};
use games::board::Side;
use games::checkers::Position;
use games::{Game as _, Notation};

fn games(text: &str) -> Vec<PdnGame> {
    pdn::read(text).collect::<Result<_, _>>().unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn kinds(text: &str) -> Vec<&'static str> {
    let mut games = pdn::read(text);
    let mut kinds = Vec::new();
    while let Some(game) = games.next() {
        game.unwrap_or_else(|error| panic!("{error}: {text}"));
        let found = games.warnings().iter().map(|warning| warning.kind as usize);
        kinds.extend(found.map(|kind| pdn::PdnWarningKind::KINDS[kind].0));
    }
    kinds
}

fn event_and_plies(text: &str) -> Vec<(String, usize)> {
    let games = games(text).into_iter();
    games
        .map(|game| (game.tag("Event").unwrap_or_default().to_string(), game.line.turns.len()))
        .collect()
}

fn first_game(text: &str) -> PdnGame {
    games(text).remove(0)
}

fn error(text: &str) -> String {
    pdn::read(text).find_map(Result::err).expect(text).to_string()
}

#[test]
fn comments_stand_anywhere() {
    let two = [("a".to_string(), 1), ("b".to_string(), 1)];
    for text in [
        "; x\n; y\n[Event \"a\"]\n[Black \"A\"]\n1. 11-15 1-0\n\n; z\n[Event \"b\"]\n1. 10-15 0-1",
        "{x}\n[Event \"a\"]\n; y\n[Black \"A\"]{z}1. 11-15 1-0 {so}\n[Event \"b\"]\n1. 10-15 *\n{end}",
        "% x\n[Event \"a\"]\n% y\n1. 11-15 *\n% z\n[Event \"b\"]\n\n1. 10-15 *\n% end",
    ] {
        assert_eq!(event_and_plies(text), two, "{text}");
        assert!(kinds(text).is_empty(), "{text}");
    }
    let game = first_game("{one} [Event \"a\"] ; two\n1. 11-15 {three} 1-0 {four}\n; five\n");
    assert_eq!(game.line.comments, ["one", "two"]);
    assert_eq!(game.line.turns[0].comments, ["three", "four", "five"]);
    assert_eq!(pdn::read("{only a comment} ; and another").count(), 0);
}

#[test]
fn games_of_tags_alone_are_games() {
    let text =
        "[Event \"a\"]\n[Black \"A\"]\n[Event \"a\"]\n[Black \"B\"]\n\n[Event \"c\"]\n1. 11-15 *";
    let found = event_and_plies(text);
    assert_eq!(found, [("a".to_string(), 0), ("a".to_string(), 0), ("c".to_string(), 1)]);
    assert_eq!(games(text)[1].tag("Black"), Some("B"));
    let text = "[Setup \"1\"]\n[SetUp \"1\"]\n[FEN \"B:W32:B1\"]\n1. 1-5 *";
    assert_eq!(event_and_plies(text), [(String::new(), 1)], "old files of ours");
    let written = pdn::write(&games(text)[0], pdn::PdnStyle::default());
    assert_eq!(written.to_lowercase().matches("[setup").count(), 1, "{written}");
}

#[test]
fn line_ends_are_those_of_any_system() {
    let text = "[Event \"a\"]\r[Black \"A\"]\r\r1. 11-15 ; best\r23-19 2. 8-11 *\r\r[Event \"b\"]\r\r1. 9-14 *\r";
    let found = [("a".to_string(), 3), ("b".to_string(), 1)];
    for text in [text.to_string(), text.replace('\r', "\n"), text.replace('\r', "\r\n")] {
        assert_eq!(event_and_plies(&text), found);
    }
    assert!(error("[Event \"a\"]\r\r1. 99-1\r").starts_with("line 3, column 4: "));
}

#[test]
fn results_are_read_or_kept() {
    for end in ["1/2", "½-½", "½–½", "1/2 - 1/2", "1-1", "0.5-0.5", "draw", "Drawn"] {
        let game = first_game(&format!("1. 11-15 23-19 {end}"));
        assert_eq!(game.outcome(), Some(PdnResult::Drawn), "{end}");
    }
    for end in ["1–0", "1 - 0", "1:0", "2-0", "Black wins", "1-0 *", "* 1-0"] {
        let black = Some(PdnResult::Won(Side::Black));
        let game = first_game(&format!("1. 11-15 23-19 {end}"));
        assert_eq!(game.outcome(), black, "{end}");
    }
    for (end, kept) in
        [("1 1/2 - 1/2", "1 1/2 - 1/2"), ("+-", "+-"), ("resigned here.", "resigned here.")]
    {
        for tag in ["", "[Event \"a\"]\n"] {
            let text = format!("{tag}1. 11-15 23-19 {end}");
            let game = games(&text).remove(0);
            assert_eq!((game.tag("Result"), game.outcome()), (Some(kept), None), "{text}");
            assert_eq!((game.line.turns.len(), kinds(&text)), (2, vec!["result"]), "{text}");
            let written = pdn::write(&game, pdn::PdnStyle::default());
            assert!(written.contains(&format!("[Result \"{kept}\"]")), "{written}");
        }
    }
    assert_eq!(kinds("[Result \"7-2\"]\n1. 11-15 7-2"), ["result"], "the tag says the same");
    assert_eq!(kinds("[Result \"1-0\"]\n1. 11-15 0-1"), ["results-differ"]);
    assert_eq!(kinds("[Result \"1-0\"]\n1. 11-15 23-19\n\n[Event \"b\"]"), ["no-end"]);
    assert!(error("1. 11-15 23-19 7-2").contains("`7-2` is not legal"));
}

#[test]
fn other_games_are_refused_by_name_or_suspected() {
    for (text, told) in [
        ("[Variant \"Russian\"]\n1. c3-d4 d6-c5 *", "the tag Variant says Russian"),
        ("[VARIANT \"International\"]\n1. 32-28 *", "the tag Variant says International"),
        ("[GAMETYPE \"20\"]\n1. 11-15 *", "GameType 20 is not English checkers"),
        ("[gametype \"25\"]\n1. c3-d4 *", "GameType 25 is not English checkers"),
    ] {
        assert!(error(text).contains(told), "{text}");
    }
    assert_eq!(kinds("1. c3-d4 b6-a5 *"), ["variant"]);
    assert_eq!(kinds("[Variant \"Standard\"]\n1. 11-15 *"), ["variant"]);
    assert!(kinds("[GameType \"21,W,8,8,A0,0\"]\n1. c3-d4 b6-a5 *").is_empty());
    assert!(kinds("[Variant \"English draughts\"]\n1. 11-15 *").is_empty());
}

#[test]
fn positions_are_read_with_the_squares_of_their_game_type() {
    let usual = first_game("[FEN \"W:W29,K24:B1,K23:H0:F12\"]\n1. 29-25 *");
    for text in [
        "[fen \"W:Wa1,Kg3:Bb8,Ke3\"]\n1. a1-b2 *",
        "[GameType \"21,W,8,8,N0,0\"]\n[FEN \"W:W1,K12:B29,K11\"]\n1. 1-5 *",
        "[GameType \"21,B,8,8,A1,0\"]\n[FEN \"W:Wa1,Kg3:Bb8,Ke3\"]\n1. a1-b2 *",
    ] {
        assert_eq!(first_game(text).positions(), usual.positions(), "{text}");
    }
    let told = error("[Event \"a\"]\n[FEN \"B:W28-21:B1-8\"]\n*");
    assert!(told.starts_with("line 2, column 10: `28-21` runs backward"), "{told}");
    let told = error("[FEN \"\u{9048f}\u{202e}W:W\u{9048f}:B1\"]");
    assert!(told.starts_with("line 1, column 7: "), "hidden characters are shown: {told}");
}

#[test]
fn recovery_finds_the_next_game_whatever_was_wrong() {
    for (text, place) in [
        (
            "[Event \"a\"]\n1. 11-15 23-19 2. 99-1 {x\n[%clk 0:01]} 22-17 {\n[%clk 0:02]} 1-0\n",
            "line 2, column 19",
        ),
        ("[Event \"a\"]\n1. 11-15 23-1", "line 2, column 10"),
        ("[Event \"a\"]\n1. 11-15 {good mo", "line 2, column 10"),
        ("[Event \"a\"]\n1. good11-15 *", "line 2, column 4"),
        ("[Event \"a", "line 1, column 1"),
    ] {
        let text = format!("{text}[Event \"b\"]\n\n1. 9-14 {{best}} *\n");
        let read: Vec<_> = pdn::read(&text).collect();
        let [Err(error), Ok(next)] = &read[..] else { panic!("{text}: {read:?}") };
        assert_eq!((error.place().as_str(), next.tag("Event")), (place, Some("b")), "{text}");
        assert_eq!(next.line.turns.len(), 1, "{text}");
    }
}

#[test]
fn texts_beside_games_are_reported() {
    let text = "Games of 1990\n\n[Event \"a\"]\n1. 11-15 1-0 White resigned (a pity)\n\n[Event \"b\"]\n1. 9-14 *";
    assert_eq!(event_and_plies(text), [("a".to_string(), 1), ("b".to_string(), 1)]);
    assert_eq!(kinds(text), ["stray"]);
    assert!(error("hello").contains("`hello` is not a move"));
    let text = "1. 11-15Whitehastimetrouble. 23-19 2. e7-f6so *";
    assert_eq!(kinds(text), ["glued", "glued"]);
    let game = games(text).remove(0);
    assert_eq!(game.line.turns[0].comments, ["Whitehastimetrouble"]);
    assert_eq!(game.line.turns.len(), 3);
}

#[test]
fn a_capture_is_read_by_the_moves_that_follow() {
    let fen = "[FEN \"B:W6,7,14,15:B2\"]\n";
    for (moves, expected) in [("1. 2x18 6-1 *", "2x11x18"), ("1. 2x18 (2x18 6-1) 7-2 *", "2x9x18")]
    {
        let game = first_game(&format!("{fen}{moves}"));
        assert_eq!(game.start.move_text(game.line.turns[0].mv), expected, "{moves}");
    }
    assert_eq!(kinds(&format!("{fen}1. 2x18 6-1 *")), ["ambiguous"]);
    let error = error(&format!("{fen}1. 2x18 *"));
    assert!(error.contains("could be any of: 2x11x18 2x9x18"), "{error}");
}

#[test]
fn what_the_reader_does_not_know_survives() {
    let text = "[Event \"a\"]\n[MyTag-2 \"kept\"]\n\n1. 11-15 {[%clk 0:10:00]} 23-19* {[%emt 5]} (1... 22-18 {x} 15x22) 2. 8-11 $17 *";
    let game = games(text).remove(0);
    let written = pdn::write(&game, pdn::PdnStyle::default());
    for kept in [
        "[MyTag-2 \"kept\"]",
        "{[%clk 0:10:00]}",
        "{[%emt 5]}",
        "(1... 22-18 {x} 2. 15x22)",
        "$17",
        "23-19 $7",
    ] {
        assert!(written.contains(kept), "{kept}: {written}");
    }
    let mut again = games(&written).remove(0);
    again.tags.retain(|(name, _)| game.tag(name).is_some());
    assert_eq!(again.line, game.line);
    assert_eq!(Position::start(), again.start);
}

#[test]
fn a_tag_that_stands_twice_is_of_one_game() {
    let text = "[Event \"a\"]\n[Black \"P\"]\n[Event \"b\"]\n[Result \"1/2-1/2\"]\n[GameType \"21\"]\n\n1. 9-14 *";
    for text in [text.to_string(), text.replace('\n', "\r"), text.replace("]\n[", "] ; so\n[")] {
        assert_eq!(event_and_plies(&text), [("a".to_string(), 1)], "{text}");
        assert_eq!(kinds(&text), ["repeated"], "{text}");
        let game = first_game(&text);
        assert_eq!((game.tag("Black"), game.outcome()), (Some("P"), Some(PdnResult::Drawn)));
    }
    let two = text.replace("\n[Event \"b\"]", "\n\n[Event \"b\"]");
    assert_eq!(event_and_plies(&two), [("a".to_string(), 0), ("b".to_string(), 1)]);
    let joined = "[Event \"a\"]\n[Black \"A\"]\n[Event \"b\"]\n[Black \"B\"]\n\n1. 9-14 *";
    assert_eq!(event_and_plies(joined), [("a".to_string(), 0), ("b".to_string(), 1)]);
    assert_eq!(kinds(joined), ["repeated"]);
    let position = "[FEN \"B:W32:B1\"]\n[White \"x\"]\n[FEN \"B:W32:B2\"]\n1. 1-5 *";
    assert_eq!(first_game(position).start, Position::from_fen("B:W32:B1").expect("legal"));
}

#[test]
fn a_result_that_the_last_board_contradicts_is_told() {
    for (result, expected) in
        [("1-0", &["against-board"][..]), ("1/2-1/2", &["against-board"]), ("0-1", &[]), ("*", &[])]
    {
        let text = format!("[FEN \"W:W18:B14\"]\n[Result \"{result}\"]\n\n1. 18x9 {result}");
        assert_eq!(kinds(&text), expected, "{text}");
        assert_eq!(kinds(&format!("[FEN \"W:W18:B14\"]\n1. 18x9 {result}")), expected);
    }
    assert!(kinds("1. 11-15 23-19 1-0").is_empty(), "the game could go on");
}

#[test]
fn a_variation_that_cannot_be_played_is_a_comment() {
    for (variation, kept) in [
        ("(1... -- 2. 8-11)", "(1... -- 2. 8-11)"),
        ("(1... 21-31 {no} 2. 8-11)", "(1... 21-31 (no) 2. 8-11)"),
        ("(better was 22-18 !)", "(better was 22-18 !)"),
        ("(1... 22-18 (see\n # 5) 15x22)", "(see # 5)"),
    ] {
        let text = format!("1. 11-15 23-19 {variation} 2. 8-11 22-17 1-0");
        let game = first_game(&text);
        assert_eq!((game.line.turns.len(), kinds(&text)), (4, vec!["variation"]), "{text}");
        let turn = &game.line.turns[1];
        let inner = turn.variations.iter().flat_map(|line| &line.turns);
        let comments = inner.flat_map(|turn| &turn.comments).chain(&turn.comments);
        assert_eq!(comments.collect::<Vec<_>>(), [kept], "{text}");
        let written = pdn::write(&game, pdn::PdnStyle::default());
        assert_eq!(first_game(&written).line, game.line, "{written}");
    }
    let text = "[Event \"a\"]\n(from a book) 1. 11-15 *";
    assert_eq!(first_game(text).line.comments, ["(from a book)"]);
    let deep = format!("1. 11-15 {}{} *", "(1. 9-13".repeat(80), ")".repeat(80));
    assert_eq!(kinds(&deep), ["variation"]);
}

#[test]
fn red_is_black_where_no_black_is() {
    let game = first_game("[Red \"Ada\"]\n[White \"Grace\"]\n1. 11-15 *");
    assert_eq!(game.tag("Black"), Some("Ada"));
    assert!(pdn::write(&game, pdn::PdnStyle::default()).contains("[Black \"Ada\"]"));
    let both = first_game("[Red \"Ada\"]\n[Black \"Bea\"]\n1. 11-15 *");
    assert_eq!((both.tag("Black"), both.tag("Red")), (Some("Bea"), Some("Ada")));
    assert_eq!(first_game("1. 11-15 Red wins").outcome(), Some(PdnResult::Won(Side::Black)));
}

#[test]
fn a_game_that_is_cut_off_in_a_move_is_a_cut_game() {
    for end in ["22-", "22", "2. 8-", "2. 8", "22x", "c3-", "22- *", "15x22x"] {
        for next in ["", "\n\n[Event \"b\"]\n1. 9-14 *"] {
            let text = format!("[Event \"a\"]\n1. 11-15 23-19 {end}{next}");
            let game = first_game(&text);
            assert_eq!((game.line.turns.len(), game.tag("Result")), (2, None), "{text}");
            assert_eq!(kinds(&text), ["no-end"], "{text}");
            assert!(end.contains(game.line.turns[1].comments[0].as_str()), "{text}");
        }
    }
}

#[test]
fn set_ups_of_other_forms_are_named() {
    for before in ["", "[Event \"a\"]\n", "1. 11-15 23-19 "] {
        let told = error(&format!("{before}/FEN \"W:W18:B14\"/ 1. 18x9 *"));
        assert!(told.contains("`/FEN \"W:W18:B14\"/` sets up another position"), "{told}");
    }
    let text = "1. 11-15 (/FEN \"W:W18:B14\"/ 1. 18x9) 23-19 *";
    assert_eq!((kinds(text), first_game(text).line.turns.len()), (vec!["variation"], 2));
    let told = error("[FEN \"W::.\"]\n1. 18x9 *");
    assert!(told.contains("`W::.` has no pieces"), "{told}");
}

#[test]
fn tags_keep_their_order_and_their_words() {
    let text = "[White \"W\"]\n[Annotator \"a  b\"]\n[black \"B\"]\n[FEN \"B:W32:B1\"]\n[GameType \"21\"]\n1. 1-5 *";
    let written = pdn::write(&first_game(text), pdn::PdnStyle::default());
    let expected = "[Event \"?\"]\n[White \"W\"]\n[Annotator \"a  b\"]\n[Black \"B\"]\n[Result \"*\"]\n\
                    [SetUp \"1\"]\n[FEN \"B:W32:B1\"]\n[GameType \"21\"]\n\n1. 1-5 *\n\n";
    assert_eq!(written, expected);
}
