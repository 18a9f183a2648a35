//! The second stage: every agent is checked.
//!
//! An agent that hangs does so in every check, and each costs its whole time. After a few of them
//! the rest is not tried.

use crate::agent::{Agent, AgentRunError, SandboxMode, TempRoot};
use crate::check::{self, CheckJob, CheckOptions, CheckOutcome, CheckTitle, Finding, ScriptSet};
use crate::class::error::ClassError;
use crate::class::scheme::CheckScheme;
use crate::class::stage::{self, StageKey, Stages};
use crate::class::submission::Student;
use crate::game::Ending;
use serde::{Deserialize, Serialize};
use std::cell::Cell;

/// Why a check was not tried that no time was left for.
const NO_TIME: &str = "not tried: no time was left";

/// The result of one check, as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckMark {
    pub name: String,
    /// A sentence.
    pub asks: String,
    pub mark: CheckStatus,
    /// Empty if it passed.
    pub reason: String,
    /// One line.
    pub answer: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CheckStatus {
    Passed,
    Failed,
    /// It cannot be run here, or asks for what the assignment leaves open.
    Skipped,
    /// The agent had hung too often before.
    NotTried,
}

/// All checks of one agent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CheckMarks(pub Vec<CheckMark>);

/// Checks all agents that have changed since the last run; `None` for a student without an agent.
pub fn check_all(
    stages: &Stages<'_>,
    students: &[Student],
) -> Result<Vec<Option<CheckMarks>>, ClassError> {
    let check = |student: &Student, _: Option<usize>| {
        student.agent.as_ref().map(|agent| check_one(stages, agent)).transpose()
    };
    let cores = &stages.settings.cores;
    stages.each(students, cores, ("agents checked", "checking"), |student| &student.name, &check)
}

fn check_one(stages: &Stages<'_>, agent: &Agent) -> Result<CheckMarks, ClassError> {
    let scheme = &stages.scheme().checks;
    let profile = stages.scheme().games.profile;
    let is_sandboxed = stages.settings.sandbox_mode == SandboxMode::On;
    let scripts = stages.settings.scripts.as_ref().map(ScriptSet::sha256);
    let conditions = (profile, is_sandboxed, scheme.most_hangs, &scheme.only);
    let conditions = (stages.scheme().game, conditions, scripts);
    let key = StageKey::with(&[&agent.sha256], &conditions);
    let path = stages.folder("agents")?.join(format!("{}.check.json", agent.name));
    if let Some(marks) = stage::load(&path, &key) {
        return Ok(marks);
    }
    let mut all = |_: &CheckMark| CheckGoOn::Yes;
    let marks = run_checks(stages, agent, &mut all)?;
    stages.go_on()?;
    stage::store(&path, &key, &marks)?;
    let count = |is: CheckStatus| marks.0.iter().filter(|mark| mark.mark == is).count();
    stages.log.line(&format!(
        "{}: checks: {} passed, {} failed, {} not tried, {} skipped",
        agent.name,
        count(CheckStatus::Passed),
        count(CheckStatus::Failed),
        count(CheckStatus::NotTried),
        count(CheckStatus::Skipped)
    ));
    Ok(marks)
}

/// Whether another check is begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckGoOn {
    Yes,
    /// The time for them is over.
    No,
}

/// Runs the checks of one agent; `on_mark` is called after each, and may end them.
pub fn run_checks(
    stages: &Stages<'_>,
    agent: &Agent,
    on_mark: &mut dyn FnMut(&CheckMark) -> CheckGoOn,
) -> Result<CheckMarks, ClassError> {
    let scheme = &stages.scheme().checks;
    // One for each agent: checks keep files of fixed names in it.
    let temp_root = TempRoot::new()?.stopped_by(&stages.settings.stop);
    let (hangs, go_on) = (Cell::new(0), Cell::new(CheckGoOn::Yes));
    let mut marks = Vec::new();
    let mut on_finding = |finding: &Finding| {
        hangs.set(hangs.get() + u32::from(has_hung(finding)));
        let mark = CheckMark::of(finding);
        go_on.set(on_mark(&mark));
        marks.push(mark);
    };
    let (game, scripts) = (stages.scheme().game, stages.settings.scripts.as_ref());
    let has_hung_too_often = || hangs.get() >= scheme.most_hangs.max(1);
    let wanted = |title: CheckTitle| {
        is_asked(stages, title) && !has_hung_too_often() && go_on.get() == CheckGoOn::Yes
    };
    let options = CheckOptions {
        temp_root: &temp_root,
        sandbox_mode: stages.settings.sandbox_mode,
        profile: stages.scheme().games.profile,
        keep: None,
    };
    let job = CheckJob { agent, options, scripts, wanted: &wanted };
    let result = check::check_game(game, job, &mut on_finding);
    let rest = match result {
        Ok(_) if has_hung_too_often() => "not tried: it had hung too often before".to_string(),
        Ok(_) => NO_TIME.to_string(),
        // The system cannot start it: a script without a first line, or a program for another
        // machine.
        Err(AgentRunError::Start(error)) => error.to_string(),
        Err(error) => return Err(error.into()),
    };
    Ok(completed(stages, marks, &rest))
}

/// The marks with those of all checks that were not tried, for this reason.
pub fn completed(stages: &Stages<'_>, mut marks: Vec<CheckMark>, why: &str) -> CheckMarks {
    let titles = check::titles(stages.scheme().game).into_iter();
    for check in titles.filter(|title| is_asked(stages, *title)) {
        if !marks.iter().any(|mark| mark.name == check.name) {
            let check = [check.name, check.asks];
            marks.push(CheckMark::new(check, CheckStatus::NotTried, why, None));
        }
    }
    CheckMarks(marks)
}

fn is_asked(stages: &Stages<'_>, title: CheckTitle) -> bool {
    let has_scripts = stages.settings.scripts.is_some();
    stages.scheme().checks.wants(title.name) && (title != check::SCRIPTS || has_scripts)
}

/// True if the check cost the agent all its CPU time or wall time.
fn has_hung(finding: &Finding) -> bool {
    let CheckOutcome::Failed { ending, .. } = finding.outcome else { return false };
    matches!(ending, Some(Ending::KilledInMove | Ending::Hung))
}

impl CheckMark {
    fn new(check: [&str; 2], mark: CheckStatus, reason: &str, answer: Option<&String>) -> Self {
        let [name, asks] = check.map(str::to_string);
        CheckMark { name, asks, mark, reason: reason.to_string(), answer: answer.cloned() }
    }

    fn of(finding: &Finding) -> Self {
        let (mark, reason) = match &finding.outcome {
            CheckOutcome::Passed => (CheckStatus::Passed, ""),
            CheckOutcome::Failed { reason, .. } => (CheckStatus::Failed, reason.as_str()),
            CheckOutcome::Skipped { reason } => (CheckStatus::Skipped, reason.as_str()),
        };
        CheckMark::new([finding.name, finding.asks], mark, reason, finding.answer.as_ref())
    }
}

impl CheckMarks {
    /// Each passed check earns its share; skipped checks do not count.
    pub fn points(&self, scheme: &CheckScheme) -> f64 {
        let weight = |is: &dyn Fn(CheckStatus) -> bool| -> f64 {
            let marks = self.0.iter().filter(|mark| is(mark.mark));
            marks.map(|mark| scheme.weight_of(&mark.name)).sum()
        };
        let all = weight(&|mark| mark != CheckStatus::Skipped);
        let passed = weight(&|mark| mark == CheckStatus::Passed);
        // The sum of nothing is minus zero.
        if passed > 0.0 { scheme.points.number() * passed / all } else { 0.0 }
    }

    /// True if checks were left out because the agent had hung too often.
    pub fn was_broken_off(&self) -> bool {
        self.0.iter().any(|mark| mark.mark == CheckStatus::NotTried)
    }

    /// The required checks that were not passed.
    pub fn missed<'s>(&'s self, scheme: &'s CheckScheme) -> impl Iterator<Item = &'s str> {
        let is_missed =
            |mark: &&CheckMark| matches!(mark.mark, CheckStatus::Failed | CheckStatus::NotTried);
        let missed = self.0.iter().filter(is_missed).map(|mark| mark.name.as_str());
        missed.filter(|name| scheme.requires(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::class::scheme::Scheme;
    use std::path::Path;

    fn marks(of: &[(&str, CheckStatus)]) -> CheckMarks {
        let mark = |&(name, mark): &(&str, CheckStatus)| CheckMark {
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
        let scheme = Scheme::parse(Path::new("t"), text, None).expect("valid").checks;
        let points = |of: &[(&str, CheckStatus)]| marks(of).points(&scheme);
        assert_eq!(
            points(&[("must-jump", CheckStatus::Passed), ("old-answer", CheckStatus::Failed)]),
            30.0
        );
        assert_eq!(
            points(&[("must-jump", CheckStatus::NotTried), ("old-answer", CheckStatus::Passed)]),
            10.0
        );
        assert_eq!(
            points(&[("calibrate", CheckStatus::Skipped), ("old-answer", CheckStatus::Passed)]),
            40.0
        );
        assert_eq!(points(&[("calibrate", CheckStatus::Skipped)]), 0.0);
    }

    #[test]
    fn only_required_checks_keep_an_agent_from_playing() {
        let scheme = Scheme::default().checks;
        let of = [("must-jump", CheckStatus::NotTried), ("old-answer", CheckStatus::Failed)];
        assert_eq!(marks(&of).missed(&scheme).collect::<Vec<_>>(), ["must-jump"]);
        let passed =
            marks(&[("must-jump", CheckStatus::Passed), ("example-opening", CheckStatus::Skipped)]);
        assert_eq!(passed.missed(&scheme).count(), 0);
    }
}
