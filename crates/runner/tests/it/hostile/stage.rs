//! A directory, an agent that is some bash, and a look at what it leaves.

use runner::IdleSum;
use runner::process::{RunReport, RunSpec, run};
use runner::sandbox::Sandbox;
use runner::{AgentDir, FileNames, TempRoot};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use std::{fs, thread};

pub const MS: fn(u64) -> Duration = Duration::from_millis;

/// As an assignment may have them.
pub const NAMES: FileNames = FileNames {
    question: "input.txt",
    answer: "output.txt",
    memory: "playdata.txt",
    calibration: "calibration.txt",
    programs: ["homework", "calibrate"],
};

pub const SPIN: &str = "while :; do :; done";

pub const SPIN_LIMIT: Duration = Duration::from_millis(300);

pub struct Stage {
    pub temp_root: TempRoot,
    pub dir: AgentDir,
}

impl Stage {
    pub fn new() -> Self {
        let temp_root = TempRoot::new().expect("a folder");
        let dir = AgentDir::new(&temp_root, NAMES, None).expect("a directory");
        dir.prepare("GAME\n").expect("ready for a move");
        fs::create_dir(temp_root.path().join("program")).expect("made");
        Stage { temp_root, dir }
    }

    /// Limits that no agent of these tests reaches unless it spins or hangs; no sandbox.
    pub fn spec(&self, script: &str) -> RunSpec {
        // The script is read by bash, not executed: the system refuses to execute a file while
        // another thread's fork still holds the handle it was written by.
        let program = self.program();
        fs::write(&program, script).expect("written");
        RunSpec {
            variables: Vec::new(),
            turn_clock: None,
            program: PathBuf::from("bash"),
            args: vec![program.into()],
            dir: self.dir.path().to_path_buf(),
            cpu_limit: MS(30_000),
            wall_limit: MS(120_000),
            idle_limit: MS(120_000),
            idle_total: MS(120_000),
            answer: None,
            cores: None,
            memory_limit: None,
            disk_limit: None,
            sandbox: None,
            stop: None,
            idle_sum: IdleSum::default(),
        }
    }

    fn program(&self) -> PathBuf {
        self.temp_root.path().join("program/homework")
    }

    /// Runs it and checks what holds for every agent: it ends, and nothing is left.
    pub fn run(&self, spec: &RunSpec) -> RunReport {
        let run = run(spec).expect("it starts");
        assert_eq!(processes_of(self.dir.path()), Vec::<PathBuf>::new(), "left behind: {run:?}");
        let reserve = MS(30_000);
        assert!(run.wall < spec.wall_limit + reserve, "too late: {run:?}");
        run
    }

    pub fn act(&self, script: &str) -> RunReport {
        self.run(&self.spec(script))
    }

    /// The same with [`SPIN_LIMIT`], for scripts that spin.
    pub fn act_spinning(&self, script: &str) -> RunReport {
        self.run(&RunSpec { cpu_limit: SPIN_LIMIT, ..self.spec(script) })
    }

    /// Runs it in the sandbox, as in a match; `None` where there is none.
    pub fn act_in_sandbox(&self, script: &str) -> Option<RunReport> {
        let Some(sandbox) = self.sandbox() else {
            println!("no Landlock here: not tested");
            return None;
        };
        Some(self.run(&RunSpec { sandbox: Some(sandbox), ..self.spec(script) }))
    }

    /// The sandbox of a match; `None` where there is none.
    pub fn sandbox(&self) -> Option<Sandbox> {
        Sandbox::available()
            .then(|| Sandbox::new(self.dir.path(), &self.program(), &[]).expect("rules"))
    }

    pub fn text(&self, name: &str) -> String {
        fs::read_to_string(self.dir.path().join(name)).unwrap_or_default()
    }
}

/// The time beyond a millisecond that a thread of this test sleeps while the meter lives. On a busy
/// machine, or one that stands still for a moment, the referee looks so much later too.
pub struct StallMeter {
    worst_micros: Arc<AtomicU64>,
    done: Arc<AtomicBool>,
    sleeper: Option<JoinHandle<()>>,
}

impl StallMeter {
    pub fn start() -> Self {
        let (worst_micros, done) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
        let (worst, stop) = (Arc::clone(&worst_micros), Arc::clone(&done));
        let sleeper = thread::spawn(move || {
            while !stop.load(Ordering::Relaxed) {
                let begun = Instant::now();
                thread::sleep(MS(1));
                let stall = begun.elapsed().saturating_sub(MS(1));
                worst.fetch_max(stall.as_micros() as u64, Ordering::Relaxed);
            }
        });
        StallMeter { worst_micros, done, sleeper: Some(sleeper) }
    }

    /// The longest stall, without the millisecond that was asked for. The last sleep is waited for:
    /// a stall that goes on when a run ends belongs to it.
    pub fn finish(mut self) -> Duration {
        self.stop();
        Duration::from_micros(self.worst_micros.load(Ordering::Relaxed))
    }

    fn stop(&mut self) {
        self.done.store(true, Ordering::Relaxed);
        if let Some(sleeper) = self.sleeper.take() {
            sleeper.join().expect("it sleeps");
        }
    }
}

impl Drop for StallMeter {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The processes that work in a folder or have it in their environment. Dead processes that were
/// not waited for are not seen.
pub fn processes_of(dir: &Path) -> Vec<PathBuf> {
    let name = dir.to_string_lossy().into_owned();
    let entries = fs::read_dir("/proc").expect("the list of processes").flatten();
    entries
        .map(|entry| entry.path())
        .filter(|process| {
            let works = fs::read_link(process.join("cwd")).is_ok_and(|cwd| cwd.starts_with(dir));
            let environment = fs::read(process.join("environ")).unwrap_or_default();
            works || String::from_utf8_lossy(&environment).contains(&name)
        })
        .collect()
}
