//! Boards that are set up, limits and takebacks, as the assignments say: "intended for setting up
//! particular positions quickly", "make N the next player to move".

use std::process::Command;

const LOA: &str = env!("CARGO_BIN_EXE_loa");
const TABLUT: &str = env!("CARGO_BIN_EXE_tablut");
const AMAZONS: &str = env!("CARGO_BIN_EXE_amazons");

/// Standard output, and standard error.
pub fn told(program: &str, script: &str) -> (String, String) {
    let mut command = Command::new(program);
    command.args(["--game-time", "1"]);
    let output = testing::output_of(&mut command, script.as_bytes());
    assert!(output.status.success(), "{script}");
    let [out, err] = [output.stdout, output.stderr].map(String::from_utf8);
    (out.expect("text"), err.expect("text"))
}

/// The squares where Black stands at the start, or White.
fn emptied(side: &str) -> String {
    let squares = match side {
        "black" => "b1 b8 c1 c8 d1 d8 e1 e8 f1 f8 g1 g8",
        _ => "a2 a3 a4 a5 a6 a7 h2 h3 h4 h5 h6 h7",
    };
    squares.split(' ').map(|square| format!("set {square} - {side}\n")).collect()
}

/// White is automatic; it moves at the end, when no further `set` can come.
#[test]
fn nobody_moves_while_the_board_is_set_up() {
    for (program, set) in
        [(LOA, "set b8 - white"), (TABLUT, "set a4 - white"), (AMAZONS, "set a4 - black")]
    {
        let (out, err) = told(program, &format!("{set}\n\n{set}\ndump\n{set}\nseed 3\nquit\n"));
        assert_eq!(err, "", "{program}");
        let moved = out.find("* ").unwrap_or_else(|| panic!("{program} never moves: {out}"));
        assert!(out.find("===").is_some_and(|dump| dump < moved), "{program}: {out}");
    }
}

#[test]
fn a_side_without_pieces_does_not_pass_while_the_board_is_set_up() {
    let black = emptied("black");
    let (out, _) = told(LOA, &format!("{black}dump\n"));
    assert!(out.contains("Next move: black"), "{out}");
    let rest = "set d4 black black\nset f4 black black\nseed 1\nlimit 9\nmanual white\ndump\n";
    let (out, err) = told(LOA, &format!("{black}{rest}"));
    assert!(!out.contains('*') && out.contains("Next move: black"), "{out}");
    assert_eq!(err, "");
}

#[test]
fn a_board_on_which_nobody_can_move_does_not_use_up_the_limit() {
    let none = emptied("black") + &emptied("white");
    let board = ["a1 white", "a2 white", "c3 white", "h1 black", "h8 black"];
    let board: String = board.iter().map(|one| format!("set {one} white\n")).collect();
    let (out, err) = told(LOA, &format!("manual white\n{none}hint\n{board}c3-b3\n"));
    assert!(out.contains("* White wins.") && !out.contains("Tie"), "{out}");
    assert!(err.contains("nobody can move on this board"), "{err}");
}

#[test]
fn a_limit_is_above_the_moves_of_either_player() {
    let (_, err) = told(LOA, "manual white\nb8-b6\na4-c4\nd1-d3\nlimit 2\nlimit 3\n");
    assert_eq!(err.lines().count(), 1, "{err}");
    assert!(err.contains("limit 2: a player has made 2 moves already"), "{err}");
}

#[test]
fn a_limit_opens_no_game_that_is_over_and_no_second_result_is_told() {
    for (program, moves) in [(LOA, "b1-b3\na2-c2\n"), (TABLUT, "a4-3\ne4-h\n")] {
        let script = format!("manual white\nlimit 1\n{moves}limit 5\nquit\n");
        let (out, err) = told(program, &script);
        assert_eq!(out.matches("* ").count(), 1, "{out}");
        assert!(err.contains("the game is over"), "{err}");
    }
}

/// It takes back the last move that was entered, and what the program has answered to it.
#[test]
fn undo_has_one_meaning_whoever_plays() {
    let moves = "b8-b6\na4-c4\nundo\ndump\n";
    let (out, _) = told(LOA, &format!("manual white\n{moves}"));
    assert!(out.contains("Next move: white") && out.contains("    w b - - - - - w"), "{out}");
    let (out, _) = told(LOA, "b8-b6\nundo\ndump\n");
    assert!(out.contains("Next move: black") && out.contains("    - b b b b b b -"), "{out}");
}
