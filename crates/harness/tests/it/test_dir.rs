//! A folder with the toy program and scripts, and the harness run in it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};
use tempfile::TempDir;

/// Names the toy in the script format of Lines of Action and Tablut.
pub const TOY: &str = "#* sh toy.sh\n";

/// What the harness allows where a test sets no limit of its own: far more than a program needs
/// that does what it should, even on a slow and busy machine.
pub const AMPLE: Duration = Duration::from_secs(300);

pub struct TestDir {
    dir: TempDir,
}

#[derive(Debug)]
pub struct Printed {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl TestDir {
    pub fn new(files: &[(&str, &str)]) -> Self {
        let dir = TestDir { dir: tempfile::tempdir().expect("a folder") };
        dir.write("toy.sh", include_str!("toy.sh"));
        files.iter().for_each(|(name, text)| dir.write(name, text));
        dir
    }

    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.path().join(name), text).expect("written");
    }

    pub fn read(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.path().join(name)).ok()
    }

    /// The harness with these arguments, in the folder. Limits that they do not set are ample.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
        command.args(arguments).current_dir(self.path()).stdin(Stdio::null());
        for option in ["--move-time", "--game-time", "--timeout"] {
            if !arguments.contains(&option) {
                command.arg(option).arg(AMPLE.as_secs().to_string());
            }
        }
        command
    }

    /// Runs the harness to its end, after which nothing may be left running.
    pub fn run(&self, arguments: &[&str]) -> Printed {
        let printed = Printed::of(self.command(arguments).output().expect("the harness starts"));
        self.assert_nothing_runs(&printed);
        printed
    }

    /// No process has the folder as its working folder. A killed one may need a moment to be gone.
    pub fn assert_nothing_runs(&self, printed: &Printed) {
        let deadline = Instant::now() + AMPLE;
        while !self.processes().is_empty() {
            assert!(Instant::now() < deadline, "{:?} are left by {printed:?}", self.processes());
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// The processes that work in the folder. Only Linux tells.
    fn processes(&self) -> Vec<PathBuf> {
        if !cfg!(target_os = "linux") {
            return Vec::new();
        }
        let entries = fs::read_dir("/proc").expect("the list of processes").flatten();
        let processes = entries.map(|entry| entry.path()).filter(|process| {
            fs::read_link(process.join("cwd")).is_ok_and(|cwd| cwd.starts_with(self.path()))
        });
        processes.collect()
    }
}

impl Printed {
    pub fn of(output: Output) -> Self {
        let [stdout, stderr] = [output.stdout, output.stderr]
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        Printed { code: output.status.code(), stdout, stderr }
    }

    pub fn passes(&self) {
        assert_eq!(self.code, Some(0), "{self:?}");
    }

    pub fn fails_with(&self, sentences: &[&str]) {
        assert_eq!(self.code, Some(1), "{self:?}");
        self.prints(sentences);
    }

    /// Nothing was run, and standard error holds all of this.
    pub fn refuses_with(&self, sentences: &[&str]) {
        assert_eq!((self.code, self.stdout.as_str()), (Some(2), ""), "{self:?}");
        for sentence in sentences {
            assert!(self.stderr.contains(sentence), "{sentence:?} is not in\n{}", self.stderr);
        }
    }

    pub fn prints(&self, sentences: &[&str]) {
        for sentence in sentences {
            assert!(self.stdout.contains(sentence), "{sentence:?} is not in\n{}", self.stdout);
        }
    }
}

/// For a test in which one wait must end by a limit, and others must not: on a busy machine that
/// takes a longer limit. `run` is called with ever longer ones, in seconds, until it fails with all
/// of `sentences`, in which `LIMIT` stands for the number.
pub fn fails_under_some_limit(sentences: &[&str], run: impl Fn(&str) -> Printed) {
    under_some_limit(run, |limit, printed| {
        let mut sentences = sentences.iter().map(|text| text.replace("LIMIT", limit));
        printed.code == Some(1) && sentences.all(|text| printed.stdout.contains(&text))
    });
}

/// The same for a test that must pass under some limit.
pub fn passes_under_some_limit(run: impl Fn(&str) -> Printed) {
    under_some_limit(run, |_, printed| printed.code == Some(0));
}

fn under_some_limit(run: impl Fn(&str) -> Printed, is_right: impl Fn(&str, &Printed) -> bool) {
    let mut wrong = Vec::new();
    for limit in ["0.5", "2", "8", "32"] {
        let printed = run(limit);
        if is_right(limit, &printed) {
            return;
        }
        wrong.push((limit, printed));
    }
    panic!("wrong under each limit: {wrong:#?}");
}

pub fn toy(body: &str) -> Printed {
    toy_with(&[], body)
}

pub fn toy_with(options: &[&str], body: &str) -> Printed {
    let dir = TestDir::new(&[("a.in", &format!("{TOY}{body}"))]);
    dir.run(&[options, &["a.in"]].concat())
}

pub fn compared(body: &str, expected: &str) -> Printed {
    let script = format!("{TOY}{body}");
    TestDir::new(&[("a-1.in", &script), ("a-1.std", expected)]).run(&["a-1.in"])
}
