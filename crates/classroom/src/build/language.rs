//! The languages of sources, and how each becomes a program.

#[derive(Debug, PartialEq, Eq)]
pub struct Language {
    pub ends: &'static [&'static str],
    pub tool: &'static str,
    /// `FILE`, `STANDARD` and `PROGRAM` are replaced.
    pub command: &'static str,
    /// The interpreter that starts the result; `None` if that is a program itself.
    pub runner: Option<Runner>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runner {
    Java,
    Python,
}

const CPP: Language = Language {
    ends: &["cpp", "cc", "cxx"],
    tool: "g++",
    command: "g++ -O2 -std=STANDARD -o PROGRAM FILE",
    runner: None,
};
const C: Language =
    Language { ends: &["c"], tool: "gcc", command: "gcc -O2 -o PROGRAM FILE -lm", runner: None };
const RUST: Language =
    Language { ends: &["rs"], tool: "rustc", command: "rustc -O -o PROGRAM FILE", runner: None };
const JAVA: Language = Language {
    ends: &["java"],
    tool: "javac",
    command: "javac -encoding UTF-8 -d . FILE",
    runner: Some(Runner::Java),
};
const PYTHON: Language = Language {
    ends: &["py"],
    tool: "python3",
    command: "python3 -m py_compile FILE",
    runner: Some(Runner::Python),
};
pub static PYTHON_2: Language = Language {
    ends: &["py"],
    tool: "python2",
    command: "python2 -m py_compile FILE",
    runner: Some(Runner::Python),
};

/// In the order in which they count.
pub static LANGUAGES: [Language; 5] = [CPP, C, RUST, JAVA, PYTHON];

/// The ends of sources, as a part of a sentence.
pub fn source_ends() -> String {
    let ends = LANGUAGES.iter().flat_map(|language| language.ends);
    ends.map(|end| format!(".{end}")).collect::<Vec<_>>().join(", ")
}

/// True for a name with the end of a source.
pub fn is_source(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(stem, end)| !stem.is_empty() && language(end).is_some())
}

pub fn language(end: &str) -> Option<usize> {
    LANGUAGES.iter().position(|one| one.ends.iter().any(|own| own.eq_ignore_ascii_case(end)))
}
