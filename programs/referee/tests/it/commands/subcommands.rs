//! The output, the files and the exit code of each subcommand.

use crate::support::{
    Arena, CommandResult, HOMEWORK, PLAYS_FIRST_MOVE_ONLY, REFERENCE, steady, toy,
};
use referee::rules::{Ending, Profile};
use runner::EVIDENCE_LIMIT;
use runner::sandbox::Sandbox;
use std::fs;
use std::process::Stdio;

#[test]
fn a_match_is_played_and_reported_again() {
    let arena = Arena::new();
    let (first, other) = (steady(2_000), format!("{REFERENCE} --random --seed 3"));
    let result = arena.succeeds(&["match", &first, &other, "--games", "4", "--out", "m"]);
    let (kind, rest) = result.out.split_once("\n").expect("lines");
    assert_eq!(kind, "match, finished: 4 games");
    assert!(
        rest.contains("\nhomework --nodes 2000 against reference --random --seed 3: 4 games\n")
    );
    assert!(result.out.contains("forfeits: none"));
    for name in ["journal.jsonl", "games.pdn", "games.csv"] {
        assert!(arena.path("m").join(name).is_file(), "{name}");
    }
    let report = arena.referee(&["report", "m"]);
    assert_eq!((report.code, report.out), (Some(0), result.out));
    let replay = arena.referee(&["replay", "m/journal.jsonl", "--game", "2"]);
    assert!(replay.out.starts_with("game 2: reference --random --seed 3 (Black)"));
    arena.refuses(
        &["replay", "m/journal.jsonl", "--game", "9"],
        "holds no game 9; it holds games 1 to 4",
    );
}

#[test]
fn an_odd_number_of_games_is_rounded_up_and_said() {
    let arena = Arena::new();
    let agent = steady(300);
    let words = ["match", &agent, &agent, "--max-plies", "2", "--out", "m", "--games"];
    let odd = arena.succeeds(&[&words[..], &["3"]].concat());
    let sentence =
        "--games 3: each opening is played twice, with colors exchanged; so 4 are played";
    assert!(odd.err.contains(sentence), "{}", odd.err);
    assert_eq!(arena.records("m").len(), 4);
    let even = arena.succeeds(&[&words[..], &["4", "--resume"]].concat());
    assert!(!even.err.contains("each opening is played twice"), "{}", even.err);
}

#[test]
fn json_is_all_of_standard_output() {
    let arena = Arena::new();
    let agent = steady(300);
    let result = arena.referee(&["match", &agent, &agent, "--games", "2", "--json", "--out", "m"]);
    assert!(result.out.starts_with("{\n") && result.out.ends_with("}\n"), "{}", result.out);
    for part in ["\"games\": 2,", "\"void\": 0,", "\"pairing\": {"] {
        assert!(result.out.contains(part), "{}", result.out);
    }
    for named in ["m", "m/journal.jsonl"] {
        assert_eq!(arena.referee(&["report", named, "--json"]).out, result.out);
    }
    let in_folder = arena.run_in("m", &["report", "journal.jsonl", "--json"]);
    assert_eq!(in_folder.out.replace("evidence/", "m/evidence/"), result.out);
    testing::program("crownhead");
    for (place, told) in
        [("no/page.html", "there is no folder no; make it"), ("m", "m is a folder")]
    {
        arena.refuses(&["report", "m/journal.jsonl", "--html", place], told);
    }
}

#[test]
fn a_forfeit_is_kept_and_can_be_asked_for_again() {
    let arena = Arena::new();
    let (good, bad) = (steady(300), toy(PLAYS_FIRST_MOVE_ONLY));
    let options = ["--games", "2", "--openings", "start", "--no-preflight", "--out", "m"];
    let args = [&["match", &good, &bad], &options[..]].concat();
    let result = arena.ends(3, &args);
    let records = arena.records("m");
    assert!(records.values().all(|record| record.ending == Ending::Malformed));
    let line = result.out.lines().find(|line| line.starts_with("game 1: ")).expect("it is shown");
    let (_, command) = line.split_once("referee ").unwrap_or_else(|| panic!("{line}"));
    let args = shell_words::split(command).expect("arguments");
    let again = arena.ends(3, &args.iter().map(String::as_str).collect::<Vec<_>>());
    for word in ["then:  ", "now:   "] {
        let printed = format!("\n{word}malformed output.txt: line 1: \"nonsense\" is not ");
        assert!(again.out.contains(&printed), "{}", again.out);
    }
    // Request and playdata are kept as files; with another playdata it plays on.
    let folder = arena.path("m/evidence/game-1");
    assert_eq!(fs::read_to_string(folder.join("output.txt")).expect("kept"), "nonsense\n");
    fs::remove_file(folder.join("playdata-before.txt")).expect("it was kept");
    let other = arena.referee(&["replay", folder.to_str().expect("text")]);
    let now = other.out.lines().find(|line| line.starts_with("now:   ")).expect("it was run");
    assert!(!now.contains("malformed"), "{now}");
}

#[test]
fn an_agent_that_does_not_play_is_refused_before_the_first_game() {
    let arena = Arena::new();
    let cases = [("a", "exit 7", "exit code 7"), ("b", "touch output.txt", "empty output.txt")];
    for (out, script, reason) in cases {
        let (good, bad) = (steady(300), toy(script));
        let result = arena.referee(&["match", &good, &bad, "--games", "2", "--out", out]);
        assert_eq!((result.code, result.out.as_str()), (Some(3), ""));
        let expected = format!("is not ready to play: {reason}; see it with: referee replay ");
        assert!(result.err.contains(&expected), "{}", result.err);
        assert!(arena.records(out).is_empty());
    }
}

#[test]
fn a_wrong_command_is_explained_with_code_2() {
    let arena = Arena::new();
    let agent = steady(300);
    let cases: [(&[&str], &str); 13] = [
        (&["match", "nowhere/agent", &agent], "there is no program"),
        (&["match", &agent, &agent, "--seconds", "0"], "--seconds 0 is not possible"),
        (&["match", &agent, &agent, "--seconds", "1e19"], "is not possible"),
        (&["match", &agent, &agent, "--seconds", "1,2,3"], "3 numbers for 2 players"),
        (&["match", &agent, &agent, "--sprt", "5,0"], "write the smaller number first"),
        (&["match", &agent, &agent, "--min-score", "101"], "101 is not a percentage"),
        (&["match", &agent, &agent, "--openings", "nowhere.txt"], "nowhere.txt"),
        (&["match", &agent, &agent, "--max-plies", "0"], "write a whole number above 0"),
        (&["match", &agent, &agent, "--out", "/proc/x"], "cannot use the folder /proc/x"),
        (&["replay", "nowhere.json"], "nowhere.json"),
        (&["replay", "nowhere.jsonl"], "there is no journal nowhere.jsonl"),
        (&["report", "nowhere"], "there is no journal nowhere/journal.jsonl"),
        (&["match", &agent], "required"),
    ];
    for (args, part) in cases {
        arena.refuses(args, part);
    }
    // None of these mistakes leaves anything that hinders the right command.
    arena.succeeds(&["match", &agent, &agent, "--games", "2"]);
}

#[test]
fn a_closed_standard_output_is_no_error() {
    let arena = Arena::new();
    let agent = steady(100);
    arena.referee(&["match", &agent, &agent, "--games", "2", "--out", "m"]);
    let mut command = arena.command(&["replay", "m"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("begun");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("ours");
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

#[test]
fn calibrate_runs_in_the_sandbox_and_its_file_is_limited() {
    if !Sandbox::available() {
        println!("no Landlock here: not tested");
        return;
    }
    let arena = Arena::new();
    let folder = arena.path("agent");
    let escape = arena.path("escape");
    let calibrate = format!(
        "#!/bin/sh\necho owned > '{}'\nhead -c 9000000 /dev/zero > calibration.txt\n",
        escape.display()
    );
    let play = "#!/bin/sh\nexec \"${0%/*}/player\" --nodes 100\n";
    arena.program("agent/calibrate", &calibrate);
    arena.program("agent/homework", play);
    testing::copy_program(&*HOMEWORK, &folder.join("player"));
    let agent = folder.to_str().expect("text");
    let args = ["match", agent, &steady(100), "--games", "2", "--out", "m"];
    arena.succeeds(&args);
    assert!(!escape.exists());
    let sizes = fs::read_dir(arena.path("m")).expect("there").flatten();
    let sizes = sizes.map(|entry| entry.metadata().expect("there").len());
    assert!(sizes.max() <= Some(EVIDENCE_LIMIT));
}

#[test]
fn a_gate_that_is_missed_is_code_1() {
    let arena = Arena::new();
    let (first, other) = (steady(300), format!("{REFERENCE} --random --seed 3"));
    let met = play_with(&arena, [&first, &other], "1", ["--min-score", "90"]);
    assert_eq!(met.code, Some(0), "{}{}", met.out, met.err);
    let missed = play_with(&arena, [&other, &first], "2", ["--min-score", "50"]);
    assert_eq!(missed.code, Some(1));
    assert!(missed.out.contains("at least 50 % of the points on the board: missed"));
    let open = play_with(&arena, [&first, &other], "3", ["--sprt", "0,5"]);
    assert_eq!(open.code, Some(1), "four games prove nothing");
    assert!(open.out.contains("SPRT [0, 5]: not decided; LLR "), "{}", open.out);
}

fn play_with(arena: &Arena, players: [&str; 2], out: &str, gate: [&str; 2]) -> CommandResult {
    let args = ["match", players[0], players[1], "--games", "4", "--out", out];
    arena.referee(&[&args[..], &gate].concat())
}

#[test]
fn a_sequential_test_stops_the_match_when_it_has_decided() {
    let arena = Arena::new();
    let (first, other) = (steady(200), format!("{REFERENCE} --random"));
    let test = ["--games", "200", "--sprt", "-100,100", "--sprt-model", "logistic", "--out", "m"];
    arena.succeeds(&[&["match", &first, &other], &test[..]].concat());
    let games = arena.records("m").len();
    assert!((4..100).contains(&games), "{games} games");
}

#[test]
fn unequal_clocks_and_the_courses_rules_are_recorded() {
    let arena = Arena::new();
    // The course's rules charge the wall time of quick moves, which is long on a busy machine.
    let agent = steady(300);
    let args = ["match", &agent, &agent, "--games", "2", "--seconds", "60,30"];
    arena.succeeds(&[&args[..], &["--profile", "course", "--out", "m"]].concat());
    for record in arena.records("m").values() {
        let seconds = |name: &str| {
            if *record.black.name == *name { record.black.seconds } else { record.white.seconds }
        };
        assert_eq!(
            (seconds("homework --nodes 300 #1"), seconds("homework --nodes 300 #2")),
            (60.0, 30.0)
        );
        assert_eq!(record.profile, Profile::Course);
        // The times that read 0.00 are charged in wall time, which is never zero.
        assert!(record.turns.iter().all(|turn| turn.charged > 0.0));
    }
}

#[test]
fn a_tournament_ranks_its_players() {
    let arena = Arena::new();
    let agents = [
        steady(2_000),
        format!("{REFERENCE} --depth 2 --seed 1"),
        format!("{REFERENCE} --random --seed 2"),
    ];
    let args = [&["tournament"], &agents.each_ref().map(String::as_str)[..]].concat();
    let result = arena.succeeds(&[&args[..], &["--games", "2", "--out", "t"]].concat());
    let rows: Vec<&str> = result.out.lines().filter(|line| line.contains(". ")).collect();
    assert!(
        rows[0].contains("homework --nodes 2000") && rows[0].contains("+4 =0 -0"),
        "{}",
        result.out
    );
    let gauntlet =
        arena.referee(&[&args[..], &["--games", "2", "--gauntlet", "--out", "g"]].concat());
    assert_eq!(
        (gauntlet.code, arena.records("t").len(), arena.records("g").len()),
        (Some(0), 6, 4)
    );
}

#[test]
fn one_game_is_shown_and_its_forfeit_is_code_3() {
    let arena = Arena::new();
    let good = steady(300);
    let result = arena.succeeds(&["game", &good, &format!("{REFERENCE} --random --seed 2")]);
    assert!(result.out.starts_with("8 . b . b . b . b\n7 b . b . b . b .\n"), "{}", result.out);
    let bad = arena.ends(3, &["game", &good, &toy("exit 1")]);
    assert!(bad.out.contains("(homework --nodes 300) wins: White: exit code 1\n"), "{}", bad.out);
    assert!(bad.out.contains("see it with: referee replay "), "{}", bad.out);
}
