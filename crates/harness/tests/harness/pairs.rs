//! Two programs that play each other.

use crate::stage::{Said, Stage};

/// The toys with these answers to each other's moves; the first begins.
fn play(answers: [&str; 2]) -> Said {
    play_under(&[], answers, ["", ""])
}

/// The same where somebody is waited for in vain.
fn play_hurriedly(answers: [&str; 2]) -> Said {
    play_under(&["--move-time", "0.5", "--patience", "0.5"], answers, ["", ""])
}

/// With options, and more lines for each script.
fn play_under(options: &[&str], answers: [&str; 2], after: [&str; 2]) -> Said {
    let [one, two] = answers;
    let first =
        format!("#* sh toy.sh {one}\nsay * a1-a2\n#*move\n#*remote move/win+\n{}", after[0]);
    let second = format!("#* sh toy.sh {two}\n#*remote move/win+\n{}", after[1]);
    let stage = Stage::new(&[("g-1.in", &first), ("g-2.in", &second)]);
    stage.write("g-1.std", "* White wins.");
    stage.write("g-2.std", "* White wins.");
    stage.run(&[options, &["g-1.in", "g-2.in"]].concat())
}

#[test]
fn whoever_moves_last_both_announce_the_result() {
    play(["*_White_wins.", "*_b1-b2/*_White_wins."]).passes();
    play(["*_c1-c2/*_White_wins.", "*_b1-b2 *_White_wins."]).passes();
    play(["*_c1-c2 *_White_wins.", "*_b1-b2 *_b2-b3/*_White_wins."]).passes();
}

#[test]
fn different_results_are_an_error() {
    play(["*_Black_wins.", "*_b1-b2/*_White_wins."]).fails_with(&["announced `*"]);
    let said = play(["*_c1-c2/*_White_wins.", "*_b1-b2 *_Tie_game."]);
    said.fails_with(&["this program announced `*", "and the other one `*"]);
}

#[test]
fn a_result_that_only_one_announces_is_an_error() {
    let said = play_hurriedly([".", "*_b1-b2/*_White_wins."]);
    // Either of them may be the first to lose patience.
    said.fails_with(&["announced as `* White wins.`, was due and did not come within 0.5 s"]);
    let said = play(["*_c1-c2/*_White_wins.", "*_b1-b2 *_d1-d2"]);
    said.fails_with(&["announced `* White wins.`, and the other one `* d1-d2`"]);
    let said = play_hurriedly(["*_c1-c2", "*_b1-b2/*_White_wins."]);
    said.fails_with(&["announced", "`* White wins.`"]);
}

#[test]
fn a_result_that_is_announced_twice_is_an_error() {
    let said = play(["*_White_wins./*_White_wins.", "*_b1-b2/*_White_wins."]);
    said.fails_with(&["g-1.in: ", "the end of a game was announced again: `* White wins.`"]);
    let said =
        play_under(&[], ["*_White_wins.", "*_b1-b2/*_White_wins./*_White_wins."], ["", "exit 0\n"]);
    said.fails_with(&["g-2.in: ", "announced again"]);
}

#[test]
fn a_second_game_may_end_again() {
    let after = ["new\nsay * c1-c2\n#*move\nsay * White wins.\n#*win+\n", ""];
    let said = play_under(&[], ["*_White_wins.", "*_b1-b2/*_White_wins."], after);
    // The second result is collected too, and the comparison alone complains.
    said.fails_with(&["the output is not that of g-1.std", "+ * White wins."]);
}

#[test]
fn waiting_for_the_other_counts() {
    let said = play_hurriedly([".", "*_b1-b2"]);
    said.fails_with(&["FAILED  g-1.in g-2.in", "did not come within 0.5 s"]);
    let said = play_hurriedly(["*_c1-c2", "."]);
    said.fails_with(&["did not come within 0.5 s, the limit for a move"]);
}

#[test]
fn a_crash_is_told_of_the_one_that_crashed() {
    let first = "#* sh toy.sh\nsay * a1-a2\n#*move\n#*remote move/win\n";
    let second = "#* sh toy.sh\nexit 7\n#*remote move/win\n";
    let stage = Stage::new(&[("g-1.in", first), ("g-2.in", second)]);
    let said = stage.run(&["."]);
    said.fails_with(&["g-1.in: line ", "stopped, because the other program failed"]);
    said.fails_with(&["g-2.in: line 3, `#*remote move/win`: ", "ended with exit code 7"]);
}

#[test]
fn a_script_that_stops_playing_is_told_to_the_other() {
    let first = "#* sh toy.sh\nsay * a1-a2\n#*move\n#*remote move/win\n";
    let stage = Stage::new(&[("g-1.in", first), ("g-2.in", "#* sh toy.sh\nexit 0\n")]);
    stage.run(&["."]).fails_with(&["g-1.in: line 4", "the other program had ended; its script"]);
}

#[test]
fn a_program_that_cannot_start_stops_the_other() {
    let first = "#* sh toy.sh\nsay * a1-a2\n#*move\n#*remote move/win\n";
    let stage = Stage::new(&[("g-1.in", first), ("g-2.in", "#* ./no-such-loa\n")]);
    let said = stage.run(&["."]);
    said.fails_with(&["g-1.in: line ", "stopped, because", "g-2.in: at the start: cannot start"]);
}

#[test]
fn all_announcements_reach_the_other_in_order() {
    // The first program's move waits for the second one's `remote`, which comes later.
    let first = "#* sh toy.sh *_White_wins.\nsay * a1-a2\n#*move\n#*remote move/win\n";
    let late = "#* sh toy.sh *_b1-b2/*_White_wins.\nwait 0.3\n";
    let stage = Stage::new(&[("g-1.in", first)]);
    stage.write("g-2.in", &format!("{late}#*remote move/win\n"));
    stage.run(&["."]).passes();
    // What the second one announced before the game is heard by the first one too.
    let early = "say * Tie game.\n#*win+\nnew\n#*remote move/win\n";
    stage.write("g-2.in", &format!("{late}{early}"));
    let said = stage.run(&["--patience", "2", "."]);
    said.fails_with(&["g-1.in: line 4", "the other program has announced as `* Tie game.`"]);
}
