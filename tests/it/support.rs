//! A directory of its own for each process test, and the programs run in it as a referee runs them.

use agent::calibration::Calibration;
use formats::{Request, answer};
use games::{
    Game,
    checkers::{Move, Position},
};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

pub struct TestEnv {
    dir: TempDir,
}

pub struct Run {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl TestEnv {
    pub fn new() -> Self {
        TestEnv { dir: tempfile::tempdir().expect("a temporary directory") }
    }

    /// A directory with this `input.txt`, on a machine that was calibrated.
    pub fn asking(input: &str) -> Self {
        let env = Self::new();
        env.write("input.txt", input);
        env.write("calibration.txt", Calibration::DEFAULT.text().expect("possible figures"));
        env
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name), text).expect("written");
    }

    pub fn read(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.path(name)).ok()
    }

    pub fn read_bytes(&self, name: &str) -> Option<Vec<u8>> {
        fs::read(self.path(name)).ok()
    }

    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.dir.path()).expect("listed");
        let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
        let mut names: Vec<_> = entries.map(|entry| name(entry.expect("an entry"))).collect();
        names.sort();
        names
    }

    pub fn homework(&self) -> Run {
        self.run(env!("CARGO_BIN_EXE_homework"), &[])
    }

    pub fn homework_with(&self, variable: &str, value: &Path) -> Run {
        let output = self.command(env!("CARGO_BIN_EXE_homework")).env(variable, value).output();
        Run::of(output.expect("the program starts"))
    }

    pub fn run(&self, program: &str, words: &[&str]) -> Run {
        Run::of(self.command(program).args(words).output().expect("the program starts"))
    }

    /// A program in this directory, which is not started yet.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.dir.path());
        command
    }

    /// Runs the program, which must say nothing, and gives its move.
    #[track_caller]
    pub fn plays(&self, position: &Position) -> Move {
        let run = self.homework();
        let silent = (Some(0), "");
        assert_eq!((run.code, run.stderr.as_str()), silent, "{:?}", self.read("input.txt"));
        self.answer(position)
    }

    /// The move that `output.txt` plays in `position`; panics if it is not a legal answer.
    pub fn answer(&self, position: &Position) -> Move {
        let text = self.read("output.txt").expect("there is an output.txt");
        assert!(text.ends_with('\n'), "{text:?}");
        let found = answer::find(&text, &position.move_list()).expect("a well-formed answer");
        found.unwrap_or_else(|| panic!("{text:?} is not legal in\n{position:?}"))
    }
}

impl Run {
    pub fn of(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Run { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }

    #[track_caller]
    pub fn warns_once(&self, words: &str) {
        assert_eq!(self.stderr.lines().count(), 1, "{}", self.stderr);
        assert!(self.stderr.contains(words), "{}", self.stderr);
    }
}

pub fn position_of(input: &str) -> Position {
    Request::parse(input).expect("a request").position
}

/// Little time keeps the tests quick; what is tested is the answer's form, not its depth.
pub fn with_seconds(input: &str, seconds: &str) -> String {
    let mut lines: Vec<_> = input.lines().collect();
    lines[2] = seconds;
    lines.join("\n") + "\n"
}

/// A quick move of a game that begins without a man of each side: no book knows it.
pub const BEYOND_THE_BOOK: &str = include_str!("../../fixtures/homework/beyond-the-book/input.txt");
