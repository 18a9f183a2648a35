//! One program: what is sent, what is waited for, what is kept, what is compared.

use crate::test_dir::{TOY, TestDir, compared, fails_under_some_limit, toy, toy_with};

#[test]
fn a_game_is_played_and_its_result_and_board_are_compared() {
    let script = "say * c1-c3\nsay * b8-b6\nsay * White wins.\n#*move/win+\nshow\nexit 0\n";
    let board = "===\nsay * c1-c3\nsay * b8-b6\nsay * White wins.\nshow\n===\n";
    compared(script, &format!("# after two moves\n\n* White wins.\n{board}")).passes();
    // The dump holds lines that begin with `say`, so its stars are not in the first column.
    compared(script, board).fails_with(&["is not that of a-1.std", "+ * White wins."]);
}

#[test]
fn every_directive_is_obeyed() {
    let script = "#*time 300 300\nsay * c1-c3\n#*move\nsay * Tie game.\n#*win+\n\
                  say * a1-a2\nsay * Black wins.\n#*move/win\nsay * White wins.\n#*move/win+\n";
    compared(script, "* Tie game.\n* White wins.\n").passes();
}

#[test]
fn the_script_format_of_amazons_is_understood() {
    let script =
        "sh toy.sh\n# printed to the program\nsay * a1-c3(c6)\n*move\nsay * Black wins.\n*win+\n";
    let dir = TestDir::new(&[("a.in", script), ("a.std", "* Black wins.")]);
    dir.run(&["a.in"]).passes();
    // Its first line decides the game, so a move of another one is none.
    dir.write("a.in", "sh toy.sh\nsay * a1-c3\n*move\n");
    dir.run(&["a.in"]).fails_with(&["line 3, `*move`", "no announcement of Amazons"]);
}

#[test]
fn a_wrong_result_is_a_readable_difference() {
    let printed = compared("say * White wins.\n#*win+\n", "* Black wins.\n");
    printed.fails_with(&[
        "FAILED  a-1.in",
        "- * Black wins.",
        "+ * White wins.",
        "1 test: 0 passed",
    ]);
}

#[test]
fn a_missing_line_end_changes_nothing_at_the_end() {
    compared("raw * White wins.\nexit 0\n#*win+", "* White wins.").passes();
}

#[test]
fn a_move_without_a_line_end_is_never_seen_and_shown_in_the_report() {
    let sentences = [
        "line 6, `#*move`: a move was due and did not come within LIMIT s, the limit for a move",
        "the last lines of its output:\n        * c1-c3>",
        "the last lines of its standard error:\n        what a game",
    ];
    fails_under_some_limit(&sentences, |limit| {
        let body = "err what a game\nraw * c1-c3\nwait 0\nraw >\n#*move\n";
        toy_with(&["--move-time", limit], body)
    });
}

#[test]
fn prompts_are_stripped_and_noise_is_dropped() {
    let script = "say welcome\nraw b> \nraw w> \nsay * c1-c3\nsay  * not in the first column\n\
                  #*move\nraw -> \nsay * White wins.\n#*win+\n";
    compared(script, "* White wins.").passes();
}

#[test]
fn dumps_are_kept_as_they_are_and_in_order() {
    let script = "raw > \nsay ===\nsay     - b > w\nsay Next move: black\nsay ===\n\
                  say * White wins.\nsay ===\nsay ===\n#*win+\n";
    compared(script, "===\n    - b > w\nNext move: black\n===\n* White wins.\n===\n===\n").passes();
    compared(script, "===\n   - b > w\nNext move: black\n===\n* White wins.\n===\n===\n")
        .fails_with(&["-    - b > w", "+     - b > w"]);
}

#[test]
fn an_open_dump_is_an_error() {
    toy("say ===\nsay  - -\n")
        .fails_with(&["the dump that begins in line 1 of its output is never closed"]);
    toy("say ===\nsay * c1-c3\n#*move\n").fails_with(&["`* c1-c3`", "has not been closed"]);
}

#[test]
fn any_other_line_with_a_star_is_an_error() {
    let tolerant = ["* hello", "** White wins.", "* White wins!", "* c1-j3", "* a1 a2"];
    let strict = ["*c1-c3", "* C1-C3", "* c1-c3 score 5", "* white wins.", "* White wins"];
    for (options, lines) in [(&[][..], tolerant), (&["--strict"], strict)] {
        for line in lines {
            let printed = toy_with(options, &format!("say {line}\n"));
            let sentence = format!("`{line}`, which is no");
            printed.fails_with(&["at the end: line 1 of its output", &sentence]);
        }
    }
}

#[test]
fn what_is_nearly_an_announcement_is_taken_with_one_remark_of_each_kind() {
    let script = "say *c1-c3\nsay * c1-c3\nsay *b8-b6\n#*move\n#*move\n  #*move\n #*time 1 1\n\
                  say  * White wins.\n#*win+\n";
    let printed = compared(script, "* White wins.\n");
    printed.passes();
    printed.prints(&[
        "passed  a-1.in",
        "    remark: line 7 of the script, `  #*move`, is indented; begin it in the first column",
        "    remark: line 1 of its output is `*c1-c3`, taken for `* c1-c3`; print that",
        "    remark: line 4 of its output is ` * White wins.`, taken for `* White wins.`",
    ]);
    assert_eq!(printed.stdout.matches("remark: ").count(), 3, "{printed:?}");
}

#[test]
fn an_indented_directive_is_sent_if_the_reading_is_strict() {
    toy_with(&["--strict"], "  #*mvoe\n").passes();
    toy("  #*mvoe\n").refuses_with(&["line 2: `mvoe` is no directive"]);
}

#[test]
fn the_command_decides_which_moves_there_are() {
    for (name, good, bad) in [("loa", "c1-c3", "c1-3"), ("tablut", "c1-3", "c1-c3")] {
        let dir = TestDir::new(&[(name, include_str!("toy.sh"))]);
        let [good, bad] = [good, bad].map(|line| {
            dir.write("a.in", &format!("#* sh {name}\nsay * {line}\n#*move\n"));
            dir.run(&["a.in"])
        });
        good.passes();
        bad.fails_with(&["which is no announcement of"]);
    }
}

#[test]
fn comments_and_blank_lines_are_sent_too() {
    let dump = "===\n% first\n\n  % second\nshow\n===\n";
    let dir = TestDir::new(&[("a.in", &format!("{TOY}# first\n\n  # second\nshow\n"))]);
    // Shown, not compared: comparing would leave out the blank line.
    let seen: String =
        dump.lines().map(|line| format!("    {line}").trim_end().to_string() + "\n").collect();
    dir.run(&["a.in"]).prints(&[&seen]);
}

#[test]
fn scripts_with_line_ends_of_windows_do_the_same() {
    let script = format!("# a test\n{TOY}say * c1-c3\n#*move\nshow\n").replace('\n', "\r\n");
    let expected = "===\r\nsay * c1-c3\r\nshow\r\n===\r\n";
    let dir = TestDir::new(&[("a.in", &script), ("a.std", expected)]);
    dir.run(&["a.in"]).passes();
}

#[test]
fn lines_are_sent_without_waiting() {
    // The program answers after all was sent; nothing in the script waits for a prompt.
    compared(
        "wait 0.2\nshow\nshow\n",
        "===\nwait 0.2\nshow\n===\n===\nwait 0.2\nshow\nshow\n===\n",
    )
    .passes();
}

#[test]
fn a_result_is_no_move_and_a_move_is_no_result() {
    toy("say * White wins.\n#*move\n")
        .fails_with(&["line 3, `#*move`: a move was due, and `* White wins.` came"]);
    toy("say * c1-c3\n#*win+\n")
        .fails_with(&["line 3, `#*win+`: a result was due, and `* c1-c3` came"]);
}

#[test]
fn what_no_directive_asks_for_is_ignored() {
    compared("say * c1-c3\nsay * White wins.\nexit 0\n", "").passes();
}
