//! A source file that becomes a program, chosen by its name: the assignment's own names first.
//!
//! | rank | names for the program `homework` |
//! |---|---|
//! | 1 | `homework.cpp`, `.cc`, `.cxx`, `.c`, `.rs`, `.java`, `.py` |
//! | 2 | the same in other capitals, as `Homework.java` |
//! | 3 | `homework11.cpp` (C++11), then `homework3.py`, then `homework2.py` (Python 2) |
//! | 4 | any other name that begins like the program, as `homework (1).py` |
//!
//! Without any of these, the only source with a `main` is taken.
//!
//! Of one rank the first language of `LANGUAGES` counts, then the first name. The other files of
//! the first three ranks are named to the student, and other versions by their names, as
//! `homework_old.py`. If one of the fourth rank is taken, all are named, and better names one
//! folder deeper.

use crate::archives::listed::{files_in, is_file, text_of};
use crate::build::java_package::{others_of_package, package_of};
use crate::build::language::{LANGUAGES, Language, PYTHON_2, Runner, language};
use crate::build::linked_sources::{has_main, linked_sources};
use crate::build::source_name::{NameRank, better_below, is_version, ranked};
use crate::build::toolchain::Toolchain;
use crate::error::ClassError;
use referee::players::HOMEWORK;
use std::path::Path;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    program: &'static str,
    file: String,
    language: &'static Language,
    /// C++11, not the usual version.
    standard: Standard,
    linked: Vec<String>,
    /// Of a source in Java, as `hw2` or `edu.hw2`.
    package: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standard {
    Usual,
    Cpp11,
}

/// In a script its folder: agents are started by their absolute path.
const DIR: &str = "${0%/*}";

impl SourceFile {
    /// The source of `program` in `dir`, if there is one, and a sentence about others that might
    /// have been it.
    pub fn of(dir: &Path, program: &'static str) -> Option<(Self, Option<String>)> {
        let mut found: Vec<_> =
            files_in(dir).into_iter().filter_map(|file| ranked(file, program)).collect();
        found.sort();
        let rank = found.first()?.0;
        let is_choice = |(one, _, file): &&(NameRank, usize, String)| {
            rank == NameRank::Beginning || *one < NameRank::Beginning || is_version(file, program)
        };
        let mut names = found.iter().filter(is_choice).map(|(.., file)| file.clone());
        let file = names.next()?;
        let mut others: Vec<_> = names.collect();
        if rank == NameRank::Beginning {
            others.extend(better_below(dir, program));
        }
        let note = (!others.is_empty())
            .then(|| format!("{file} was taken for {program}, not {}", others.join(", ")));
        let language = &LANGUAGES[found[0].1];
        let (language, standard) = match rank {
            NameRank::Python2 => (&PYTHON_2, Standard::Usual),
            NameRank::Cpp11 => (language, Standard::Cpp11),
            _ => (language, Standard::Usual),
        };
        Some((SourceFile::new(dir, program, file, language, standard), note))
    }

    /// The only source with a `main` in `dir`, and a sentence that it is called otherwise; or the
    /// names of several.
    pub fn of_other_name(dir: &Path, program: &'static str) -> Result<(Self, String), Vec<String>> {
        // Main.java of a text program has a package, which another hint explains.
        let sources = match program {
            HOMEWORK => sources(dir),
            _ if is_file(dir, "Main.java") => Vec::new(),
            _ => sources(dir),
        };
        let with_main = |(file, at): &&(String, usize)| {
            has_main(&text_of(&dir.join(file)), LANGUAGES[*at].tool)
        };
        let mains: Vec<_> = sources.iter().filter(with_main).collect();
        let found = if mains.is_empty() { sources.iter().collect() } else { mains };
        let [(file, at)] = found[..] else {
            return Err(found.into_iter().map(|(file, _)| file.clone()).collect());
        };
        let end = file.rsplit_once('.').map_or("", |(_, end)| end);
        let why = "it is the only source that can be";
        let note = format!(
            "{file} was taken for {program}: {why}; the assignment's name is {program}.{end}"
        );
        let language = &LANGUAGES[*at];
        Ok((SourceFile::new(dir, program, file.clone(), language, Standard::Usual), note))
    }

    fn new(
        dir: &Path,
        program: &'static str,
        file: String,
        language: &'static Language,
        standard: Standard,
    ) -> Self {
        let (mut package, mut linked) = (None, Vec::new());
        match language.tool {
            "g++" | "gcc" => linked = linked_sources(dir, &file, language.ends),
            "javac" => {
                package = package_of(&text_of(&dir.join(&file)));
                linked = others_of_package(dir, &file, package.as_deref());
            }
            _ => {}
        }
        SourceFile { program, file, language, standard, linked, package }
    }

    /// The same for the tools that there are: Python 3 has to do where there is no Python 2, which
    /// a sentence then says.
    pub fn fitted(mut self, toolchain: &Toolchain) -> (Self, Option<String>) {
        if self.language.tool != "python2" || toolchain.tool("python2").is_some() {
            return (self, None);
        }
        self.language = &LANGUAGES[LANGUAGES.len() - 1];
        let note = format!("{} was taken for Python 3: this machine has no python2", self.file);
        (self, Some(note))
    }

    pub const fn tool(&self) -> &'static str {
        self.language.tool
    }

    pub fn file(&self) -> &str {
        &self.file
    }

    /// All sources that may be linked into the program; none in a language without linking.
    pub fn linked(&self) -> Vec<&str> {
        match self.language.tool {
            "g++" | "gcc" => self.all_files(),
            _ => Vec::new(),
        }
    }

    fn all_files(&self) -> Vec<&str> {
        std::iter::once(&self.file).chain(&self.linked).map(String::as_str).collect()
    }

    /// The commands of the shell. Other sources are linked if the file alone is not enough: many
    /// students hand in old versions beside the one that counts.
    pub fn command(&self) -> String {
        let alone = command_for(self, &[&self.file]);
        if self.linked.is_empty() {
            return alone;
        }
        if self.package.is_some() {
            return command_for(self, &self.all_files());
        }
        format!("{alone} 2>/dev/null || {}", command_for(self, &self.all_files()))
    }

    /// The name and the text of the script that starts the result; `None` if that is a program
    /// itself. What the script needs may be missing.
    pub fn wrapper(
        &self,
        dir: &Path,
        toolchain: &Toolchain,
    ) -> Result<Option<(&'static str, String)>, ClassError> {
        let Some(runner) = self.language.runner else { return Ok(None) };
        let command = match runner {
            Runner::Java => {
                let class = self.class(dir)?;
                let java = toolchain.quoted("java")?;
                let more = toolchain.libraries.behind_class_path();
                let path = format!("\"{DIR}:{DIR}/*:{DIR}/lib/*\"{more}");
                format!("{java} -XX:+UseSerialGC -cp {path} {class}")
            }
            Runner::Python => {
                let python = toolchain.quoted(self.language.tool)?;
                format!("{python} \"{DIR}\"/{}", shell_words::quote(&self.file))
            }
        };
        let python_path = toolchain.libraries.python_path().filter(|_| runner == Runner::Python);
        let set = python_path
            .map(|path| format!("export PYTHONPATH={}\n", shell_words::quote(&path)))
            .unwrap_or_default();
        Ok(Some((self.program, format!("#!/bin/sh\n{set}exec {command} \"$@\"\n"))))
    }

    /// How a student starts what was built in `dir`.
    pub fn start(&self, dir: &Path) -> String {
        match self.language.runner {
            Some(Runner::Python) => format!("{} {}", self.language.tool, word(&self.file)),
            Some(Runner::Java) => {
                let class = self.class(dir).unwrap_or_else(|_| self.program.to_string());
                let path = own_archives(dir).map(|path| format!("-cp '{path}' "));
                format!("java {}{class}", path.unwrap_or_default())
            }
            None => format!("./{}", self.program),
        }
    }

    /// The class that javac has made: in `homework.java` it may be called `Homework`.
    fn class(&self, dir: &Path) -> Result<String, ClassError> {
        let capital = self.program[..1].to_uppercase() + &self.program[1..];
        let stem = self.file.rsplit_once('.').map_or("", |(stem, _)| stem);
        let names = [capital.as_str(), self.program, stem]
            .into_iter()
            .filter(|name| name.chars().all(|c| c.is_alphanumeric() || c == '_'));
        let package = self.package.as_deref().unwrap_or_default();
        let classes = files_in(&dir.join(package.replace('.', "/")));
        let found = names
            .into_iter()
            .find(|name| classes.iter().any(|file| *file == format!("{name}.class")));
        let within = if package.is_empty() { String::new() } else { format!("{package}.") };
        found.map(|name| within + name).ok_or_else(|| {
            ClassError::Correctable(format!(
                "{} holds no class {capital}, whose main could run",
                self.file
            ))
        })
    }
}

/// The class path of a program in `dir` with archives of its own, beside it or in `lib`.
fn own_archives(dir: &Path) -> Option<String> {
    let beside = holds_archive(dir).then_some(":*");
    let in_lib = holds_archive(&dir.join("lib")).then_some(":lib/*");
    (beside.is_some() || in_lib.is_some())
        .then(|| [".", beside.unwrap_or_default(), in_lib.unwrap_or_default()].concat())
}

fn holds_archive(dir: &Path) -> bool {
    files_in(dir).iter().any(|file| Path::new(file).extension() == Some("jar".as_ref()))
}

/// Sources that may be the program, with the places of their languages: not `calibrate`.
fn sources(dir: &Path) -> Vec<(String, usize)> {
    let known = |file: String| {
        let at = language(file.rsplit_once('.')?.1)?;
        (!file.to_lowercase().starts_with("calibrate")).then_some((file, at))
    };
    files_in(dir).into_iter().filter_map(known).collect()
}

fn command_for(source: &SourceFile, files: &[&str]) -> String {
    let standard = if source.standard == Standard::Cpp11 { "c++11" } else { "c++17" };
    let command = source.language.command.replace("STANDARD", standard);
    let files: Vec<_> = files.iter().map(|&file| word(file)).collect();
    command.replace("PROGRAM", source.program).replace("FILE", &files.join(" "))
}

/// A file's name as a word of a shell that no program takes for an option.
fn word(file: &str) -> String {
    let file = if file.starts_with('-') { format!("./{file}") } else { file.to_string() };
    shell_words::quote(&file).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn chosen(files: &[&str], program: &'static str) -> Option<(String, String, Option<String>)> {
        let dir = tempfile::tempdir().expect("a folder");
        for file in files {
            fs::write(dir.path().join(file), "").expect("written");
        }
        let (source, note) = SourceFile::of(dir.path(), program)?;
        Some((source.file().to_string(), source.command(), note))
    }

    #[test]
    fn the_names_of_the_assignment_are_taken() {
        for (file, command) in [
            ("homework.cpp", "g++ -O2 -std=c++17 -o homework homework.cpp"),
            ("homework11.cpp", "g++ -O2 -std=c++11 -o homework homework11.cpp"),
            ("homework.cc", "g++ -O2 -std=c++17 -o homework homework.cc"),
            ("homework.c", "gcc -O2 -o homework homework.c -lm"),
            ("homework.java", "javac -encoding UTF-8 -d . homework.java"),
            ("Homework.java", "javac -encoding UTF-8 -d . Homework.java"),
            ("homework2.py", "python2 -m py_compile homework2.py"),
            ("homework3.py", "python3 -m py_compile homework3.py"),
            ("homework (1).py", "python3 -m py_compile 'homework (1).py'"),
            ("homework_final.rs", "rustc -O -o homework homework_final.rs"),
        ] {
            let expected = Some((file.to_string(), command.to_string(), None));
            assert_eq!(chosen(&[file, "notes.txt"], "homework"), expected);
        }
        let calibrate = chosen(&["calibrate11.cpp", "homework11.cpp"], "calibrate");
        assert_eq!(calibrate.expect("there").0, "calibrate11.cpp");
        assert_eq!(chosen(&["loa.py"], "loa").expect("there").0, "loa.py");
        assert_eq!(chosen(&["main.py", "my_homework.py", "homework.txt"], "homework"), None);
    }

    #[test]
    fn of_two_that_fit_a_sentence_says_which_was_taken() {
        assert_eq!(note(&["homework.py", "homework_test.py"]), None);
        for (first, taken) in [
            ("homework11.cpp", "homework.py"),
            ("homework2.py", "homework3.py"),
            ("homework-b.py", "homework-a.py"),
            ("homework (1).py", "homework.py"),
            ("homework_old2.py", "homework.py"),
        ] {
            let sentence = format!("{taken} was taken for homework, not {first}");
            assert_eq!(note(&[first, taken]), Some(sentence));
        }
    }

    #[test]
    fn a_better_name_one_folder_deeper_is_told() {
        let dir = tempfile::tempdir().expect("a folder");
        fs::create_dir(dir.path().join("proj")).expect("made");
        fs::write(dir.path().join("proj/homework.py"), "").expect("written");
        fs::write(dir.path().join("homework_old.py"), "").expect("written");
        let (_, note) = SourceFile::of(dir.path(), "homework").expect("there");
        let told = "homework_old.py was taken for homework, not proj/homework.py";
        assert_eq!(note.as_deref(), Some(told));
    }

    fn note(files: &[&str]) -> Option<String> {
        chosen(files, "homework").expect("there").2
    }

    #[test]
    fn under_another_name_the_only_source_with_a_main_is_taken() {
        let dir = tempfile::tempdir().expect("a folder");
        let other = || {
            let found = SourceFile::of_other_name(dir.path(), "homework");
            found.map(|(source, note)| (source.file().to_string(), note))
        };
        assert_eq!(other(), Err(Vec::new()));
        let main = "int main() {}";
        fs::write(dir.path().join("calibrate.cpp"), main).expect("written");
        fs::write(dir.path().join("rules.cpp"), "int f();").expect("written");
        fs::write(dir.path().join("agent.cpp"), main).expect("written");
        let note = "agent.cpp was taken for homework: it is the only source that can be; the \
                    assignment's name is homework.cpp";
        assert_eq!(other(), Ok(("agent.cpp".to_string(), note.to_string())));
        fs::write(dir.path().join("test.py"), "if __name__ == '__main__': x").expect("written");
        assert_eq!(other(), Err(vec!["agent.cpp".to_string(), "test.py".to_string()]));
    }

    #[test]
    fn other_sources_are_linked_only_where_the_file_alone_is_not_enough() {
        let (_, command, _) = chosen(&["homework.cpp", "board.cpp"], "homework").expect("there");
        assert_eq!(
            command,
            "g++ -O2 -std=c++17 -o homework homework.cpp 2>/dev/null || \
             g++ -O2 -std=c++17 -o homework homework.cpp board.cpp"
        );
    }

    #[test]
    fn a_java_class_is_found_by_either_spelling() {
        let dir = tempfile::tempdir().expect("a folder");
        fs::write(dir.path().join("homework.java"), "").expect("written");
        let source = SourceFile::of(dir.path(), "homework").expect("there").0;
        let error = source.class(dir.path()).expect_err("no class").to_string();
        assert!(error.contains("no class Homework"));
        fs::create_dir(dir.path().join("hw2")).expect("made");
        fs::write(dir.path().join("hw2/Homework.class"), "").expect("written");
        fs::write(dir.path().join("Board.java"), "package hw2;").expect("written");
        fs::write(dir.path().join("homework.java"), "// x\npackage hw2; class").expect("written");
        let packaged = SourceFile::of(dir.path(), "homework").expect("there").0;
        assert_eq!(packaged.start(dir.path()), "java hw2.Homework");
        fs::create_dir(dir.path().join("lib")).expect("made");
        fs::write(dir.path().join("lib/json.jar"), "").expect("written");
        assert_eq!(packaged.start(dir.path()), "java -cp '.:lib/*' hw2.Homework");
        let command = "javac -encoding UTF-8 -d . homework.java Board.java";
        assert_eq!(packaged.command(), command);
        fs::write(dir.path().join("homework.class"), "").expect("written");
        assert_eq!(source.class(dir.path()).as_deref(), Ok("homework"));
    }
}
