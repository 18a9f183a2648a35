//! What an author's build has left beside the sources: it is made anew, not copied.
//!
//! Who runs `make`, edits a source and hands in both would else be tested by the old program,
//! since times may be lost on the way. Left out are compiled files whose source lies in the same
//! folder, and a compiled program that is older than a source, where another way to build is left.
//! Nothing is left out where nothing is compiled: a script may start classes that were handed in.

use crate::archives::listed::{begin_of, is_file, text_of};
use crate::build::foreign_program::ForeignProgram;
use crate::build::language::{is_source, source_ends};
use crate::build::recipe::{Recipe, SCRIPT};
use crate::build::source_file::SourceFile;
use crate::error::ClassError;
use runner::folder::listing::Listing;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Ends of what compilers write, each with the ends of its sources.
const PRODUCTS: [(&str, &[&str]); 4] = [
    ("class", &["java"]),
    ("o", &["c", "cc", "cpp", "cxx", "rs"]),
    ("obj", &["c", "cc", "cpp", "cxx", "rs"]),
    ("pyc", &["py"]),
];
/// Words by which a script says that it compiles.
const COMPILERS: [&str; 11] =
    ["javac", "make", "gcc", "g++", "cc", "clang", "rustc", "cargo", "ant", "mvn", "gradlew"];
/// The start of a program that a compiler has made: on Linux, and two forms of macOS.
const COMPILED: [[u8; 4]; 3] = [*b"\x7fELF", [0xcf, 0xfa, 0xed, 0xfe], [0xca, 0xfe, 0xba, 0xbe]];
/// A ZIP knows a time to two seconds.
const SAME_TIME: Duration = Duration::from_secs(2);
/// Bytes of a class file in which the name of its source is looked for.
const LONGEST_CLASS: u64 = 1 << 20;
const MOST_NAMED: usize = 3;

/// The files in `folder` that its build makes anew.
pub fn built_files(
    folder: &Path,
    listing: &Listing,
    program: &'static str,
    command: Option<&str>,
) -> Vec<PathBuf> {
    let paths: Vec<&Path> = listing.files().collect();
    let old = old_program(folder, &paths, program).filter(|_| command.is_none());
    let compiles = match command {
        Some(command) => names_compiler(command),
        None if is_file(folder, SCRIPT) => names_compiler(&text_of(&folder.join(SCRIPT))),
        None => old.is_some() || !is_file(folder, program),
    };
    if !compiles {
        return Vec::new();
    }
    let products = paths.iter().filter(|path| is_product(folder, path, &paths));
    products.map(|path| path.to_path_buf()).chain(old).collect()
}

/// Whether the folder's own `program` is compiled, and older than a source beside it.
pub fn has_old_program(folder: &Path, program: &'static str) -> bool {
    Listing::of(folder).is_ok_and(|listing| {
        old_program(folder, &listing.files().collect::<Vec<_>>(), program).is_some()
    })
}

/// The `program` in `folder` that this machine cannot run, and that something else replaces.
///
/// # Errors
/// A sentence, if nothing else is there: `homework.exe` alone counts, too.
pub fn foreign_program(
    folder: &Path,
    program: &'static str,
    command: Option<&str>,
) -> Result<Option<ForeignProgram>, ClassError> {
    let foreign = ForeignProgram::of(folder, program);
    if command.is_none() && !is_file(folder, program) || foreign.is_some() {
        let exe = || ForeignProgram::of(folder, &format!("{program}.exe"));
        let fault =
            foreign.clone().or_else(exe).and_then(|one| fault_of_foreign(&one, folder, program));
        fault.map_or(Ok(()), |fault| Err(ClassError::Correctable(fault)))?;
    }
    Ok(foreign)
}

/// `not copied, because the build makes it anew: loa/Main.class, loa/Board.class and 3 more`.
pub fn sentence_of(built: &[PathBuf]) -> Option<String> {
    let names: Vec<_> = built.iter().map(cli::visible::path).collect();
    let names = cli::first_of(&names, MOST_NAMED, ", ");
    (!built.is_empty()).then(|| format!("not copied, because the build makes it anew: {names}"))
}

/// Why nothing can be built in `folder`, where this program of another system may be all.
fn fault_of_foreign(
    foreign: &ForeignProgram,
    folder: &Path,
    program: &'static str,
) -> Option<String> {
    let has_source = is_file(folder, SCRIPT)
        || Recipe::compiles(folder, program)
        || SourceFile::of_other_name(folder, program) != Err(Vec::new());
    let ForeignProgram { name, system } = foreign;
    let (name, ends) = (name.display(), source_ends());
    let text = format!(
        "{name} is compiled for {system}, and this machine cannot run it; hand in its source, \
         {program} with one of the ends {ends}"
    );
    (!has_source).then_some(text)
}

fn names_compiler(script: &str) -> bool {
    let mut words = script.split(|c: char| !c.is_alphanumeric() && !"+_".contains(c));
    words.any(|word| COMPILERS.contains(&word))
}

fn is_product(folder: &Path, path: &Path, all: &[&Path]) -> bool {
    let end = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    let Some((_, ends)) = PRODUCTS.iter().find(|(product, _)| *product == end) else {
        return false;
    };
    let stem = path.file_stem().and_then(OsStr::to_str).unwrap_or_default();
    let stem = stem.split('$').next().unwrap_or(stem);
    let beside = all.iter().filter(|other| other.parent() == path.parent());
    let sources: Vec<&Path> = beside
        .copied()
        .filter(|other| other.extension().is_some_and(|end| ends.iter().any(|own| end == *own)))
        .collect();
    sources.iter().any(|source| source.file_stem() == Some(OsStr::new(stem)))
        || end == "class" && !sources.is_empty() && is_compiled_from(&folder.join(path), &sources)
}

/// Whether a class file says that it was made from one of these: several classes may stand in one
/// source. Its table of constants has the name behind a mark and a length.
fn is_compiled_from(class: &Path, sources: &[&Path]) -> bool {
    let bytes = begin_of(class, LONGEST_CLASS);
    sources.iter().filter_map(|source| source.file_name()?.to_str()).any(|name| {
        let length = u16::try_from(name.len()).unwrap_or(0).to_be_bytes();
        let constant = [&[1], &length[..], name.as_bytes()].concat();
        bytes.windows(constant.len()).any(|part| part == constant)
    })
}

/// The compiled `program`, if it is older than a source and can be built without it.
fn old_program(folder: &Path, all: &[&Path], program: &'static str) -> Option<PathBuf> {
    let path = folder.join(program);
    let is_compiled = COMPILED.iter().any(|begin| begin_of(&path, 4) == begin);
    let time = modified(&path).filter(|_| is_compiled && Recipe::compiles(folder, program))?;
    let newer = |source: &&&Path| {
        let is_source = is_source(&source.to_string_lossy());
        is_source && modified(&folder.join(source)).is_some_and(|own| own > time + SAME_TIME)
    };
    all.iter().find(newer).map(|_| PathBuf::from(program))
}

fn modified(path: &Path) -> Option<SystemTime> {
    path.symlink_metadata().ok().filter(std::fs::Metadata::is_file)?.modified().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn left_out(files: &[(&str, &[u8])], command: Option<&str>) -> Vec<String> {
        let dir = tempfile::tempdir().expect("a folder");
        for (name, bytes) in files {
            let path = dir.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            fs::write(path, bytes).expect("written");
        }
        let old = dir.path().join("loa");
        if old.is_file() {
            let file = fs::File::options().write(true).open(old).expect("there");
            file.set_modified(SystemTime::UNIX_EPOCH).expect("set");
        }
        let listing = Listing::of(dir.path()).expect("listed");
        let built = built_files(dir.path(), &listing, "loa", command);
        built.iter().map(|path| path.to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn what_has_its_source_beside_it_is_left_out() {
        let second = b"\xca\xfe\xba\xbe\x01\x00\x09Main.java";
        let files: [(&str, &[u8]); 9] = [
            ("Makefile", b""),
            ("loa/Main.java", b""),
            ("loa/Main.class", b""),
            ("loa/Main$1.class", b""),
            ("loa/Second.class", second),
            ("loa/Library.class", b"\x01\x00\x0cLibrary.java"),
            ("lib/Main.class", b""),
            ("fast.c", b""),
            ("fast.o", b""),
        ];
        let out = ["fast.o", "loa/Main$1.class", "loa/Main.class", "loa/Second.class"];
        assert_eq!(left_out(&files, None), out);
        assert_eq!(left_out(&files, Some("make -C .")), out);
        assert!(left_out(&files, Some("chmod u+x loa")).is_empty());
        let shown = sentence_of(&out.map(PathBuf::from)).unwrap_or_default();
        assert!(shown.ends_with("fast.o, loa/Main$1.class, loa/Main.class and 1 more"), "{shown}");
        assert_eq!(sentence_of(&[]), None);
    }

    #[test]
    fn a_script_keeps_the_classes_that_it_starts_unless_it_compiles() {
        let classes: [(&str, &[u8]); 2] = [("Main.java", b""), ("Main.class", b"")];
        let with = |name, text: &[u8]| left_out(&[&classes[..], &[(name, text)]].concat(), None);
        assert!(with("loa", b"#!/bin/sh\nexec java Main\n").is_empty());
        assert!(with("build.sh", b"chmod u+x loa\n").is_empty());
        assert_eq!(with("build.sh", b"javac *.java\n"), ["Main.class"]);
    }

    #[test]
    fn a_compiled_program_older_than_its_source_is_built_anew() {
        let of = |program: &[u8], makefile: &str| {
            left_out(&[("loa", program), ("loa.c", b""), ("loa.o", b""), (makefile, b"")], None)
        };
        assert_eq!(of(b"\x7fELF..", "Makefile"), ["loa.o", "loa"]);
        assert_eq!(of(b"\x7fELF..", "notes.txt"), ["loa.o", "loa"]);
        assert!(of(b"#!/bin/sh\n", "Makefile").is_empty());
        assert!(left_out(&[("loa", b"\x7fELF"), ("board.c", b"")], None).is_empty());
    }

    #[test]
    fn without_a_source_the_source_is_asked_for() {
        let dir = tempfile::tempdir().expect("a folder");
        fs::write(dir.path().join("homework"), b"MZ\x90\0").expect("written");
        let foreign = ForeignProgram::of(dir.path(), "homework").expect("foreign");
        assert_eq!(foreign.note(), "homework is compiled for Windows and was left out");
        let fault =
            foreign_program(dir.path(), "homework", None).expect_err("nothing else").to_string();
        assert!(
            fault.contains("hand in its source, homework with one of the ends .cpp"),
            "{fault}"
        );
        fs::write(dir.path().join("agent.cpp"), b"int main() {}").expect("written");
        assert_eq!(foreign_program(dir.path(), "homework", None), Ok(Some(foreign)));
    }
}
