//! A small class and a match, how the referee is asked for them, and what they give without damage.

use crate::error::SoakError;
use crate::process::{Ended, FinishedProcess, ProcessSpec, run};
use clap::ValueEnum;
use nix::sys::resource::Resource;
use rustix::process::Signal;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const AGENT: &str = include_str!("agent.c");
const SCHEME: &str = include_str!("class.toml");
/// The name that stands in [`AGENT`] for the number of the student.
const NUMBER: &str = "#define NUMBER 0";
const MAKEFILE: &str = "homework: agent.c\n\tgcc -O1 -o homework agent.c\n";
const BUILD: &str = "#!/bin/sh\ngcc -O1 -o homework agent.c\n";
/// The name and the text of another file that is handed in, or of one in the place of the source.
type OtherFile = Option<(&'static str, &'static str)>;

/// The students, and what they hand in.
const STUDENTS: [(&str, &str, OtherFile); 6] = [
    ("ann", "homework.c", None),
    ("bob", "homework.c", None),
    ("cat", "agent.c", Some(("Makefile", MAKEFILE))),
    ("dan", "agent.c", Some(("build.sh", BUILD))),
    ("eve", "homework.c", Some(("homework.c", "int main(void) { return missing; }\n"))),
    ("fay", "player.c", None),
];

/// All that may be damaged lies here: the results, and the builds of a match.
pub const TREE: &str = "tree";
pub const TEMPORARY: &str = "temporary";
/// Wall time after which a run counts as hung.
pub const LONGEST: Duration = Duration::from_secs(120);
/// Bytes of addresses of a process: what reads without an end must not fill the machine's memory.
const MOST_ADDRESSES: u64 = 4 << 30;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum DamagedRun {
    /// `referee class`: six submissions, one of which cannot be built.
    Class,
    /// `referee match --resume` of two submissions, which it builds.
    Match,
}

/// Lines that are the same whenever the run is repeated, by name.
pub type RunGrades = BTreeMap<String, String>;

/// What a run meets on purpose.
#[derive(Clone, Debug, Default)]
pub struct RunConditions {
    pub signal_after: Option<(Duration, Signal)>,
    pub limits: Vec<(Resource, u64)>,
}

#[derive(Debug)]
pub struct WholeRun {
    pub which: DamagedRun,
    pub grades: RunGrades,
    pub wall: Duration,
}

#[derive(Debug)]
pub struct Undamaged {
    referee: PathBuf,
    folder: PathBuf,
    pub runs: Vec<WholeRun>,
}

impl Undamaged {
    /// Plays each run in a folder of its own, twice: what needs no damage to differ is an error.
    pub fn prepare(referee: &Path, folder: &Path, runs: &[DamagedRun]) -> Result<Self, SoakError> {
        let folder = folder.join("undamaged");
        // There may be none.
        let _ = fs::remove_dir_all(&folder);
        write_class(&folder.join("class"))?;
        write(&folder.join("class.toml"), SCHEME)?;
        let (referee, runs) = (referee.to_path_buf(), runs.to_vec());
        let mut undamaged = Undamaged { referee, folder, runs: Vec::new() };
        for which in runs {
            let dir = undamaged.place(which);
            let first = undamaged.run(which, &dir, "first", &RunConditions::default())?;
            let grades = grades(which, &dir);
            let again = undamaged.run(which, &dir, "again", &RunConditions::default())?;
            let is_whole = [first.ended, again.ended] == [Ended::Code(0); 2];
            if !is_whole || grades.is_empty() || self::grades(which, &dir) != grades {
                let dir = dir.display();
                let what = format!("a run without damage gives no grades, or others: {dir}");
                return Err(SoakError::Failed(what));
            }
            undamaged.runs.push(WholeRun { which, grades, wall: first.wall });
        }
        Ok(undamaged)
    }

    /// Where a run lies that has not been damaged.
    pub fn place(&self, which: DamagedRun) -> PathBuf {
        self.folder.join(match which {
            DamagedRun::Class => "of-class",
            DamagedRun::Match => "of-match",
        })
    }

    pub fn args(&self, which: DamagedRun) -> Vec<String> {
        let [class, scheme] = ["class", "class.toml"].map(|name| self.folder.join(name));
        let path = |path: &Path| path.to_string_lossy().into_owned();
        let (class, scheme) = (path(&class), path(&scheme));
        let [ann, bob] = ["ann", "bob"].map(|name| format!("{class}/{name}"));
        let own = match which {
            DamagedRun::Class => vec!["class", &class, "--scheme", &scheme],
            DamagedRun::Match => vec![
                "match",
                &ann,
                &bob,
                "--games",
                "8",
                "--max-plies",
                "40",
                "--seconds",
                "5",
                "--no-clock",
                "--resume",
            ],
        };
        let more = ["--jobs", "1", "--out", "tree/out"];
        own.into_iter().chain(more).map(String::from).collect()
    }

    /// One run of the referee in `dir`; what it prints is in the folder `prints` there.
    pub fn run(
        &self,
        which: DamagedRun,
        dir: &Path,
        prints: &str,
        conditions: &RunConditions,
    ) -> Result<FinishedProcess, SoakError> {
        let prints_into = dir.join(prints);
        let [tree, temporary] = [TREE, TEMPORARY].map(|name| dir.join(name));
        for folder in [&prints_into, &tree, &temporary] {
            fs::create_dir_all(folder).map_err(SoakError::system("make", folder))?;
        }
        let args = self.args(which);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        run(&ProcessSpec {
            program: &self.referee,
            args: &args,
            dir,
            prints_into: &prints_into,
            variables: &[
                ("TMPDIR", temporary.into_os_string()),
                ("XDG_CACHE_HOME", tree.join("cache").into_os_string()),
            ],
            limits: &[&conditions.limits[..], &[(Resource::RLIMIT_AS, MOST_ADDRESSES)]].concat(),
            longest: LONGEST,
            signal_after: conditions.signal_after,
        })
    }
}

/// The name of the student in a part of a path; `None` for other parts.
pub fn student_in(part: &str) -> Option<&'static str> {
    let first = part.split('.').next().unwrap_or_default();
    STUDENTS.iter().map(|(name, ..)| *name).find(|name| *name == first)
}

fn write_class(class: &Path) -> Result<(), SoakError> {
    for (number, (name, source, beside)) in STUDENTS.iter().enumerate() {
        let folder = class.join(name);
        fs::create_dir_all(&folder).map_err(SoakError::system("make", &folder))?;
        let text = AGENT.replacen(NUMBER, &NUMBER.replace('0', &number.to_string()), 1);
        write(&folder.join(source), &text)?;
        if let Some((name, text)) = beside {
            write(&folder.join(name), text)?;
        }
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), SoakError> {
    fs::write(path, text).map_err(SoakError::system("write", path))
}

/// The grades in the folder of a run; what is missing there is missing here.
pub fn grades(which: DamagedRun, dir: &Path) -> RunGrades {
    let out = dir.join(TREE).join("out");
    match which {
        DamagedRun::Class => {
            let text = read(&out.join("grades.csv"));
            let rows = text.lines().map(|row| (first_field(row), row.to_string()));
            let pages = STUDENTS.iter().filter_map(|(name, ..)| {
                let page = read(&out.join("feedback").join(name).join("feedback.json"));
                let page: Value = serde_json::from_str(&page).ok()?;
                Some((format!("the page of {name}"), page["summary"].to_string()))
            });
            rows.chain(pages).collect()
        }
        DamagedRun::Match => {
            let text = read(&out.join("games.csv"));
            text.lines()
                .map(|row| (format!("game {}", first_field(row)), row.to_string()))
                .collect()
        }
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

fn first_field(row: &str) -> String {
    row.split(',').next().unwrap_or_default().to_string()
}

/// The first grade that is another; `None` if all are the same.
pub fn difference(expected: &RunGrades, found: &RunGrades) -> Option<String> {
    let names = expected.keys().chain(found.keys());
    let name = names.into_iter().find(|&name| expected.get(name) != found.get(name))?;
    let [expected, found] =
        [expected, found].map(|grades| grades.get(name).map_or("nothing", String::as_str));
    Some(format!("{name}: `{found}` instead of `{expected}`"))
}

/// Copies a folder with everything in it as it is: links, modes, times.
pub fn copy_tree(from: &Path, to: &Path) -> Result<(), SoakError> {
    system_command("cp", &[OsStr::new("-a"), from.as_os_str(), to.as_os_str()])
}

/// Runs a program of the system. A failure of it is an error with what it printed.
pub fn system_command(program: &str, args: &[&OsStr]) -> Result<(), SoakError> {
    let output = Command::new(program).args(args).output();
    let output = output.map_err(SoakError::system("start", Path::new(program)))?;
    if output.status.success() {
        return Ok(());
    }
    let printed = String::from_utf8_lossy(&output.stderr).trim_end().to_string();
    Err(SoakError::Failed(format!("{program}: {printed}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_students_differ_and_one_cannot_be_built() {
        let dir = tempfile::tempdir().expect("a folder");
        write_class(dir.path()).expect("written");
        let read = |path: &str| fs::read_to_string(dir.path().join(path)).expect("there");
        assert!(read("ann/homework.c").contains("#define NUMBER 0"));
        assert!(read("fay/player.c").contains("#define NUMBER 5"));
        assert!(read("eve/homework.c").contains("missing"));
        let found = ["eve.build.json", "eve", "evening", "grades.csv"].map(student_in);
        assert_eq!(found, [Some("eve"), Some("eve"), None, None]);
    }

    #[test]
    fn another_grade_a_missing_one_and_one_too_many_are_differences() {
        let grades = |names: &[&str]| -> RunGrades {
            names.iter().map(|line| (first_field(line), (*line).to_string())).collect()
        };
        let whole = grades(&["ann,9", "bob,7"]);
        assert_eq!(difference(&whole, &whole), None);
        let found = [&["ann,9", "bob,8"][..], &["ann,9"], &["ann,9", "bob,7", "cat,1"]];
        let found = found.map(|found| difference(&whole, &grades(found)).expect("another"));
        assert_eq!(found[0], "bob: `bob,8` instead of `bob,7`");
        assert_eq!(found[1], "bob: `nothing` instead of `bob,7`");
        assert_eq!(found[2], "cat: `cat,1` instead of `nothing`");
    }
}
