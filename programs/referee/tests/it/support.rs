//! A folder to play in, the referee's own program, and agents that are commands.

use referee::journal::{Records, file as journal};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;
use tempfile::TempDir;

pub use testing::{SPIN_UNTIL, default_signals, holds_soon, toy};

/// Our agent.
pub static HOMEWORK: LazyLock<String> = LazyLock::new(|| {
    testing::program("homework").to_str().expect("a path that is text").to_string()
});
/// The assignment's opponent.
pub const REFERENCE: &str = env!("CARGO_BIN_EXE_reference");

/// Our agent, the same on every machine and at every load.
pub fn steady(nodes: u32) -> String {
    format!("{} --nodes {nodes}", *HOMEWORK)
}

/// Plays one legal move, makes a note of it, and writes nonsense the next time.
pub const PLAYS_FIRST_MOVE_ONLY: &str = r#"
if [[ -e playdata.txt ]]; then printf 'nonsense\n' > output.txt; exit; fi
touch playdata.txt
if grep -q BLACK input.txt; then printf 'E b6 a5\n' > output.txt; else printf 'E a3 b4\n' > output.txt; fi"#;

/// The result of one command.
pub struct CommandResult {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// The folder of one test.
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

    /// The referee with these arguments; it keeps its temporary files in the arena.
    pub fn command(&self, args: &[&str]) -> Command {
        default_signals();
        let temporary = self.path("tmp");
        fs::create_dir_all(&temporary).expect("made");
        let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
        // These agents are ours. As root, less than a full sandbox has to be asked for.
        let is_asked = args.contains(&"--as-root");
        command.args(args).args((!is_asked).then_some("--as-root"));
        command.current_dir(self.folder.path()).env("TMPDIR", temporary);
        command.env("XDG_CACHE_HOME", self.path("cache"));
        command.stdin(Stdio::null());
        command
    }

    pub fn referee(&self, args: &[&str]) -> CommandResult {
        let Output { status, stdout, stderr } = self.command(args).output().expect("it starts");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        CommandResult { code: status.code(), out: text(stdout), err: text(stderr) }
    }

    pub fn records(&self, folder: &str) -> Records {
        journal::read(&self.path(folder).join("journal.jsonl")).expect("a journal")
    }

    /// The directories of agents that exist now.
    pub fn agent_dirs(&self) -> Vec<PathBuf> {
        let list = |dir: &Path| -> Vec<PathBuf> {
            let entries = fs::read_dir(dir).into_iter().flatten().flatten();
            entries.map(|entry| entry.path()).collect()
        };
        list(&self.path("tmp")).iter().flat_map(|root| list(root)).collect()
    }

    /// Waits until the temporary folder is empty and no process works below it; returns what stays.
    pub fn leftovers(&self) -> Vec<PathBuf> {
        let list = || -> Vec<PathBuf> {
            let entries = fs::read_dir(self.path("tmp")).expect("a folder").flatten();
            entries.map(|entry| entry.path()).chain(processes_in(self.folder.path())).collect()
        };
        holds_soon(|| list().is_empty());
        list()
    }
}

/// The processes that work below a folder; none where there is no `/proc`.
fn processes_in(dir: &Path) -> Vec<PathBuf> {
    let works = |process: &PathBuf| {
        fs::read_link(process.join("cwd")).is_ok_and(|cwd| cwd.starts_with(dir))
    };
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(works).collect()
}
