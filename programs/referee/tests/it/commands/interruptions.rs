//! The same seed gives the same games: on one core, on two, in two parts, and if the referee is
//! killed at any moment.

use crate::support::{Arena, holds_soon, steady};
use games::Walker;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use referee::journal::RecordedGame;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

/// Everything in a record that does not depend on clocks and folders.
fn course_of_play(record: &RecordedGame) -> (u32, String, Vec<String>, String, [String; 2]) {
    let moves = record.turns.iter().map(|turn| turn.mv.clone()).collect();
    let names = record.names().map(str::to_string);
    (record.id, record.board.to_string(), moves, record.ending.to_string(), names)
}

#[test]
fn one_job_and_two_jobs_play_the_same_games() {
    let arena = Arena::new();
    let (one, other) = (steady(800), steady(1_200));
    let play = |out: &str, extra: &[&str]| {
        let args = ["match", &one, &other, "--seed", "5", "--max-plies", "30", "--out", out];
        arena.succeeds(&[&args[..], extra].concat());
        arena.records(out).values().map(course_of_play).collect::<Vec<_>>()
    };
    let alone = play("a", &["--games", "8", "--jobs", "1"]);
    assert_eq!(alone.len(), 8);
    assert_eq!(play("b", &["--games", "8", "--jobs", "2"]), alone);
    play("c", &["--games", "4", "--jobs", "2"]);
    assert_eq!(play("c", &["--games", "8", "--jobs", "2", "--resume"]), alone);
}

#[test]
fn a_journal_of_another_match_is_not_resumed() {
    let arena = Arena::new();
    let (one, other) = (steady(100), steady(200));
    let args = ["match", &one, &other, "--games", "2", "--out", "m"];
    arena.succeeds(&args);
    arena.refuses(&args, "resume it with --resume");
    let changes: [(&[&str], &str); 4] = [
        (&["match", &one, &one], "the agents of game 1"),
        (
            &["match", &one, &other, "--max-plies", "9", "--no-clock"],
            "referee: --max-plies 400 in the journal, 9 now; --no-clock left out in the journal, \
             given now; give the journal's to go on, or choose another --out\n",
        ),
        (
            &["match", &one, &other, "--seconds", "7,8"],
            "referee: --seconds 100 in the journal, 7,8 now; give",
        ),
        (&["match", &one, &other, "--seed", "9"], "referee: --seed 1 in the journal, 9 now; give"),
    ];
    let resume = ["--games", "2", "--out", "m", "--resume"];
    for (args, part) in changes {
        arena.refuses(&[args, &resume].concat(), part);
    }
    arena.write("list", "B:W21,22:B1,2\n");
    let args =
        ["match", &one, &other, "--openings", "list", "--games", "2", "--out", "m", "--resume"];
    arena.refuses(&args, "--openings has not the opening of game 1 in the journal; give");
    // A match without a test may get one; then it has that test alone.
    let args = ["match", &one, &other, "--no-preflight", "--out", "t", "--resume", "--games"];
    let tested = |games, test: &[&'static str]| [&args[..], &[games], test].concat();
    let test = ["--sprt", "0,5", "--sprt-error", "0.1"];
    let first = arena.ends(1, &tested("4", &test));
    assert!(first.err.contains("no game in t yet: starts anew\n"), "{}", first.err);
    let told = "referee: --sprt 0,5 in the journal, 0,9 now; --sprt-error 0.1,0.1 in the journal, \
                left out now; give";
    arena.refuses(&tested("6", &["--sprt", "0,9"]), told);
    let told = "referee: --sprt 0,5 in the journal, left out now; ";
    arena.refuses(&tested("6", &[]), told);
    let fewer = arena.ends(1, &tested("2", &test));
    let told = "the journal holds 4 games, and this command asks for 2: nothing is played, and the \
                4 games stand\n";
    assert!(fewer.err.contains(told), "{}", fewer.err);
    let same = arena.ends(1, &tested("4", &test));
    assert!(!same.err.contains("stand") && !same.err.contains("anew"), "{}", same.err);
    assert_eq!(arena.records("t").len(), 4);
}

const GAMES: usize = 40;

fn kills() -> usize {
    std::env::var("REFEREE_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(8)
}

fn interrupt(arena: &Arena, args: &[&str], signal: Signal, moment: impl Fn() -> bool) -> bool {
    let mut command = arena.command(args);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    let child = RefCell::new(&mut child);
    let ended = || child.borrow_mut().try_wait().expect("ours").is_some();
    assert!(holds_soon(|| ended() || moment()), "it neither ends nor comes to the moment");
    let playing = !ended();
    // If it has ended just now, this fails.
    let _ = kill(Pid::from_raw(child.borrow().id().cast_signed()), signal);
    child.borrow_mut().wait().expect("ours");
    playing
}

#[test]
fn no_finished_game_is_lost_or_doubled_and_nothing_stays_behind() {
    let arena = Arena::new();
    let (one, other) = (steady(3_000), steady(2_000));
    let games = GAMES.to_string();
    let options = ["--max-plies", "24", "--jobs", "2", "--resume", "--no-preflight", "--out", "m"];
    let args = [&["match", &one, &other, "--games", &games], &options[..]].concat();
    let mut moments = Walker::new(7);
    let mut kept = String::new();
    let mut met = 0;
    for _ in 0..kills() {
        // Some games later, and then anywhere in a game.
        let finished = journal(&arena).lines().count() + moments.below(3);
        let pause = Duration::from_millis(moments.below(50) as u64);
        let moment = || {
            let come =
                !arena.agent_dirs().is_empty() && journal(&arena).lines().count() >= finished;
            if come {
                sleep(pause);
            }
            come
        };
        met += usize::from(interrupt(&arena, &args, Signal::SIGKILL, moment));
        assert_eq!(arena.leftovers(), Vec::<std::path::PathBuf>::new());
        let journal = journal(&arena);
        let whole = kept.rfind('\n').map_or(0, |end| end + 1);
        assert!(journal.starts_with(&kept[..whole]), "finished lines stay as they were");
        kept = journal;
    }
    assert!(met > 0, "it was killed while playing");
    let result = arena.succeeds(&args);
    let journal = arena.read("m/journal.jsonl");
    let ids: BTreeSet<u32> = arena.records("m").keys().copied().collect();
    assert_eq!((journal.lines().count(), ids.len()), (GAMES, GAMES), "each game once");
    let pdn = arena.read("m/games.pdn");
    let csv = arena.read("m/games.csv");
    assert_eq!((pdn.matches("[Event ").count(), csv.lines().count()), (GAMES, GAMES + 1));
    assert!(result.out.contains(&format!(": {GAMES} games\n")), "{}", result.out);
}

fn journal(arena: &Arena) -> String {
    fs::read_to_string(arena.path("m/journal.jsonl")).unwrap_or_default()
}

#[test]
fn a_referee_that_is_asked_to_stop_leaves_nothing() {
    let arena = Arena::new();
    let agent = steady(200_000);
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
        let out = signal.as_str();
        let args = ["match", &agent, &agent, "--games", "20", "--no-preflight", "--out", out];
        assert!(interrupt(&arena, &args, signal, || !arena.agent_dirs().is_empty()), "{signal}");
        assert!(arena.path(out).join("games.csv").exists(), "{signal} writes the files");
        assert_eq!(arena.leftovers(), Vec::<std::path::PathBuf>::new(), "{signal}");
    }
}
