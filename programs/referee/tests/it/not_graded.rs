//! What fails on the grader's side costs no student anything: where a part cannot be graded, its
//! place in the table says so.

use crate::support::{Arena, REFERENCE, toy};
use referee::rules::EndingKind;
use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

const SCHEME: &str = "levels = []\n[checks]\nonly = [\"single\"]\n[swiss]\nrounds = 0\n";

#[test]
fn a_missing_compiler_is_no_mark() {
    let arena = Arena::new();
    let tools = arena.path("tools");
    fs::create_dir(&tools).expect("made");
    for tool in ["sh", "rm", "cat", "chmod", "sleep"] {
        symlink(format!("/bin/{tool}"), tools.join(tool)).expect("linked");
    }
    arena.write("class/ann/homework.java", "class homework { }");
    arena.program("class/bo/homework", "#!/bin/sh\necho E a3 b4 > output.txt\n");
    arena.write("s.toml", SCHEME);
    let mut command = arena.command(&["class", "class", "--scheme", "s.toml", "--no-sandbox"]);
    let output = command.env("PATH", &tools).output().expect("it runs");
    assert_eq!(output.status.code(), Some(4), "{output:?}");
    let grades = arena.read("class-out/grades.csv");
    let row = |name: &str| grades.lines().find(|line| line.starts_with(name)).expect("a row");
    assert!(row("ann").starts_with("ann,not graded,not graded,"), "{grades}");
    assert!(row("ann").contains("there is no javac on this machine"), "{grades}");
    let total = row("bo").split(',').nth(1).and_then(|total| total.parse::<f64>().ok());
    assert!(total.is_some(), "{grades}");
}

/// As cron and `env -i` start programs.
#[test]
fn without_a_search_path_a_class_is_built_and_graded() {
    for path in [None, Some("")] {
        let arena = Arena::new();
        let build = format!("cp {} homework\nchmod 755 homework\n", shell_words::quote(REFERENCE));
        arena.write("class/ann/build.sh", build);
        let script = "#!/bin/sh\nprintf 'E a3 b4\\n' | cat > output.txt\n";
        arena.program("class/bo/homework", script);
        arena.write("s.toml", SCHEME);
        let words = ["class", "class", "--scheme", "s.toml", "--allow-read", REFERENCE];
        let mut command = arena.command(&words);
        command.env_remove("PATH").envs(path.map(|path| ("PATH", path)));
        let output = command.output().expect("it runs");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let grades = arena.read("class-out/grades.csv");
        let row = |name: &str| grades.lines().find(|line| line.starts_with(name)).expect("a row");
        assert!(!row("ann").starts_with("ann,0.00"), "{grades}");
        assert!(!row("bo").contains("not found") && !row("bo").contains("exit code"), "{grades}");
    }
}

/// The exit code and the messages with a temporary folder of this size in MB, of which this much is
/// filled; `None` if this user may not mount one.
fn in_little_room(arena: &Arena, words: &[&str], room: [&str; 2]) -> Option<(Option<i32>, String)> {
    let script = "head -c $2 /dev/zero > tmp/full && shift 2 && exec \"$@\"";
    in_own_room(arena, words, room, script)
}

/// The same, with a script that may fill the folder and runs what follows its two first words.
fn in_own_room(
    arena: &Arena,
    words: &[&str],
    room: [&str; 2],
    script: &str,
) -> Option<(Option<i32>, String)> {
    let script = format!("mount -t tmpfs -o size=$1m tmpfs tmp && {script}");
    with_own_mounts(arena, words, &script, &room)
}

/// The exit code and the messages of a script with its own words and then those of the referee;
/// `None` if this user may not mount.
fn with_own_mounts(
    arena: &Arena,
    words: &[&str],
    script: &str,
    own: &[&str],
) -> Option<(Option<i32>, String)> {
    let referee = arena.command(words);
    let mut command = Command::new("unshare");
    command.args(["-rm", "sh", "-c", script, "sh"]).args(own).arg(referee.get_program());
    command.args(referee.get_args()).current_dir(arena.path(""));
    command.env("TMPDIR", arena.path("tmp")).env("XDG_CACHE_HOME", arena.path("cache"));
    let output = command.output().ok()?;
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let is_left_out = told.contains("unshare") || told.contains("mount:");
    (!is_left_out).then_some((output.status.code(), told))
}

/// A compiler that found no room has ended, and there is room again: so a class does not begin.
#[test]
fn a_class_with_little_room_for_temporary_files_does_not_begin() {
    let arena = Arena::new();
    arena.program("class/bo/homework", "#!/bin/sh\nexit 0\n");
    arena.write("s.toml", SCHEME);
    let words = ["class", "class", "--scheme", "s.toml", "--no-sandbox", "--jobs", "1"];
    let Some((code, told)) = in_little_room(&arena, &words, ["5", "1"]) else {
        return println!("left out: this user may not mount");
    };
    // Other tests may play on the same cores, which is told.
    let others = ["referee: sandbox none", "referee: another referee plays"];
    let lines: Vec<_> =
        told.lines().filter(|line| !others.iter().any(|other| line.starts_with(other))).collect();
    assert!(code == Some(4) && lines.len() == 1, "{told}");
    assert!(lines[0].contains("there is no room in ") && lines[0].contains("set TMPDIR"), "{told}");
    assert!(!arena.path("class-out/grades.csv").exists());
    let enough = in_little_room(&arena, &words, ["50", "1"]).expect("as before");
    assert_eq!(enough.0, Some(0), "{}", enough.1);
}

/// The exit code and the messages where no program can be started from one folder; `None` if this
/// user may not mount.
fn without_programs_in(
    arena: &Arena,
    folder: &str,
    words: &[&str],
) -> Option<(Option<i32>, String)> {
    fs::create_dir_all(arena.path(folder)).expect("made");
    let script = "mount -t tmpfs -o noexec tmpfs \"$1\" && shift && exec \"$@\"";
    with_own_mounts(arena, words, script, &[folder])
}

#[test]
fn nothing_is_built_where_no_program_can_be_started() {
    let arena = Arena::new();
    arena.program("class/bo/homework", "#!/bin/sh\nexit 0\n");
    arena.write("bo/homework.py", "print()\n");
    arena.write("s.toml", SCHEME);
    let class = ["class", "class", "--scheme", "s.toml", "--no-sandbox", "--out", "out"];
    let grade = ["grade", "class/bo", "--scheme", "s.toml", "--no-sandbox", "--out", "out"];
    let grade = [&grade[..], &["--format", "json"]].concat();
    let check = ["check", "bo", "--no-sandbox"];
    for (folder, words, hint) in [
        ("out", &class[..], "choose another --out"),
        ("tmp", &class[..], "set TMPDIR"),
        ("out", &grade[..], "choose another --out"),
        ("cache", &check[..], "set XDG_CACHE_HOME"),
    ] {
        let Some((code, told)) = without_programs_in(&arena, folder, words) else {
            return println!("left out: this user may not mount");
        };
        assert_eq!(code, Some(4), "{words:?}: {told}");
        let place = arena.path(folder).canonicalize().expect("there");
        assert!(told.contains(&format!("{}", place.display())) && told.contains(hint), "{told}");
        assert!(!arena.path("out/grades.csv").exists());
    }
}

#[test]
fn no_file_that_is_linked_into_the_results_is_written() {
    let arena = Arena::new();
    arena.program("class/bo/homework", "#!/bin/sh\nexit 0\n");
    arena.write("class-out/diary", "mine\n");
    let links = [(symlink as fn(_, _) -> _, "a link"), (fs::hard_link, "another name")];
    for (file, (link, is)) in
        ["class.lock", "class.log"].into_iter().flat_map(|file| links.map(|link| (file, link)))
    {
        let path = arena.path("class-out").join(file);
        link(arena.path("class-out/diary"), path.clone()).expect("linked");
        let told = arena.ends(4, &["class", "class", "--no-sandbox"]).err;
        assert!(told.contains(&format!("{file}: it ")) && told.contains(is), "{told}");
        fs::remove_file(path).expect("there");
    }
    assert_eq!(arena.read("class-out/diary"), "mine\n");
}

/// A temporary folder with less room than a trial of the referee needs, and the same with more.
#[test]
fn no_agent_forfeits_for_want_of_room() {
    for (filled, code) in [("1007616", 4), ("1000", 3)] {
        let arena = Arena::new();
        let words = ["match", "true", "true", "--games", "2", "--no-sandbox", "--no-preflight"];
        let words = [&words[..], &["--jobs", "1"]].concat();
        let Some((ended, told)) = in_little_room(&arena, &words, ["1", filled]) else {
            return println!("left out: this user may not mount");
        };
        assert_eq!(ended, Some(code), "{told}");
        let records = arena.read("referee-out/journal.jsonl");
        assert_eq!(records.contains("no-output"), code == 3, "{records}");
    }
}

/// A disk that another program fills for a tenth of a second, again and again.
#[test]
fn no_agent_forfeits_for_a_disk_that_is_full_for_a_moment() {
    let arena = Arena::new();
    let agent = format!("{REFERENCE} --depth 1");
    let words = ["match", &agent, &agent, "--games", "40", "--no-sandbox", "--no-preflight"];
    let words = [&words[..], &["--jobs", "1", "--max-plies", "40"]].concat();
    let script = "while sleep 0.3; do head -c 60m /dev/zero > tmp/full; sleep 0.1; rm tmp/full; \
                  done 2> /dev/null & shift 2 && \"$@\"; code=$?; kill $!; exit $code";
    let Some((code, told)) = in_own_room(&arena, &words, ["60", "0"], script) else {
        return println!("left out: this user may not mount");
    };
    assert!([Some(0), Some(4)].contains(&code), "{told}");
    for record in arena.records("referee-out").into_values() {
        assert_ne!(record.ending.kind(), EndingKind::Forfeited, "{record:?}");
    }
}

/// An agent that takes little finds an eighth of nearly nothing; another one fills a small disk.
#[test]
fn only_who_fills_a_disk_is_blamed_for_it() {
    for (room, bytes, is_blamed) in
        [(["1", "600000"], 61_440, false), (["50", "1"], 40 << 20, true)]
    {
        let arena = Arena::new();
        let agent = toy(&format!("head -c {bytes} /dev/zero > cache; sleep 0.3"));
        let words = ["match", &agent, &agent, "--games", "2", "--no-sandbox", "--no-preflight"];
        let words = [&words[..], &["--jobs", "1"]].concat();
        let Some((_, told)) = in_little_room(&arena, &words, room) else {
            return println!("left out: this user may not mount");
        };
        let records = arena.read("referee-out/journal.jsonl");
        assert_eq!(records.contains("too-much-disk"), is_blamed, "{told}{records}");
    }
}

/// By its own fault: the first line of the script names no program, or the script itself.
#[test]
fn a_program_that_cannot_be_started_loses_and_is_graded() {
    let arena = Arena::new();
    let scheme = SCHEME.replace("levels = []\n", "").replace("[swiss]", "required = []\n[swiss]");
    let levels = "levels = [{ depth = 1, games = 2, points = 50 }]\n";
    arena.write("s.toml", levels.to_string() + &scheme);
    let own = arena.path("class-out/agents/bo/homework");
    for (name, first) in [("ann", "/etc/passwd/x"), ("bo", &own.display().to_string())] {
        arena.program(&format!("class/{name}/homework"), &format!("#!{first}\n"));
    }
    arena.succeeds(&["class", "class", "--scheme", "s.toml", "--no-sandbox"]);
    let grades = arena.read("class-out/grades.csv");
    for name in ["ann", "bo"] {
        let row = grades.lines().find(|line| line.starts_with(name)).expect("a row");
        assert!(row.starts_with(&format!("{name},0.00,0.00,0.00,")), "{grades}");
        assert!(row.ends_with("forfeited 2 games: 2 the program cannot be started"), "{grades}");
    }
}

/// A limit of the shell would fail compilers and Java machines, not the referee.
#[test]
fn a_class_under_too_low_a_limit_does_not_begin() {
    let arena = Arena::new();
    arena.program("class/bo/homework", "#!/bin/sh\n");
    for (limit, named) in [
        ("-v 2000000", "address space (ulimit -v) is 1953 MB, and agents may need 8192 MB"),
        ("-t 9", "CPU time (ulimit -t) is 9 s, and agents may need 600 s"),
        ("-u 22", "processes (ulimit -u) is 22, and agents may need 128"),
    ] {
        let output = arena.limited(limit, &["class", "class", "--no-sandbox"]);
        assert_eq!(output.status.code(), Some(4), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(named), "{output:?}");
    }
}

/// The kernel's signal would end the referee without a word.
#[test]
fn a_limit_of_file_sizes_ends_a_match_like_a_full_disk() {
    let arena = Arena::new();
    let agent = format!("{REFERENCE} --depth 1");
    let words = ["match", &agent, &agent, "--games", "40", "--max-plies", "20", "--no-preflight"];
    let words = [&words[..], &["--out", "m", "--resume"]].concat();
    let output = arena.limited("-f 24", &words);
    assert_eq!(output.status.code(), Some(4), "{output:?}");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("a file (ulimit -f) is 24 kB, and agents may need 256 MB"), "{told}");
    assert!(told.contains("File too large"), "{told}");
    arena.succeeds(&words);
}

/// With few open files the referee can start no program: at some number in the checks.
#[test]
fn a_referee_that_can_start_nothing_grades_nobody() {
    let arena = Arena::new();
    let script = format!("#!/bin/sh\nexec {} --depth 1\n", shell_words::quote(REFERENCE));
    arena.program("class/bo/homework", &script);
    arena.write("s.toml", SCHEME);
    let words = ["class", "class", "--scheme", "s.toml", "--no-sandbox", "--jobs", "1"];
    arena.succeeds(&words);
    let whole = arena.read("class-out/grades.csv");
    for files in 8..=16 {
        fs::remove_file(arena.path("class-out/agents/bo.check.json")).expect("kept");
        let output = arena.limited(&format!("-n {files}"), &words);
        assert_eq!(arena.read("class-out/grades.csv"), whole, "{files}: {output:?}");
        if output.status.code() != Some(0) {
            assert_eq!(output.status.code(), Some(4), "{files}: {output:?}");
            assert!(!arena.path("class-out/agents/bo.check.json").exists(), "{files}");
            fs::write(arena.path("class-out/agents/bo.check.json"), "").expect("written");
        }
    }
}
