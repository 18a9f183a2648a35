//! The cases of a run, what each brought, and their table.

use crate::answer_check::Violation;
use crate::cases::{keep, option_word};
use crate::error::SoakError;
use crate::journal::UnitResult;
use crate::process::Ended;
use crate::shim::Fault;
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// What is run while a call fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Scenario {
    /// `homework`, `GAME`, in an empty directory.
    GameFirst,
    /// `homework`, `GAME`, with the files of an earlier move.
    GameLater,
    /// `homework`, `SINGLE`.
    Single,
    /// `calibrate`.
    Calibrate,
    /// `referee match --resume`, in the middle of a match.
    Referee,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Case {
    /// The agent is killed at a random moment; the number of the kill.
    Kill(u32),
    /// All calls of a kind fail, one in each run.
    Calls {
        scenario: Scenario,
        fault: Fault,
    },
    /// The last line of a referee's journal ends at a random byte; the number of the journal.
    Torn(u32),
    NewerVersion,
    /// Two referees share a folder; the number of the pair.
    Shared(u32),
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Case::Kill(_) => f.write_str("kills that met a running agent"),
            Case::Calls { scenario, fault } => {
                write!(f, "{}: {}", option_word(scenario), option_word(fault))
            }
            Case::Torn(_) => f.write_str("torn journals"),
            Case::NewerVersion => f.write_str("journals of a newer version"),
            Case::Shared(_) => f.write_str("two referees on one folder"),
        }
    }
}

/// All cases of a run, in the order of their units.
pub fn cases(
    kills: u32,
    scenarios: &[Scenario],
    faults: &[Fault],
    torn: u32,
    shared: u32,
) -> Vec<Case> {
    let calls = scenarios
        .iter()
        .flat_map(|&scenario| faults.iter().map(move |&fault| Case::Calls { scenario, fault }));
    let newer = (torn > 0).then_some(Case::NewerVersion);
    let journals = (0..torn).map(Case::Torn).chain(newer).chain((0..shared).map(Case::Shared));
    (0..kills).map(Case::Kill).chain(calls).chain(journals).collect()
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultResult {
    pub unit: u32,
    pub case: Case,
    /// Calls that really failed, or 1 if a kill met a running agent.
    pub count: u32,
    pub broken: Vec<String>,
}

impl UnitResult for FaultResult {
    fn unit(&self) -> u32 {
        self.unit
    }

    fn broken(&self) -> Option<String> {
        let first = self.broken.first()?;
        let more = match self.broken.len() - 1 {
            0 => String::new(),
            more => format!(" (and {more} more in the journal)"),
        };
        Some(format!("{}: {first}{more}", self.case))
    }
}

#[derive(Debug)]
pub struct FailedCall {
    pub path: PathBuf,
    pub found: Result<(), Violation>,
}

/// Beyond this number a program would never end making calls.
const MOST_CALLS: u32 = 10_000;

/// Lets the first, second, third call fail and so on, until a run makes fewer. Returns how many
/// have failed, and what did not hold; the files of each such case are kept in `kept_in`.
pub fn fail_each_call(
    kept_in: &Path,
    unit: u32,
    fail: impl Fn(&Path, u32) -> Result<Option<FailedCall>, SoakError>,
) -> Result<(u32, Vec<String>), SoakError> {
    let mut broken = Vec::new();
    for number in 1..=MOST_CALLS {
        let folder = tempfile::tempdir();
        let folder = folder.map_err(SoakError::system("make", Path::new("a folder")))?;
        // The system may know the folder by another path, which the library would see.
        let dir = folder.path().canonicalize();
        let dir = dir.map_err(SoakError::system("find", folder.path()))?;
        let Some(FailedCall { path, found }) = fail(&dir, number)? else {
            return Ok((number - 1, broken));
        };
        if let Err(what) = found {
            let path = path.strip_prefix(&dir).unwrap_or(&path).display();
            let what = format!("call {number} failed, on {path}: {what}");
            keep(kept_in, &format!("unit-{unit}-call-{number}"), &dir, &what)?;
            broken.push(what);
        }
    }
    broken.push(format!("more than {MOST_CALLS} calls"));
    Ok((MOST_CALLS, broken))
}

/// A run in which no call has failed: it must end as any other.
pub fn unhurt(program: &Path, ended: Ended) -> Result<Option<FailedCall>, SoakError> {
    match ended {
        Ended::Code(0) => Ok(None),
        other => Err(SoakError::Failed(format!(
            "{} ended with {other:?}, though no call of it had failed",
            program.display()
        ))),
    }
}

/// One line for each kind of case: how often something failed, and how often a promise was broken.
pub fn table(cases: &[Case], done: &[&FaultResult]) -> String {
    let mut rows: BTreeMap<usize, (String, u32, usize)> = BTreeMap::new();
    for suffered in done {
        let name = suffered.case.to_string();
        let first = cases.iter().position(|case| case.to_string() == name).unwrap_or(cases.len());
        let row = rows.entry(first).or_insert((name, 0, 0));
        row.1 += suffered.count;
        row.2 += suffered.broken.len();
    }
    let mut text = format!("{:<32} {:>8} {:>7}\n", "what failed", "times", "broken");
    for (name, times, broken) in rows.values() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name:<32} {times:>8} {broken:>7}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_hangs_before_any_call_has_failed_is_not_the_last_one() {
        let program = Path::new("referee");
        assert!(matches!(unhurt(program, Ended::Code(0)), Ok(None)));
        for ended in [Ended::Hung, Ended::Signal(11), Ended::Code(4)] {
            let error = unhurt(program, ended).expect_err("another end").to_string();
            assert!(error.starts_with("referee ended with "), "{error}");
        }
    }
}
