//! The subject of a commit has at most 72 columns: `git log --oneline` then fits into a terminal.
//!
//! Asked of git where there is a history. An archive or a shallow clone has none, and passes.

use std::path::Path;
use std::process::Command;

/// Older commits may have any subject.
const BASE: &str = "9bf56747";
const COLUMNS: usize = 72;

/// Subjects that are too long, of the commits after `BASE`. `None` if git does not know them.
pub fn of_history(root: &Path) -> Option<Vec<String>> {
    let git = |arguments: &[&str]| {
        let done = Command::new("git").arg("-C").arg(root).args(arguments).output().ok()?;
        done.status.success().then(|| String::from_utf8_lossy(&done.stdout).into_owned())
    };
    git(&["merge-base", "--is-ancestor", BASE, "HEAD"])?;
    let log = git(&["log", "--no-merges", "--format=%h %s", &format!("{BASE}..HEAD")])?;
    Some(too_long(&log))
}

/// Of lines that have the name of a commit, a space and its subject.
pub fn too_long(log: &str) -> Vec<String> {
    let commits = log.lines().filter_map(|line| line.split_once(' '));
    let columns = commits.map(|(name, subject)| (name, subject, subject.chars().count()));
    let long = columns.filter(|(.., columns)| *columns > COLUMNS);
    long.map(|(name, subject, columns)| {
        format!("{name}: a subject of {columns} columns, not at most {COLUMNS}: {subject}")
    })
    .collect()
}
