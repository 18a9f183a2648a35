//! A folder to play in, the referee's own program, and agents that are commands.

use referee::journal::{Records, file as journal};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;
use tempfile::TempDir;

pub use testing::{SPIN_UNTIL, default_signals, holds_soon, toy};

pub static HOMEWORK: LazyLock<String> = LazyLock::new(|| {
    testing::program("homework").to_str().expect("a path that is text").to_string()
});
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

pub struct CommandResult {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl CommandResult {
    fn of(Output { status, stdout, stderr }: Output) -> Self {
        CommandResult { code: status.code(), out: text(stdout), err: text(stderr) }
    }
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("text")
}

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

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    }

    pub fn program(&self, name: &str, script: &str) {
        testing::write_script(&self.path(name), script);
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("there")
    }

    /// What the referee says under a limit of the shell, such as `-n 9`.
    pub fn limited(&self, limit: &str, args: &[&str]) -> Output {
        let referee = self.command(args);
        let script = format!("ulimit {limit} && exec \"$0\" \"$@\"");
        let mut command = Command::new("bash");
        command.args(["-c", &script]).arg(referee.get_program()).args(referee.get_args());
        command.current_dir(self.path("")).output().expect("it runs")
    }

    /// The referee with these arguments; it keeps its temporary files in the arena.
    pub fn command(&self, args: &[&str]) -> Command {
        default_signals();
        if args.first() == Some(&"class") {
            // It writes the students' pages, and lies beside the referee.
            testing::program("crownhead");
        }
        let temporary = self.path("tmp");
        fs::create_dir_all(&temporary).expect("made");
        let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
        // These agents are ours. As root, less than a full sandbox has to be asked for.
        let is_asked = args.contains(&"--allow-root");
        command.args(args).args((!is_asked).then_some("--allow-root"));
        command.current_dir(self.folder.path()).env("TMPDIR", temporary);
        command.env("XDG_CACHE_HOME", self.path("cache"));
        command.stdin(Stdio::null());
        command
    }

    pub fn referee(&self, args: &[&str]) -> CommandResult {
        CommandResult::of(self.command(args).output().expect("it starts"))
    }

    /// The same in a folder below this one.
    pub fn run_in(&self, folder: &str, args: &[&str]) -> CommandResult {
        let mut command = self.command(args);
        let output = command.current_dir(self.path(folder)).output().expect("it starts");
        CommandResult::of(output)
    }

    /// The same, which must succeed.
    #[track_caller]
    pub fn succeeds(&self, args: &[&str]) -> CommandResult {
        self.ends(0, args)
    }

    /// The same, which must end with this code.
    #[track_caller]
    pub fn ends(&self, code: i32, args: &[&str]) -> CommandResult {
        let result = self.referee(args);
        assert_eq!(result.code, Some(code), "{args:?}: {}{}", result.out, result.err);
        result
    }

    /// The same, which must be told that it is wrong.
    #[track_caller]
    pub fn refuses(&self, args: &[&str], part: &str) {
        let result = self.ends(2, args);
        assert!(result.err.contains(part), "{args:?}: {part}: {}", result.err);
    }

    pub fn records(&self, folder: &str) -> Records {
        journal::read(&self.path(folder).join("journal.jsonl")).expect("a journal")
    }

    pub fn agent_dirs(&self) -> Vec<PathBuf> {
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

fn list(dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

/// The processes that work below a folder; none where there is no `/proc`.
fn processes_in(dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries
        .map(|entry| entry.path())
        .filter(|process| fs::read_link(process.join("cwd")).is_ok_and(|cwd| cwd.starts_with(dir)))
        .collect()
}

pub fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
