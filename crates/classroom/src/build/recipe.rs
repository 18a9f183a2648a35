//! How a submission is built follows from the files in its folder.
//!
//! | found | built by |
//! |---|---|
//! | `[build] command` in the scheme | that command |
//! | `build.sh` | running it |
//! | `homework` | nothing |
//! | `Cargo.toml` | `cargo build --release --offline` |
//! | `Makefile` | `make` |
//! | `loa/Main.java` for the program `loa` | `javac`: [`JavaPackage`] |
//! | `homework.cpp`, `.c`, `.rs`, `.java`, `.py` and more | the language's compiler: [`SourceFile`] |
//!
//! The first row that fits is used. `homework` stands for the game's program: `homework`, `loa`,
//! `tablut` or `amazons`. For Java and Python, a script of that name starts the interpreter on the
//! file beside the script, from any working directory. A source of `calibrate` is built in the same
//! way.

use crate::archives::listed::{files_in, is_file, is_folder};
use crate::build::foreign_program::ForeignProgram;
use crate::build::java_package::JavaPackage;
use crate::build::language::source_ends;
use crate::build::libraries::Libraries;
use crate::build::source_file::SourceFile;
use crate::build::toolchain::Toolchain;
use crate::error::ClassError;
use referee::players::HOMEWORK;
use serde::{Deserialize, Serialize};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recipe {
    /// The grader's own.
    Command(String),
    Script,
    Ready(&'static str),
    Cargo,
    Make,
    Package(JavaPackage),
    Source(SourceFile),
}

/// Sentences about a build that do not make it fail.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct BuildNotes {
    /// For the table of grades: the student may have meant another program.
    pub remarks: Vec<String>,
    pub notes: Vec<String>,
}

impl BuildNotes {
    pub fn all(&self) -> impl Iterator<Item = &String> {
        self.remarks.iter().chain(&self.notes)
    }

    pub fn extend(&mut self, more: Self) {
        self.remarks.extend(more.remarks);
        self.notes.extend(more.notes);
    }
}

pub const SCRIPT: &str = "build.sh";
/// The names by which `make` looks for its file.
pub const MAKEFILES: [&str; 3] = ["GNUmakefile", "makefile", "Makefile"];

impl Recipe {
    /// The recipe for `program` in `dir`. `command` is the scheme's.
    pub fn of(
        dir: &Path,
        program: &'static str,
        command: Option<&str>,
        toolchain: &Toolchain,
    ) -> Result<(Self, BuildNotes), ClassError> {
        let found = Self::found(dir, program, command, toolchain)?;
        let file = match &found.0 {
            Recipe::Ready(program) => Some(*program),
            other => other.source().map(SourceFile::file),
        };
        let is_empty = |file: &&str| fs::metadata(dir.join(file)).is_ok_and(|it| it.len() == 0);
        if let Some(file) = file.filter(is_empty) {
            let why = "is empty (0 bytes): did the upload fail? Hand it in again";
            return Err(format!("{file} {why}").into());
        }
        Ok(found)
    }

    fn found(
        dir: &Path,
        program: &'static str,
        command: Option<&str>,
        toolchain: &Toolchain,
    ) -> Result<(Self, BuildNotes), ClassError> {
        let (recipe, note) = if let Some(command) = command {
            (Recipe::Command(command.to_string()), None)
        } else if is_file(dir, SCRIPT) {
            (Recipe::Script, not_executable(dir, SCRIPT))
        } else if is_file(dir, program) {
            (Recipe::Ready(program), not_executable(dir, program))
        } else if is_file(dir, "Cargo.toml") {
            (Recipe::Cargo, None)
        } else if MAKEFILES.into_iter().any(|name| is_file(dir, name)) {
            (Recipe::Make, None)
        } else if let Some(package) = JavaPackage::of(dir, program) {
            (Recipe::Package(package), None)
        } else if let Some((source, note)) = SourceFile::of(dir, program) {
            let (source, fitted) = source.fitted(toolchain);
            let remarks = note.into_iter().chain(fitted).collect();
            let notes = BuildNotes { remarks, notes: Vec::new() };
            return Ok((Recipe::Source(source), notes));
        } else {
            let (source, note) = SourceFile::of_other_name(dir, program)
                .map_err(|sources| nothing(dir, program, &sources))?;
            let notes = BuildNotes { remarks: vec![note], notes: Vec::new() };
            return Ok((Recipe::Source(source), notes));
        };
        let notes = BuildNotes { remarks: Vec::new(), notes: note.into_iter().collect() };
        Ok((recipe, notes))
    }

    pub fn fits(dir: &Path, program: &'static str) -> bool {
        is_file(dir, SCRIPT)
            || is_file(dir, program) && ForeignProgram::of(dir, program).is_none()
            || Self::compiles(dir, program)
    }

    /// Whether a folder names the program, and so is no other homework with a Makefile of its own.
    pub fn names(dir: &Path, program: &'static str) -> bool {
        is_file(dir, program)
            || is_folder(dir, program)
            || JavaPackage::of(dir, program).is_some()
            || SourceFile::of(dir, program).is_some()
    }

    /// Whether the program can be made from sources, without a script of the student's own.
    pub fn compiles(dir: &Path, program: &'static str) -> bool {
        ["Cargo.toml"].into_iter().chain(MAKEFILES).any(|name| is_file(dir, name))
            || JavaPackage::of(dir, program).is_some()
            || SourceFile::of(dir, program).is_some()
    }

    /// Its name in the log.
    pub fn text(&self) -> String {
        match self {
            Recipe::Command(_) => "the command of the scheme".to_string(),
            Recipe::Script => SCRIPT.to_string(),
            Recipe::Ready(_) => "nothing to build".to_string(),
            Recipe::Cargo => "cargo".to_string(),
            Recipe::Make => "make".to_string(),
            Recipe::Package(_) => "javac of a package".to_string(),
            Recipe::Source(source) => format!("{} of {}", source.tool(), source.file()),
        }
    }

    /// How a student starts what was built in `dir`, without the script of the referee.
    pub fn start(&self, dir: &Path, program: &str) -> String {
        match self {
            Recipe::Package(_) => format!("java -ea {program}.Main"),
            Recipe::Source(source) => source.start(dir),
            _ => format!("./{program}"),
        }
    }

    pub const fn tool(&self) -> Option<&'static str> {
        match self {
            Recipe::Command(_) | Recipe::Script | Recipe::Ready(_) => None,
            Recipe::Cargo => Some("cargo"),
            Recipe::Make => Some("make"),
            Recipe::Package(_) => Some("javac"),
            Recipe::Source(source) => Some(source.tool()),
        }
    }

    /// The source that becomes the program, if a compiler makes it.
    pub const fn source(&self) -> Option<&SourceFile> {
        match self {
            Recipe::Source(source) => Some(source),
            _ => None,
        }
    }

    /// True if `calibrate` is built as the program is: scripts, make, cargo and the grader do that
    /// themselves.
    pub const fn builds_calibrate(&self) -> bool {
        matches!(self, Recipe::Source(_) | Recipe::Ready(_))
    }

    /// The command that makes `program` and nothing else, where the usual one may make more.
    pub fn command_for(&self, program: &str) -> Option<String> {
        let option = match self {
            Recipe::Cargo => "--bin ",
            Recipe::Make => "",
            _ => return None,
        };
        Some(format!("{} {option}{program}", self.command(&Libraries::default())))
    }

    pub fn command(&self, libraries: &Libraries) -> String {
        match self {
            Recipe::Command(command) => command.clone(),
            // An upload may have lost the permission to run it.
            Recipe::Script => "chmod u+x build.sh\n./build.sh".to_string(),
            Recipe::Ready(program) => format!("chmod u+x {program}"),
            Recipe::Cargo => "cargo build --release --offline".to_string(),
            Recipe::Make => "make -B".to_string(),
            Recipe::Package(package) => package.command(libraries),
            Recipe::Source(source) => source.command(),
        }
    }
}

const PYTHON_MAIN: &str = "__main__.py";

fn not_executable(dir: &Path, name: &str) -> Option<String> {
    let text = format!("{name} was not executable; the copy is");
    (!is_program(&dir.join(name))).then_some(text)
}

/// `sources` might be the program.
fn nothing(dir: &Path, program: &str, sources: &[String]) -> String {
    let ends = source_ends();
    let mut text = format!(
        "nothing to build: there is no build.sh, {program}, Cargo.toml, Makefile, nor {program} \
         with one of the ends {ends}"
    );
    if is_file(&dir.join(program), PYTHON_MAIN) {
        return text
            + &format!(
                "; {program}/{PYTHON_MAIN} lies where the program {program} must be: rename the \
                 folder, for example to {program}_game, and start it from {program}.py: import \
                 runpy; runpy.run_module(\"{program}_game\", run_name=\"__main__\")"
            );
    }
    let mut files = files_in(dir);
    if files.is_empty() {
        return "nothing to build: the folder has no file".to_string();
    }
    if program != HOMEWORK && files.iter().any(|file| file == "Main.java") {
        return text
            + &format!(
                "; Main.java must be of the package {program}: {program}/Main.java with the line \
                 `package {program};`, as java -ea {program}.Main starts it"
            );
    }
    if !sources.is_empty() {
        let all = sources.join(", ");
        return text
            + &format!("; {all} might be the program: rename the one that is to {program}");
    }
    files.truncate(3);
    text += &format!("; there is {}", files.join(", "));
    text
}

/// True for a regular file that may be run and is not a link.
pub fn is_program(path: &Path) -> bool {
    fs::symlink_metadata(path)
        .is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_way_to_build_that_fits_counts() {
        let dir = tempfile::tempdir().expect("a folder");
        let toolchain = Toolchain::find(&[], &[]);
        let of = |command| Recipe::of(dir.path(), HOMEWORK, command, &toolchain);
        let recipe = || of(None).map(|(recipe, _)| recipe.text());
        let error = recipe().expect_err("nothing fits").to_string();
        assert!(error.ends_with("the folder has no file"));
        let steps = [
            ("homework.py", "python3 of homework.py"),
            ("Homework.py", "python3 of homework.py"),
            ("homework.java", "javac of homework.java"),
            ("homework.rs", "rustc of homework.rs"),
            ("homework.cpp", "g++ of homework.cpp"),
            ("Makefile", "make"),
            ("Cargo.toml", "cargo"),
            ("homework", "nothing to build"),
            ("build.sh", "build.sh"),
        ];
        for (name, expected) in steps {
            fs::write(dir.path().join(name), "\n").expect("written");
            assert_eq!(recipe().as_deref(), Ok(expected));
            assert!(Recipe::fits(dir.path(), HOMEWORK));
        }
        let lost = of(None).expect("there").1.notes;
        assert_eq!(lost, ["build.sh was not executable; the copy is"]);
        let own = of(Some("make -C src")).expect("there").0;
        assert_eq!(own.command(&Libraries::default()), "make -C src");
    }

    #[test]
    fn an_empty_file_is_called_so() {
        let dir = tempfile::tempdir().expect("a folder");
        let toolchain = Toolchain::find(&[], &[]);
        for name in ["homework.py", "homework"] {
            fs::write(dir.path().join(name), "").expect("written");
            let error = Recipe::of(dir.path(), HOMEWORK, None, &toolchain).expect_err("empty");
            assert!(
                error.to_string().starts_with(&format!("{name} is empty (0 bytes)")),
                "{error}"
            );
        }
    }

    #[test]
    fn what_nothing_fits_is_told_with_what_there_is() {
        let dir = tempfile::tempdir().expect("a folder");
        let toolchain = Toolchain::find(&[], &[]);
        fs::write(dir.path().join("agent.py"), "\n").expect("written");
        fs::write(dir.path().join("Main.java"), "").expect("written");
        let error = Recipe::of(dir.path(), "loa", None, &toolchain).expect_err("nothing fits");
        assert!(error.to_string().contains("Main.java must be of the package loa"), "{error}");
        fs::remove_file(dir.path().join("Main.java")).expect("removed");
        let (recipe, notes) = Recipe::of(dir.path(), "loa", None, &toolchain).expect("one source");
        assert_eq!(recipe.text(), "python3 of agent.py");
        assert!(notes.remarks[0].ends_with("the assignment's name is loa.py"), "{notes:?}");
        fs::write(dir.path().join("other.py"), "").expect("written");
        let error = Recipe::of(dir.path(), "loa", None, &toolchain).expect_err("nothing fits");
        let told = "agent.py, other.py might be the program: rename the one that is to loa";
        assert!(error.to_string().ends_with(told), "{error}");
        fs::create_dir(dir.path().join("loa")).expect("made");
        fs::write(dir.path().join("loa/__main__.py"), "").expect("written");
        let error = Recipe::of(dir.path(), "loa", None, &toolchain).expect_err("nothing fits");
        assert!(
            error.to_string().contains("rename the folder, for example to loa_game"),
            "{error}"
        );
    }
}
