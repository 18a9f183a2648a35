//! Two programs that play each other.

use crate::test_dir::{Printed, TestDir, fails_under_some_limit};

/// The toys with these answers to each other's moves; the first begins.
fn play(answers: [&str; 2]) -> Printed {
    play_under(&[], answers, ["", ""])
}

/// The same where one program waits in vain for the other; `LIMIT` stands for the limit.
fn is_late(answers: [&str; 2], sentences: &[&str]) {
    fails_under_some_limit(sentences, |limit| {
        play_under(&["--move-time", limit, "--timeout", limit], answers, ["", ""])
    });
}

/// With options, and more lines for each script.
fn play_under(options: &[&str], answers: [&str; 2], after: [&str; 2]) -> Printed {
    let [one, two] = answers;
    let first =
        format!("#* sh toy.sh {one}\nsay * a1-a2\n#*move\n#*remote move/win+\n{}", after[0]);
    let second = format!("#* sh toy.sh {two}\n#*remote move/win+\n{}", after[1]);
    let dir = TestDir::new(&[("g-1.in", &first), ("g-2.in", &second)]);
    dir.write("g-1.std", "* White wins.");
    dir.write("g-2.std", "* White wins.");
    dir.run(&[options, &["g-1.in", "g-2.in"]].concat())
}

#[test]
fn both_announce_the_result_after_the_last_move_of_either() {
    play(["*_White_wins.", "*_b1-b2/*_White_wins."]).passes();
    play(["*_c1-c2/*_White_wins.", "*_b1-b2 *_White_wins."]).passes();
    play(["*_c1-c2 *_White_wins.", "*_b1-b2 *_b2-b3/*_White_wins."]).passes();
}

#[test]
fn without_a_plus_no_result_is_printed() {
    let first = "#* sh toy.sh *_White_wins.\nsay * a1-a2\n#*move\n#*remote move/win\n";
    let second = "#* sh toy.sh *_b1-b2/*_White_wins.\n#*remote move/win\n";
    let dir = TestDir::new(&[("g-1.in", first), ("g-2.in", second)]);
    for file in ["g-1.std", "g-2.std"] {
        dir.write(file, "");
    }
    dir.run(&["."]).passes();
}

#[test]
fn the_other_program_is_sent_the_form_that_is_meant() {
    let answers = ["*C1-C2_+3 _*_WHITE_WINS", "*b1-b2 *_b2-b3_/*_white_wins."];
    let printed = play_under(&["--verbose"], answers, ["", ""]);
    printed.passes();
    printed.prints(&[
        "[2] input      c1-c2\n",
        "g-1.in: remark: line 2 of its output is `*C1-C2 +3`, taken for `* c1-c2`; ",
    ]);
}

#[test]
fn different_results_are_an_error() {
    play(["*_Black_wins.", "*_b1-b2/*_White_wins."]).fails_with(&["announced `*"]);
    let printed = play(["*_c1-c2/*_White_wins.", "*_b1-b2 *_Tie_game."]);
    printed.fails_with(&["this program announced `*", "and the other one `*"]);
}

#[test]
fn a_result_that_only_one_announces_is_an_error() {
    // Either of them may be the first to be out of time.
    let sentence = "announced as `* White wins.`, was due and did not come within LIMIT s";
    is_late([".", "*_b1-b2/*_White_wins."], &[sentence]);
    let printed = play(["*_c1-c2/*_White_wins.", "*_b1-b2 *_d1-d2"]);
    printed.fails_with(&["announced `* White wins.`, and the other one `* d1-d2`"]);
    is_late(["*_c1-c2", "*_b1-b2/*_White_wins."], &["announced", "`* White wins.`"]);
}

#[test]
fn a_result_that_is_announced_twice_is_an_error() {
    let printed = play(["*_White_wins./*_White_wins.", "*_b1-b2/*_White_wins."]);
    printed.fails_with(&["g-1.in: ", "the end of a game was announced again: `* White wins.`"]);
    let printed =
        play_under(&[], ["*_White_wins.", "*_b1-b2/*_White_wins./*_White_wins."], ["", "exit 0\n"]);
    printed.fails_with(&["g-2.in: ", "announced again"]);
}

#[test]
fn a_second_game_may_end_again() {
    let after = ["new\nsay * c1-c2\n#*move\nsay * White wins.\n#*win+\n", ""];
    let printed = play_under(&[], ["*_White_wins.", "*_b1-b2/*_White_wins."], after);
    // The second result is collected too, and only the comparison fails.
    printed.fails_with(&["the output is not that of g-1.std", "+ * White wins."]);
}

#[test]
fn waiting_for_the_other_counts() {
    let sentences = ["FAILED  g-1.in g-2.in", "g-1.in: line 4", "did not come within LIMIT s"];
    is_late([".", "*_b1-b2"], &sentences);
    is_late(["*_c1-c2", "."], &["did not come within LIMIT s, the limit for a move"]);
}

#[test]
fn a_crash_is_reported_of_the_one_that_crashed() {
    let first = "#* sh toy.sh\nsay * a1-a2\n#*move\n#*remote move/win\n";
    let second = "#* sh toy.sh\nexit 7\n#*remote move/win\n";
    let dir = TestDir::new(&[("g-1.in", first), ("g-2.in", second)]);
    let printed = dir.run(&["."]);
    printed.fails_with(&["g-1.in: line ", "stopped, because the other program failed"]);
    printed.fails_with(&["g-2.in: line 3, `#*remote move/win`: ", "ended with exit code 7"]);
}

#[test]
fn a_script_that_stops_playing_is_reported_to_the_other() {
    let first = "#* sh toy.sh\nsay * a1-a2\n#*move\n#*remote move/win\n";
    let dir = TestDir::new(&[("g-1.in", first), ("g-2.in", "#* sh toy.sh\nexit 0\n")]);
    dir.run(&["."]).fails_with(&["g-1.in: line 4", "the other program had ended; its script"]);
}

#[test]
fn a_program_that_cannot_start_stops_the_other() {
    let first = "#* sh toy.sh\nsay * a1-a2\n#*move\n#*remote move/win\n";
    let dir = TestDir::new(&[("g-1.in", first), ("g-2.in", "#* ./no-such-loa\n")]);
    let printed = dir.run(&["."]);
    printed.fails_with(&[
        "g-1.in: line ",
        "stopped, because",
        "g-2.in: at the start: cannot start",
    ]);
}

#[test]
fn all_announcements_reach_the_other_in_order() {
    // The first program's move waits for the second one's `remote`, which comes later.
    let first = "#* sh toy.sh *_White_wins.\nsay * a1-a2\n#*move\n#*remote move/win\n";
    let late = "#* sh toy.sh *_b1-b2/*_White_wins.\nwait 0.3\n";
    let dir = TestDir::new(&[("g-1.in", first)]);
    dir.write("g-2.in", &format!("{late}#*remote move/win\n"));
    dir.run(&["."]).passes();
    // What the second one announced before the game reaches the first one too.
    let early = "say * Tie game.\n#*win+\nnew\n#*remote move/win\n";
    dir.write("g-2.in", &format!("{late}{early}"));
    let sentences = ["g-1.in: line 4", "the other program has announced as `* Tie game.`"];
    fails_under_some_limit(&sentences, |limit| dir.run(&["--timeout", limit, "."]));
}
