//! A home, an agent that is a line of bash, and a look at what it leaves.

use referee::estate::Estate;
use referee::home::Home;
use referee::process::{Order, Run, run};
use referee::sandbox::Sandbox;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub const MS: fn(u64) -> Duration = Duration::from_millis;

/// Uses CPU time until somebody stops it.
pub const SPIN: &str = "while :; do :; done";

/// What one toy agent needs.
pub struct Stage {
    pub estate: Estate,
    pub home: Home,
}

impl Stage {
    pub fn new() -> Self {
        let estate = Estate::new().expect("an estate");
        let home = Home::new(&estate, None).expect("a home");
        home.prepare("GAME\n").expect("ready for a move");
        fs::create_dir(estate.path().join("program")).expect("made");
        Stage { estate, home }
    }

    /// 300 ms of CPU time, a wall guard far away, no sandbox.
    pub fn order(&self, script: &str) -> Order {
        // The script is read by bash, not executed: the system refuses to execute a file while
        // another thread's fork still holds the handle it was written by.
        let program = self.program();
        fs::write(&program, script).expect("written");
        Order {
            program: PathBuf::from("bash"),
            args: vec![program.into()],
            dir: self.home.path().to_path_buf(),
            cpu_limit: MS(300),
            wall_limit: MS(10_000),
            cores: None,
            sandbox: None,
        }
    }

    fn program(&self) -> PathBuf {
        self.estate.path().join("program/homework")
    }

    /// Runs and checks what holds for every agent: an end in time, and nothing left.
    pub fn run(&self, order: &Order) -> Run {
        let run = run(order).expect("it starts");
        assert_eq!(processes_of(self.home.path()), Vec::<PathBuf>::new(), "left behind: {run:?}");
        let slack = MS(2_000);
        assert!(run.wall < order.wall_limit + slack, "too late: {run:?}");
        run
    }

    pub fn act(&self, script: &str) -> Run {
        self.run(&self.order(script))
    }

    /// Runs shut in, as in a match; none where the kernel cannot.
    pub fn act_shut_in(&self, script: &str) -> Option<Run> {
        if !Sandbox::available() {
            println!("no Landlock here: not tested");
            return None;
        }
        let mut order = self.order(script);
        let sandbox = Sandbox::new(self.home.path(), &self.program(), &[]);
        order.sandbox = Some(sandbox.expect("rules"));
        Some(self.run(&order))
    }

    /// A file of the home, empty if there is none.
    pub fn text(&self, name: &str) -> String {
        fs::read_to_string(self.home.path().join(name)).unwrap_or_default()
    }
}

/// The processes that work in a folder or know of it by their environment. The dead whom nobody
/// has waited for are not seen.
pub fn processes_of(dir: &Path) -> Vec<PathBuf> {
    let name = dir.to_string_lossy().into_owned();
    let knows = |process: &PathBuf| {
        let works = fs::read_link(process.join("cwd")).is_ok_and(|cwd| cwd.starts_with(dir));
        let environment = fs::read(process.join("environ")).unwrap_or_default();
        works || String::from_utf8_lossy(&environment).contains(&name)
    };
    let entries = fs::read_dir("/proc").expect("the list of processes").flatten();
    entries.map(|entry| entry.path()).filter(knows).collect()
}
