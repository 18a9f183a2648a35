//! A referee that is killed or asked to stop leaves nothing behind, and its match can be finished.
//!
//! `REFEREE_KILLS` sets how many times it is killed; a hundred take some minutes.

use crate::support::{Arena, steady};
use games::Walker;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::collections::BTreeSet;
use std::fs;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

const GAMES: usize = 40;

fn kills() -> usize {
    std::env::var("REFEREE_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(8)
}

/// Lets the referee play until it is sent a signal after a while; true if it was still playing.
fn interrupted(arena: &Arena, words: &[&str], signal: Signal, after: Duration) -> bool {
    let mut command = arena.command(words);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    sleep(after);
    let ended = child.try_wait().expect("ours").is_some();
    // Should it have ended just now, nobody is there to be killed.
    let _ = kill(Pid::from_raw(child.id() as i32), signal);
    child.wait().expect("ours");
    !ended
}

#[test]
fn no_finished_game_is_lost_or_doubled_and_nothing_stays_behind() {
    let arena = Arena::new();
    let (one, other) = (steady(3_000), steady(2_000));
    let games = GAMES.to_string();
    let words = [
        "match",
        &one,
        &other,
        "--games",
        &games,
        "--jobs",
        "2",
        "--resume",
        "--no-preflight",
        "--out",
        "m",
    ];
    let mut moments = Walker::new(7);
    let mut kept = String::new();
    let mut met = 0;
    for _ in 0..kills() {
        let after = Duration::from_millis(20 + moments.below(600) as u64);
        met += usize::from(interrupted(&arena, &words, Signal::SIGKILL, after));
        assert_eq!(arena.leftovers(), Vec::<std::path::PathBuf>::new());
        let journal = fs::read_to_string(arena.path("m/journal.jsonl")).unwrap_or_default();
        let whole = kept.rfind('\n').map_or(0, |end| end + 1);
        assert!(journal.starts_with(&kept[..whole]), "what was finished stays as it was");
        kept = journal;
    }
    assert!(met > 0, "it was met while playing");
    let told = arena.referee(&words);
    assert_eq!(told.code, Some(0), "{}", told.err);
    let journal = fs::read_to_string(arena.path("m/journal.jsonl")).expect("a journal");
    let ids: BTreeSet<u32> = arena.records("m").keys().copied().collect();
    assert_eq!((journal.lines().count(), ids.len()), (GAMES, GAMES), "each game once");
    let pdn = fs::read_to_string(arena.path("m/games.pdn")).expect("games");
    let csv = fs::read_to_string(arena.path("m/games.csv")).expect("a table");
    assert_eq!((pdn.matches("[Event ").count(), csv.lines().count()), (GAMES, GAMES + 1));
    assert!(told.out.contains(&format!(": {GAMES} games\n")), "{}", told.out);
}

#[test]
fn whoever_asks_it_to_stop_finds_nothing_left() {
    let arena = Arena::new();
    let agent = steady(200_000);
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
        let out = signal.as_str();
        let words = ["match", &agent, &agent, "--games", "20", "--no-preflight", "--out", out];
        assert!(interrupted(&arena, &words, signal, Duration::from_millis(400)), "{signal}");
        assert_eq!(arena.leftovers(), Vec::<std::path::PathBuf>::new(), "{signal}");
    }
}
