//! A folder to play in, the referee's own program, and agents that are commands.

use referee::journal;
use referee::journal::Records;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;
use tempfile::TempDir;

pub const HOMEWORK: &str = env!("CARGO_BIN_EXE_homework");
pub const REFERENCE: &str = env!("CARGO_BIN_EXE_reference");

/// Our agent, the same on every machine and at every load.
pub fn steady(nodes: u32) -> String {
    format!("{HOMEWORK} --nodes {nodes}")
}

/// An agent that is a line of shell.
pub fn toy(script: &str) -> String {
    shell_words::join(["bash", "-c", script])
}

/// Plays one legal move, remembers that it has, and writes nonsense the next time.
pub const PLAYS_FIRST_MOVE_ONLY: &str = r#"
if [[ -e playdata.txt ]]; then printf 'nonsense\n' > output.txt; exit; fi
touch playdata.txt
if grep -q BLACK input.txt; then printf 'E b6 a5\n' > output.txt; else printf 'E a3 b4\n' > output.txt; fi"#;

/// What came of one command.
pub struct Told {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// Where one test plays.
pub struct Arena {
    folder: TempDir,
}

impl Arena {
    pub fn new() -> Self {
        Arena { folder: tempfile::tempdir().expect("a folder") }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The referee with these words; it keeps its temporary files in the arena.
    pub fn command(&self, words: &[&str]) -> Command {
        let temporary = self.path("tmp");
        fs::create_dir_all(&temporary).expect("made");
        let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
        command.args(words).current_dir(self.folder.path()).env("TMPDIR", temporary);
        command.stdin(Stdio::null());
        command
    }

    pub fn referee(&self, words: &[&str]) -> Told {
        let Output { status, stdout, stderr } = self.command(words).output().expect("it starts");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        Told { code: status.code(), out: text(stdout), err: text(stderr) }
    }

    pub fn records(&self, folder: &str) -> Records {
        journal::read(&self.path(folder).join("journal.jsonl")).expect("a journal")
    }

    /// Waits until the temporary folder is empty, for at most some seconds; tells what stays.
    pub fn leftovers(&self) -> Vec<PathBuf> {
        let list = || -> Vec<PathBuf> {
            let entries = fs::read_dir(self.path("tmp")).expect("a folder").flatten();
            entries.map(|entry| entry.path()).collect()
        };
        for _ in 0..100 {
            if list().is_empty() && processes_in(self.folder.path()).is_empty() {
                break;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        [list(), processes_in(self.folder.path())].concat()
    }
}

/// The processes that work below a folder.
fn processes_in(dir: &Path) -> Vec<PathBuf> {
    let works = |process: &PathBuf| {
        fs::read_link(process.join("cwd")).is_ok_and(|cwd| cwd.starts_with(dir))
    };
    let entries = fs::read_dir("/proc").expect("the list of processes").flatten();
    entries.map(|entry| entry.path()).filter(works).collect()
}
