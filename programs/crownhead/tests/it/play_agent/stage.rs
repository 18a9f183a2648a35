//! A folder to play in, and agents for it.

use crate::client::{Events, Program, crownhead};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

pub struct Stage(TempDir);

impl Stage {
    pub fn new() -> Self {
        Stage(tempfile::tempdir().expect("a folder"))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn out(&self) -> PathBuf {
        self.path().join("out")
    }

    pub fn agent(&self, name: &str, script: &str) -> String {
        self.program(name, "homework", script)
    }

    pub fn program(&self, name: &str, file: &str, script: &str) -> String {
        let folder = self.path().join(name);
        testing::write_script(&folder.join(file), &format!("#!/bin/sh\n{script}\n"));
        folder.to_str().expect("text").to_string()
    }

    /// The command for a game, whose temporary folders are made in [`Stage::temp`].
    fn command(&self, game: &str, agent: &str, options: &[&str]) -> Command {
        let mut command = crownhead(["play", game, "--no-open", "--against", agent, "--out"]);
        fs::create_dir_all(self.temp()).expect("made");
        command.arg(self.out()).args(options).env("TMPDIR", self.temp());
        command
    }

    pub fn temp(&self) -> PathBuf {
        self.path().join("temp")
    }

    pub fn play(&self, agent: &str, options: &[&str]) -> (Program, Events) {
        self.play_game("checkers", agent, options)
    }

    pub fn play_game(&self, game: &str, agent: &str, options: &[&str]) -> (Program, Events) {
        let program = Program::start(&mut self.command(game, agent, options));
        let events = program.events();
        let _ = program.get("");
        (program, events)
    }
}

pub fn first_move() -> String {
    testing::fixture("agents/first-move").to_str().expect("text").to_string()
}

pub fn is_over(view: &Value) -> bool {
    view["result"].is_string()
}

pub fn is_ready(view: &Value) -> bool {
    is_over(view) || view["moves"].as_array().is_some_and(|moves| !moves.is_empty())
}

pub fn turns(view: &Value) -> &[Value] {
    view["turns"].as_array().expect("a list")
}

pub fn first_legal(view: &Value) -> &str {
    view["moves"][0]["text"].as_str().expect("a move")
}

/// A file of a turn, counted from 1, by its heading.
pub fn file(program: &Program, turn: usize, name: &str) -> String {
    let (status, body) = program.get(&format!("files/{turn}.json"));
    assert_eq!(status, 200);
    let files: Value = serde_json::from_str(&body).expect("JSON");
    files[name].as_str().unwrap_or_else(|| panic!("no {name}")).to_string()
}

pub fn play_to_the_end(program: &Program, events: &mut Events) -> Value {
    loop {
        let view = events.until(is_ready);
        if is_over(&view) {
            return view;
        }
        let played = turns(&view).len();
        let reply = program.command(first_legal(&view));
        assert_eq!(reply["error"], Value::Null);
        if turns(&events.until(|next| turns(next).len() > played || is_over(next))).len() == played
        {
            continue;
        }
    }
}
