//! `referee class` on small submissions: what each costs its owner, and that nothing is lost when
//! it is broken off.

use crate::support::{Arena, CommandResult, HOMEWORK, REFERENCE, holds_soon, toy};
use nix::sys::signal::Signal::{SIGINT, SIGKILL};
use nix::sys::signal::kill;
use nix::unistd::Pid;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

/// Few games, a few checks of two seconds each, and no time that could make two runs differ.
const SCHEME: &str = r#"
levels = [{ depth = 1, games = 2, points = 10 }, { depth = 0, games = 2, points = 5, at_least = 50 }]
[games]
seconds = 20
clocks = "move"
max_plies = 24
[checks]
points = 20
most_hangs = 2
only = ["example-opening", "example-double-jump", "example-king"]
required = ["example-opening"]
[swiss]
rounds = 2
points = 12
"#;

/// An arena with a scheme and an empty class.
fn class() -> Arena {
    let arena = Arena::new();
    fs::create_dir_all(arena.path("class")).expect("made");
    arena.write("class.toml", SCHEME);
    arena
}

fn submit(arena: &Arena, name: &str, file: &str, text: &str) {
    arena.write(&format!("class/{name}/{file}"), text);
}

fn build_of(command: &str) -> String {
    format!(
        "#!/bin/sh\nprintf '%s\\n' '#!/bin/sh' 'exec {command}' > homework\nchmod +x homework\n"
    )
}

/// Two agents without chance that keep the rules.
fn submit_players(arena: &Arena) {
    submit(arena, "anna", "build.sh", &build_of(&format!("{} --nodes 300", *HOMEWORK)));
    submit(arena, "bea", "build.sh", &build_of(&format!("{} --depth 1 --seed 7", REFERENCE)));
}

/// The words of the command; the agents of the tests lie beside the referee.
fn words<'a>(programs: &'a str, out: &'a str) -> [&'a str; 9] {
    ["class", "class", "--scheme", "class.toml", "--jobs", "2", "--allow-read", programs, out]
}

fn programs() -> String {
    Path::new(&*HOMEWORK).parent().expect("a folder").display().to_string()
}

fn grade(arena: &Arena) -> CommandResult {
    arena.referee(&words(&programs(), "--out=out"))
}

fn grades(arena: &Arena) -> String {
    arena.read("out/grades.csv")
}

/// The cells of each line by the name in the first one. Cells with a comma, which only remarks
/// have, are not put together again.
fn rows(arena: &Arena) -> BTreeMap<String, Vec<String>> {
    let text = grades(arena);
    text.split_terminator("\r\n")
        .skip(1)
        .map(|line| (cells(line)[0].clone(), cells(line)))
        .collect()
}

fn cells(line: &str) -> Vec<String> {
    line.split(',').map(str::to_string).collect::<Vec<_>>()
}

fn log(arena: &Arena) -> String {
    arena.read("out/class.log")
}

/// Each game ends by its limit of turns. The student is slower than the reference, and so wins
/// these draws only where the reference is charged for its moves.
#[test]
fn draws_are_lost_by_a_reference_that_is_charged_for_its_moves() {
    for (charge, points) in [("", "0.00"), (", reference_seconds_per_move = 0.9", "10.00")] {
        let arena = class();
        let slow = "i=0; while [ $i -lt 50000 ]; do i=$((i + 1)); done";
        let play = format!("#!/bin/sh\n{slow}\nexec {REFERENCE} --depth 1 --seed 7\n");
        let build = format!("cat > homework <<'END'\n{play}END\nchmod +x homework\n");
        submit(&arena, "anna", "build.sh", &build);
        arena.write(
            "class.toml",
            format!(
                "levels = [{{ depth = 1, games = 2, points = 10{charge} }}]\n\
                 [games]\nseconds = 20\nmax_plies = 16\n\
                 [checks]\nonly = [\"example-opening\"]\n[swiss]\nrounds = 0\n"
            ),
        );
        let result = grade(&arena);
        assert_eq!(result.code, Some(0), "{}", result.err);
        assert_eq!(rows(&arena)["anna"][3], points, "{charge}: {}", grades(&arena));
    }
}

#[test]
fn every_submission_is_graded_and_its_faults_cost_nobody_else() {
    let arena = class();
    submit_players(&arena);
    submit(&arena, "carl", "build.sh", "echo 'no compiler'\nexit 3\n");
    submit(&arena, "dora", "homework", "#!/bin/sh\nwhile :; do :; done\n");
    submit(&arena, "emil", "notes.txt", "nothing that could be built");
    submit(&arena, "fina", "homework", "#!/no/such/interpreter\n");
    let result = grade(&arena);
    assert_eq!(result.code, Some(0), "{}", result.err);
    assert!(result.out.starts_with("6 submissions, 4 built, 2 played"), "{}", result.out);
    let rows = rows(&arena);
    assert_eq!((remark(&rows, "anna"), remark(&rows, "bea")), ("", ""));
    assert_eq!(remark(&rows, "carl"), "not built: the build failed: no compiler");
    assert_eq!(remark(&rows, "dora"), "plays no games: failed example-opening; hung in the checks");
    assert!(grades(&arena).contains("\"not built: nothing to build: there is no build.sh, "));
    assert!(remark(&rows, "fina").starts_with("plays no games"), "{}", remark(&rows, "fina"));
    for name in ["carl", "dora", "emil", "fina"] {
        assert_eq!(rows[name][1], "0.00", "{name}");
    }
    // Name, total, checks, two levels, the place's points, the place.
    assert_eq!(rows["anna"][2], "20.00", "all checks are passed");
    let places = ["anna", "bea"].map(|name| rows[name][6].clone());
    assert!(places.contains(&"1".to_string()), "{places:?}");
    let games = arena.read("out/gauntlet/bea/journal.jsonl");
    assert_eq!(games.lines().count(), 4);
    for name in ["anna", "bea", "carl", "dora", "emil", "fina"] {
        let page = fs::read_to_string(arena.path(&format!("out/feedback/{name}.html")));
        assert!(page.is_ok_and(|page| page.contains("</html>")), "{name}");
        let feedback = arena.path(&format!("out/feedback/{name}/feedback.json"));
        let feedback: serde_json::Value =
            serde_json::from_slice(&fs::read(feedback).expect("there")).expect("JSON");
        assert_eq!(feedback["title"], name);
    }
    let checks = arena.read("out/agents/dora.check.json");
    assert_eq!(checks.matches("\"not-run\"").count(), 1, "the third check is not tried: {checks}");
    assert!(arena.leftovers().is_empty(), "{:?}", arena.leftovers());
}

fn remark<'r>(rows: &'r BTreeMap<String, Vec<String>>, name: &str) -> &'r str {
    rows[name].last().expect("a cell").trim_matches('"')
}

#[test]
fn killed_at_any_moment_a_class_has_the_same_grades_in_the_end() {
    let arena = class();
    submit_players(&arena);
    submit(&arena, "carl", "build.sh", "exit 3\n");
    let result = grade(&arena);
    assert_eq!(result.code, Some(0), "{}", result.err);
    let expected = grades(&arena);
    fs::rename(arena.path("out"), arena.path("first")).expect("moved");
    let lines =
        |journal: &str| fs::read_to_string(arena.path(journal)).unwrap_or_default().lines().count();
    let moments: [&dyn Fn() -> bool; 6] = [
        &|| arena.path("out/agents").exists(),
        &|| arena.path("out/agents/anna.build.json").exists(),
        &|| arena.path("out/agents/bea.check.json").exists(),
        &|| lines("out/gauntlet/anna/journal.jsonl") + lines("out/gauntlet/bea/journal.jsonl") > 2,
        &|| lines("out/swiss/journal.jsonl") > 0,
        &|| arena.path("out/grades.csv").exists(),
    ];
    for (moment, signal) in moments.into_iter().zip([SIGKILL, SIGINT, SIGKILL].iter().cycle()) {
        let mut command = arena.command(&words(&programs(), "--out=out"));
        let said = arena.path("said");
        command.stdout(Stdio::null()).stderr(fs::File::create(&said).expect("made"));
        let mut child = command.spawn().expect("it starts");
        let pid = Pid::from_raw(child.id().cast_signed());
        let child = std::cell::RefCell::new(&mut child);
        let ended = || child.borrow_mut().try_wait().expect("ours").is_some();
        assert!(holds_soon(|| ended() || moment()), "it neither ends nor comes to the moment");
        // If it has ended just now, this fails.
        let _ = kill(pid, *signal);
        let status = child.borrow_mut().wait().expect("ours");
        // A process that has ended by itself exits with 0.
        let expected = if *signal == SIGINT { Some(130) } else { None };
        let said = fs::read_to_string(said).expect("there");
        assert!([expected, Some(0)].contains(&status.code()), "{signal}: {status}: {said}");
    }
    let result = grade(&arena);
    assert_eq!(result.code, Some(0), "{}", result.err);
    assert_eq!(grades(&arena), expected);
    let count = |text: &str| log(&arena).matches(text).count();
    assert!(count("bea: built") <= 2, "a finished stage is not done again: {}", log(&arena));
    assert!(arena.leftovers().is_empty(), "{:?}", arena.leftovers());
}

/// As a power failure leaves files that were not on the disk yet.
#[test]
fn what_was_cut_is_made_again_and_told() {
    let arena = class();
    submit_players(&arena);
    assert_eq!(grade(&arena).code, Some(0));
    let expected = grades(&arena);
    for (file, sentence, aside) in [
        ("out/agents/anna/homework", "agents/anna: what was built is no longer whole", None),
        ("out/swiss/series.json", "swiss/series.json is missing or damaged", Some("swiss")),
        ("out/gauntlet/bea/series.json", "bea/series.json is missing", Some("gauntlet/bea")),
        ("out/gauntlet/anna/journal.jsonl", "journal.jsonl, line 1: ", Some("gauntlet/anna")),
    ] {
        let whole = fs::read(arena.path(file)).expect("there");
        let middle = whole.len() / 2;
        let damaged = if file.ends_with("jsonl") { &whole[middle..] } else { &whole[..middle] };
        // In its place, so that its mode stays.
        fs::write(arena.path(file), damaged).expect("written");
        let result = grade(&arena);
        assert_eq!((result.code, grades(&arena) == expected), (Some(0), true), "{}", result.err);
        assert!(result.err.contains(sentence), "{file}: {}", result.err);
        if let Some(folder) = aside {
            assert!(arena.path("out/old-games").join(folder).is_dir(), "{folder}");
            assert!(result.err.contains("are played again"), "{file}: {}", result.err);
            assert!(!result.err.contains("move the file away"), "{file}: {}", result.err);
        }
    }
    let second = grade(&arena);
    let does_again = ["is built again", "are played again"];
    assert!(does_again.iter().all(|what| !second.err.contains(what)), "{}", second.err);
}

/// As a copy of a folder with another owner leaves it.
#[test]
fn a_journal_that_is_not_ones_own_or_cannot_be_read_costs_nobody_else() {
    let arena = class();
    submit_players(&arena);
    assert_eq!(grade(&arena).code, Some(0));
    let expected = grades(&arena);
    let journal = |name: &str| arena.path(&format!("out/gauntlet/{name}/journal.jsonl"));
    fs::copy(journal("anna"), journal("bea")).expect("copied");
    let result = grade(&arena);
    let told = "journal.jsonl has a game of other agents (";
    assert!(result.err.contains(told) && result.err.contains("are played again"), "{}", result.err);
    assert!(!result.err.contains("move the file away"), "{}", result.err);
    assert_eq!((result.code, grades(&arena)), (Some(0), expected.clone()));
    let mode = |mode| fs::set_permissions(journal("bea"), fs::Permissions::from_mode(mode));
    mode(0).expect("changed");
    if fs::File::open(journal("bea")).is_ok() {
        return println!("left out: this user may read all");
    }
    let result = grade(&arena);
    assert_eq!(result.code, Some(4), "{}", result.err);
    let (row, whole) = (|name| row(&grades(&arena), name), |name| row(&expected, name));
    assert_eq!(row("anna"), whole("anna"));
    assert!(row("bea").contains("not graded") && row("bea").contains("Permission denied"));
    mode(0o600).expect("changed");
    assert_eq!((grade(&arena).code, grades(&arena)), (Some(0), expected.clone()));
}

fn row(table: &str, name: &str) -> String {
    table.lines().find(|line| line.starts_with(name)).expect("a row").to_string()
}

/// Opening a pipe waits for another process, and nobody is told for whom.
#[test]
fn a_pipe_in_the_place_of_a_file_stops_nothing_without_a_word() {
    let arena = class();
    submit_players(&arena);
    assert_eq!(grade(&arena).code, Some(0));
    let expected = grades(&arena);
    for (file, code) in [("agents/anna.build.log", 0), ("grades.csv", 0), ("class.log", 4)] {
        let path = arena.path("out").join(file);
        fs::remove_file(&path).expect("there");
        assert!(Command::new("mkfifo").arg(&path).status().expect("started").success());
        let result = grade(&arena);
        assert_eq!(result.code, Some(code), "{file}: {}", result.err);
        let is_named = result.err.contains("class.log: it is not a regular file; remove it");
        assert_eq!(is_named, code != 0, "{file}: {}", result.err);
    }
    fs::remove_file(arena.path("out/class.log")).expect("there");
    assert_eq!((grade(&arena).code, grades(&arena)), (Some(0), expected));
}

#[test]
fn a_changed_submission_costs_only_its_own_stages() {
    let arena = class();
    submit_players(&arena);
    assert_eq!(grade(&arena).code, Some(0));
    let before = log(&arena).lines().count();
    submit(&arena, "bea", "notes.txt", "a file more");
    assert_eq!(grade(&arena).code, Some(0));
    let log = log(&arena);
    let second: Vec<_> = log.lines().skip(before).collect();
    let has = |text: &str| second.iter().any(|line| line.contains(text));
    assert!(has("bea: built: build.sh") && !has("anna: built"), "{second:?}");
    // The copy of the scheme's part that matters is in the key: other points cost no stage.
    arena.write("class.toml", SCHEME.replace("points = 20", "points = 30"));
    let lines = log.lines().count();
    assert_eq!(grade(&arena).code, Some(0));
    let log = self::log(&arena);
    assert!(!log.lines().skip(lines).any(|line| line.contains("built: ")), "{log}");
    assert_eq!(rows(&arena)["anna"][2], "30.00");
}

#[test]
fn the_games_of_others_are_kept_when_a_submission_changes() {
    let arena = class();
    submit_players(&arena);
    submit(&arena, "cy", "build.sh", &build_of(&format!("{REFERENCE} --depth 1 --seed 8")));
    assert_eq!(grade(&arena).code, Some(0));
    submit(&arena, "bea", "build.sh", &build_of(&format!("{REFERENCE} --depth 1 --seed 9")));
    let result = grade(&arena);
    assert_eq!(result.code, Some(0), "{}", result.err);
    let kept = "2 of 6 games of the tournament were kept";
    assert!(result.err.contains(kept), "{}", result.err);
    let again = grade(&arena);
    assert!(!again.err.contains("of the tournament were kept"), "{}", again.err);
    let games = fs::read_to_string(arena.path("out/swiss/games.pdn")).expect("there");
    assert_eq!(games.matches("[Black ").count(), 6);
}

/// A build may write in its copy and read the system, and that is all.
#[test]
fn a_build_touches_nothing_but_its_own_copy() {
    if !runner::sandbox::Sandbox::available() {
        return;
    }
    let arena = class();
    submit(&arena, "anna", "homework", "#!/bin/sh\nexit 0\n");
    submit(&arena, "anna", "secret.txt", "answer");
    let class = arena.path("class").display().to_string();
    let out = arena.path("out").display().to_string();
    // Each line that succeeds leaves a trace in the log.
    let attempts = [
        format!("cat {class}/anna/secret.txt"),
        format!("cat {out}/agents/anna/secret.txt"),
        format!("echo x > {class}/anna/homework && echo overwritten"),
        format!("echo x > {out}/grades.csv && echo overwritten"),
        "ln -s ../anna/homework homework && echo linked".to_string(),
    ];
    submit(&arena, "zora", "build.sh", &attempts.join("\n"));
    assert_eq!(grade(&arena).code, Some(0));
    let log = arena.read("out/agents/zora.build.log");
    assert!(!log.contains("\nanswer") && !log.contains("\noverwritten"), "{log}");
    assert!(log.contains("\nlinked"), "its own copy can be written: {log}");
    let rows = rows(&arena);
    assert_eq!(
        rows["zora"].last().expect("a cell"),
        "not built: build.sh has left a symbolic link instead of an executable homework in the folder itself"
    );
    let own = arena.read("class/anna/homework");
    assert_eq!(own, "#!/bin/sh\nexit 0\n");
}

/// Without namespaces a build can set the times of files that it can neither read nor write.
#[test]
fn no_build_makes_a_source_of_another_newer_than_its_program() {
    let arena = class();
    let source = arena.path("class/zoe/homework.c");
    submit(&arena, "mallory", "build.sh", &format!("touch -d 2035-01-01 {}\n", source.display()));
    submit(&arena, "zoe", "homework.c", "#error not to be built\n");
    testing::copy_program(REFERENCE, &arena.path("class/zoe/homework"));
    let before = fs::metadata(&source).and_then(|about| about.modified()).expect("there");
    let programs = programs();
    let without = ["--namespaces", "none"];
    arena.succeeds(&[&words(&programs, "--out=out")[..], &without].concat());
    let after = fs::metadata(&source).and_then(|about| about.modified()).expect("there");
    assert_eq!(after, before, "{}", log(&arena));
    assert!(!rows(&arena)["zoe"].join(",").contains("not built"), "{}", grades(&arena));
}

#[test]
fn the_command_says_what_is_wrong_with_its_words() {
    let arena = class();
    let printed = arena.referee(&["class", "--print-scheme"]);
    assert_eq!((printed.code, printed.out.contains("[checks.weights]")), (Some(0), true));
    let says = |args: &[&str], text: &str| arena.refuses(args, text);
    says(&["class"], "FOLDER");
    says(&["class", "nowhere"], "nowhere: there is no such file or folder");
    says(
        &["class", "class", "--scheme", "nosuch"],
        "schemes that have names are assignment and classic",
    );
    let classic = arena.referee(&["class", "--print-scheme", "--scheme", "classic"]);
    assert!(classic.out.contains("base = \"classic\""), "{}", classic.out);
    says(&["class", "class"], "holds no submission: no folder, no archive, no program");
    arena.write("wrong.toml", "[games]\nsecnds = 3\n");
    says(
        &["class", "class", "--scheme", "wrong.toml"],
        "wrong.toml, line 2: unknown field `secnds`",
    );
    says(&["class", "wrong.toml"], "wrong.toml: this is not a folder");
    says(&["class", "class", "--scheme", "class"], "class: this is a folder");
    says(&["class", "class", "--allow-read", "gone"], "gone");
    arena.write("class/homework.py", "");
    says(&["class", "class"], "is itself a submission; name the folder that holds it");
    says(&["check", &toy("true"), "--only", "jump"], "there is no check jump");
}
