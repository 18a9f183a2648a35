//! Limits of time and amount. Only waits for what never comes are short.

use crate::test_dir::{AMPLE, TestDir, passes_under_some_limit, toy, toy_with};
use std::time::Instant;

#[test]
fn a_move_has_its_time() {
    let printed = toy("#*time 1 1000\nwait 1000\nsay * c1-c3\n#*move\n");
    printed.fails_with(&["line 5, `#*move`: a move was due and did not come within 1 s"]);
    toy("#*time 300 300\nwait 0.2\nsay * c1-c3\n#*move\n").passes();
}

#[test]
fn each_move_of_a_game_has_its_time() {
    let script = "say * c1-c3\nwait 1000\nsay * White wins.\n#*move/win\n";
    let printed = toy_with(&["--move-time", "0.3"], script);
    printed.fails_with(&["a move or a result was due and did not come within 0.3 s"]);
}

#[test]
fn a_game_has_its_time() {
    let moves = "wait 0.1\nsay * c1-c3\n".repeat(20);
    let printed = toy_with(&["--game-time", "0.5"], &format!("{moves}#*move/win\n"));
    printed.fails_with(&["did not come before the 0.5 s of the game were used up"]);
    let printed = toy("#*time 1000 1\nwait 1000\n#*move/win\n");
    printed.fails_with(&["did not come before the 1 s of the game were used up"]);
}

#[test]
fn the_time_of_a_game_begins_anew_with_every_game() {
    // Each game takes less than the limit, and all together take more.
    passes_under_some_limit(|limit| {
        let wait = 0.4 * limit.parse::<f64>().expect("a number");
        let game = format!("wait {wait}\nsay * White wins.\n#*move/win\n");
        toy_with(&["--game-time", limit], &game.repeat(3))
    });
}

#[test]
fn options_set_the_limits_of_scripts_without_their_own() {
    let printed = toy_with(&["--move-time", "0.2"], "wait 1000\n#*move\n");
    printed.fails_with(&["within 0.2 s, the limit for a move"]);
    let printed = toy_with(&["--game-time", "0.2"], "wait 1000\n#*move/win\n");
    printed.fails_with(&["before the 0.2 s of the game"]);
    let script = "#*time 300 300\nwait 0.3\nsay * c1-c3\n#*move\n";
    toy_with(&["--move-time", "0.1"], script).passes();
}

#[test]
fn a_result_that_is_due_needs_no_thought() {
    let printed = toy_with(&["--timeout", "0.3"], "wait 1000\nsay * White wins.\n#*win+\n");
    printed.fails_with(&["line 4, `#*win+`: a result was due and did not come within 0.3 s"]);
}

#[test]
fn too_many_lines_are_an_error() {
    toy("flood 3000 hello\n").passes();
    toy("flood 3001 hello\n").fails_with(&["at the end: it printed more than 3000 lines"]);
    toy("flood 4000 hello\nsay * c1-c3\n#*move\n")
        .fails_with(&["line 4, `#*move`: it printed more than 3000 lines"]);
}

/// The tester of Amazons has no such limit, and a few games with their dumps print more.
#[test]
fn the_lines_of_amazons_are_not_limited() {
    let dir = TestDir::new(&[("a.in", "sh toy.sh\nflood 4000 hello\nsay * a1-c3(c6)\n*move\n")]);
    dir.run(&["a.in"]).passes();
}

#[test]
fn endless_output_is_stopped_at_once() {
    let begun = Instant::now();
    toy("flood 1000000000 hello\n").fails_with(&["more than 3000 lines"]);
    assert!(begun.elapsed() < AMPLE, "not only at the end of the patience");
}

#[test]
fn announcements_that_no_directive_asks_for_are_limited() {
    toy("flood 100 * c1-c3\nexit 0\n").passes();
    toy("flood 101 * c1-c3\nexit 0\n").fails_with(&["announced more than 100 moves and results"]);
    toy("flood 200 * c1-c3\nsay * White wins.\n#*move/win\n").passes();
}

#[test]
fn a_line_without_an_end_is_stopped() {
    let long = "x".repeat(1000);
    let printed = toy(&format!("{}say\n", format!("raw {long}\n").repeat(66)));
    printed.fails_with(&["line 1 of its output is longer than 65536 bytes"]);
}
