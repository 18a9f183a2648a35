//! What students hand in, in all its shapes: archives, folders within folders, names of Moodle,
//! scripts of Windows; and agents that other commands build from their sources.

use crate::support::{Arena, CommandResult};
use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Write};
use std::path::Path;
use std::process::Command;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// One check and no games.
const SCHEME: &str = r#"
levels = []
[games]
seconds = 20
clocks = "move"
[checks]
points = 20
only = ["example-opening"]
required = ["example-opening"]
[swiss]
rounds = 0
"#;

/// Makes an agent that plays one legal move, the one that the check wants.
const BUILD: &str = "#!/bin/sh\nprintf '#!/bin/sh\\necho E a3 b4 > output.txt\\n' > homework\n\
                     chmod +x homework\n";

fn class(scheme: &str) -> Arena {
    let arena = Arena::new();
    fs::create_dir_all(arena.path("class")).expect("made");
    arena.write("class.toml", SCHEME.to_string() + scheme);
    arena
}

fn submit(arena: &Arena, name: &str, bytes: impl AsRef<[u8]>) {
    arena.write(&format!("class/{name}"), bytes);
}

fn zip_of(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        writer.start_file(*name, SimpleFileOptions::default()).expect("begun");
        writer.write_all(text).expect("written");
    }
    writer.finish().expect("finished").into_inner()
}

fn grade(arena: &Arena) -> CommandResult {
    arena.referee(&["class", "class", "--scheme", "class.toml", "--jobs", "2", "--out=out"])
}

/// The total and the remark of each student.
fn rows(arena: &Arena) -> BTreeMap<String, (String, String)> {
    let text = arena.read("out/grades.csv");
    text.split_terminator("\r\n")
        .skip(1)
        .map(|line| {
            let cells: Vec<_> = line.splitn(7, ',').map(str::to_string).collect();
            (cells[0].clone(), (cells[1].clone(), cells[6].trim_matches('"').to_string()))
        })
        .collect()
}

#[test]
fn every_shape_of_a_submission_is_built_or_named() {
    let arena = class("");
    let moodle = "Wolfeschlegelsteinhausenbergerdorff Hubert_12345_assignsubmission_file_";
    let zip = zip_of(&[
        ("kim/build.sh", BUILD.as_bytes()),
        ("__MACOSX/kim/._build.sh", b"x"),
        ("../../outside", b"x"),
    ]);
    submit(&arena, "kim_1234.zip", &zip);
    submit(&arena, &format!("{moodle}/homework.zip"), &zip);
    submit(&arena, "leeann_77_500_hw2.zip", "an earlier attempt");
    submit(&arena, "leeann_LATE_77_501_hw2-1.zip", &zip);
    submit(&arena, "nested/report.pdf", "x");
    submit(&arena, "nested/project/src/build.sh", BUILD);
    submit(&arena, "windows/build.sh", BUILD.replace('\n', "\r\n"));
    submit(&arena, "bomb.zip", zip_of(&[("build.sh", &vec![0; 30 << 20])]));
    submit(&arena, "broken.zip", "no archive");
    submit(&arena, "old.rar", "Rar!");
    submit(&arena, "a\tb/build.sh", BUILD);
    submit(&arena, "notes.txt", "x");
    submit(&arena, "__MACOSX/._kim", "x");
    let result = grade(&arena);
    assert_eq!(result.code, Some(0), "{}", result.err);
    assert!(result.err.contains("left out, because it is no submission: notes.txt"));
    assert!(result.err.contains("left out, because no student has written it: __MACOSX"));
    let rows = rows(&arena);
    for name in [
        "kim_1234",
        "leeann",
        "Wolfeschlegelsteinhausenbergerdorff Hubert",
        "nested",
        "windows",
        "a b",
    ] {
        assert_eq!(rows[name], ("20.00".to_string(), String::new()), "{name}");
    }
    let of = |name: &str| rows[name].1.as_str();
    assert!(of("bomb").starts_with("not built: cannot unpack bomb.zip: its files have more than"));
    assert!(of("broken").starts_with("not built: cannot unpack broken.zip: it is no ZIP"));
    assert!(of("old").starts_with("not built: old.rar is no archive that can be unpacked"));
    assert_eq!(rows.len(), 9, "{rows:?}");
    let log = arena.read("out/class.log");
    for sentence in [
        "kim_1234: handed in as kim_1234.zip",
        "leeann: handed in as leeann_LATE_77_501_hw2-1.zip",
        "kim_1234: kim_1234.zip: not unpacked: ../../outside, whose name leads out of the folder",
        "nested: built in its folder project/src",
        "windows: build.sh has Windows line ends: its first line asks for a program named \
         `/bin/sh\\r`; the copy is mended",
    ] {
        assert!(log.contains(sentence), "{sentence}: {log}");
    }
    assert!(log.contains(&format!("handed in as {moodle}")), "{log}");
    let page = arena.read("out/feedback/windows.html");
    assert!(page.contains("has Windows line ends"), "{page}");
    assert!(!arena.path("outside").exists() && !arena.path("out/outside").exists());
    assert!(arena.leftovers().is_empty(), "{:?}", arena.leftovers());
}

#[test]
fn the_command_of_a_scheme_builds_every_submission() {
    let arena = class("[build]\ncommand = \"sh make-it && test -x homework\"\n");
    submit(&arena, "anna/make-it", BUILD);
    submit(&arena, "bea/homework.py", "print()");
    let result = grade(&arena);
    assert_eq!(result.code, Some(0), "{}", result.err);
    let rows = rows(&arena);
    assert_eq!(rows["anna"].0, "20.00", "{rows:?}");
    assert!(rows["bea"].1.starts_with("not built: the build failed: sh:"), "{rows:?}");
}

#[test]
fn two_names_of_the_assignment_are_told_and_one_is_taken() {
    let arena = class("");
    let command = Command::new("python3").arg("--version").output();
    if command.is_err() {
        println!("left out: this machine has no python3");
        return;
    }
    let play = "open('output.txt', 'w').write('E a3 b4\\n')\n";
    submit(&arena, "anna/homework3.py", play);
    submit(&arena, "anna/homework2.py", play);
    assert_eq!(grade(&arena).code, Some(0));
    let remark = "homework3.py was taken for homework, not homework2.py";
    assert_eq!(rows(&arena)["anna"], ("20.00".to_string(), remark.to_string()));
}

#[test]
fn the_source_counts_whatever_lies_beside_it_or_around_it() {
    let arena = class("");
    let mac_os = [&[0xcf, 0xfa, 0xed, 0xfe][..], &[0; 60]].concat();
    let script = "#!/bin/sh\necho E a3 b4 > output.txt\n";
    submit(&arena, "agent/agent.sh", script);
    submit(&arena, "agent/build.sh", "cp agent.sh homework\n");
    submit(&arena, "make/agent.sh", script);
    submit(&arena, "make/Makefile", "all:\n\tcp agent.sh homework\n");
    submit(&arena, "make/homework", &mac_os);
    submit(&arena, "none/homework", &mac_os);
    submit(
        &arena,
        "deep/hw/player.c",
        "#include <stdio.h>\nint main(void) {\n  FILE *f = fopen(\"output.txt\", \"w\");\n  fputs(\"E a3 b4\\n\", f);\n  return fclose(f);\n}\n",
    );
    assert_eq!(grade(&arena).code, Some(0));
    let rows = rows(&arena);
    for name in ["agent", "make", "deep"] {
        assert_eq!(rows[name].0, "20.00", "{rows:?}");
    }
    let told = "player.c was taken for homework: it is the only source that can be";
    assert!(rows["deep"].1.starts_with(told), "{rows:?}");
    let told = "not built: homework is compiled for macOS, and this machine cannot run it; hand in";
    assert!(rows["none"].1.starts_with(told), "{rows:?}");
    let log = arena.read("out/class.log");
    for sentence in [
        "make: homework is compiled for macOS and was left out",
        "make: make has left a homework that was not executable; now it is",
        "agent: build.sh has left a homework that was not executable; now it is",
        "deep: built in its folder hw",
    ] {
        assert!(log.contains(sentence), "{sentence}: {log}");
    }
}

fn check(arena: &Arena, agent: &str) -> CommandResult {
    arena.referee(&["check", agent, "--only", "example-opening"])
}

#[test]
fn check_builds_the_sources_of_a_directory_once() {
    let arena = class("");
    submit(&arena, "anna/build.sh", BUILD);
    let first = check(&arena, "class/anna");
    assert_eq!(first.code, Some(0), "{}{}", first.out, first.err);
    let printed = "anna: there is no homework in class/anna yet; it is built in ";
    assert!(first.err.contains(printed), "{}", first.err);
    let own: Vec<_> = fs::read_dir(arena.path("class/anna")).expect("there").flatten().collect();
    assert_eq!(own.len(), 1, "nothing is written into the directory");
    let second = check(&arena, "class/anna");
    assert!(second.err.contains("anna: built before from class/anna"), "{}", second.err);
    submit(&arena, "anna/build.sh", "echo no luck here >&2; exit 3\n");
    let third = check(&arena, "class/anna");
    assert_eq!(third.code, Some(2));
    let fault = "class/anna cannot be built: the build failed: no luck here";
    assert!(third.err.contains(fault), "{}", third.err);
    submit(&arena, "kim.zip", zip_of(&[("kim/build.sh", BUILD.as_bytes())]));
    assert_eq!(check(&arena, "class/kim.zip").code, Some(0));
    submit(&arena, "max/build.sh", BUILD);
    submit(&arena, "max/homework", "MZ\u{90}");
    let foreign = check(&arena, "class/max");
    assert_eq!(foreign.code, Some(0), "{}", foreign.err);
    let printed = "max: homework in class/max is for another machine; built in ";
    assert!(foreign.err.contains(printed), "{}", foreign.err);
    submit(&arena, "lee/notes.txt", "x");
    let nothing = check(&arena, "class/lee");
    assert_eq!(nothing.code, Some(2));
    assert!(nothing.err.contains("nothing to build: there is no build.sh"), "{}", nothing.err);
    assert!(arena.leftovers().is_empty(), "{:?}", arena.leftovers());
}

#[test]
fn a_folder_of_moodle_is_called_by_its_student_built_or_not() {
    let arena = class("");
    let folders = [1, 2].map(|number| format!("Lee Kim_{number}_assignsubmission_file_"));
    submit(&arena, &format!("{}/build.sh", folders[0]), BUILD);
    arena.program(&format!("class/{}/homework", folders[1]), "#!/bin/sh\n");
    let [built, ready] = folders.map(|folder| format!("class/{folder}"));
    let words = ["match", &built, &ready, "--games", "2", "--out=match"];
    let printed = arena.ends(3, &words).err;
    for name in ["Lee Kim #1", "Lee Kim #2"] {
        assert!(printed.contains(&format!("{name} is not ready to play")), "{printed}");
    }
}

#[test]
fn a_package_of_java_is_a_text_program_with_assertions() {
    if Command::new("javac").arg("-version").output().is_err() {
        println!("left out: this machine has no javac");
        return;
    }
    let arena = class("");
    let text = "package loa;\npublic class Main { public static void main(String[] words) {\n\
                assert false : \"assertions are on\"; } }\n";
    for name in ["anna", "bea"] {
        submit(&arena, &format!("{name}/proj/loa/Main.java"), text);
    }
    let words = ["match", "--game", "loa", "class/anna", "class/bea", "--games", "2"];
    let result = arena.ends(3, &words);
    assert!(result.err.contains("AssertionError: assertions are on"), "{}", result.err);
    assert!(result.err.contains("anna: built in its folder proj"), "{}", result.err);
}

/// `make` was run, then the source was edited, and both were handed in.
#[test]
fn what_was_built_before_handing_in_is_built_anew() {
    if Command::new("gcc").arg("--version").output().is_err() {
        println!("left out: this machine has no gcc");
        return;
    }
    let arena = class("");
    let compiled = |text: &str, name: &str| {
        arena.write(&format!("old/{name}.c"), text);
        let (from, to) = (arena.path(&format!("old/{name}.c")), arena.path(&format!("old/{name}")));
        let made = Command::new("gcc").arg("-c").arg(from).arg("-o").arg(&to).status();
        assert!(made.is_ok_and(|status| status.success()));
        fs::read(to).expect("there")
    };
    let (old, new) = ("int main(void) { return 3; }", "int main(void) { return 5; }");
    let object = compiled(old, "loa.o");
    let makefile = "loa: loa.o\n\tgcc -o loa loa.o\nloa.o: loa.c\n\tgcc -c loa.c\n";
    // A ZIP here knows no times, so that all of them are equal.
    let files = [("Makefile", makefile.as_bytes()), ("loa.c", new.as_bytes()), ("loa.o", &object)];
    submit(&arena, "kim.zip", zip_of(&files));
    files.iter().for_each(|(name, text)| submit(&arena, &format!("lee/{name}"), text));
    submit(&arena, "ann/Makefile", "all: mark\nmark: loa.c\n\tgcc -o loa loa.c\n\ttouch mark\n");
    submit(&arena, "ann/loa.c", new);
    submit(&arena, "ann/mark", "");
    for name in ["kim.zip", "lee", "ann"] {
        let agent = format!("class/{name}");
        let found = arena.referee(&["check", "--game", "loa", &agent, "--only", "start-board"]);
        assert!(found.out.contains("exit code 5"), "{name}: {}{}", found.out, found.err);
    }
    let scheme = "[checks]\nonly = [\"start-board\"]\n[swiss]\nrounds = 0\n";
    arena.write("loa.toml", format!("game = \"loa\"\nlevels = []\n{scheme}"));
    arena.succeeds(&["class", "class", "--scheme", "loa.toml", "--out=out"]);
    let log = arena.read("out/class.log");
    let sentence = "kim: not copied, because the build makes it anew: loa.o";
    assert!(log.contains(sentence), "{log}");
}

#[test]
fn a_script_of_windows_is_named_before_any_game() {
    let arena = class("");
    arena.program("class/anna/homework", "#!/bin/sh\r\nexit\r\n");
    let result = check(&arena, "class/anna");
    assert_eq!(result.code, Some(2));
    let fault = "asks for a program named `/bin/sh\\r`; save it with Unix line ends";
    assert!(result.err.contains(fault), "{}", result.err);
    assert!(!Path::new("homework").exists());
}

#[test]
fn calibrate_is_optional_and_its_faults_cost_no_points() {
    let arena = class("");
    let play = "#!/bin/sh\necho E a3 b4 > output.txt\n";
    let source =
        "#include <fstream>\nint main() { std::ofstream(\"output.txt\") << \"E a3 b4\\n\"; }\n";
    let (broken, make) = ("int main() { return }\n", "homework: homework.cpp\n\tg++ -o $@ $<\n");
    for (name, files) in [
        ("source", vec![("homework", play), ("calibrate.cpp", broken)]),
        ("tool", vec![("homework", play), ("calibrate.rs", "fn main() { 1 }\n")]),
        ("script", vec![("homework", play), ("calibrate", "#!/bin/sh\nexit 1\n")]),
        ("folder", vec![("homework", play), ("calibrate/x", "")]),
        (
            "make",
            vec![
                (
                    "Makefile",
                    &*format!(
                        "all: homework calibrate\n{make}calibrate: calibrate.cpp\n\tg++ -o $@ $<\n"
                    ),
                ),
                ("homework.cpp", source),
                ("calibrate.cpp", broken),
            ],
        ),
    ] {
        for (file, text) in files {
            submit(&arena, &format!("{name}/{file}"), text);
        }
    }
    let result = grade(&arena);
    assert_eq!(result.code, Some(0), "{}", result.err);
    let rows = rows(&arena);
    assert_eq!(rows.len(), 5, "{rows:?}");
    for (name, (total, remark)) in rows {
        assert_eq!(total, "20.00", "{name}: {remark}");
        let is_named = remark.contains("calibrate: ") && remark.contains("plays without");
        let has_none = name == "script" || name == "folder";
        assert_eq!(is_named, !has_none, "{name}: {remark}");
    }
}

/// A whole repository: other homework lies beside the program.
#[test]
fn a_repository_is_built_with_and_without_a_command() {
    let arena = class("");
    let main = "package amazons;\npublic class Main { public static void main(String[] words) {\n\
                System.exit(5); } }\n";
    for name in ["kim", "lee"] {
        submit(&arena, &format!("{name}/hw1/Makefile"), "all:\n\tfalse\n");
        submit(&arena, &format!("{name}/hw2/Solve.java"), "class Solve {}\n");
        submit(&arena, &format!("{name}/proj2/amazons/Main.java"), main);
    }
    submit(&arena, "lee/README.md", "x");
    let scheme = "game = \"amazons\"\nlevels = []\n[checks]\nonly = [\"start-board\"]\n\
                  [swiss]\nrounds = 0\n";
    let program = "printf '#!/bin/sh\\nexit 5\\n' > amazons && chmod +x amazons";
    let command =
        format!("[build]\ncommand = '''test -f proj2/amazons/Main.java && {program}'''\n");
    let java = Command::new("javac").arg("-version").output().is_ok();
    for (out, build) in [("plain", ""), ("command", command.as_str())] {
        if build.is_empty() && !java {
            println!("left out: this machine has no javac");
            continue;
        }
        arena.write("amazons.toml", format!("{scheme}{build}"));
        let printed = arena.succeeds(&["class", "class", "--scheme=amazons.toml", "--out", out]);
        let log = arena.read(&format!("{out}/class.log"));
        assert!(log.contains("2 submissions, 2 built"), "{out}: {} {log}", printed.err);
        let enters = log.contains("kim: built in its folder proj2");
        assert_eq!(enters, build.is_empty(), "{out}: {log}");
        for name in ["kim", "lee"] {
            let found = arena.read(&format!("{out}/agents/{name}.check.json"));
            assert!(found.contains("exit code 5"), "{out}: {found}");
        }
    }
}
