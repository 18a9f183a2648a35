//! Time and amounts.

use crate::stage::{toy, toy_with};
use std::time::{Duration, Instant};

#[test]
fn a_move_has_its_time() {
    let said = toy("#*time 0.2 60\nwait 30\nsay * c1-c3\n#*move\n");
    said.fails_with(&["line 5, `#*move`: a move was due and did not come within 0.2 s"]);
    toy("#*time 5 5\nwait 0.2\nsay * c1-c3\n#*move\n").passes();
}

#[test]
fn each_move_of_a_game_has_its_time() {
    let said = toy("#*time 0.3 60\nsay * c1-c3\nwait 30\nsay * White wins.\n#*move/win\n");
    said.fails_with(&["a move or a result was due and did not come within 0.3 s"]);
}

#[test]
fn a_game_has_its_time() {
    let moves = "wait 0.1\nsay * c1-c3\n".repeat(20);
    let said = toy(&format!("#*time 5 0.5\n{moves}#*move/win\n"));
    said.fails_with(&["did not come before the 0.5 s of the game were used up"]);
}

#[test]
fn the_time_of_a_game_begins_anew_with_every_game() {
    let game = "wait 0.5\nsay * White wins.\n#*move/win\n".repeat(4);
    toy(&format!("#*time 1.8 1.8\n{game}")).passes();
}

#[test]
fn limits_for_scripts_without_their_own_are_options() {
    let said = toy_with(&["--move-time", "0.2"], "wait 30\n#*move\n");
    said.fails_with(&["within 0.2 s, the limit for a move"]);
    let said = toy_with(&["--game-time", "0.2"], "wait 30\n#*move/win\n");
    said.fails_with(&["before the 0.2 s of the game"]);
    toy_with(&["--move-time", "0.1"], "#*time 5 5\nwait 0.3\nsay * c1-c3\n#*move\n").passes();
}

#[test]
fn a_result_asked_for_needs_no_thought() {
    let said = toy_with(&["--patience", "0.3"], "wait 30\nsay * White wins.\n#*win+\n");
    said.fails_with(&["line 4, `#*win+`: a result was due and did not come within 0.3 s"]);
}

#[test]
fn a_flood_is_stopped() {
    toy("flood 3000 hello\n").passes();
    toy("flood 3001 hello\n").fails_with(&["at the end: it printed more than 3000 lines"]);
    toy("flood 4000 hello\nsay * c1-c3\n#*move\n")
        .fails_with(&["line 4, `#*move`: it printed more than 3000 lines"]);
}

#[test]
fn a_flood_without_end_is_stopped_at_once() {
    let begun = Instant::now();
    toy("flood 1000000000 hello\n").fails_with(&["more than 3000 lines"]);
    assert!(begun.elapsed() < Duration::from_secs(4), "not before its patience was at its end");
}

#[test]
fn announcements_that_nobody_asks_for_may_not_pile_up() {
    toy("flood 100 * c1-c3\nexit 0\n").passes();
    toy("flood 101 * c1-c3\nexit 0\n").fails_with(&["announced more than 100 moves and results"]);
    toy("flood 200 * c1-c3\nsay * White wins.\n#*move/win\n").passes();
}

#[test]
fn a_line_without_an_end_is_stopped() {
    let long = "x".repeat(1000);
    let said = toy(&format!("{}say\n", format!("raw {long}\n").repeat(66)));
    said.fails_with(&["line 1 of its output is longer than 65536 bytes"]);
}
