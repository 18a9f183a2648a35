//! A tournament is the same on whichever machines its parts are played.

use crate::support::{Arena, HOMEWORK, steady, toy};
use std::collections::BTreeSet;
use std::fs;

/// Options of a tournament whose games are the same on every machine and on every day.
const SAME: [&str; 7] = ["--no-clock", "--seconds", "60", "--date", "2026-11-22", "--games", "2"];

/// Agents of different strength.
fn agents(number: u32) -> Vec<String> {
    (1..=number).map(|nth| steady(nth * 10)).collect()
}

fn args<'a>(command: &'a str, agents: &'a [String], more: &[&'a str]) -> Vec<&'a str> {
    let agents = agents.iter().map(String::as_str);
    std::iter::once(command).chain(agents).chain(SAME).chain(more.iter().copied()).collect()
}

impl Arena {
    fn bytes(&self, file: &str) -> Vec<u8> {
        fs::read(self.path(file)).expect(file)
    }
}

/// Plays a Swiss tournament of two rounds in `slices` slices, the last ones first.
fn in_slices(arena: &Arena, agents: &[String], slices: usize, out: &str) {
    for round in ["1", "2"] {
        let plan = format!("{out}/plan-{round}.jsonl");
        let kind = ["--kind", "swiss", "--rounds", "2", "--results", out];
        let more = [&kind[..], &["--round", round, "--out", &plan]].concat();
        arena.succeeds(&args("plan", agents, &more));
        let mut folders = Vec::new();
        for slice in (1..=slices).rev() {
            let (slice, folder) =
                (format!("{slice}/{slices}"), format!("{out}/round-{round}-slice-{slice}"));
            arena.succeeds(&["play", &plan, "--slice", &slice, "--out", &folder, "--jobs", "1"]);
            folders.push(folder);
        }
        let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
        arena.succeeds(&[&["merge", &plan], &folders[..], &["--out", out]].concat());
    }
}

#[test]
fn a_tournament_in_slices_has_the_bytes_of_one_in_one_process() {
    let (arena, agents) = (Arena::new(), agents(3));
    let more = ["--kind", "swiss", "--rounds", "2", "--jobs", "2", "--out", "whole"];
    arena.succeeds(&args("tournament", &agents, &more));
    let whole = arena.bytes("whole/journal.jsonl");
    assert_eq!(arena.records("whole").len(), 4, "a pair and a bye in each round");
    for slices in [1, 3] {
        let out = format!("in-{slices}");
        in_slices(&arena, &agents, slices, &out);
        assert!(arena.bytes(&format!("{out}/journal.jsonl")) == whole, "{slices} slices");
    }
}

#[test]
fn a_slice_goes_on_where_it_was_broken_off_and_merging_again_changes_nothing() {
    let (arena, agents) = (Arena::new(), agents(3));
    arena.succeeds(&args("plan", &agents, &["--out", "plan.jsonl"]));
    let play = ["play", "plan.jsonl", "--out", "part"];
    arena.succeeds(&play);
    arena.succeeds(&["merge", "plan.jsonl", "part", "--out", "whole"]);
    let whole = arena.bytes("whole/journal.jsonl");
    // As a kill leaves it: two games, and a half of the third.
    let first = arena.path("part/1/journal.jsonl");
    let lines = arena.bytes("part/1/journal.jsonl");
    let ends: Vec<usize> = (0..lines.len()).filter(|&at| lines[at] == b'\n').collect();
    fs::write(&first, &lines[..ends[1] + 100]).expect("cut");
    let partly = arena.ends(2, &["merge", "plan.jsonl", "part", "--slices", "2", "--out", "again"]);
    assert!(partly.err.contains("4 games of the plan are missing: games "), "{}", partly.err);
    assert!(partly.err.contains(" in slices "), "{}", partly.err);
    assert!(arena.succeeds(&play).out.contains("4 of its 6 games played now"));
    for _ in 0..2 {
        arena.succeeds(&["merge", "plan.jsonl", "part/2", "part", "part/1", "--out", "again"]);
        assert!(arena.bytes("again/journal.jsonl") == whole);
    }
    assert!(arena.succeeds(&play).out.contains("all 6 games are played"));
}

#[test]
fn an_agent_that_joins_later_plays_and_finished_games_stay() {
    let (arena, agents) = (Arena::new(), agents(4));
    let more = ["--jobs", "2", "--out", "t"];
    arena.succeeds(&args("tournament", &agents[..3], &more));
    let before = arena.records("t");
    arena.succeeds(&args("tournament", &agents, &[&more[..], &["--resume"]].concat()));
    let after = arena.records("t");
    assert_eq!((before.len(), after.len()), (6, 12));
    for (id, record) in &before {
        assert_eq!(after.get(id), Some(record), "game {id}");
    }
    let pairs: BTreeSet<_> =
        after.values().map(|one| (one.black.name.clone(), one.white.name.clone())).collect();
    assert_eq!(pairs.len(), 12, "each two met once with each color");
    let turned: Vec<String> = agents.iter().rev().cloned().collect();
    arena.succeeds(&args("tournament", &turned, &[&more[..], &["--resume"]].concat()));
    assert_eq!(arena.records("t"), after, "the order of the agents says nothing");
}

#[test]
fn a_plan_of_a_program_that_has_changed_or_is_gone_is_refused() {
    let arena = Arena::new();
    let script = arena.path("agent.sh");
    fs::write(&script, "exit 1").expect("written");
    let agent = format!("bash {}", script.display());
    let (out, plan) = ("part", "plan.jsonl");
    arena.succeeds(&args("plan", &[agent, steady(40)], &["--out", plan]));
    fs::write(&script, "exit 2").expect("written");
    arena.refuses(&["play", plan, "--out", out], "has changed since the plan was made");
    fs::remove_file(&script).expect("removed");
    arena.refuses(&["play", plan, "--out", out], "agent.sh any more; build the agent again");
}

#[test]
fn a_program_that_a_script_starts_from_its_build_folder_belongs_to_the_agent() {
    let arena = Arena::new();
    let built = "agent/target/release/engine";
    arena.write(built, "first build");
    let script = "#!/bin/sh\nexec \"$(dirname \"$0\")/target/release/engine\" \"$@\"\n";
    arena.program("agent/homework", script);
    let agent = arena.path("agent").display().to_string();
    arena.succeeds(&args("plan", &[agent, steady(40)], &["--out", "plan.jsonl"]));
    arena.write(built, "second build");
    arena.refuses(&["play", "plan.jsonl", "--out", "part"], "has changed since the plan was made");
}

#[test]
fn a_round_is_planned_after_the_one_before_it() {
    let (arena, agents) =
        (Arena::new(), vec![toy("exit 1"), toy("exit 2"), toy("exit 3"), toy("exit 4")]);
    let swiss = ["--kind", "swiss", "--rounds", "2", "--results", "."];
    arena.refuses(
        &args("plan", &agents, &[&swiss[..], &["--round", "2"]].concat()),
        "round 1 lacks 4 games",
    );
    arena.refuses(
        &args("plan", &agents, &["--kind", "swiss", "--rounds", "3"]),
        "has 1 to 2 rounds",
    );
    arena.refuses(&args("plan", &agents, &["--rounds", "2"]), "--rounds is for --kind swiss");
}

#[test]
fn results_that_are_not_there_are_no_first_round() {
    let (arena, agents) = (Arena::new(), vec![toy("exit 1"), toy("exit 2")]);
    let plan = |more: &[&str]| arena.referee(&args("plan", &agents, more));
    let mistyped = plan(&["--results", "sprnig"]);
    assert_eq!(mistyped.code, Some(2));
    assert!(mistyped.err.contains("there is no sprnig"), "{}", mistyped.err);
    assert!(!arena.path("plan.jsonl").exists(), "nothing is planned");
    assert_eq!(plan(&["--results", "sprnig", "--round", "1"]).code, Some(0), "asked for");
    fs::create_dir(arena.path("spring")).expect("made");
    assert_eq!(plan(&["--results", "spring"]).code, Some(0), "no game is played yet");
}

#[test]
fn a_damaged_plan_names_its_line() {
    let (arena, agents) = (Arena::new(), agents(2));
    arena.succeeds(&args("plan", &agents, &["--out", "plan.jsonl"]));
    let whole = String::from_utf8(arena.bytes("plan.jsonl")).expect("text");
    let damaged = [
        (String::new(), "line 1: the file is empty"),
        (whole.replacen("\"version\":1", "\"version\":9", 1), "line 1: version 9"),
        (whole.replacen("\"black\":0", "\"black\":7", 1), "line 2: it names a game"),
        (whole.clone() + "{\n", "line 4: EOF"),
    ];
    for (text, part) in damaged {
        arena.write("plan.jsonl", text);
        arena.refuses(&["play", "plan.jsonl", "--out", "part"], &format!("plan.jsonl, {part}"));
    }
}

#[test]
fn a_slice_has_time_for_the_calibrations_of_its_own_players_only() {
    let arena = Arena::new();
    let agents: Vec<String> = (1..=4)
        .map(|nth| {
            let folder = arena.path(&format!("agent-{nth}"));
            for name in ["homework", "calibrate"] {
                testing::copy_program(&*HOMEWORK, &folder.join(name));
            }
            folder.display().to_string()
        })
        .collect();
    let seconds = |slices: &str| {
        let swiss = ["--kind", "swiss", "--rounds", "1", "--json", "--slices", slices];
        let printed = arena.succeeds(&args("plan", &agents, &swiss)).out;
        let printed: serde_json::Value = serde_json::from_str(&printed).expect("JSON");
        printed["slice_seconds"].as_u64().expect("a number")
    };
    let (whole, half, quarter) = (seconds("1"), seconds("2"), seconds("4"));
    assert_eq!(half, quarter, "two pairs: two slices are empty");
    let start = 120;
    assert_eq!(2 * (half - start), whole - start);
}

/// As on a cluster that believes a machine dead and starts its slice elsewhere.
#[test]
fn two_runs_of_one_slice_at_the_same_time_are_joined_as_one() {
    let (arena, agents) = (Arena::new(), agents(3));
    arena.succeeds(&args("plan", &agents, &["--out", "plan.jsonl"]));
    arena.succeeds(&["play", "plan.jsonl", "--out", "alone"]);
    arena.succeeds(&["merge", "plan.jsonl", "alone", "--out", "one"]);
    let run = || arena.command(&["play", "plan.jsonl", "--out", "twice"]).spawn().expect("started");
    let mut runs = [run(), run()];
    for run in &mut runs {
        assert_eq!(run.wait().expect("ended").code(), Some(0));
    }
    arena.succeeds(&["merge", "plan.jsonl", "twice", "--out", "two"]);
    assert!(arena.bytes("one/journal.jsonl") == arena.bytes("two/journal.jsonl"));
}

#[test]
fn a_slice_of_another_plan_is_refused_and_slices_are_named_once() {
    let (arena, agents) = (Arena::new(), agents(4));
    arena.succeeds(&args("plan", &agents[..2], &["--out", "one.jsonl"]));
    arena.succeeds(&args("plan", &agents[2..], &["--out", "other.jsonl"]));
    arena.succeeds(&["play", "other.jsonl", "--out", "part"]);
    for command in
        [["play", "one.jsonl", "--out", "part"], ["merge", "one.jsonl", "part", "--out=m"]]
    {
        arena.refuses(&command, "the agents of game 1");
    }
    assert!(!arena.path("m/journal.jsonl").exists());
    arena.succeeds(&args("plan", &agents, &["--out", "all.jsonl"]));
    let none = arena.referee(&["merge", "all.jsonl", "nowhere", "--slices", "2", "--out", "n"]);
    assert!(none.err.contains(" in slices 1/2, 2/2; play"), "{}", none.err);
}
