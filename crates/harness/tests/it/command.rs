//! The command line: options, and what is printed about tests.

use crate::test_dir::{Printed, TOY, TestDir};
use std::process::Command;

fn won(text: &str) -> String {
    format!("{TOY}say * {text}\n#*win+\n")
}

#[test]
fn a_folder_of_scripts_is_reported_line_by_line() {
    let dir = TestDir::new(&[
        ("a.in", &won("White wins.")),
        ("a.std", "* White wins."),
        ("b-1.in", &won("Black wins.")),
        ("b-1.std", "* White wins."),
        ("c-1.in", &won("Tie game.")),
        ("c-2.in", &won("Tie game.")),
    ]);
    for jobs in ["1", "3"] {
        let printed = dir.run(&["--jobs", jobs, "."]);
        printed
            .fails_with(&["- * White wins.\n    + * Black wins.", "3 tests: 2 passed, 1 failed\n"]);
        let results = printed.stdout.lines().filter(|line| line.starts_with(['p', 'F']));
        let starts = ["passed  a.in  ", "FAILED  b-1.in  ", "passed  c-1.in c-2.in  "];
        assert!(results.zip(starts).all(|(line, start)| line.starts_with(start)), "{printed:?}");
        assert_eq!(printed.stderr, "", "the progress line is for terminals");
    }
}

/// As in the courses' testers.
#[test]
fn a_script_that_names_no_program_fails_and_the_others_run() {
    let remote = format!("{TOY}#*remote move/win\n");
    let dir = TestDir::new(&[
        ("a.in", &won("White wins.")),
        ("empty.in", ""),
        ("g-1.in", "# no command\n"),
        ("g-2.in", &remote),
        ("late.in", "# a comment\nnew\n#* loa\n"),
        ("z.in", &won("White wins.")),
    ]);
    let printed = dir.run(&["."]);
    printed.fails_with(&[
        "passed  a.in",
        "FAILED  empty.in",
        "empty.in: names no program; write `#* COMMAND`",
        "FAILED  g-1.in g-2.in",
        "g-1.in: names no program",
        "g-2.in: at the start: stopped, because the other program failed",
        "FAILED  late.in",
        "line 2: `new` stands before the line that names the program",
        "passed  z.in",
        "5 tests: 2 passed, 3 failed\n",
    ]);
}

#[test]
fn what_is_not_compared_is_shown() {
    let dir = TestDir::new(&[("a.in", &won("White wins."))]);
    let printed = dir.run(&["a.in"]);
    printed.passes();
    printed.prints(&[
        "there is no a.std to compare with (--update writes it); seen:\n    * White wins.",
    ]);
}

#[test]
fn an_update_writes_what_was_seen_unless_something_failed() {
    let dir = TestDir::new(&[
        ("a-1.in", &won("White wins.")),
        ("a-1.std", "# the end\n* Black wins."),
        ("b.in", &format!("{}exit 1\n", won("White wins."))),
        ("b.std", "old"),
        ("c-1.in", &won("White wins.")),
        ("c-2.in", &format!("{TOY}exit 3\n")),
        ("d.in", &format!("{TOY}say nothing\n")),
    ]);
    let printed = dir.run(&["--update", "."]);
    printed.fails_with(&["wrote a-1.std", "4 tests: 2 passed, 2 failed, 1 .std written"]);
    assert_eq!(dir.read("a-1.std").as_deref(), Some("# the end\n* White wins.\n"));
    assert_eq!(dir.read("b.std").as_deref(), Some("old"));
    assert_eq!((dir.read("c-1.std"), dir.read("d.std")), (None, None));
    dir.run(&["a-1.in"]).passes();
}

#[test]
fn verbose_shows_every_line() {
    let script = format!("{TOY}# hello\nerr watch out\nsay b> * c1-c3\n#*move\nsay bye\n");
    let printed = TestDir::new(&[("a.in", &script)]).run(&["--verbose", "a.in"]);
    printed.passes();
    printed.prints(&[
        "[1] run        sh toy.sh\n",
        "[1] input      # hello\n",
        "[1] directive  #*move\n",
        "[1] output     b> * c1-c3\n",
        "[1] stderr     watch out\n",
        "[1] output     bye\n",
        "passed  a.in",
    ]);
}

#[test]
fn another_program_may_be_run() {
    let remote = "#*remote move/win\n";
    let dir = TestDir::new(&[
        ("a.in", &won("White wins.").replace("toy.sh", "no-toy.sh")),
        ("g-1.in", &format!("#* loa\nsay * a1-a2\n#*move\n{remote}")),
        ("g-2.in", &format!("#* loa --strict\n{remote}")),
    ]);
    dir.run(&["--program", "sh 'toy.sh'", "a.in"]).passes();
    let one = ["--program", "sh toy.sh '*_White_wins.'"];
    let two = ["--program", "sh toy.sh '*_b1-b2/*_White_wins.'"];
    dir.run(&[&one[..], &two[..], &["g-1.in", "g-2.in"]].concat()).passes();
    let three = [&one[..], &two[..], &one[..], &["a.in"]].concat();
    dir.run(&three).refuses_with(&["--program is given 3 times"]);
}

#[test]
fn a_std_file_that_cannot_be_read_has_an_exit_code_of_its_own() {
    let dir = TestDir::new(&[("a.in", &won("White wins."))]);
    std::fs::create_dir(dir.path().join("a.std")).expect("made");
    let printed = dir.run(&["a.in"]);
    assert_eq!(printed.code, Some(4), "{printed:?}");
    assert!(printed.stderr.starts_with("harness: a.std: "), "{printed:?}");
}

#[test]
fn help_teaches_with_an_example_that_works() {
    let help = Command::new(env!("CARGO_BIN_EXE_harness")).arg("--help").output().expect("help");
    let help = String::from_utf8(help.stdout).expect("text");
    let lines = help.lines().skip_while(|line| !line.contains("first-1.in:")).skip(2);
    let script: String = lines
        .take_while(|line| !line.is_empty())
        .map(|line| format!("{}\n", line.trim()))
        .collect();
    assert!(script.starts_with("#* ") && script.contains("\n#*move/win+\n"), "{help}");
    let program = "while read -r line; do case $line in auto*) echo '* c1-c3'; \
                   echo '* White wins.';; esac; done";
    let dir = TestDir::new(&[("first-1.in", &script), ("loa.sh", program)]);
    for words in [&["first-1.in"][..], &["--update", "first-1.in"], &["first-1.in"]] {
        dir.run(&[&["--program", "sh loa.sh"], words].concat()).passes();
    }
    assert_eq!(dir.read("first-1.std").as_deref(), Some("* White wins.\n"));
}

#[test]
fn standard_streams_that_do_not_wait_lose_nothing() {
    let line = "x".repeat(200);
    let dir = TestDir::new(&[("a.in", &format!("{TOY}flood 2900 {line}\n"))]);
    let output = testing::output_without_waiting(dir.command(&["--verbose", "a.in"]), b"");
    let printed = Printed::of(output);
    printed.passes();
    assert_eq!(printed.stdout.matches(&line).count(), 2_901, "the input and the output");
}
