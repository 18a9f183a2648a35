//! The second stage: every agent is checked.
//!
//! A check takes at most its clock and some wall time, but an agent that hangs does so in every
//! check. After a few of them the rest is not tried.

use crate::agent::{Agent, AgentRunError, SandboxMode, TempRoot};
use crate::check::{self, CheckOptions, CheckOutcome, Finding};
use crate::class::build_stage::Student;
use crate::class::error::ClassError;
use crate::class::scheme::CheckScheme;
use crate::class::settings::Stages;
use crate::class::stage::{self, StageKey};
use crate::class::workers::for_each;
use crate::game::Ending;
use progress::Progress;
use serde::{Deserialize, Serialize};
use std::cell::Cell;

/// The result of one check, as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct CheckMark {
    /// The check's name.
    pub(super) name: String,
    /// What it asks, in a sentence.
    pub(super) asks: String,
    /// How it ended.
    pub(super) mark: Mark,
    /// Why it failed or was skipped; empty if it passed.
    pub(super) reason: String,
    /// The answer in one line, if there was one.
    pub(super) answer: Option<String>,
}

/// How a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Mark {
    Passed,
    Failed,
    /// It cannot be run here, or asks for what the assignment leaves open.
    Skipped,
    /// The agent had hung too often before.
    NotTried,
}

/// All checks of one agent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct CheckMarks(pub(super) Vec<CheckMark>);

/// Checks all agents that have changed since the last run; `None` for a student without an agent.
///
/// # Errors
/// The referee cannot go on.
pub(super) fn check_all(
    stages: &Stages<'_>,
    students: &[Student],
) -> Result<Vec<Option<CheckMarks>>, ClassError> {
    let progress = Progress::new(students.len() as u64, "agents checked");
    let check = |student: &Student, _: Option<usize>| {
        progress.task(format!("checking {}", student.name));
        let marks = student.agent.as_ref().map(|agent| check_one(stages, agent)).transpose();
        progress.add(1);
        marks
    };
    let all = for_each(students, &stages.settings.cores, &check)?;
    progress.finish();
    Ok(all)
}

fn check_one(stages: &Stages<'_>, agent: &Agent) -> Result<CheckMarks, ClassError> {
    let scheme = &stages.scheme().checks;
    let profile = stages.scheme().games.profile;
    let is_sandboxed = stages.settings.sandbox_mode == SandboxMode::On;
    let conditions = (profile, is_sandboxed, scheme.most_hangs, &scheme.only);
    let key = StageKey::with(&[&agent.sha256], &conditions);
    let path = stages.folder("agents")?.join(format!("{}.check.json", agent.name));
    if let Some(marks) = stage::load(&path, &key) {
        return Ok(marks);
    }
    stages.go_on()?;
    let marks = run_checks(stages, agent, scheme)?;
    stages.go_on()?;
    stage::store(&path, &key, &marks)?;
    let count = |is: Mark| marks.0.iter().filter(|mark| mark.mark == is).count();
    stages.log.line(&format!(
        "{}: checks: {} passed, {} failed, {} not tried, {} skipped",
        agent.name,
        count(Mark::Passed),
        count(Mark::Failed),
        count(Mark::NotTried),
        count(Mark::Skipped)
    ));
    Ok(marks)
}

fn run_checks(
    stages: &Stages<'_>,
    agent: &Agent,
    scheme: &CheckScheme,
) -> Result<CheckMarks, ClassError> {
    // Checks keep files of fixed names in it, and others run at the same time.
    let temp_root = TempRoot::new()?.stopped_by(&stages.settings.stop);
    let hangs = Cell::new(0);
    let mut marks = Vec::new();
    let mut on_finding = |finding: &Finding| {
        hangs.set(hangs.get() + u32::from(has_hung(finding)));
        marks.push(CheckMark::of(finding));
    };
    let wanted =
        |check: &check::Check| scheme.wants(check.name) && hangs.get() < scheme.most_hangs.max(1);
    let sandbox_mode = stages.settings.sandbox_mode;
    let profile = stages.scheme().games.profile;
    let options = CheckOptions { sandbox_mode, profile, keep: None };
    let result = check::check_some(agent, &temp_root, options, &wanted, &mut on_finding);
    let rest = match result {
        Ok(_) => "not tried: it had hung too often before".to_string(),
        // The system cannot start it: a script without a first line, or a program of another
        // machine.
        Err(AgentRunError::Start(error)) => error.to_string(),
        Err(error) => return Err(error.into()),
    };
    for check in check::list().filter(|check| scheme.wants(check.name)) {
        if !marks.iter().any(|mark| mark.name == check.name) {
            marks.push(CheckMark::not_tried(check, &rest));
        }
    }
    Ok(CheckMarks(marks))
}

/// Whether a check cost an agent all its time, CPU time or wall time.
fn has_hung(finding: &Finding) -> bool {
    let CheckOutcome::Failed { ending, .. } = finding.outcome else { return false };
    matches!(ending, Some(Ending::KilledInMove | Ending::Hung))
}

impl CheckMark {
    fn of(finding: &Finding) -> Self {
        let (mark, reason) = match &finding.outcome {
            CheckOutcome::Passed => (Mark::Passed, ""),
            CheckOutcome::Failed { reason, .. } => (Mark::Failed, reason.as_str()),
            CheckOutcome::Skipped { reason } => (Mark::Skipped, reason.as_str()),
        };
        CheckMark {
            name: finding.name.to_string(),
            asks: finding.asks.to_string(),
            mark,
            reason: reason.to_string(),
            answer: finding.answer.clone(),
        }
    }

    fn not_tried(check: &check::Check, reason: &str) -> Self {
        CheckMark {
            name: check.name.to_string(),
            asks: check.asks.to_string(),
            mark: Mark::NotTried,
            reason: reason.to_string(),
            answer: None,
        }
    }
}

impl CheckMarks {
    /// The points: each passed check earns its share. What was skipped is left out of account.
    pub(super) fn points(&self, scheme: &CheckScheme) -> f64 {
        let weight = |is: &dyn Fn(Mark) -> bool| -> f64 {
            let marks = self.0.iter().filter(|mark| is(mark.mark));
            marks.map(|mark| scheme.weight_of(&mark.name)).sum()
        };
        let all = weight(&|mark| mark != Mark::Skipped);
        let passed = weight(&|mark| mark == Mark::Passed);
        // The sum of nothing is minus zero.
        if passed > 0.0 { scheme.points.number() * passed / all } else { 0.0 }
    }

    /// Whether checks were left out because the agent had hung too often.
    pub(super) fn was_broken_off(&self) -> bool {
        self.0.iter().any(|mark| mark.mark == Mark::NotTried)
    }

    /// The names of required checks that were not passed.
    pub(super) fn missed<'s>(&'s self, scheme: &'s CheckScheme) -> impl Iterator<Item = &'s str> {
        let is_missed = |mark: &&CheckMark| matches!(mark.mark, Mark::Failed | Mark::NotTried);
        let missed = self.0.iter().filter(is_missed).map(|mark| mark.name.as_str());
        missed.filter(|name| scheme.requires(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::class::scheme::Scheme;
    use std::path::Path;

    fn marks(of: &[(&str, Mark)]) -> CheckMarks {
        let mark = |&(name, mark): &(&str, Mark)| CheckMark {
            name: name.to_string(),
            asks: String::new(),
            mark,
            reason: String::new(),
            answer: None,
        };
        CheckMarks(of.iter().map(mark).collect())
    }

    #[test]
    fn points_are_shared_by_weight_and_what_was_skipped_does_not_count() {
        let text = "[checks]\npoints = 40\n[checks.weights]\nmust-jump = 3";
        let scheme = Scheme::parse(Path::new("t"), text).expect("valid").checks;
        let points = |of: &[(&str, Mark)]| marks(of).points(&scheme);
        assert_eq!(points(&[("must-jump", Mark::Passed), ("old-answer", Mark::Failed)]), 30.0);
        assert_eq!(points(&[("must-jump", Mark::NotTried), ("old-answer", Mark::Passed)]), 10.0);
        assert_eq!(points(&[("calibrate", Mark::Skipped), ("old-answer", Mark::Passed)]), 40.0);
        assert_eq!(points(&[("calibrate", Mark::Skipped)]), 0.0);
    }

    #[test]
    fn only_required_checks_keep_an_agent_from_playing() {
        let scheme = Scheme::default().checks;
        let of = [("must-jump", Mark::NotTried), ("old-answer", Mark::Failed)];
        assert_eq!(marks(&of).missed(&scheme).collect::<Vec<_>>(), ["must-jump"]);
        let passed = marks(&[("must-jump", Mark::Passed), ("example-opening", Mark::Skipped)]);
        assert_eq!(passed.missed(&scheme).count(), 0);
    }
}
