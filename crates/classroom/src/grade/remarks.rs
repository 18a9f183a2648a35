//! Sentences above the tests: for the table of a class, one line that says why points are missing;
//! for the student, what to fix first. A reason that many checks share is given once.

use crate::build::Built;
use crate::checks::{TestOutcome, TestResult};
use crate::grade::student_results::{GradedIn, StudentResults};
use crate::grade::submission_grade::{GradedTest, GradingProgress, TestGroup, TestVisibility};
use crate::scheme::Scheme;
use crate::stages::board_results::is_forfeit_of;
use crate::stages::level_score::LevelGames;
use cli::{counted, visible};
use referee::journal::GameResult;
use referee::rules::{Ending, RunRemark};
use runner::process::most_memory;
use std::collections::BTreeMap;
use std::time::Duration;

/// The least number of checks that must fail for the same reason before the remark names it.
const REPEATED: usize = 3;
/// Characters of the cause in the table.
const LONGEST_CAUSE: usize = 80;
/// Python's error for a missing module, up to the module's name.
const NO_MODULE: &str = "No module named '";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepeatedFault {
    pub reason: String,
    count: usize,
    checks: usize,
}

/// The reason that most checks share, if there are at least [`REPEATED`] of them.
pub fn repeated_fault(results: &[TestResult]) -> Option<RepeatedFault> {
    let (count, reason) = most_frequent(failed(results).map(TestResult::cause))?;
    (count >= REPEATED).then_some(RepeatedFault { reason, count, checks: results.len() })
}

/// Of several that are equally frequent, the first one.
fn most_frequent(causes: impl Iterator<Item = String>) -> Option<(usize, String)> {
    let causes: Vec<_> = causes.collect();
    let count = |cause: &String| causes.iter().filter(|other| *other == cause).count();
    let (count, cause) =
        causes.iter().rev().map(|cause| (count(cause), cause)).max_by_key(|(count, _)| *count)?;
    Some((count, cause.clone()))
}

fn failed(results: &[TestResult]) -> impl Iterator<Item = &TestResult> {
    results.iter().filter(|result| result.outcome == TestOutcome::Failed)
}

impl RepeatedFault {
    pub fn sentences(&self) -> Vec<String> {
        let RepeatedFault { reason, count, checks } = self;
        let same = format!("{count} of {checks} checks fail in one way; mend this first: {reason}");
        [Some(same), missing_module(reason)].into_iter().flatten().collect()
    }
}

fn missing_module(reason: &str) -> Option<String> {
    let (_, after) = reason.split_once(NO_MODULE)?;
    let (module, _) = after.split_once('\'')?;
    Some(format!(
        "The Python of this machine has no module {module}: hand it in with the program if it is \
         yours; else do without it, or ask the course's staff."
    ))
}

/// Why points are missing, for the table of a class.
pub fn remarks_for_table(results: &StudentResults, scheme: &Scheme) -> Option<String> {
    let student = results.student.as_ref()?;
    let mut parts = Vec::new();
    if let Built::Failed { reason, .. } = &student.built {
        parts.push(format!("not built: {reason}"));
    } else if let Built::NotPossible { reason } = &student.built {
        parts.push(not_graded(reason));
    } else {
        let checks = &results.checks;
        // Where the scheme requires checks by name, the remark names those instead.
        let is_unnamed = scheme.checks.required.names().is_empty();
        let cause = most_frequent_cause(&checks.0).filter(|_| is_unnamed);
        let cause = cause.map(|cause| format!(" ({cause})")).unwrap_or_default();
        parts.extend(results.kept_out.iter().map(|why| format!("plays no games: {why}{cause}")));
        if checks.was_broken_off() {
            parts.push("hung in the checks".to_string());
        }
        let fault = results.games.as_ref().and_then(|games| games.fault.as_deref());
        parts.extend(fault.map(not_graded));
        parts.extend(forfeits(results));
        if results.games.as_ref().is_some_and(LevelGames::is_harmful) && scheme.swiss.rounds > 0 {
            let why = "it took more processes, disk or memory than it may in several games";
            parts.push(format!("plays no tournament: {why}"));
        }
        parts.extend(ends_after_answers(results));
        parts.extend(forms_of_answers(results));
        parts.extend(no_tournament(results, scheme));
        let is_alone = results.players == 1 && results.place.is_some();
        if is_alone && scheme.swiss.first_place() > 0.0 {
            parts.push("no points for a place: nobody else plays".to_string());
        }
    }
    parts.extend(student.notes.remarks.iter().cloned());
    Some(parts.join("; ")).filter(|remark| !remark.is_empty())
}

/// Through no fault of the student.
fn not_graded(reason: &str) -> String {
    format!("not graded: {reason}; mend that and run the same command again")
}

/// Why someone who has played the levels has no place: `--only` plays no tournament.
fn no_tournament(results: &StudentResults, scheme: &Scheme) -> Option<String> {
    let harmful = results.games.as_ref()?.is_harmful();
    let is_asked = scheme.swiss.first_place() > 0.0 && !harmful;
    (is_asked && results.players == 0).then(|| {
        "no place and no points for one: no tournament was played yet; run the class once \
         without --only"
            .to_string()
    })
}

/// What most failed checks have in common, in a few words: the exception, `no output.txt`.
fn most_frequent_cause(results: &[TestResult]) -> Option<String> {
    // How long it hung differs from run to run, and the table says that it did.
    let causes = failed(results).filter(|result| !result.has_hung()).map(in_few_words);
    let (_, cause) = most_frequent(causes)?;
    Some(visible::cut(&cause, LONGEST_CAUSE)).filter(|cause| !cause.is_empty())
}

/// The exception, else the first part of the reason.
fn in_few_words(result: &TestResult) -> String {
    let first_part = || result.reason.split("; ").next().unwrap_or_default();
    result.printed.as_ref().map_or_else(first_part, |printed| &printed.line).to_string()
}

fn forfeits(results: &StudentResults) -> Option<String> {
    let mut forfeits: BTreeMap<String, usize> = BTreeMap::new();
    for game in all_games(results).filter(|game| is_forfeit_of(game, &results.name)) {
        *forfeits.entry(game.ending.to_string()).or_insert(0) += 1;
    }
    let each: Vec<_> = forfeits.iter().map(|(cause, count)| format!("{count} {cause}")).collect();
    let count = forfeits.values().sum();
    (count > 0).then(|| format!("forfeited {}: {}", counted(count, "game"), each.join(", ")))
}

/// How runs of the student ended beside moves that counted: `exit code 1 after the answer in 12
/// turns, which count`.
fn ends_after_answers(results: &StudentResults) -> Option<String> {
    let turns = remarked_turns(results, |remark| !matches!(remark, RunRemark::Form(_)));
    let each: Vec<_> = turns.iter().map(|(remark, turns)| format!("{remark} in {turns}")).collect();
    (!each.is_empty()).then(|| each.join(", ") + ", which count")
}

/// Where answers of the student that counted leave the exact form: `output.txt in 12 turns, which
/// count: line 1 ends with a blank; the assignment's form has none`.
fn forms_of_answers(results: &StudentResults) -> Option<String> {
    let turns = remarked_turns(results, |remark| matches!(remark, RunRemark::Form(_)));
    let each: Vec<_> = turns
        .iter()
        .map(|(flaw, turns)| format!("output.txt in {turns}, which count: {flaw}"))
        .collect();
    (!each.is_empty()).then(|| each.join("; "))
}

/// The turns of the student with each of these remarks.
fn remarked_turns(
    results: &StudentResults,
    is_wanted: fn(RunRemark) -> bool,
) -> Vec<(String, String)> {
    let mut turns: BTreeMap<String, u32> = BTreeMap::new();
    for game in all_games(results) {
        let own = game.remarks.iter().filter(|of| *game.player(of.side).name == *results.name);
        own.filter(|of| is_wanted(of.remark))
            .for_each(|of| *turns.entry(of.remark.to_string()).or_insert(0) += of.turns);
    }
    let counted = |(remark, turns)| (remark, counted(turns as usize, "turn"));
    turns.into_iter().map(counted).collect()
}

fn all_games(results: &StudentResults) -> impl Iterator<Item = &GameResult> {
    let games = results.games.iter().flat_map(|games| games.results.values());
    games.chain(results.swiss.values())
}

/// For the student of a lone submission. What is shown of a test depends on its visibility.
pub fn remarks_for_student(
    results: &StudentResults,
    scheme: &Scheme,
    graded_in: GradedIn<'_>,
    tests: &[GradedTest],
) -> Vec<String> {
    let mut remarks = Vec::new();
    match graded_in {
        GradedIn::Alone { progress: GradingProgress::Running, .. } => remarks.push(
            "The grading is not finished: these are the points so far. If it stays so, it was \
             ended from outside."
                .to_string(),
        ),
        GradedIn::Alone {
            progress: GradingProgress::OutOfTime, time_limit: Some(limit), ..
        } => {
            let checks = tests
                .iter()
                .filter(|test| {
                    test.outcome == TestOutcome::NotRun && test.group == TestGroup::Checks
                })
                .count();
            remarks.push(out_of_time(limit, checks, results.missing_games(scheme)));
        }
        GradedIn::Alone { progress: GradingProgress::BrokenOff, .. } => {
            remarks.push("The grading was broken off: these are the points so far.".to_string());
        }
        _ => {}
    }
    let built = results.student.as_ref().map(|student| &student.built);
    if let Some(Built::Failed { reason, .. } | Built::NotPossible { reason }) =
        built.filter(|_| graded_in.shows(TestGroup::Build))
    {
        remarks.push(format!("There is no program to run: {reason}"));
    }
    let fault = repeated_fault(&results.checks.0).filter(|_| graded_in.shows(TestGroup::Checks));
    remarks.extend(fault.iter().flat_map(RepeatedFault::sentences));
    let checks_are = graded_in.visibility_of(TestGroup::Checks);
    remarks.extend(results.kept_out.iter().map(|why| kept_out(why, checks_are)));
    let is_of_memory = |game: &GameResult| {
        game.ending == Ending::TooMuchMemory && is_forfeit_of(game, &results.name)
    };
    if graded_in.shows(TestGroup::Games) {
        let odd = ends_after_answers(results);
        remarks.extend(odd.map(|odd| format!("{odd}: end with exit code 0 after the answer.")));
        remarks.extend(forms_of_answers(results).map(|forms| forms + "."));
    }
    let mut games = results.games.iter().flat_map(|games| games.results.values());
    if graded_in.shows(TestGroup::Games) && games.any(is_of_memory) {
        remarks.push(format!(
            "A game was lost because the program took too much memory: all its processes together \
             may have {} MB here.",
            most_memory() / 1_000_000
        ));
    }
    remarks
}

fn out_of_time(limit: Duration, checks: usize, games: usize) -> String {
    let left_out = [(checks, "check"), (games, "game")].into_iter();
    let left_out = left_out.filter(|(count, _)| *count > 0);
    let texts: Vec<_> = left_out.map(|(count, what)| counted(count, what)).collect();
    let rest = if texts.is_empty() {
        String::new()
    } else {
        format!(" Left out: {}. What was finished counts.", texts.join(", "))
    };
    format!("The time of {} s did not suffice for everything.{rest}", limit.as_secs_f64())
}

/// Why no games are played. Names of checks are shown only if checks are visible.
pub fn kept_out(why: &str, checks_are: TestVisibility) -> String {
    if checks_are == TestVisibility::Visible {
        format!("No games are played: {why}.")
    } else {
        "No games are played: some checks must be passed first.".to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::recipe::BuildNotes;
    use crate::checks::CheckTitle;
    use crate::scheme::scheme_values::GradePoints;
    use crate::stages::submission::Student;
    use games::board::Side;
    use referee::journal::results_of;
    use referee::rules::{FlawKind, FormFlaw, GameRemark};
    use referee::testing::random_record;

    fn failed(reasons: &[&str]) -> Vec<TestResult> {
        let title = CheckTitle { name: "a", asks: "", group: None };
        reasons
            .iter()
            .map(|reason| {
                let has_failed = !reason.is_empty();
                let outcome = if has_failed { TestOutcome::Failed } else { TestOutcome::Passed };
                TestResult::new(title, outcome, reason)
            })
            .collect()
    }

    #[test]
    fn what_fails_alike_is_said_once_and_a_missing_module_is_named() {
        let results = failed(&["exit code 1", "", "exit code 1", "late", "exit code 1"]);
        let fault = repeated_fault(&results).expect("three");
        let sentence = "3 of 5 checks fail in one way; mend this first: exit code 1";
        assert_eq!(fault.sentences(), [sentence]);
        assert_eq!(repeated_fault(&failed(&["", "", "", "late", "late"])), None);
        let reason = "exit code 1; it printed \"ModuleNotFoundError: No module named 'numpy'\"";
        let results = failed(&[reason; 3]);
        let module = &repeated_fault(&results).expect("three").sentences()[1];
        assert!(module.starts_with("The Python of this machine has no module numpy:"), "{module}");
    }

    #[test]
    fn the_table_names_the_most_frequent_cause_in_few_words() {
        for (reasons, cause) in [
            (&["no output.txt", "exit code 1; or so", "exit code 1"][..], Some("exit code 1")),
            (&["no output.txt", "exit code 1"], Some("no output.txt")),
            (&["wrong; it was sent \"dump\"; its standard output: nothing"], Some("wrong")),
            (&["", ""], None),
        ] {
            assert_eq!(most_frequent_cause(&failed(reasons)).as_deref(), cause);
        }
        let mut results = failed(&["exit code 1; it printed \"something else\""]);
        let printed = serde_json::json!({"line": "ValueError: \"x\"", "place": "loa.py, line 12"});
        results[0].printed = serde_json::from_value(printed).expect("printed");
        assert_eq!(most_frequent_cause(&results).as_deref(), Some("ValueError: \"x\""));
    }

    #[test]
    fn who_has_no_place_since_nobody_has_played_is_told_so() {
        let games = Some(LevelGames::default());
        let mut results = StudentResults { games, ..StudentResults::default() };
        let mut scheme = Scheme::default();
        scheme.swiss.points = GradePoints::of(20);
        let told = no_tournament(&results, &scheme).expect("no place");
        assert!(told.starts_with("no place and no points for one"), "{told}");
        results.players = 2;
        assert_eq!(no_tournament(&results, &scheme), None);
    }

    #[test]
    fn only_what_was_left_out_is_counted() {
        assert!(
            after_a_minute(0, 1)
                .ends_with("everything. Left out: 1 game. What was finished counts.")
        );
        assert!(after_a_minute(2, 3).contains(": 2 checks, 3 games."));
        assert!(after_a_minute(0, 0).ends_with("for everything."));
    }

    fn after_a_minute(checks: usize, games: usize) -> String {
        out_of_time(Duration::from_secs(60), checks, games)
    }

    #[test]
    fn hidden_checks_are_not_named() {
        assert_eq!(
            kept_out_text(TestVisibility::Visible),
            "No games are played: failed must-jump."
        );
        assert!(!kept_out_text(TestVisibility::Hidden).contains("must-jump"));
    }

    fn kept_out_text(checks_are: TestVisibility) -> String {
        kept_out("failed must-jump", checks_are)
    }

    #[test]
    fn a_remark_names_what_cost_points() {
        let mut record = random_record(1, Ending::NoOutput);
        record.black.name = "anna".into();
        record.white.name = "anna".into();
        GameRemark::count(&mut record.remarks, Side::White, RunRemark::ExitCode(1));
        GameRemark::count(&mut record.remarks, Side::White, RunRemark::ExitCode(1));
        let tab = RunRemark::Form(FormFlaw { line: 2, kind: FlawKind::Tab });
        GameRemark::count(&mut record.remarks, Side::Black, tab);
        let (name, built) =
            ("anna".to_string(), Built::Ready { by: String::new(), start: String::new() });
        let (notes, agent) = (BuildNotes::default(), None);
        let student = Some(Student { name: name.clone(), built, notes, agent });
        let swiss = results_of([&record]);
        let results = StudentResults { name, student, swiss, ..StudentResults::default() };
        let remark = remarks_for_table(&results, &Scheme::default());
        let ends = "exit code 1 after the answer in 2 turns, which count";
        let form = "output.txt in 1 turn, which count: line 2 has a tab; the assignment's form has \
                    single blanks between the words";
        let expected = format!("forfeited 1 game: 1 no output.txt; {ends}; {form}");
        assert_eq!(remark, Some(expected));
    }
}
