//! Libraries of a course: in builds, checks and classes, and in commands with a list of paths.

use crate::support::{Arena, errors};
use runner::sandbox::Sandbox;
use std::fs;
use std::io::{Cursor, Write};
use std::process::Command;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const LIBRARY: &str = "package lib; public class Lib { public static int code() { return 5; } }";
const STUDENT: &str = "package loa;\npublic class Main { public static void main(String[] words) {\n\
                       System.exit(lib.Lib.code()); } }\n";

/// An arena with `ucb.jar`; `None` without a compiler of Java.
fn arena() -> Option<Arena> {
    let arena = Arena::new();
    arena.write("src/lib/Lib.java", LIBRARY);
    let source = arena.path("src/lib/Lib.java");
    let made = Command::new("javac").arg("-d").arg(arena.path("classes")).arg(source).status();
    if !made.is_ok_and(|status| status.success()) {
        println!("left out: this machine has no javac");
        return None;
    }
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    writer.start_file("lib/Lib.class", SimpleFileOptions::default()).expect("begun");
    let class = fs::read(arena.path("classes/lib/Lib.class")).expect("there");
    writer.write_all(&class).expect("written");
    arena.write("ucb.jar", writer.finish().expect("finished").into_inner());
    Some(arena)
}

fn check(arena: &Arena, agent: &str, more: &[&str]) -> String {
    let words = ["check", "--game", "loa", agent, "--only", "start-board"];
    let result = arena.ends(3, &[&words[..], more].concat());
    result.out
}

#[test]
fn a_library_is_found_in_builds_and_checks_with_and_without_a_makefile() {
    let Some(arena) = arena() else { return };
    let makefile = "all:\n\tjavac loa/*.java\n";
    for (name, has_makefile) in [("kim", false), ("lee", true)] {
        arena.write(&format!("{name}/loa/Main.java"), STUDENT);
        arena.write(&format!("own-{name}/loa/Main.java"), STUDENT);
        let jar = fs::read(arena.path("ucb.jar")).expect("there");
        arena.write(&format!("own-{name}/lib/ucb.jar"), jar);
        if has_makefile {
            arena.write(&format!("{name}/Makefile"), makefile);
            arena.write(&format!("own-{name}/Makefile"), makefile);
        }
        let out = check(&arena, name, &["--libraries", "ucb.jar"]);
        assert!(out.contains("exit code 5"), "{name}: {out}");
        let again = format!("check --game loa {name} --only start-board --libraries ucb.jar\n");
        assert!(out.contains(&again), "{out}");
        let out = check(&arena, &format!("own-{name}"), &[]);
        assert!(out.contains("exit code 5"), "own-{name}: {out}");
    }
    let missing = ["check", "--game", "loa", "kim", "--libraries", "none.jar"];
    arena.refuses(&missing, "none.jar");
}

#[test]
fn an_own_library_is_found_by_a_source_that_is_the_program() {
    let Some(arena) = arena() else { return };
    let source = STUDENT.replace("package loa;\n", "").replace("class Main", "class homework");
    for at in ["ucb.jar", "lib/ucb.jar"] {
        arena.write("ann/homework.java", &source);
        let jar = fs::read(arena.path("ucb.jar")).expect("there");
        arena.write(&format!("ann/{at}"), jar);
        let out = arena.ends(3, &["check", "ann", "--only", "clock-of-a-game"]).out;
        assert!(out.contains("exit code 5"), "{at}: {out}");
        fs::remove_dir_all(arena.path("ann")).expect("removed");
    }
}

#[test]
fn the_parts_of_a_class_path_may_be_read() {
    let Some(arena) = arena() else { return };
    arena.write("loa/Main.java", STUDENT);
    let mut javac = Command::new("javac");
    javac.current_dir(arena.path("")).args(["-cp", "ucb.jar", "-d", "build", "loa/Main.java"]);
    assert!(javac.status().is_ok_and(|status| status.success()));
    let out = check(&arena, "java -cp build:ucb.jar loa.Main", &[]);
    assert!(out.contains("exit code 5"), "{out}");
}

#[test]
fn a_scheme_names_the_libraries_of_a_class_and_the_page_the_same_command() {
    let Some(arena) = arena() else { return };
    arena.write("class/kim/loa/Main.java", STUDENT);
    let text = "game = \"loa\"\nlevels = []\n[build]\nlibraries = [\"ucb.jar\"]\n[checks]\nonly = \
                [\"start-board\"]\n[swiss]\nrounds = 0\n";
    arena.write("loa.toml", text);
    arena.succeeds(&["class", "class", "--scheme", "loa.toml", "--out=out"]);
    let page = arena.read("out/feedback/kim/feedback.json");
    assert!(page.contains("exit code 5"), "{page}");
    let again = "referee check --game loa . --only start-board --libraries ucb.jar";
    assert!(page.contains(again), "{page}");
}

#[test]
fn what_is_added_is_named_and_no_more_said_to_be_hidden() {
    if !Sandbox::available() {
        return;
    }
    let arena = Arena::new();
    arena.program("class/ann/homework", "#!/bin/sh\nexit 1\n");
    fs::create_dir_all(arena.path("home/lib")).expect("made");
    let scheme = "levels = []\n[checks]\nonly = [\"example-opening\"]\n[swiss]\nrounds = 0\n";
    arena.write("s.toml", scheme);
    let others = "class, results or other agent";
    for (option, added, kept) in [
        ("--allow-read", "home/lib", format!("; besides these no home, {others}")),
        ("--allow-read", "home", format!("; besides these no {others}")),
        ("--libraries", "class", "; besides these no home".to_string()),
        ("--libraries", ".", String::new()),
    ] {
        let words = ["class", "class", "--scheme", "s.toml", option, added];
        let mut command = arena.command(&words);
        let output = command.env("HOME", arena.path("home")).output().expect("it runs");
        let told = errors(&output);
        let line = told.lines().find(|line| line.starts_with("referee: readable: ")).expect("told");
        let path = arena.path(added).canonicalize().expect("there");
        assert!(line.contains(&format!("{}{kept}", path.display())), "{line}");
        assert!(line.ends_with(&kept) && line.contains("; ") != kept.is_empty(), "{line}");
    }
}
