//! `homework` as a referee runs it: whatever is in the directory, a legal move comes out, or a
//! clear message.

use crate::support::{BEYOND_THE_BOOK, Run, TestEnv, position_of, with_seconds};
use formats::{Play, Request};
use games::{Game, Walker, checkers::Position};
use std::fs;
use std::path::Path;
use std::time::Duration;

#[test]
fn the_examples_of_the_assignment_are_answered_legally() {
    for entry in fs::read_dir(testing::fixture("homework")).expect("fixtures") {
        let path = entry.expect("an entry").path().join("input.txt");
        let input = with_seconds(&fs::read_to_string(&path).expect("an input"), "0.2");
        let env = TestEnv::asking(&input);
        env.plays(&position_of(&input));
    }
}

#[test]
fn the_only_answer_of_the_second_example_is_given_at_once() {
    let env = TestEnv::asking(include_str!("../../fixtures/homework/double-jump/input.txt"));
    fs::remove_file(env.path("calibration.txt")).expect("it was there");
    let run = env.homework();
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "no calibration.txt is needed");
    assert_eq!(env.read("output.txt").as_deref(), Some("J f6 d4\nJ d4 f2\n"));
    assert_eq!(env.names(), ["input.txt", "output.txt"], "a single move leaves no playdata.txt");
}

#[test]
fn random_positions_are_answered_at_every_clock() {
    for seed in 0..60 {
        let positions = Walker::new(seed).game(Position::start(), 10 + 2 * seed as usize);
        let position = positions[positions.len() - 1];
        if !position.can_move() {
            continue;
        }
        for (index, seconds) in [0.0, 1e-14, 0.001, 0.01, 0.05].into_iter().enumerate() {
            let play = if index % 2 == 0 { Play::Game } else { Play::Single };
            let remaining = Duration::from_secs_f64(seconds);
            let env = TestEnv::asking(&Request { play, remaining, position }.text());
            env.plays(&position);
        }
    }
}

#[test]
fn an_unreadable_input_is_reported_by_line_and_column_and_leaves_no_old_answer() {
    for (input, told) in [
        ("", "input.txt ends after line 0"),
        ("GAME\nBLUE\n", "input.txt, line 2, column 1: \"BLUE\""),
        ("SINGLE\nWHITE\nten\n", "line 3, column 1: \"ten\""),
        ("GAME\nBLACK\n1\n.b.b.b.b\nb.b.q.b.\n", "input.txt ends after line 5"),
    ] {
        let env = TestEnv::asking(input);
        env.write("output.txt", "E c3 d4\n");
        let run = env.homework();
        assert_eq!(run.code, Some(2), "{input:?}");
        run.warns_once(told);
        assert_eq!(env.read("output.txt"), None, "the old answer is gone");
    }
    let run = TestEnv::new().homework();
    assert_eq!(run.code, Some(2));
    run.warns_once("there is no input.txt");
}

#[test]
fn a_position_without_legal_moves_is_reported() {
    let rows = "........\n".repeat(7) + "b.......\n";
    let env = TestEnv::asking(&format!("GAME\nWHITE\n5\n{rows}"));
    env.write("output.txt", "E c3 d4\n");
    let run = env.homework();
    assert_eq!(run.code, Some(3));
    run.warns_once("White has no legal move");
    assert_eq!(env.read("output.txt"), None);
}

#[test]
fn hostile_helper_files_cost_one_warning_each_and_no_move() {
    let huge = "x".repeat(1 << 20);
    let old = r#"{"version":0,"side":"Black","boards":[],"turns":[]}"#;
    let absurd = r#"{"version":1,"nodes_per_second":-5.0,"clock_read_us":1.0,"clock_step_us":1.0,"start_us":1.0,"exit_us":1.0,"write_us":1.0}"#;
    let cases = [("garbage", "\u{1}\u{2}{{"), ("huge", &huge), ("old", old), ("absurd", absurd)];
    for name in ["playdata.txt", "calibration.txt"] {
        for (case, text) in cases {
            let env = TestEnv::asking(&with_seconds(BEYOND_THE_BOOK, "0.05"));
            env.write(name, text);
            let run = env.homework();
            assert_eq!(run.code, Some(0), "{name}: {case}");
            run.warns_once(name);
            env.answer(&position_of(BEYOND_THE_BOOK));
        }
        let env = TestEnv::asking(&with_seconds(BEYOND_THE_BOOK, "0.05"));
        let _ = fs::remove_file(env.path(name));
        fs::create_dir(env.path(name)).expect("a directory");
        let run = env.homework();
        assert_eq!(run.code, Some(0), "{name} is a directory");
        run.warns_once(&format!("{name} is not a regular file"));
        env.answer(&position_of(BEYOND_THE_BOOK));
    }
    let env = TestEnv::asking(&with_seconds(BEYOND_THE_BOOK, "0.05"));
    fs::remove_file(env.path("calibration.txt")).expect("it was there");
    let run = env.homework();
    run.warns_once("there is no calibration.txt");
    env.answer(&position_of(BEYOND_THE_BOOK));
}

/// A pipe would block the process that opens it.
#[cfg(unix)]
#[test]
fn pipes_under_our_names_do_not_block() {
    use std::os::unix::fs::FileTypeExt;
    let env = TestEnv::asking(&with_seconds(BEYOND_THE_BOOK, "0.05"));
    fs::remove_file(env.path("calibration.txt")).expect("it was there");
    for name in ["playdata.txt", "calibration.txt", "output.txt", "output.txt.tmp"] {
        let made = std::process::Command::new("mkfifo").arg(env.path(name)).status();
        assert!(made.expect("mkfifo is there").success());
        let kind = fs::symlink_metadata(env.path(name)).expect("made").file_type();
        assert!(kind.is_fifo());
    }
    assert_eq!(env.homework().code, Some(0));
    env.answer(&position_of(BEYOND_THE_BOOK));
}

/// A link to the grader's file leads there; one to something that is no file gives way.
#[cfg(unix)]
#[test]
fn an_answer_file_that_is_a_link_to_a_file_is_followed() {
    use std::os::unix::fs::symlink;

    for (target, is_followed) in
        [("grader", true), ("new", true), (".", false), ("/dev/null", false)]
    {
        let env = TestEnv::asking(&with_seconds(BEYOND_THE_BOOK, "0.05"));
        env.write("grader", "old");
        symlink(target, env.path("output.txt")).expect("a link");
        assert_eq!(env.homework().code, Some(0), "{target}");
        env.answer(&position_of(BEYOND_THE_BOOK));
        assert_eq!(env.path("output.txt").is_symlink(), is_followed, "{target}");
        assert_eq!(env.read("grader").as_deref() == Some("old"), target != "grader");
    }
}

#[test]
fn an_answer_that_cannot_be_written_is_printed() {
    let env = TestEnv::asking(&with_seconds(BEYOND_THE_BOOK, "0.05"));
    fs::create_dir(env.path("output.txt")).expect("a directory");
    let run = env.homework();
    assert_eq!(run.code, Some(4));
    let told = format!("cannot write {}", Path::new(".").join("output.txt").display());
    assert!(run.stderr.contains(&told), "{}", run.stderr);
    run.prints_an_answer();
}

/// A disk without room for a single byte.
#[cfg(unix)]
#[test]
fn a_full_disk_never_leaves_half_an_answer() {
    let env = TestEnv::asking(&with_seconds(BEYOND_THE_BOOK, "0.05"));
    let limited = "trap '' XFSZ; ulimit -f 0; exec \"$0\"";
    let run = env.run("bash", &["-c", limited, env!("CARGO_BIN_EXE_homework")]);
    assert_eq!(run.code, Some(4), "{}", run.stderr);
    assert_eq!(env.names(), ["calibration.txt", "input.txt"], "nothing half written stays");
    run.prints_an_answer();
}

#[test]
fn a_run_that_is_repeated_remembers_what_came_before() {
    let env = TestEnv::asking(&with_seconds(BEYOND_THE_BOOK, "0.2"));
    for _ in 0..3 {
        env.plays(&position_of(BEYOND_THE_BOOK));
    }
}

#[test]
fn help_and_version_are_printed_and_other_words_are_ignored() {
    let env = TestEnv::asking(&with_seconds(BEYOND_THE_BOOK, "0.05"));
    let homework = env!("CARGO_BIN_EXE_homework");
    let help = env.run(homework, &["--help"]);
    assert_eq!(help.code, Some(0));
    for word in ["input.txt", "output.txt", "playdata.txt", "calibration.txt", "Exit code"] {
        assert!(help.stdout.contains(word), "{word}");
    }
    assert!(env.run(homework, &["--version"]).stdout.starts_with("homework 0."));
    assert_eq!(env.read("output.txt"), None);
    assert_eq!(env.run(homework, &["please", "move"]).code, Some(0));
    env.answer(&position_of(BEYOND_THE_BOOK));
}

#[test]
fn calibrate_writes_a_file_that_homework_reads() {
    let env = TestEnv::asking(&with_seconds(BEYOND_THE_BOOK, "0.05"));
    let usual = env.read("calibration.txt");
    let calibrate = env!("CARGO_BIN_EXE_calibrate");
    assert_eq!(env.run(calibrate, &["--hlep"]).code, Some(2));
    assert_eq!(env.read("calibration.txt"), usual, "nothing was measured");
    let run = env.run(calibrate, &[]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    if cfg!(unix) {
        assert_eq!(run.stderr, "");
    } else {
        run.warns_once("does not show the cost of child processes");
    }
    assert_ne!(env.read("calibration.txt"), usual);
    assert_eq!(env.names(), ["calibration.txt", "input.txt"]);
    env.plays(&position_of(BEYOND_THE_BOOK));
}

#[cfg(unix)]
#[test]
fn calibrate_works_under_a_limit_of_cpu_seconds() {
    let env = TestEnv::new();
    let limited = "ulimit -t 60; exec \"$0\"";
    let run = env.run("bash", &["-c", limited, env!("CARGO_BIN_EXE_calibrate")]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let text = env.read("calibration.txt").expect("written");
    agent::calibration::Calibration::parse(&text).expect("our own text");
}

#[test]
fn the_reference_answers_the_same_files() {
    let env = TestEnv::asking(&with_seconds(BEYOND_THE_BOOK, "0.05"));
    let reference = testing::program("reference");
    let reference = reference.to_str().expect("a path of this build");
    for words in [&["--depth", "2"][..], &["--random"], &["--seed", "3"]] {
        assert_eq!(env.run(reference, words).code, Some(0));
        env.answer(&position_of(BEYOND_THE_BOOK));
    }
    env.write("input.txt", "nonsense");
    let run = env.run(reference, &[]);
    assert_eq!(run.code, Some(2));
    run.warns_once("reference: input.txt, line 1");
}

/// Under a limit of CPU seconds Linux shows a process its CPU time only as of the last timer tick;
/// the referee counts exactly.
#[cfg(unix)]
#[test]
fn a_coarse_clock_makes_no_answer_late() {
    let charge = |seconds: f64| {
        let input = with_seconds(BEYOND_THE_BOOK, &seconds.to_string());
        charge_under_a_limit(&TestEnv::asking(&input.replace("GAME", "SINGLE")), &[])
    };
    // What a move costs here without any time to think: a slow machine needs a longer clock. Below
    // 35 ms nothing is searched.
    let bare = [(); 3].map(|()| charge(0.0)).into_iter().fold(0.0, f64::max);
    let seconds = (10.0 * bare).max(0.06);
    for _ in 0..12 {
        let charge = charge(seconds);
        assert!(0.0 < charge && charge < seconds, "{charge} s of {seconds} s");
    }
}

/// The time that a single move keeps for a pause of the machine hides what a coarse clock hides. So
/// the time of a move is tested, on a machine on which leaving costs next to nothing. An agent
/// that believes a coarse clock is late in half of these moves. A pause makes one late now and
/// then.
#[cfg(unix)]
#[test]
fn what_a_coarse_clock_hides_is_not_left_to_the_reserve() {
    let charge = |seconds: f64| {
        let env = TestEnv::asking(&with_seconds(BEYOND_THE_BOOK, "20"));
        let least = agent::calibration::Calibration {
            clock_step_us: 0.001,
            exit_us: 10.0,
            write_us: 1.0,
            ..agent::calibration::Calibration::DEFAULT
        };
        env.write("calibration.txt", least.text().expect("possible figures"));
        charge_under_a_limit(&env, &["--move-time", &seconds.to_string()])
    };
    let bare = [(); 3].map(|()| charge(1e-6)).into_iter().fold(0.0, f64::max);
    let seconds = (8.0 * bare).max(0.015);
    let charges = [(); 24].map(|()| charge(seconds));
    assert!(charges.iter().all(|charge| *charge > 0.0), "{charges:?}");
    let late = charges.iter().filter(|charge| **charge >= seconds).count();
    assert!(late <= 4, "{charges:?} of {seconds} s");
}

impl Run {
    fn prints_an_answer(&self) {
        let legal = position_of(BEYOND_THE_BOOK).move_list();
        let printed = formats::answer::find(&self.stdout, &legal).expect("well formed");
        assert!(printed.is_some(), "{}", self.stdout);
    }
}

/// The CPU seconds of a move, by the shell's account.
#[cfg(unix)]
fn charge_under_a_limit(env: &TestEnv, words: &[&str]) -> f64 {
    let timed = "ulimit -t 30; TIMEFORMAT='%U %S'; time \"$0\" \"$@\"";
    let run = env.run("bash", &[&["-c", timed, env!("CARGO_BIN_EXE_homework")], words].concat());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    env.answer(&position_of(BEYOND_THE_BOOK));
    run.stderr.split_whitespace().filter_map(|word| word.parse::<f64>().ok()).sum()
}

#[test]
fn larger_tables_are_used_and_a_file_that_is_none_costs_one_warning() {
    let tables = testing::workspace().join("data/wdl/data/wdl-6-part");
    let whole = fs::read(tables).expect("the tables are there");
    let env = TestEnv::asking(&with_seconds(BEYOND_THE_BOOK, "0.2"));
    env.write("whole", &whole);
    env.write("empty", "");
    env.write("short", &whole[..whole.len() - 1]);
    env.write("text", "tables");
    for folder in ["folder", "six", "seven"] {
        fs::create_dir(env.path(folder)).expect("made");
    }
    env.write("six/wdl-6", &whole);
    env.write("seven/wdl-6", &whole);
    env.write("seven/wdl-7", "tables");
    for (name, warning) in [
        ("whole", None),
        ("empty", Some("not a file of endgame tables")),
        ("short", Some("the length is wrong")),
        ("text", Some("not a file of endgame tables")),
        ("folder", Some("wdl-6: there is no such file")),
        ("six", None),
        ("seven", Some("wdl-7: this is not a file of endgame tables")),
        ("missing", Some("there is no such file")),
    ] {
        let run = env.homework_with("CROWNHEAD_TABLES", &env.path(name));
        assert_eq!(run.code, Some(0), "{name}");
        match warning {
            None => assert_eq!(run.stderr, "", "{name}"),
            Some(words) => run.warns_once(words),
        }
        env.answer(&position_of(BEYOND_THE_BOOK));
    }
}
