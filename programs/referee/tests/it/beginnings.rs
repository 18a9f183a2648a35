//! How games begin: an agent that keeps the state of its game, and so relies on a `GAME` that
//! begins at the start position, loses no game by that.

use crate::support::{Arena, REFERENCE};
use referee::journal::Records;
use referee::rules::EndingKind;
use std::path::Path;

/// Ends without an answer if a `GAME` without `playdata.txt` shows it another board than the first
/// one of its side, or if a `SINGLE` finds `playdata.txt`.
const KEEPS_STATE: &str = r#"
exec < input.txt; read -r play; read -r side; read -r seconds; board=$(cat)
start=$'.b.b.b.b\nb.b.b.b.\n.b.b.b.b\n........\n........\n'
home=$'w.w.w.w.\n.w.w.w.w\nw.w.w.w.'
if [[ $play = SINGLE ]]; then
    [[ -e playdata.txt ]] && exit 8
elif [[ ! -e playdata.txt ]]; then
    [[ $side = WHITE && ${board: -26} = "$home" || $board = "$start$home" ]] || exit 9
fi
echo kept > playdata.txt
"#;

/// Puts the agent into the arena, in a folder for a class, too; returns its name.
fn agent(arena: &Arena) -> String {
    let script = format!("#!/bin/bash\n{KEEPS_STATE}exec '{REFERENCE}' --depth 1 --seed 7");
    arena.program("class/anna/homework", &script);
    arena.path("class/anna").display().to_string()
}

fn forfeits(records: &Records) -> Vec<String> {
    let ended = records.values().map(|record| record.ending);
    let forfeited = ended.filter(|ending| ending.kind() == EndingKind::Forfeited);
    forfeited.map(|ending| ending.to_string()).collect()
}

#[test]
fn a_match_begins_games_at_the_start_and_asks_openings_as_single_moves() {
    let arena = Arena::new();
    let (agent, reference) = (agent(&arena), format!("{REFERENCE} --depth 1"));
    let play = |out: &str, more: &[&str]| {
        let args = ["match", &agent, &reference, "--games", "6", "--max-plies", "20", "--out", out];
        let args = [&args[..], &["--no-sandbox", "--seconds", "100"], more].concat();
        let result = arena.referee(&args);
        (forfeits(&arena.records(out)), result.out)
    };
    let (forfeited, told) = play("start", &[]);
    assert!(forfeited.is_empty(), "{forfeited:?}");
    assert!(told.contains("\ngames begin at the start position, in mode GAME\n"), "{told}");
    let (forfeited, told) = play("ballots", &["--openings", "ballots"]);
    assert!(forfeited.is_empty(), "{forfeited:?}");
    assert!(told.contains("asked in mode SINGLE, with a fortieth of the seconds"), "{told}");
    let of_ballots = arena.records("ballots");
    assert!(of_ballots.values().any(|record| record.opening != "start" && record.turns.len() > 9));
    let (forfeited, told) = play("game", &["--openings", "ballots", "--opening-mode", "game"]);
    // A pair from the start, and two from ballots.
    assert_eq!(forfeited, ["exit code 9"; 4]);
    assert!(told.contains("asked in mode GAME, which the assignment has only from"), "{told}");
}

#[test]
fn two_agents_without_chance_repeat_their_games_and_the_report_says_so() {
    let arena = Arena::new();
    let agents = [1, 2].map(|seed| format!("{REFERENCE} --depth 1 --seed {seed}"));
    let args = ["match", &agents[0], &agents[1], "--games", "6", "--out", "m", "--no-preflight"];
    let result = arena.succeeds(&[&args[..], &["--max-plies", "10"]].concat());
    let told = "4 games repeat an earlier one move by move, which count and tell nothing new";
    assert!(result.out.contains(told), "{}", result.out);
    assert!(result.err.contains("games begin at the start position: agents"), "{}", result.err);
}

#[test]
fn a_diagnosis_begins_games_at_the_start_and_asks_endings_as_single_moves() {
    let arena = Arena::new();
    let agent = agent(&arena);
    let args = ["diagnose", &agent, "--out", "out", "--games", "4", "--time-limit", "100000"];
    arena.referee(&[&args[..], &["--no-sandbox", "--nodes", "50"]].concat());
    let records = arena.records("out");
    assert_eq!((forfeits(&records), records.len()), (Vec::new(), 14));
    let (games, endings): (Vec<_>, Vec<_>) = records.values().partition(|record| record.round == 1);
    assert!(games.iter().all(|record| record.opening == "start"));
    assert!(endings.iter().all(|record| record.opening != "start"));
    let opponent = |nth: usize| {
        let record = games.get(nth).expect("two pairs");
        let [first, _] = record.pair_names();
        if record.black.name == first { &record.white } else { &record.black }
    };
    let commands = [0, 2].map(|nth| opponent(nth).command.clone());
    assert!(commands[0].ends_with("--seed 1") && commands[1].ends_with("--seed 2"), "{commands:?}");
}

const SCHEME: &str = r#"
levels = [{ depth = 0, games = 2, points = 10 }]
[games]
seconds = 100
max_plies = 20
[checks]
only = ["example-opening"]
[swiss]
rounds = 0
[feedback]
nodes = 50
"#;

#[test]
fn a_class_begins_games_at_the_start_and_asks_ballots_as_single_moves() {
    let arena = Arena::new();
    agent(&arena);
    let programs = Path::new(REFERENCE).parent().expect("a folder").display().to_string();
    for (openings, told) in [
        ("start", "games begin at the start position, in mode GAME"),
        ("ballots", "games begin at openings and are asked in mode SINGLE"),
    ] {
        let scheme = SCHEME.replace("[games]", &format!("[games]\nopenings = \"{openings}\""));
        arena.write("class.toml", scheme.replace("games = 2", "games = 4"));
        let args = ["class", "class", "--scheme", "class.toml", "--out", openings];
        arena.succeeds(&[&args[..], &["--allow-read", &programs]].concat());
        let records = arena.records(&format!("{openings}/gauntlet/anna"));
        assert_eq!((forfeits(&records), records.len()), (Vec::new(), 4), "{openings}");
        let page = arena.read(&format!("{openings}/feedback/anna/feedback.json"));
        assert!(page.contains(told), "{openings}: {page}");
    }
}
