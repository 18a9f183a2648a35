//! A folder with the toy program and scripts, and the harness run in it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Names the toy in the dialect of Lines of Action and Tablut.
pub const TOY: &str = "#* sh toy.sh\n";

/// A private folder.
pub struct Stage {
    dir: TempDir,
}

/// What the harness said.
#[derive(Debug)]
pub struct Said {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Stage {
    /// A folder with these files and the toy.
    pub fn new(files: &[(&str, &str)]) -> Self {
        let stage = Stage { dir: tempfile::tempdir().expect("a folder") };
        stage.write("toy.sh", include_str!("toy.sh"));
        files.iter().for_each(|(name, text)| stage.write(name, text));
        stage
    }

    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.path().join(name), text).expect("written");
    }

    /// The text of a file; none if there is none.
    pub fn read(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.path().join(name)).ok()
    }

    /// The harness with these words, in the folder.
    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
        command.args(words).current_dir(self.path()).stdin(Stdio::null());
        command
    }

    /// Runs the harness to its end, after which nothing may be left running.
    pub fn run(&self, words: &[&str]) -> Said {
        let said = Said::of(self.command(words).output().expect("the harness starts"));
        self.is_left_by_all(&said);
        said
    }

    /// Nobody works in the folder. Who was killed may need a moment to be gone.
    pub fn is_left_by_all(&self, said: &Said) {
        let deadline = Instant::now() + Duration::from_secs(2);
        while !self.processes().is_empty() {
            assert!(Instant::now() < deadline, "{:?} are left by {said:?}", self.processes());
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// The processes that work in the folder.
    fn processes(&self) -> Vec<PathBuf> {
        let works = |process: &PathBuf| {
            fs::read_link(process.join("cwd")).is_ok_and(|cwd| cwd.starts_with(self.path()))
        };
        let entries = fs::read_dir("/proc").expect("the list of processes").flatten();
        entries.map(|entry| entry.path()).filter(works).collect()
    }
}

impl Said {
    pub fn of(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Said {
            code: output.status.code(),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }

    /// All tests passed.
    pub fn passes(&self) {
        assert_eq!(self.code, Some(0), "{self:?}");
    }

    /// Some test failed, and all of this was said.
    pub fn fails_with(&self, sentences: &[&str]) {
        assert_eq!(self.code, Some(1), "{self:?}");
        self.says(sentences);
    }

    /// Nothing was run, and all of this was said.
    pub fn refuses_with(&self, sentences: &[&str]) {
        assert_eq!((self.code, self.stdout.as_str()), (Some(2), ""), "{self:?}");
        for sentence in sentences {
            assert!(self.stderr.contains(sentence), "{sentence:?} is not in\n{}", self.stderr);
        }
    }

    pub fn says(&self, sentences: &[&str]) {
        for sentence in sentences {
            assert!(self.stdout.contains(sentence), "{sentence:?} is not in\n{}", self.stdout);
        }
    }
}

/// The toy does this, alone.
pub fn toy(body: &str) -> Said {
    toy_with(&[], body)
}

/// The same, with options.
pub fn toy_with(options: &[&str], body: &str) -> Said {
    let stage = Stage::new(&[("a.in", &format!("{TOY}{body}"))]);
    stage.run(&[options, &["a.in"]].concat())
}

/// The toy does this, and its output is compared with that.
pub fn compared(body: &str, standard: &str) -> Said {
    let script = format!("{TOY}{body}");
    Stage::new(&[("a-1.in", &script), ("a-1.std", standard)]).run(&["a-1.in"])
}
