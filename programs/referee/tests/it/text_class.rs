//! `referee class --game`: a small class of Lines of Action, from builds to pages.

use crate::support::Arena;
use std::fs;
use std::path::Path;

const SCHEME: &str = r#"
game = "loa"
levels = [{ depth = 1, games = 2, points = 10 }]
[games]
seconds = 20
clocks = "move"
max_plies = 12
[checks]
points = 20
only = ["start-board", "illegal-moves", "answers", "limit-of-moves", "scripts"]
required = ["start-board", "answers"]
scripts = "scripts"
[checks.weights]
results = 2
scripts = 5
[swiss]
rounds = 2
points = 12
"#;

/// Each submission: what its `loa` runs, with LOA for our program, and its points for the checks.
const CLASS: [(&str, &str, &str); 6] = [
    ("anna", "LOA --plain 1 --seed 3", "20.00"),
    ("bea", "LOA --plain 1 --seed 4", "20.00"),
    // Three of the five checks, of weights 1, 1 and 1, of 10.
    ("carl", "grep -v --line-buffered limit | LOA --plain 1; exit 3", "6.00"),
    ("dora", "exit 3", "0.00"),
    ("emil", "LOA --plain 1 | sed -u 's/b/x/g'", "10.00"),
    // From its fifteenth line on every move is an illegal one.
    ("fina", "LOA --plain 1 | sed -u '15,$s/[*] [a-h].*/* a1-a1/'", "20.00"),
];

fn submit(arena: &Arena) {
    let loa = testing::program("loa").display().to_string();
    for (name, command, _) in CLASS {
        let script = format!("#!/bin/bash\n{}\n", command.replace("LOA", &loa));
        arena.write(&format!("class/{name}/loa"), script);
    }
    arena.write("class/nora/notes.txt", "nothing");
    arena.write("scripts/first.in", "#* loa\nmanual white\nb8-b6\ndump\n");
    arena.write("class.toml", SCHEME);
}

#[test]
fn a_class_of_text_programs_is_graded_to_its_pages() {
    let arena = Arena::new();
    submit(&arena);
    let programs = testing::program("loa");
    let programs = programs.parent().and_then(Path::to_str).expect("a folder");
    let words = ["class", "class", "--scheme", "class.toml", "--allow-read", programs];
    let result = arena.succeeds(&[&words[..], &["--jobs", "2", "--out", "out"]].concat());
    assert!(result.out.starts_with("7 submissions, 6 built, 4 played"), "{}", result.out);
    let grades = arena.read("out/grades.csv");
    let row = |name: &str| {
        let line = grades.lines().find(|line| line.starts_with(&format!("{name},")));
        line.expect("a row").split(',').map(str::to_string).collect::<Vec<_>>()
    };
    for (name, _, checks) in CLASS {
        assert_eq!(row(name)[2], checks, "{name}: {grades}");
    }
    for (name, remark) in [
        ("dora", "plays no games: failed start-board"),
        ("emil", "plays no games: failed start-board"),
        ("fina", "illegal move"),
    ] {
        assert!(row(name).join(",").contains(remark), "{grades}");
    }
    assert!(grades.contains("not built"), "{grades}");
    for (name, ..) in CLASS {
        let page = fs::read_to_string(arena.path(&format!("out/feedback/{name}.html")));
        assert!(page.is_ok_and(|page| page.contains("</html>")), "{name}");
    }
    let page = arena.read("out/feedback/carl/feedback.json");
    assert!(page.contains("referee check --game loa . --only limit-of-moves"), "{page}");
    let page = arena.read("out/feedback/fina/feedback.json");
    assert!(page.contains("'manual black' 'manual white' '"), "{page}");
    assert!(page.contains("| ./loa"), "{page}");
    for (name, ..) in CLASS {
        assert_eq!(text_words(&arena, name), Vec::<String>::new(), "{name}: words of checkers");
    }
    let before = arena.read("out/class.log").lines().count();
    arena.succeeds(&[&words[..], &["--jobs", "2", "--out", "out"]].concat());
    let log = arena.read("out/class.log");
    let new: Vec<_> = log.lines().skip(before).filter(|line| line.contains("checks:")).collect();
    assert!(new.is_empty(), "what is finished is not done again: {new:?}");
    assert_eq!(arena.read("out/grades.csv"), grades);
    let other = arena.ends(2, &["class", "class", "--out", "out"]).err;
    assert!(other.contains("holds grades of loa, not of checkers"), "{other}");
    assert_eq!(arena.read("out/grades.csv"), grades);
}

/// The words of checkers on the page of a student, whose own game has others.
fn text_words(arena: &Arena, name: &str) -> Vec<String> {
    let page = arena.read(&format!("out/feedback/{name}/feedback.json")).to_lowercase();
    let words = ["draw", "profile", "ballot", "output.txt", "input.txt", "playdata", "crown"];
    words.iter().filter(|word| page.contains(**word)).map(ToString::to_string).collect()
}

#[test]
fn a_page_counts_own_games_apart_and_names_the_rule_of_a_lost_point() {
    let arena = Arena::new();
    let loa = testing::program("loa").display().to_string();
    let folder = Path::new(&loa).parent().and_then(Path::to_str).expect("a folder").to_string();
    for (name, command) in [
        ("anna", format!("{loa} --plain 1 --seed 3")),
        ("fina", format!("{loa} --plain 1 | sed -u '15,$s/[*] [a-h].*/* b8-b7/'")),
    ] {
        arena.write(&format!("class/{name}/loa"), format!("#!/bin/bash\n{command}\n"));
    }
    arena.write(
        "loa.toml",
        "game = \"loa\"\nlevels = []\n[games]\nmax_plies = 12\n[checks]\nonly = [\"start-board\"]\n\
         [swiss]\nrounds = 1\npoints = 10\n",
    );
    arena.succeeds(&["class", "class", "--scheme=loa.toml", "--out=out", "--allow-read", &folder]);
    let page = arena.read("out/feedback/anna/feedback.json");
    let own = "All games: 0 won, 0 lost on the board; 2 games that the opponent forfeited";
    assert!(page.contains(own), "{page}");
    let games = arena.read("out/feedback/anna/journal.jsonl");
    assert!(!games.contains("\"detail\""), "the words of another's program: {games}");
    let page = arena.read("out/feedback/fina/feedback.json");
    assert!(page.contains("All games: 0 won, 0 lost on the board; 2 games forfeited"), "{page}");
    for part in [
        "illegal move: the rules do not allow it here, in move ",
        "it answered b8-b7: ",
        "\"legal: ",
    ] {
        assert_eq!(page.matches(part).count(), 2, "{part}: {page}");
    }
    assert!(arena.read("out/class.log").contains("grades of 2 students: grades.csv"));
}

/// The same command with `--allow-read`, given when the first one has shown what is missing.
#[test]
fn what_may_be_read_later_is_tried_anew() {
    let arena = Arena::new();
    let loa = testing::program("loa").display().to_string();
    arena.write("class/anna/loa", format!("#!/bin/bash\n{loa} --plain 1\n"));
    arena.write("loa.toml", "game = \"loa\"\nlevels = []\n[checks]\nonly = [\"start-board\"]\n");
    let words = ["class", "class", "--scheme", "loa.toml", "--out", "out"];
    arena.succeeds(&words);
    let row = || arena.read("out/grades.csv").lines().nth(1).unwrap_or_default().to_string();
    assert!(row().starts_with("anna,0.00"), "the sandbox hides it: {}", row());
    let folder = Path::new(&loa).parent().and_then(Path::to_str).expect("a folder").to_string();
    arena.succeeds(&[&words[..], &["--allow-read", &folder]].concat());
    assert!(!row().starts_with("anna,0.00"), "{}", row());
}

#[test]
fn a_scheme_and_the_command_must_name_the_same_game_and_what_it_has() {
    let arena = Arena::new();
    submit(&arena);
    let result = arena.referee(&["class", "class", "--scheme", "class.toml", "--game", "tablut"]);
    let sentence = "class.toml, line 2: the scheme is for loa and --game is tablut";
    assert!(result.code == Some(2) && result.err.contains(sentence), "{}", result.err);
    for (text, sentence) in [
        (
            "game = \"loa\"\n[checks]\nrequired = [\"must-jump\"]",
            "line 3: loa has no check \"must-",
        ),
        ("game = \"loa\"\n[games]\nopenings = \"ballots\"", "line 3: loa has no such openings"),
        ("game = \"loa\"\n[games]\ncarry = \"files\"", "line 3: carry = \"files\" is for checkers"),
        ("[checks]\nscripts = \"scripts\"", "line 2: checkers has no scripts"),
        ("game = \"chess\"", "line 1: unknown variant `chess`"),
        (
            "game = \"loa\"\n[[levels]]\ndepth = 1\ngames = 2\npoints = 1\n\
             reference_seconds_per_move = 0.1",
            "line 6: reference_seconds_per_move is for checkers",
        ),
        (
            "[[levels]]\ndepth = 1\ngames = 2\npoints = 1\nreference_seconds_per_move = 0.5",
            "line 5: reference_seconds_per_move must be less than the seconds of a side for the 200",
        ),
    ] {
        arena.write("wrong.toml", text);
        let result = arena.referee(&["class", "class", "--scheme", "wrong.toml"]);
        assert!(result.code == Some(2) && result.err.contains(sentence), "{text}: {}", result.err);
    }
    for game in ["loa", "tablut", "amazons"] {
        let result = arena.referee(&["class", "--print-scheme", "--game", game]);
        assert!(result.out.contains(&format!("\ngame = \"{game}\"\n")), "{}", result.out);
        arena.write("printed.toml", result.out);
        let words = ["class", "empty", "--scheme", "printed.toml"];
        fs::create_dir_all(arena.path("empty")).expect("made");
        let result = arena.referee(&words);
        assert!(result.err.contains("holds no submission"), "the scheme is read: {}", result.err);
    }
}
