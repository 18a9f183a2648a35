//! How a submission is built follows from the files in its folder.
//!
//! | found | built by |
//! |---|---|
//! | `build.sh` | running it |
//! | an executable `homework` | nothing |
//! | `Cargo.toml` | `cargo build --release --offline` |
//! | `Makefile` | `make` |
//! | `homework.cpp`, `.c`, `.rs`, `.java`, `.py` | the language's compiler |
//!
//! The first row that fits counts. Java and Python become a script `homework` that starts the
//! interpreter on the file beside the script, wherever the working directory is. A source of
//! `calibrate` is built in the same way.

use crate::class::toolchain::Toolchain;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recipe {
    Script,
    /// `homework` is there already.
    Ready,
    Cargo,
    Make,
    Source(SourceFile),
}

/// One source file that becomes a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// `homework` or `calibrate`.
    program: &'static str,
    file: String,
    language: &'static Language,
}

/// Makes a program from one file.
#[derive(Debug, PartialEq, Eq)]
struct Language {
    /// The end of the file's name.
    end: &'static str,
    tool: &'static str,
    /// `FILE` and `PROGRAM` are replaced.
    command: &'static str,
    /// The interpreter that starts the result; `None` if that is a program itself.
    runner: Option<Runner>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Runner {
    Java,
    Python,
}

const LANGUAGES: [Language; 5] = [
    Language {
        end: "cpp",
        tool: "g++",
        command: "g++ -O2 -std=c++17 -o PROGRAM FILE",
        runner: None,
    },
    Language { end: "c", tool: "gcc", command: "gcc -O2 -o PROGRAM FILE -lm", runner: None },
    Language { end: "rs", tool: "rustc", command: "rustc -O -o PROGRAM FILE", runner: None },
    Language {
        end: "java",
        tool: "javac",
        command: "javac -encoding UTF-8 -d . FILE",
        runner: Some(Runner::Java),
    },
    Language {
        end: "py",
        tool: "python3",
        command: "python3 -m py_compile FILE",
        runner: Some(Runner::Python),
    },
];

/// The script that builds a submission.
pub const SCRIPT: &str = "build.sh";

impl Recipe {
    /// The recipe for the submission in `dir`, or a sentence for the student.
    pub fn of(dir: &Path) -> Result<Self, String> {
        let has = |name: &str| is_file(&dir.join(name));
        if has(SCRIPT) {
            Ok(Recipe::Script)
        } else if has("homework") {
            Ok(Recipe::Ready)
        } else if has("Cargo.toml") {
            Ok(Recipe::Cargo)
        } else if has("Makefile") || has("makefile") {
            Ok(Recipe::Make)
        } else {
            SourceFile::of(dir, "homework").map(Recipe::Source).ok_or_else(|| {
                let ends = LANGUAGES.map(|language| language.end).join(", .");
                format!(
                    "nothing to build: there is no build.sh, homework, Cargo.toml, Makefile, nor \
                     homework with the end .{ends}"
                )
            })
        }
    }

    /// Its name in the log.
    pub fn text(&self) -> String {
        match self {
            Recipe::Script => SCRIPT.to_string(),
            Recipe::Ready => "nothing to build".to_string(),
            Recipe::Cargo => "cargo".to_string(),
            Recipe::Make => "make".to_string(),
            Recipe::Source(source) => format!("{} of {}", source.language.tool, source.file),
        }
    }

    /// The program that it needs.
    pub const fn tool(&self) -> Option<&'static str> {
        match self {
            Recipe::Script | Recipe::Ready => None,
            Recipe::Cargo => Some("cargo"),
            Recipe::Make => Some("make"),
            Recipe::Source(source) => Some(source.tool()),
        }
    }

    /// The source that becomes `homework`, if a compiler makes it.
    pub const fn source(&self) -> Option<&SourceFile> {
        match self {
            Recipe::Source(source) => Some(source),
            Recipe::Script | Recipe::Ready | Recipe::Cargo | Recipe::Make => None,
        }
    }

    pub fn command(&self) -> String {
        match self {
            // An upload may have lost the permission to run it.
            Recipe::Script => "chmod u+x build.sh\n./build.sh".to_string(),
            Recipe::Ready => "chmod u+x homework".to_string(),
            Recipe::Cargo => "cargo build --release --offline".to_string(),
            Recipe::Make => "make".to_string(),
            Recipe::Source(source) => source.command(),
        }
    }
}

impl SourceFile {
    /// The source of `program` in `dir`, if there is one.
    pub fn of(dir: &Path, program: &'static str) -> Option<Self> {
        let capital = program[..1].to_uppercase() + &program[1..];
        LANGUAGES.iter().find_map(|language| {
            let names = [program, &capital].map(|name| format!("{name}.{}", language.end));
            let file = names.into_iter().find(|name| is_file(&dir.join(name)))?;
            Some(SourceFile { program, file, language })
        })
    }

    pub const fn tool(&self) -> &'static str {
        self.language.tool
    }

    pub fn command(&self) -> String {
        self.language.command.replace("PROGRAM", self.program).replace("FILE", &self.file)
    }

    /// The name and the text of the script that starts the result; `None` if that is a program
    /// itself. The error is a sentence: what the script needs is missing.
    pub fn wrapper(
        &self,
        dir: &Path,
        toolchain: &Toolchain,
    ) -> Result<Option<(&'static str, String)>, String> {
        let Some(runner) = self.language.runner else { return Ok(None) };
        let missing = |tool: &str| format!("there is no {tool} on this machine");
        let path = |tool: &str| {
            let tool = toolchain.tool(tool).ok_or_else(|| missing(tool))?;
            Ok::<_, String>(shell_words::quote(&tool.path.to_string_lossy()).into_owned())
        };
        // "${0%/*}" is the folder of the script: agents are started by their absolute path.
        let command = match runner {
            Runner::Java => {
                let class = self.class(dir)?;
                format!("{} -XX:+UseSerialGC -cp \"${{0%/*}}\" {class}", path("java")?)
            }
            Runner::Python => format!("{} \"${{0%/*}}/{}\"", path("python3")?, self.file),
        };
        Ok(Some((self.program, format!("#!/bin/sh\nexec {command} \"$@\"\n"))))
    }

    /// The class that javac has made: in `homework.java` it may be called `Homework`.
    fn class(&self, dir: &Path) -> Result<String, String> {
        let capital = self.program[..1].to_uppercase() + &self.program[1..];
        let names = [capital.as_str(), self.program];
        let found = names.into_iter().find(|name| is_file(&dir.join(format!("{name}.class"))));
        found.map(str::to_string).ok_or_else(|| {
            format!(
                "{} holds no class {capital} without a package, whose main could run",
                self.file
            )
        })
    }
}

/// True for a regular file that is not a link.
fn is_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_file())
}

/// True for a regular file that may be run and is not a link.
pub fn is_program(path: &Path) -> bool {
    let is_executable = |found: &fs::Metadata| found.permissions().mode() & 0o111 != 0;
    fs::symlink_metadata(path).is_ok_and(|found| found.is_file() && is_executable(&found))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_way_to_build_that_fits_counts() {
        let dir = tempfile::tempdir().expect("a folder");
        let recipe = || Recipe::of(dir.path()).map(|recipe| recipe.text());
        assert!(recipe().is_err_and(|text| text.starts_with("nothing to build: there is no")));
        let steps = [
            ("homework.py", "python3 of homework.py"),
            ("Homework.java", "javac of Homework.java"),
            ("homework.rs", "rustc of homework.rs"),
            ("homework.cpp", "g++ of homework.cpp"),
            ("Makefile", "make"),
            ("Cargo.toml", "cargo"),
            ("homework", "nothing to build"),
            ("build.sh", "build.sh"),
        ];
        for (name, expected) in steps {
            fs::write(dir.path().join(name), "").expect("written");
            assert_eq!(recipe().as_deref(), Ok(expected));
        }
    }

    #[test]
    fn a_source_names_its_file_and_its_program() {
        let dir = tempfile::tempdir().expect("a folder");
        fs::write(dir.path().join("calibrate.cpp"), "").expect("written");
        let source = SourceFile::of(dir.path(), "calibrate").expect("there");
        assert_eq!(source.command(), "g++ -O2 -std=c++17 -o calibrate calibrate.cpp");
        assert_eq!(SourceFile::of(dir.path(), "homework"), None);
    }

    #[test]
    fn a_java_class_is_found_by_either_spelling() {
        let dir = tempfile::tempdir().expect("a folder");
        fs::write(dir.path().join("homework.java"), "").expect("written");
        let source = SourceFile::of(dir.path(), "homework").expect("there");
        assert!(source.class(dir.path()).is_err_and(|text| text.contains("no class Homework")));
        fs::write(dir.path().join("homework.class"), "").expect("written");
        assert_eq!(source.class(dir.path()).as_deref(), Ok("homework"));
    }
}
