//! The second stage: every agent is checked.
//!
//! An agent that hangs does so in every check, and each costs its whole time. After a few of them
//! the rest is not tried, but for one first move of a game: an agent that hangs in single moves may
//! play. An agent that uses up its clock is not asked what the assignment does not ask.

use crate::checks;
use crate::checks::CheckGroup;
use crate::checks::CheckJob;
use crate::checks::CheckOptions;
use crate::checks::CheckTitle;
use crate::checks::ScriptSet;
use crate::checks::{CheckOutcome, Finding};
use crate::error::ClassError;
use crate::scheme::CheckScheme;
use crate::scheme::scheme_values::RequiredChecks;
use crate::stages::stage;
use crate::stages::stage::{StageKey, Stages};
use crate::stages::submission::Student;
use referee::players::{Agent, AgentRunError, WAY_OUT};
use referee::rules::Ending;
use runner::TempRoot;
use runner::sandbox::SandboxMode;
use serde::{Deserialize, Serialize};
use std::cell::Cell;

/// A new number makes all agents be checked again: the questions have changed.
const CHECKS_VERSION: u32 = 2;
/// Why a check was not tried: its agent is slow, which is no fault.
const SLOW: &str = "not tried: the checks before it had used up the CPU time of [checks] seconds";
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
    /// Of a failed check: what was asked, in lines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub position: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CheckStatus {
    Passed,
    /// A legal move after the clock had run out, where hardly any program could be in time. It
    /// earns what a passed one does.
    Late,
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
    let limits = (scheme.most_hangs, scheme.seconds);
    let conditions = (CHECKS_VERSION, profile, is_sandboxed, limits, &scheme.only);
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
        "{}: checks: {} passed, {} late, {} failed, {} not tried, {} skipped",
        agent.name,
        count(CheckStatus::Passed),
        count(CheckStatus::Late),
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
    let (spent, go_on) = (Cell::new(Spent::default()), Cell::new(CheckGoOn::Yes));
    let mut marks = Vec::new();
    let mut on_finding = |finding: &Finding| {
        spent.set(spent.get().with(finding));
        let mark = CheckMark::of(finding);
        go_on.set(on_mark(&mark));
        marks.push(mark);
    };
    let (game, scripts) = (stages.scheme().game, stages.settings.scripts.as_ref());
    let wanted = |title: CheckTitle| {
        let is_possible =
            !spent.get().rules_out(title, scheme) && !spent.get().is_slow_for(title, scheme);
        is_asked(stages, title) && is_possible && go_on.get() == CheckGoOn::Yes
    };
    let options = CheckOptions {
        temp_root: &temp_root,
        sandbox_mode: stages.settings.sandbox_mode,
        profile: stages.scheme().games.profile,
        keep: None,
    };
    let job = CheckJob { agent, options, scripts, wanted: &wanted };
    let result = checks::check_game(game, job, &mut on_finding);
    let rest = match result {
        Ok(_) if spent.get().hangs >= scheme.most_hangs.max(1) => {
            "not tried: it had hung too often before".to_string()
        }
        Ok(_) => NO_TIME.to_string(),
        // The system cannot start it: a script without a first line, or a program for another
        // machine.
        Err(AgentRunError::Start(error)) => error.to_string(),
        Err(error) => return Err(error.into()),
    };
    if go_on.get() == CheckGoOn::Yes {
        let is_slow = |title: &CheckTitle| {
            is_asked(stages, *title) && spent.get().is_slow_for(*title, scheme)
        };
        for title in checks::titles(game).into_iter().filter(is_slow) {
            if !marks.iter().any(|mark| mark.name == title.name) {
                marks.push(CheckMark::new([title.name, title.asks], CheckStatus::Skipped, SLOW));
            }
        }
    }
    Ok(completed(stages, marks, &rest))
}

/// What the checks of an agent have cost so far.
#[derive(Clone, Copy, Debug, Default)]
struct Spent {
    hangs: u32,
    /// Those in what the assignment asks besides single moves.
    hangs_in_games: u32,
    /// Seconds of CPU time.
    seconds: f64,
}

impl Spent {
    fn with(self, finding: &Finding) -> Self {
        let hangs = u32::from(has_hung(finding));
        let is_game = checks::group_of(finding.name) == Some(CheckGroup::Assignment.name());
        Spent {
            hangs: self.hangs + hangs,
            hangs_in_games: self.hangs_in_games + if is_game { hangs } else { 0 },
            seconds: self.seconds + finding.charged.unwrap_or(0.0),
        }
    }

    /// It has hung too often. A first move of a game is tried all the same.
    fn rules_out(self, title: CheckTitle, scheme: &CheckScheme) -> bool {
        let is_game = title.group == Some(CheckGroup::Assignment.name());
        let is_new = is_game && self.hangs_in_games == 0;
        self.hangs >= scheme.most_hangs.max(1) && !is_new
    }

    /// It has used its time up, and the assignment does not ask this.
    fn is_slow_for(self, title: CheckTitle, scheme: &CheckScheme) -> bool {
        let is_robust = title.group == Some(CheckGroup::Robust.name());
        is_robust && self.seconds >= scheme.seconds.into() && !self.rules_out(title, scheme)
    }
}

/// The marks with those of all checks that were not tried, for this reason.
pub fn completed(stages: &Stages<'_>, mut marks: Vec<CheckMark>, why: &str) -> CheckMarks {
    let titles = checks::titles(stages.scheme().game).into_iter();
    for check in titles.filter(|title| is_asked(stages, *title)) {
        if !marks.iter().any(|mark| mark.name == check.name) {
            let check = [check.name, check.asks];
            marks.push(CheckMark::new(check, CheckStatus::NotTried, why));
        }
    }
    CheckMarks(marks)
}

fn is_asked(stages: &Stages<'_>, title: CheckTitle) -> bool {
    let has_scripts = stages.settings.scripts.is_some();
    stages.scheme().checks.wants(title.name) && (title != checks::SCRIPTS || has_scripts)
}

/// True if the check cost the agent all its CPU time or wall time.
fn has_hung(finding: &Finding) -> bool {
    let CheckOutcome::Failed { ending, .. } = finding.outcome else { return false };
    matches!(ending, Some(Ending::KilledInMove | Ending::Hung))
}

impl CheckMark {
    fn new(check: [&str; 2], mark: CheckStatus, reason: &str) -> Self {
        let [name, asks] = check.map(str::to_string);
        let (answer, position) = (None, Vec::new());
        CheckMark { name, asks, mark, reason: reason.to_string(), answer, position }
    }

    fn of(finding: &Finding) -> Self {
        let (mark, reason) = match &finding.outcome {
            CheckOutcome::Passed => (CheckStatus::Passed, ""),
            CheckOutcome::Late { reason } => (CheckStatus::Late, reason.as_str()),
            CheckOutcome::Failed { reason, .. } => (CheckStatus::Failed, reason.as_str()),
            CheckOutcome::Skipped { reason } => (CheckStatus::Skipped, reason.as_str()),
        };
        let (answer, position) = (finding.answer.clone(), finding.position.clone());
        let mark = CheckMark::new([finding.name, finding.asks], mark, reason);
        CheckMark { answer, position, ..mark }
    }

    /// Whether it earns its points.
    pub const fn has_passed(&self) -> bool {
        matches!(self.mark, CheckStatus::Passed | CheckStatus::Late)
    }
}

impl CheckMarks {
    /// Each passed check earns its share; skipped checks do not count.
    pub fn points(&self, scheme: &CheckScheme) -> f64 {
        let all: f64 = self.0.iter().map(|mark| self.most_of(mark, scheme)).sum();
        let passed = self.0.iter().filter(|mark| mark.has_passed());
        let passed: f64 = passed.map(|mark| self.most_of(mark, scheme)).sum();
        // The sum of nothing is minus zero; that of many shares is not quite the whole.
        if passed >= all - 1e-9 && all > 0.0 { scheme.points.number() } else { passed + 0.0 }
    }

    /// The points that one of these marks can earn.
    pub fn most_of(&self, mark: &CheckMark, scheme: &CheckScheme) -> f64 {
        let counts = |mark: &&CheckMark| mark.mark != CheckStatus::Skipped;
        let weights = self.0.iter().filter(counts).map(|mark| scheme.weight_of(&mark.name));
        let all: f64 = weights.sum();
        let own = if counts(&mark) { scheme.weight_of(&mark.name) } else { 0.0 };
        if all > 0.0 { scheme.points.number() * own / all } else { 0.0 }
    }

    /// True if checks were left out because the agent had hung too often.
    pub fn was_broken_off(&self) -> bool {
        self.0.iter().any(|mark| mark.mark == CheckStatus::NotTried)
    }

    /// True if answers were refused for a form that the profile `course` takes.
    pub fn needs_course(&self) -> bool {
        self.0.iter().any(|mark| mark.reason.contains(WAY_OUT))
    }

    /// Why the agent plays no games; `None` if it plays.
    pub fn kept_out(&self, scheme: &CheckScheme) -> Option<String> {
        if scheme.required == RequiredChecks::OneLegalMove {
            let mut asked =
                self.0.iter().filter(|mark| checks::asks_for_moves(&mark.name)).peekable();
            let is_asked = asked.peek().is_some();
            let has_moved = asked.any(CheckMark::has_passed);
            return (is_asked && !has_moved).then(|| "no legal move in any check".to_string());
        }
        let is_missed =
            |mark: &&CheckMark| matches!(mark.mark, CheckStatus::Failed | CheckStatus::NotTried);
        let missed = self.0.iter().filter(is_missed).map(|mark| mark.name.as_str());
        let missed: Vec<_> = missed.filter(|name| scheme.requires(name)).collect();
        (!missed.is_empty()).then(|| format!("failed {}", missed.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheme::Scheme;
    use std::path::Path;

    fn marks(of: &[(&str, CheckStatus)]) -> CheckMarks {
        let mark = |&(name, mark): &(&str, CheckStatus)| CheckMark {
            name: name.to_string(),
            asks: String::new(),
            mark,
            reason: String::new(),
            answer: None,
            position: Vec::new(),
        };
        CheckMarks(of.iter().map(mark).collect())
    }

    #[test]
    fn points_are_shared_by_weight_and_what_was_skipped_does_not_count() {
        let text = "[checks]\npoints = 40\nweight = 1\n[checks.weights]\nmust-jump = 3";
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
        let text = "base = \"classic\"";
        let scheme = Scheme::parse(Path::new("t"), text, None).expect("valid").checks;
        let of = [("must-jump", CheckStatus::NotTried), ("old-answer", CheckStatus::Failed)];
        assert_eq!(marks(&of).kept_out(&scheme).as_deref(), Some("failed must-jump"));
        let passed =
            marks(&[("must-jump", CheckStatus::Passed), ("example-opening", CheckStatus::Skipped)]);
        assert_eq!(passed.kept_out(&scheme), None);
    }

    #[test]
    fn one_legal_move_is_enough_to_play() {
        let scheme = Scheme::default().checks;
        let kept_out = |of: &[(&str, CheckStatus)]| marks(of).kept_out(&scheme).is_some();
        let (failed, passed) = (CheckStatus::Failed, CheckStatus::Passed);
        assert!(kept_out(&[("must-jump", failed), ("no-legal-move", passed)]));
        assert!(kept_out(&[("must-jump", CheckStatus::NotTried)]));
        assert!(!kept_out(&[("must-jump", failed), ("clock-of-a-game", passed)]));
        assert!(!kept_out(&[("must-jump", failed), ("clock-of-10-ms", CheckStatus::Late)]));
        assert!(!kept_out(&[("no-legal-move", failed)]), "no check has asked for a move");
    }

    #[test]
    fn a_hung_agent_is_asked_for_one_first_move_and_a_slow_one_for_nothing_robust() {
        let scheme = Scheme::default().checks;
        let titles = checks::titles(games::GameName::Checkers);
        let title = |name: &str| titles.iter().find(|one| one.name == name).copied().expect("one");
        let (single, game, robust) = ("must-jump", "clock-of-a-game", "trailing-blanks");
        let hung = Spent { hangs: 3, ..Spent::default() };
        let out =
            |spent: Spent| [single, game, robust].map(|of| spent.rules_out(title(of), &scheme));
        assert_eq!(out(hung), [true, false, true]);
        assert_eq!(out(Spent { hangs: 4, hangs_in_games: 1, ..hung }), [true; 3]);
        let slow = Spent { seconds: 120.0, ..Spent::default() };
        let slow = [single, game, robust].map(|of| slow.is_slow_for(title(of), &scheme));
        assert_eq!(slow, [false, false, true]);
    }
}
