//! The second stage: every agent is checked.
//!
//! An agent that hangs does so in every check, and each costs its whole time. After a few of them
//! the rest is not tried, but for one first move of a game: an agent that hangs in single moves may
//! play. An agent that uses up its clock is not asked what the assignment does not ask.

use crate::checks;
use crate::checks::{
    ASSIGNMENT, CheckJob, CheckOptions, CheckTitle, ROBUST, ScriptSet, TestOutcome, TestResult,
    count,
};
use crate::error::ClassError;
use crate::scheme::scheme_values::RequiredChecks;
use crate::scheme::{CheckScheme, GameScheme};
use crate::stages::stage;
use crate::stages::stage::{ClassRun, InputDigest};
use crate::stages::submission::Student;
use referee::players::Agent;
use runner::TempRoot;
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::time::Instant;

/// A new number makes all agents be checked again: the questions, or what is kept, have changed.
const CHECKS_VERSION: u32 = 9;
/// Why a check was not tried: its agent is slow, which is no fault.
const SLOW: &str = "not tried: the checks before it had used up the CPU time of [checks] seconds";
/// Why a check was not tried that no time was left for.
const NO_TIME: &str = "not tried: no time was left";

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CheckResults(pub Vec<TestResult>);

/// Checks all agents that have changed since the last run; `None` for a student without an agent.
pub fn check_all(
    run: &ClassRun<'_>,
    students: &[Student],
) -> Result<Vec<Option<CheckResults>>, ClassError> {
    let (cores, doing) = (&run.settings.cores, ("agents checked", "checking"));
    run.each(students, cores, doing, |student| &student.name, &|student, _| {
        student.agent.as_ref().map(|agent| check_one(run, agent)).transpose()
    })
}

fn check_one(run: &ClassRun<'_>, agent: &Agent) -> Result<CheckResults, ClassError> {
    let scheme = &run.scheme().checks;
    let GameScheme { profile, answers, .. } = run.scheme().games;
    let scripts = run.settings.scripts.as_ref().map(ScriptSet::sha256);
    let limits = (scheme.most_hangs, scheme.seconds);
    let conditions = (CHECKS_VERSION, (profile, answers), run.surroundings(), limits, &scheme.only);
    let conditions = (run.scheme().game, conditions, scripts);
    let key = InputDigest::with(&[&agent.sha256], &conditions);
    let path = run.folder("agents")?.join(format!("{}.check.json", agent.name));
    if let Some(marks) = stage::load(&path, &key) {
        return Ok(marks);
    }
    let mut results = run_checks(run, agent, &mut |_| CheckGoOn::Yes)?;
    // The others of a class have run beside it: the wall time tells nothing.
    results.0.iter_mut().for_each(|result| result.seconds = None);
    run.go_on()?;
    stage::store(&path, &key, &results)?;
    run.log.line(&format!(
        "{}: checks: {} passed, {} late, {} failed, {} not tried, {} skipped",
        agent.name,
        count(&results.0, TestOutcome::Passed),
        count(&results.0, TestOutcome::Late),
        count(&results.0, TestOutcome::Failed),
        count(&results.0, TestOutcome::NotRun),
        count(&results.0, TestOutcome::Skipped)
    ));
    Ok(results)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckGoOn {
    Yes,
    /// The time for them is over.
    No,
}

/// Runs the checks of one agent; `on_result` is called after each, and may end them.
pub fn run_checks(
    run: &ClassRun<'_>,
    agent: &Agent,
    on_result: &mut dyn FnMut(&TestResult) -> CheckGoOn,
) -> Result<CheckResults, ClassError> {
    let scheme = &run.scheme().checks;
    // One for each agent: checks keep files of fixed names in it.
    let temp_root = TempRoot::new()?.stopped_by(&run.settings.stop);
    let temp_root = temp_root.counting_idle(run.temp_root.idle_sum());
    let (spent, go_on) = (Cell::new(Spent::default()), Cell::new(CheckGoOn::Yes));
    let (mut results, mut begun) = (Vec::new(), Instant::now());
    let mut on_each = |result: &TestResult| {
        spent.set(spent.get().with(result));
        let seconds = Some(begun.elapsed().as_secs_f64());
        let result = TestResult { seconds, ..result.clone() };
        go_on.set(on_result(&result));
        results.push(result);
        begun = Instant::now();
    };
    let (game, scripts) = (run.scheme().game, run.settings.scripts.as_ref());
    let wanted = |title: CheckTitle| {
        let is_possible =
            !spent.get().rules_out(title, scheme) && !spent.get().is_slow_for(title, scheme);
        is_asked(run, title) && is_possible && go_on.get() == CheckGoOn::Yes
    };
    let options = CheckOptions {
        temp_root: &temp_root,
        sandbox_mode: run.settings.sandbox_mode,
        replies: run.scheme().games.replies(),
        keep: None,
        named: None,
        libraries: &[],
    };
    let job = CheckJob { agent, options, scripts, wanted: &wanted };
    let rest = match checks::check_game(game, job, &mut on_each) {
        Ok(_) if spent.get().hangs >= scheme.most_hangs.max(1) => {
            "not tried: it had hung too often before".to_string()
        }
        Ok(_) => NO_TIME.to_string(),
        Err(error) => {
            run.go_on()?;
            return Err(error.into());
        }
    };
    if go_on.get() == CheckGoOn::Yes {
        let is_slow =
            |title: CheckTitle| is_asked(run, title) && spent.get().is_slow_for(title, scheme);
        complete(&mut results, run, &is_slow, TestOutcome::Skipped, SLOW);
    }
    Ok(completed(run, results, &rest))
}

/// What the checks of an agent have cost so far.
#[derive(Clone, Copy, Debug, Default)]
struct Spent {
    hangs: u32,
    /// Those in what the assignment asks besides single moves.
    hangs_in_games: u32,
    seconds: f64,
}

impl Spent {
    fn with(self, result: &TestResult) -> Self {
        let hangs = u32::from(result.has_hung());
        let is_game = checks::group_of(&result.name) == Some(ASSIGNMENT);
        Spent {
            hangs: self.hangs + hangs,
            hangs_in_games: self.hangs_in_games + if is_game { hangs } else { 0 },
            seconds: self.seconds + result.charged.unwrap_or(0.0),
        }
    }

    /// It has hung too often. A first move of a game is tried all the same.
    fn rules_out(self, title: CheckTitle, scheme: &CheckScheme) -> bool {
        let is_game = title.group == Some(ASSIGNMENT);
        let is_new = is_game && self.hangs_in_games == 0;
        self.hangs >= scheme.most_hangs.max(1) && !is_new
    }

    /// It has used its time up, and the assignment does not ask this.
    fn is_slow_for(self, title: CheckTitle, scheme: &CheckScheme) -> bool {
        let is_robust = title.group == Some(ROBUST);
        is_robust && self.seconds >= scheme.seconds.into() && !self.rules_out(title, scheme)
    }
}

/// The results with those of all checks that were not tried, for this reason.
pub fn completed(run: &ClassRun<'_>, mut results: Vec<TestResult>, why: &str) -> CheckResults {
    complete(&mut results, run, &|title| is_asked(run, title), TestOutcome::NotRun, why);
    CheckResults(results)
}

/// Adds those of these checks that are missing.
fn complete(
    results: &mut Vec<TestResult>,
    run: &ClassRun<'_>,
    these: &dyn Fn(CheckTitle) -> bool,
    outcome: TestOutcome,
    why: &str,
) {
    for title in checks::titles(run.scheme().game).into_iter().filter(|title| these(*title)) {
        if !results.iter().any(|result| result.name == title.name) {
            results.push(TestResult::new(title, outcome, why));
        }
    }
}

fn is_asked(run: &ClassRun<'_>, title: CheckTitle) -> bool {
    let has_scripts = run.settings.scripts.is_some();
    run.scheme().checks.wants(title.name) && (title != checks::SCRIPTS || has_scripts)
}

impl CheckResults {
    /// The points that one of these results can earn; skipped checks do not count.
    pub fn most_of(&self, result: &TestResult, scheme: &CheckScheme) -> f64 {
        let counts = |result: &&TestResult| result.outcome != TestOutcome::Skipped;
        let weights = self.0.iter().filter(counts).map(|result| scheme.weight_of(&result.name));
        let all: f64 = weights.sum();
        let own = if counts(&result) { scheme.weight_of(&result.name) } else { 0.0 };
        if all > 0.0 { scheme.points.number() * own / all } else { 0.0 }
    }

    /// True if checks were left out because the agent had hung too often.
    pub fn was_broken_off(&self) -> bool {
        self.0.iter().any(|result| result.outcome == TestOutcome::NotRun)
    }

    /// Why the agent plays no games; `None` if it plays.
    pub fn kept_out(&self, scheme: &CheckScheme) -> Option<String> {
        if scheme.required == RequiredChecks::OneLegalMove {
            let mut asked =
                self.0.iter().filter(|result| checks::asks_for_moves(&result.name)).peekable();
            let is_asked = asked.peek().is_some();
            let has_moved = asked.any(TestResult::has_passed);
            return (is_asked && !has_moved).then(|| "no legal move in any check".to_string());
        }
        let missed = self
            .0
            .iter()
            .filter(|result| matches!(result.outcome, TestOutcome::Failed | TestOutcome::NotRun))
            .map(|result| result.name.as_str());
        let missed: Vec<_> = missed.filter(|name| scheme.requires(name)).collect();
        (!missed.is_empty()).then(|| format!("failed {}", missed.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheme::Scheme;
    use std::path::Path;

    fn results(of: &[(&'static str, TestOutcome)]) -> CheckResults {
        let result = |&(name, outcome): &(&'static str, _)| {
            TestResult::new(CheckTitle { name, asks: "", group: None }, outcome, "")
        };
        CheckResults(of.iter().map(result).collect())
    }

    #[test]
    fn points_are_shared_by_weight_and_what_was_skipped_does_not_count() {
        let text = "[checks]\npoints = 40\nweight = 1\n[checks.weights]\nmust-jump = 3";
        let scheme = Scheme::parse(Path::new("t"), text, None).expect("valid").checks;
        assert_eq!(
            points(
                &scheme,
                &[("must-jump", TestOutcome::Passed), ("old-answer", TestOutcome::Failed)]
            ),
            30.0
        );
        assert_eq!(
            points(
                &scheme,
                &[("must-jump", TestOutcome::NotRun), ("old-answer", TestOutcome::Passed)]
            ),
            10.0
        );
        assert_eq!(
            points(
                &scheme,
                &[("calibrate", TestOutcome::Skipped), ("old-answer", TestOutcome::Passed)]
            ),
            40.0
        );
        assert_eq!(points(&scheme, &[("calibrate", TestOutcome::Skipped)]), 0.0);
    }

    fn points(scheme: &CheckScheme, of: &[(&'static str, TestOutcome)]) -> f64 {
        let results = results(of);
        let passed = results.0.iter().filter(|result| result.has_passed());
        passed.map(|result| results.most_of(result, scheme)).sum::<f64>()
    }

    #[test]
    fn only_required_checks_keep_an_agent_from_playing() {
        let text = "base = \"classic\"";
        let scheme = Scheme::parse(Path::new("t"), text, None).expect("valid").checks;
        let of = [("must-jump", TestOutcome::NotRun), ("old-answer", TestOutcome::Failed)];
        assert_eq!(results(&of).kept_out(&scheme).as_deref(), Some("failed must-jump"));
        let passed = results(&[
            ("must-jump", TestOutcome::Passed),
            ("example-opening", TestOutcome::Skipped),
        ]);
        assert_eq!(passed.kept_out(&scheme), None);
    }

    #[test]
    fn one_legal_move_is_enough_to_play() {
        let scheme = Scheme::default().checks;
        let (failed, passed) = (TestOutcome::Failed, TestOutcome::Passed);
        assert!(is_kept_out(&scheme, &[("must-jump", failed), ("no-legal-move", passed)]));
        assert!(is_kept_out(&scheme, &[("must-jump", TestOutcome::NotRun)]));
        assert!(!is_kept_out(&scheme, &[("must-jump", failed), ("clock-of-a-game", passed)]));
        assert!(!is_kept_out(
            &scheme,
            &[("must-jump", failed), ("clock-of-10-ms", TestOutcome::Late)]
        ));
        assert!(
            !is_kept_out(&scheme, &[("no-legal-move", failed)]),
            "no check has asked for a move"
        );
    }

    fn is_kept_out(scheme: &CheckScheme, of: &[(&'static str, TestOutcome)]) -> bool {
        results(of).kept_out(scheme).is_some()
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
