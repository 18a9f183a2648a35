//! Agents that do not play are all named before the first game, with what they printed, and stop no
//! tournament of others.

use crate::support::{Arena, steady, toy};
use referee::rules::Ending;

/// Two agents that fail in different ways, and say why.
fn broken() -> [String; 2] {
    [toy("echo 'first: no net' >&2; exit 7"), toy("echo 'second: no book' >&2; touch output.txt")]
}

fn without_interpreter(arena: &Arena) -> String {
    arena.program("lost/homework", "#!/no/such/interpreter\n");
    arena.path("lost").to_str().expect("text").to_string()
}

#[test]
fn a_match_names_every_agent_that_is_not_ready_and_how_to_do_without_the_test() {
    let arena = Arena::new();
    let [one, other] = broken();
    let result = arena.referee(&["match", &one, &other, "--games", "2", "--out", "m"]);
    assert_eq!((result.code, result.out.as_str()), (Some(3), ""), "{}", result.err);
    for part in [
        "is not ready to play: exit code 7; it printed: first: no net; see it with: referee replay ",
        "is not ready to play: empty output.txt; it printed: second: no book; see it with: ",
        "--no-preflight",
    ] {
        assert!(result.err.contains(part), "{part}: {}", result.err);
    }
    assert!(arena.records("m").is_empty());
    let replays = result.err.lines().filter_map(|line| line.split_once("see it with: referee "));
    let endings: Vec<_> = replays
        .map(|(_, command)| {
            let words = shell_words::split(command).expect("arguments");
            let again = arena.referee(&words.iter().map(String::as_str).collect::<Vec<_>>());
            again.out.contains("now:   exit code 7")
                || again.out.contains("now:   empty output.txt")
        })
        .collect();
    assert_eq!(endings, [true, true], "each is kept in a folder of its own");
}

#[test]
fn a_refusal_is_one_json_object_for_programs() {
    let arena = Arena::new();
    let [one, other] = broken();
    let result = arena.ends(3, &["match", &one, &other, "--json", "--out", "m"]);
    let object: serde_json::Value = serde_json::from_str(&result.out).expect("JSON");
    assert!(object["error"].is_string());
    let lines: Vec<_> = (0..2).map(|at| &object["not_ready"][at]["standard_error"]).collect();
    assert_eq!(lines, ["first: no net", "second: no book"]);
}

#[test]
fn a_tournament_is_played_without_the_broken_agents_and_resumed_without_them() {
    let arena = Arena::new();
    let ([exits, _], lost) = (broken(), without_interpreter(&arena));
    let (one, other) = (steady(100), steady(200));
    let args = ["tournament", &exits, &one, &lost, &other, "--games", "2", "--out", "t"];
    let result = arena.ends(3, &args);
    assert_eq!(arena.records("t").len(), 2, "{}", result.err);
    for part in ["is left out: it is not ready to play: exit code 7", "lost is left out: "] {
        assert!(result.err.contains(part), "{part}: {}", result.err);
    }
    let cause =
        "the program cannot be started; it printed: its first line names the interpreter /no/such";
    assert!(result.err.contains(cause), "{}", result.err);
    for part in ["it printed: first: no net", "lost"] {
        assert!(result.out.contains(part), "{part}: {}", result.out);
    }
    // Longer, and without the broken ones, whether they are repaired meanwhile or not.
    let longer = ["tournament", &exits, &one, &lost, &other, "--games", "4", "--out", "t"];
    let resumed = arena.ends(3, &[&longer[..], &["--resume", "--json"]].concat());
    assert_eq!(arena.records("t").len(), 4);
    assert!(resumed.err.contains("this contest was begun without it"), "{}", resumed.err);
    let object: serde_json::Value = serde_json::from_str(&resumed.out).expect("JSON");
    assert!(object.to_string().contains("first: no net"), "{object}");
}

/// Else the games would be missing for ever, without a reason.
#[test]
fn a_program_that_cannot_be_started_forfeits_its_games() {
    let arena = Arena::new();
    let (lost, good) = (without_interpreter(&arena), steady(100));
    let args = ["match", &lost, &good, "--games", "2", "--no-preflight", "--out", "m"];
    let result = arena.ends(3, &args);
    assert!(arena.records("m").values().all(|record| record.ending == Ending::NotStarted));
    assert!(
        result.out.contains(
            "lost: the program cannot be started; its first line names the interpreter /no/such/"
        ),
        "{}",
        result.out
    );
    let again = arena.ends(3, &["replay", "m/evidence/game-1"]);
    assert!(again.out.contains("now:   the program cannot be started"), "{}", again.out);
}

#[test]
fn a_gauntlet_needs_its_first_player_and_a_tournament_two() {
    let arena = Arena::new();
    let ([one, other], good) = (broken(), steady(100));
    let cases: [(&str, &[&str]); 2] =
        [("g", &["--gauntlet", &one, &good, &steady(200)]), ("t", &[&one, &good, &other])];
    for (out, agents) in cases {
        let args = [&["tournament", "--games", "2", "--out", out], agents].concat();
        let result = arena.referee(&args);
        assert_eq!((result.code, result.out.as_str()), (Some(3), ""), "{}", result.err);
        assert!(result.err.contains("--no-preflight"), "{}", result.err);
        assert!(arena.records(out).is_empty());
    }
}
