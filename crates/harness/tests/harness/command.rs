//! The command line: what can be asked for, what is refused, what is told.

use crate::stage::{Stage, TOY};
use std::process::Command;

/// A toy whose result is compared.
fn won(text: &str) -> String {
    format!("{TOY}say * {text}\n#*win+\n")
}

#[test]
fn a_folder_of_scripts_is_told_line_by_line() {
    let stage = Stage::new(&[
        ("a.in", &won("White wins.")),
        ("a.std", "* White wins."),
        ("b-1.in", &won("Black wins.")),
        ("b-1.std", "* White wins."),
        ("c-1.in", &won("Tie game.")),
        ("c-2.in", &won("Tie game.")),
    ]);
    for jobs in ["1", "3"] {
        let said = stage.run(&["--jobs", jobs, "."]);
        said.fails_with(&["- * White wins.\n    + * Black wins.", "3 tests: 2 passed, 1 failed\n"]);
        let verdicts = said.stdout.lines().filter(|line| line.starts_with(['p', 'F']));
        let starts = ["passed  a.in  ", "FAILED  b-1.in  ", "passed  c-1.in c-2.in  "];
        assert!(verdicts.zip(starts).all(|(line, start)| line.starts_with(start)), "{said:?}");
        assert_eq!(said.stderr, "", "the progress line is for terminals");
    }
}

#[test]
fn what_is_not_compared_is_shown() {
    let stage = Stage::new(&[("a.in", &won("White wins."))]);
    let said = stage.run(&["a.in"]);
    said.passes();
    said.says(&[
        "there is no a.std to compare with (--update writes it); seen:\n    * White wins.",
    ]);
}

#[test]
fn an_update_writes_what_was_seen_unless_something_failed() {
    let stage = Stage::new(&[
        ("a-1.in", &won("White wins.")),
        ("a-1.std", "# the end\n* Black wins."),
        ("b.in", &format!("{}exit 1\n", won("White wins."))),
        ("b.std", "old"),
        ("c-1.in", &won("White wins.")),
        ("c-2.in", &format!("{TOY}exit 3\n")),
        ("d.in", &format!("{TOY}say nothing\n")),
    ]);
    let said = stage.run(&["--update", "."]);
    said.fails_with(&["wrote a-1.std", "4 tests: 2 passed, 2 failed, 1 .std written"]);
    assert_eq!(stage.read("a-1.std").as_deref(), Some("# the end\n* White wins.\n"));
    assert_eq!(stage.read("b.std").as_deref(), Some("old"));
    assert_eq!((stage.read("c-1.std"), stage.read("d.std")), (None, None));
    stage.run(&["a-1.in"]).passes();
}

#[test]
fn verbose_shows_every_word() {
    let script = format!("{TOY}# hello\nerr watch out\nsay b> * c1-c3\n#*move\nsay bye\n");
    let said = Stage::new(&[("a.in", &script)]).run(&["--verbose", "a.in"]);
    said.passes();
    said.says(&[
        "[1] runs   sh toy.sh\n",
        "[1] told   # hello\n",
        "[1] does   #*move\n",
        "[1] says   b> * c1-c3\n",
        "[1] warns  watch out\n",
        "[1] says   bye\n",
        "passed  a.in",
    ]);
}

#[test]
fn another_program_may_be_run() {
    let remote = "#*remote move/win\n";
    let stage = Stage::new(&[
        ("a.in", &won("White wins.").replace("toy.sh", "no-toy.sh")),
        ("g-1.in", &format!("#* loa\nsay * a1-a2\n#*move\n{remote}")),
        ("g-2.in", &format!("#* loa --strict\n{remote}")),
    ]);
    stage.run(&["--program", "sh 'toy.sh'", "a.in"]).passes();
    let one = ["--program", "sh toy.sh '*_White_wins.'"];
    let two = ["--program", "sh toy.sh '*_b1-b2/*_White_wins.'"];
    stage.run(&[&one[..], &two[..], &["g-1.in", "g-2.in"]].concat()).passes();
    let three = [&one[..], &two[..], &one[..], &["a.in"]].concat();
    stage.run(&three).refuses_with(&["--program is given 3 times"]);
}

#[test]
fn scripts_that_are_wrong_are_refused_before_anything_runs() {
    let stage = Stage::new(&[
        ("good.in", &format!("{TOY}say hello\n")),
        ("empty.in", ""),
        ("nameless.in", "# a comment\n"),
        ("late.in", "# a comment\nnew\n#* loa\n"),
        ("typo.in", "#* loa\n\n#*mvoe\n"),
        ("lonely-1.in", "#* loa\n#*remote move/win\n"),
        ("notes.txt", ""),
    ]);
    for (name, sentence) in [
        ("missing.in", "harness: missing.in: No such file"),
        ("notes.txt", "harness: notes.txt: is no .in file"),
        ("empty.in", "harness: empty.in: names no program; write `#* COMMAND`"),
        ("nameless.in", "harness: nameless.in: names no program"),
        ("late.in", "harness: late.in, line 2: `new` stands before the line that names"),
        ("typo.in", "harness: typo.in, line 3: `mvoe` is no directive; write one of `time"),
        ("lonely-1.in", "line 2: `remote` needs a second program; name lonely-2.in as well"),
    ] {
        stage.run(&["good.in", name]).refuses_with(&[sentence]);
    }
    stage.run(&["."]).refuses_with(&["harness: empty.in", "\nharness: typo.in, line 3"]);
    stage.run(&[]).refuses_with(&["SCRIPT"]);
    stage.run(&["--mvoe", "good.in"]).refuses_with(&["--mvoe"]);
}

#[test]
fn a_std_file_that_cannot_be_read_is_our_own_trouble() {
    let stage = Stage::new(&[("a.in", &won("White wins."))]);
    std::fs::create_dir(stage.path().join("a.std")).expect("made");
    let said = stage.run(&["a.in"]);
    assert_eq!(said.code, Some(4), "{said:?}");
    assert!(said.stderr.starts_with("harness: a.std: "), "{said:?}");
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
    let stage = Stage::new(&[("first-1.in", &script), ("loa.sh", program)]);
    for words in [&["first-1.in"][..], &["--update", "first-1.in"], &["first-1.in"]] {
        stage.run(&[&["--program", "sh loa.sh"], words].concat()).passes();
    }
    assert_eq!(stage.read("first-1.std").as_deref(), Some("* White wins.\n"));
}
