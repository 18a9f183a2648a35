//! A folder in which programs run: with an environment that is the same everywhere.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use tempfile::TempDir;

pub struct Printed {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Printed {
    /// Standard output of a program that must have succeeded.
    #[track_caller]
    pub fn text(self) -> String {
        assert_eq!(self.code, Some(0), "{}{}", self.out, self.err);
        self.out
    }
}

pub struct Place {
    folder: TempDir,
}

impl Place {
    pub fn new() -> Self {
        // By its real name, which is the one that programs print.
        let temporary = std::env::temp_dir().canonicalize().expect("there");
        let folder = tempfile::tempdir_in(temporary).expect("a folder");
        fs::create_dir(folder.path().join("tmp")).expect("made");
        Place { folder }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn read(&self, name: &str) -> String {
        let path = self.path(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("made");
        fs::write(path, text).expect("written");
    }

    pub fn copy(&self, fixture: &str, name: &str) {
        testing::copy_folder(&testing::fixture(fixture), &self.path(name));
    }

    pub fn run(&self, program: &str, args: &[&str]) -> Printed {
        self.run_with(program, args, "")
    }

    /// The same with this standard input.
    pub fn run_with(&self, program: &str, args: &[&str], input: &str) -> Printed {
        let mut command = Command::new(testing::program(program));
        self.run_command(command.args(args), input)
    }

    /// A line of a shell.
    pub fn run_line(&self, line: &str) -> Printed {
        self.run_command(Command::new("sh").args(["-c", line]), "")
    }

    fn run_command(&self, command: &mut Command, input: &str) -> Printed {
        command.current_dir(self.folder.path());
        self.set_environment(command);
        let output = testing::output_of(command, input.as_bytes());
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        Printed { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    /// The text with placeholders for this folder, for that of the programs and for the fixtures.
    pub fn without_paths(&self, text: &str) -> String {
        let mut text = text.to_string();
        let folder = self.folder.path().to_path_buf();
        let folders = [(folder, "folder"), (programs(), "programs"), (fixtures(), "fixtures")];
        for (path, name) in folders {
            text = text.replace(&path.display().to_string(), &format!("<{name}>"));
        }
        text
    }

    /// Nothing of our own environment: the same programs are found everywhere, those of the
    /// workspace and the system's.
    fn set_environment(&self, command: &mut Command) {
        let path = format!("{}:/usr/bin:/bin:/usr/local/bin", programs().display());
        command.env_clear().env("PATH", path);
        command.env("LANG", "C.UTF-8").env("TERM", "dumb").env("COLUMNS", "100");
        command.env("HOME", self.folder.path()).env("TMPDIR", self.path("tmp"));
        command.env("XDG_CACHE_HOME", self.path("cache"));
    }
}

fn programs() -> PathBuf {
    testing::program("referee").parent().expect("a program lies in a folder").to_path_buf()
}

/// The fixtures, by the name that programs print.
fn fixtures() -> PathBuf {
    testing::fixture("").canonicalize().expect("they are there")
}
