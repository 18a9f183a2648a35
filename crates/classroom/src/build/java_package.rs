//! A text program as a Java package of the program's name: `loa/Main.java` for `loa`.
//!
//! `javac` gets `Main.java` alone and finds the classes that it uses: the tests of a package may
//! need libraries that are missing here. The package lies where the program must be, so it is moved
//! into the folder `java` afterward, and a script takes its place. Archives (`.jar`) in the folder
//! itself or in `lib` are on the class path.

use crate::archives::listed::{files_in, is_file, is_folder, text_of};
use crate::build::libraries::Libraries;
use crate::build::toolchain::Toolchain;
use crate::error::ClassError;
use cli::lines::lines;
use runner::folder::dir_fd::{Folder, Lock};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::Path;

const MOVED: &str = "java";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JavaPackage {
    program: &'static str,
    /// The arguments of `javac`, as words of a shell.
    sources: String,
}

impl JavaPackage {
    /// The package `program` in `dir`, as a folder or as files that name it.
    pub fn of(dir: &Path, program: &'static str) -> Option<Self> {
        let within = dir.join(program);
        let sources = if is_folder(dir, program)
            && files_in(&within).iter().any(|file| file.ends_with(".java"))
        {
            let main = is_file(&within, "Main.java");
            format!("{program}/{}", if main { "Main.java" } else { "*.java" })
        } else if is_file(dir, "Main.java")
            && package_of(&text_of(&dir.join("Main.java"))).as_deref() == Some(program)
        {
            "*.java".to_string()
        } else {
            return None;
        };
        Some(JavaPackage { program, sources })
    }

    pub fn command(&self, libraries: &Libraries) -> String {
        let more = libraries.behind_class_path();
        format!("javac -encoding UTF-8 -cp '.:*:lib/*'{more} -d . {}", self.sources)
    }
}

/// Makes a program of the package that a build has compiled; `None` if there is none.
pub fn start_package(
    dir: &Path,
    program: &str,
    toolchain: &Toolchain,
) -> Result<Option<String>, ClassError> {
    if !is_folder(dir, program) || !is_file(&dir.join(program), "Main.class") {
        return Ok(None);
    }
    move_package(dir, program).map_err(|error| format!("cannot move {program}: {error}"))?;
    let java = toolchain.quoted("java")?;
    let more = toolchain.libraries.behind_class_path();
    let path = format!("\"$dir/{MOVED}:$dir:$dir/*:$dir/lib/*\"{more}");
    Ok(Some(format!(
        "#!/bin/sh\ndir=${{0%/*}}\nexec {java} -ea -XX:+UseSerialGC -cp {path} {program}.Main \
         \"$@\"\n"
    )))
}

/// The build may have put a link in the place of any folder.
fn move_package(dir: &Path, program: &str) -> io::Result<()> {
    let (own, moved) = (Folder::open(dir)?, OsStr::new(MOVED));
    if !is_folder(dir, MOVED) {
        own.remove(moved)?;
        fs::create_dir(dir.join(MOVED))?;
    }
    let into = own.folder(moved, Lock::Keep)?;
    into.remove(OsStr::new(program))?;
    own.rename_to(OsStr::new(program), &into, OsStr::new(program))
}

pub fn package_of(text: &str) -> Option<String> {
    let name = lines(text).find_map(|line| line.trim_start().strip_prefix("package "))?;
    let name = name.split_once(';')?.0.trim();
    let is_plain = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    (!name.is_empty() && name.chars().all(is_plain) && !name.contains(".."))
        .then(|| name.to_string())
}

/// The other sources of a package, which javac does not find in a folder of another name.
pub fn others_of_package(dir: &Path, file: &str, package: Option<&str>) -> Vec<String> {
    let Some(package) = package else { return Vec::new() };
    let is_other = |name: &String| {
        name != file
            && name.ends_with(".java")
            && package_of(&text_of(&dir.join(name))).as_deref() == Some(package)
    };
    files_in(dir).into_iter().filter(is_other).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_is_a_folder_or_files_that_name_it() {
        let dir = tempfile::tempdir().expect("a folder");
        assert_eq!(sources_of_loa(dir.path()), None);
        fs::write(dir.path().join("Main.java"), "/* */\n  package loa;\n").expect("written");
        assert_eq!(sources_of_loa(dir.path()).as_deref(), Some("*.java"));
        fs::create_dir(dir.path().join("loa")).expect("made");
        fs::write(dir.path().join("loa/Game.java"), "package loa;").expect("written");
        assert_eq!(sources_of_loa(dir.path()).as_deref(), Some("loa/*.java"));
        fs::write(dir.path().join("loa/Main.java"), "package loa;").expect("written");
        assert_eq!(sources_of_loa(dir.path()).as_deref(), Some("loa/Main.java"));
        let package = JavaPackage::of(dir.path(), "loa").expect("there");
        let command = "javac -encoding UTF-8 -cp '.:*:lib/*' -d . loa/Main.java";
        assert_eq!(package.command(&Libraries::default()), command);
        assert_eq!(JavaPackage::of(dir.path(), "tablut"), None);
    }

    fn sources_of_loa(dir: &Path) -> Option<String> {
        JavaPackage::of(dir, "loa").map(|package| package.sources)
    }
}
