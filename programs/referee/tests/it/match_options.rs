//! Options of a match in the words of fastchess and cutechess: the order of openings, more games
//! at a time than cores, a log.

use crate::support::{Arena, REFERENCE, toy};
use std::process::Command;
use std::thread;

/// Two agents that draw their moves, the same ones in each run.
fn drawing() -> [String; 2] {
    [1, 2].map(|seed| format!("{REFERENCE} --random --seed {seed}"))
}

/// A short match without clocks.
fn short_match(agents: &[String; 2], more: &[&str]) -> Vec<String> {
    let usual = ["--no-clock", "--seconds", "60", "--max-plies", "6", "--no-preflight"];
    let words = ["match", &agents[0], &agents[1]].into_iter().chain(usual);
    words.chain(more.iter().copied()).map(str::to_string).collect()
}

fn words(args: &[String]) -> Vec<&str> {
    args.iter().map(String::as_str).collect()
}

#[test]
fn openings_are_played_in_the_order_and_from_the_number_that_the_user_wants() {
    let (arena, agents) = (Arena::new(), drawing());
    let in_order = ["--openings", "ballots", "--opening-order", "sequential"];
    let args = |more: &[&str]| short_match(&agents, &[&in_order[..], more].concat());
    let openings = |out: &str| -> Vec<String> {
        arena.records(out).values().map(|record| record.opening.clone()).collect()
    };
    let played =
        arena.succeeds(&words(&args(&["--games", "4", "--out", "m", "--first-opening", "145"])));
    assert!(played.out.contains("145 openings (ballots, sequential, from number 145), seed 1"));
    assert_eq!(played.out.matches(": no clock ran; forfeits: ").count(), 2, "{}", played.out);
    let found = openings("m");
    assert_ne!(found[0], "start");
    assert_eq!((&found[0], &found[2..]), (&found[1], &["start", "start"].map(str::to_string)[..]));
    arena.succeeds(&words(&args(&["--games", "4", "--out", "all"])));
    let second = openings("all").swap_remove(2);
    // In the words of fastchess.
    arena.succeeds(&words(&args(&["--out", "two", "--start", "2", "--games", "2"])));
    assert_eq!(openings("two"), [second.clone(), second]);
    let other = args(&["--out", "m", "--start", "144", "--resume"]);
    arena.refuses(&words(&other), "referee: --first-opening 145 in the journal, 144 now; ");
    let last = args(&["--out", "none", "--first-opening", "146"]);
    arena.refuses(&words(&last), "--first-opening 146: ballots has 145 openings");
    let plan = |out: &str| arena.read(&format!("{out}/plan.jsonl"));
    assert!(plan("m").contains(r#""opening_order":{"kind":"sequential","first":145}"#));
    // As a plan was before there was an order to choose.
    arena.succeeds(&words(&short_match(&agents, &["--games", "2", "--out", "usual"])));
    assert!(!plan("usual").contains("opening_order"));
    let again = ["--games", "4", "--out", "usual", "--resume", "--order", "random"];
    arena.succeeds(&words(&short_match(&agents, &again)));
    assert_eq!(arena.records("usual").len(), 4);
}

#[test]
fn forced_games_are_in_play_at_the_same_time_though_there_are_fewer_cores() {
    let arena = Arena::new();
    let cores = thread::available_parallelism().expect("a number").get();
    let games = (cores + 2).next_multiple_of(2);
    // Each agent waits until all games are in play.
    let begun = arena.path("begun").display().to_string();
    std::fs::create_dir(&begun).expect("made");
    let waits =
        format!("mktemp -p {begun} > /dev/null; until [[ $(ls {begun} | wc -l) -ge {games} ]]");
    let agent = |seed: u32| {
        toy(&format!("{waits}; do sleep 0.1; done; exec {REFERENCE} --random --seed {seed}"))
    };
    let number = games.to_string();
    let usual = ["--no-sandbox", "--max-plies", "1", "--no-preflight", "--games", &number];
    let (one, two) = (agent(1), agent(2));
    let args = [&["match", &one, &two][..], &usual, &["--concurrency", "5000"]].concat();
    let played = arena.succeeds(&[&args[..], &["--force-concurrency", "--out", "m"]].concat());
    // How many depends on the limit of open files.
    for told in ["--jobs 5000: ", " games at a time share "] {
        assert!(played.err.contains(told), "{}", played.err);
    }
    assert_eq!(arena.records("m").len(), games);
    // Now nobody waits.
    let limited = arena.succeeds(&[&args[..], &["--out", "limited"]].concat());
    assert!(limited.err.contains("one on each core that is allowed\n"), "{}", limited.err);
    assert!(limited.err.contains("take --force-concurrency\n"), "{}", limited.err);
}

#[test]
fn a_log_has_a_line_for_each_event_of_each_game() {
    let (arena, [_, quiet]) = (Arena::new(), drawing());
    let talks = toy(&format!("echo thinking >&2; exec {REFERENCE} --random --seed 1"));
    let args = ["match", &talks, &quiet, "--no-sandbox", "--max-plies", "2", "--no-preflight"];
    let play = |log: &str, more: &[&str]| {
        arena.succeeds(&[&args[..], &["--log", log, "--out", "m"], more].concat())
    };
    play("games.log", &["--games", "2"]);
    play("games.log", &["--games", "4", "--resume"]);
    let log = arena.read("games.log");
    let records = arena.records("m");
    for (id, record) in &records {
        let start = format!("Z game {id}, ");
        let lines: Vec<&str> =
            log.lines().filter_map(|line| line.split_once(&start)).map(|(_, text)| text).collect();
        let [black, white] = record.names();
        let moves: Vec<_> = record.turns.iter().map(|turn| turn.mv.as_str()).collect();
        let begin = format!("begin: {black} (Black) against {white} (White), opening start");
        assert_eq!(lines.first(), Some(&begin.as_str()), "{log}");
        assert_eq!(lines.len(), 5, "two moves and one word on standard error: {log}");
        for (nth, name, side) in [(0, black, "Black"), (1, white, "White")] {
            let start = format!("turn {}, {name} ({side}): {}, ", nth + 1, moves[nth]);
            let line = lines.iter().find(|line| line.starts_with(&start)).expect(&log);
            assert!(line.contains(" s, wall "), "{line}");
        }
        assert!(lines.iter().any(|line| line.ends_with(": stderr: thinking")), "{log}");
        let end = format!("end after 2 turns: {}", record.result_text());
        assert_eq!(lines.last(), Some(&end.as_str()));
    }
    assert_eq!((records.len(), log.lines().count()), (4, 20));
}

#[test]
fn a_log_that_cannot_be_written_is_told_before_the_first_game() {
    let (arena, agents) = (Arena::new(), drawing());
    let args = |log| short_match(&agents, &["--games", "4", "--out", "m", "--log", log]);
    arena.refuses(&words(&args("no/such/folder")), "cannot write the log no/such/folder: ");
    let made = Command::new("mkfifo").arg(arena.path("pipe")).status().expect("started");
    assert!(made.success());
    for place in ["pipe", "/dev/full", "."] {
        let told = format!(
            "cannot write the log {place}: it is a pipe, a device or a folder; name another --log"
        );
        arena.refuses(&words(&args(place)), &told);
    }
}
