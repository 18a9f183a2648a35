//! Packages of a language that hand-ins use and this machine, or the sandbox, does not have: for
//! the grader one sentence a package, since one command may mend all of them.

use crate::build::Built;
use crate::grade::student_results::StudentResults;
use cli::{counted, visible};
use std::collections::BTreeMap;

/// Characters of a package's name.
const LONGEST_NAME: usize = 60;

/// `2 hand-ins lack package ucb.util: anna, bea; ...` for each package that is missing.
pub fn missing_packages(results: &[StudentResults], program: &str) -> Vec<String> {
    let mut lacking: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for one in results {
        if let Some(package) = texts(one).find_map(missing_package).filter(|it| it != program) {
            lacking.entry(package).or_default().push(&one.name);
        }
    }
    let sentence = |(package, names): (String, Vec<&str>)| {
        let (count, verb) = (names.len(), if names.len() == 1 { "lacks" } else { "lack" });
        format!(
            "{} {verb} package {package}: {}; what all of them need is given by `libraries` in \
             [build], or --libraries",
            counted(count, "hand-in"),
            names.join(", ")
        )
    };
    lacking.into_iter().map(sentence).collect()
}

fn texts(one: &StudentResults) -> impl Iterator<Item = &str> {
    let failed = one.student.as_ref().is_some_and(|it| matches!(it.built, Built::Failed { .. }));
    let log = failed.then_some(one.build_log.as_str());
    let printed =
        one.checks.0.iter().filter_map(|result| Some(result.printed.as_ref()?.line.as_str()));
    log.into_iter().chain(printed)
}

/// The package that a compiler or an interpreter names as missing.
fn between<'a>(text: &'a str, before: &str, end: char) -> Option<&'a str> {
    let (_, rest) = text.split_once(before)?;
    rest.split(end).next().filter(|name| !name.is_empty())
}

fn missing_package(text: &str) -> Option<String> {
    let python = between(text, "No module named '", '\'').and_then(|name| name.split('.').next());
    let javac = text.lines().find_map(|line| {
        let (_, rest) = line.split_once("error: package ")?;
        rest.strip_suffix(" does not exist")
    });
    let class = between(text, "NoClassDefFoundError: ", '"')
        .or_else(|| between(text, "ClassNotFoundException: ", '"'))
        .and_then(|name| name.split_whitespace().next())
        .map(|name| name.replace('/', "."));
    let java = class.as_deref().and_then(|name| name.rsplit_once('.')).map(|(package, _)| package);
    python.or(javac).or(java).map(|name| visible::cut(name, LONGEST_NAME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_missing_package_is_named_in_the_words_of_each_language() {
        for (text, package) in [
            ("it printed \"ModuleNotFoundError: No module named 'numpy.linalg'\"", "numpy"),
            ("loa/Main.java:3: error: package ucb.gui does not exist\nimport ucb", "ucb.gui"),
            ("Caused by: java.lang.ClassNotFoundException: ucb.util.Arg\"", "ucb.util"),
            ("\"java.lang.NoClassDefFoundError: ucb/util/Arg\" (Main.java, line 3)", "ucb.util"),
        ] {
            assert_eq!(missing_package(text).as_deref(), Some(package), "{text}");
        }
        for text in ["", "IndexError: list index out of range", "NoClassDefFoundError: Main"] {
            assert_eq!(missing_package(text), None, "{text}");
        }
    }
}
