//! What a source's name says: whether it may be the program, and whether it is another version.

use crate::archives::listed::{files_in, folders_in};
use crate::build::language::{LANGUAGES, language};
use std::path::Path;

/// Words by which students name versions of a program.
const VERSIONS: [&str; 10] =
    ["old", "new", "final", "copy", "backup", "v", "version", "fixed", "last", "latest"];

/// How well a name fits, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NameRank {
    Exact,
    OtherCapitals,
    Cpp11,
    Python3,
    Python2,
    Beginning,
}

/// What a file may be for a program: its rank, its language and its name.
pub fn ranked(file: String, program: &str) -> Option<(NameRank, usize, String)> {
    let (stem, end) = file.rsplit_once('.')?;
    let language = language(end)?;
    let (begin, rest) = stem.split_at_checked(program.len())?;
    if !begin.eq_ignore_ascii_case(program) {
        return None;
    }
    let rank = match (rest, LANGUAGES[language].tool) {
        ("", _) if begin == program => NameRank::Exact,
        ("", _) => NameRank::OtherCapitals,
        ("11", "g++") => NameRank::Cpp11,
        ("3", "python3") => NameRank::Python3,
        ("2", "python3") => NameRank::Python2,
        _ => NameRank::Beginning,
    };
    Some((rank, language, file))
}

/// Whether a name is that of another version of the program, and not of a part of it:
/// `homework (1).py`, `homework_old.py`.
pub fn is_version(file: &str, program: &str) -> bool {
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let rest = stem.get(program.len()..).unwrap_or_default().to_lowercase();
    let mut words = rest.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    words.all(|word| VERSIONS.contains(&word))
}

/// Sources of the program's own name in the folders of `dir`: `proj/homework.py`.
pub fn better_below(dir: &Path, program: &str) -> Vec<String> {
    let in_folder = |folder: String| {
        let files = files_in(&dir.join(&folder)).into_iter();
        let own = files.filter_map(|file| ranked(file, program));
        let better = own.filter(|(rank, ..)| *rank < NameRank::Beginning);
        better.map(|(.., file)| format!("{folder}/{file}")).collect::<Vec<_>>()
    };
    folders_in(dir).into_iter().flat_map(in_folder).collect()
}
