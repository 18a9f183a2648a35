//! The page of a student as text: points, checks, lost games, and for each failure the one
//! command that shows it again on the student's own machine. A fault that many checks show is told
//! once, at its top.

use crate::build::Built;
use crate::checks;
use crate::checks::{ROBUST, SINGLE, TestOutcome, TestResult};
use crate::grade::feedback_games::{level_item, lost_items};
use crate::grade::graded_tests::{CHECKS, NOT_GRADED, SWISS, check_again, last_lines};
use crate::grade::manual_rules::rule_of_check;
use crate::grade::remarks::{RepeatedFault, repeated_fault};
use crate::grade::student_results::StudentResults;
use crate::grade::submission_grade::SubmissionGrade;
use crate::scheme::{ReferenceLevel, Scheme};
use crate::stages::board_results::{BoardResults, points_in};
use crate::stages::check_stage::CheckResults;
use formats::feedback::{FeedbackItem, FeedbackSection, ItemStatus, StudentFeedback};
use games::GameName;
use referee::journal::RecordedGame;
use referee::rules::DrawnGame;

/// The page without its games. `diagnosis` is the page that says why it loses, beside this one.
pub fn feedback_of(
    results: &StudentResults,
    grade: &SubmissionGrade,
    scheme: &Scheme,
    [levels, swiss]: [&[RecordedGame]; 2],
    diagnosis: Option<String>,
) -> StudentFeedback {
    let start = results.start();
    let lost =
        |games: &[RecordedGame]| lost_items(games, (&results.name, start), scheme.games.draws);
    let mut sections = vec![section("Build", build_items(results))];
    if !results.has_no_program() {
        sections.extend(check_sections(&results.checks, scheme).into_iter().map(|section| {
            let items = section.items.into_iter().map(|item| started_by(start, item));
            FeedbackSection { items: items.collect(), ..section }
        }));
    }
    if results.games.is_some() && !scheme.levels.is_empty() {
        let items = scheme.levels.iter().filter_map(|level| level_item(results, level, scheme));
        let beginning =
            FeedbackItem::new(ItemStatus::Info, scheme.games.beginning(scheme.game).to_string());
        let items = std::iter::once(beginning).chain(items);
        let items = items.chain(lost(levels)).collect();
        sections.push(section("Games against the reference", items));
    }
    if let Some(place) = results.place {
        let text = format!(
            "place {} of {} with {}: {:.2} points",
            place.place,
            results.players,
            points_in(place.points, place.games as usize),
            grade.points_of(SWISS)
        );
        let place = FeedbackItem::new(ItemStatus::Info, text);
        let items = std::iter::once(place).chain(lost(swiss)).collect();
        sections.push(section("Tournament", items));
    }
    if diagnosis.is_some() {
        let text = "what cost it most, how far it sees, and what would help".to_string();
        let item = FeedbackItem::new(ItemStatus::Info, text);
        sections.push(section("Why it loses", vec![FeedbackItem { link: diagnosis, ..item }]));
    }
    let summary = summary(results, grade, scheme);
    StudentFeedback::new(results.name.clone(), summary, sections).shown()
}

fn section(title: &str, items: Vec<FeedbackItem>) -> FeedbackSection {
    FeedbackSection { title: title.to_string(), items }
}

pub fn feedback_json(feedback: &StudentFeedback) -> String {
    // It cannot fail: it consists of texts.
    serde_json::to_string_pretty(feedback).unwrap_or_default() + "\n"
}

fn summary(results: &StudentResults, grade: &SubmissionGrade, scheme: &Scheme) -> Vec<String> {
    let points = format!("{:.2} of {} points", grade.total(), scheme.most_points());
    let not_graded = grade.not_graded();
    let total = match not_graded[..] {
        [] => format!("Total: {points}"),
        _ => format!("Total: not graded yet; {points} without {}", not_graded.join(", ")),
    };
    let checks = score_text(grade, &[CHECKS.to_string()], scheme.checks.points.number());
    let mut lines = vec![total, format!("Checks: {checks}")];
    let levels: f64 = scheme.levels.iter().map(|level| level.points.number()).sum();
    if levels > 0.0 {
        let parts: Vec<String> = scheme.levels.iter().map(ReferenceLevel::part).collect();
        lines.push(format!("Games against the reference: {}", score_text(grade, &parts, levels)));
    }
    let first = scheme.swiss.first_place();
    if first > 0.0 {
        let place = score_text(grade, &[SWISS.to_string()], first);
        lines.push(format!("Place in the tournament: {place}"));
    }
    lines.extend(played(results, scheme));
    lines.extend(grade.late.iter().map(|late| format!("Late: {}", late.sentence())));
    lines.extend(grade.remarks.iter().map(|remark| format!("Remark: {remark}")));
    lines.extend(repeated_fault(&results.checks.0).iter().flat_map(RepeatedFault::sentences));
    lines
}

fn score_text(grade: &SubmissionGrade, parts: &[String], most: f64) -> String {
    if grade.not_graded().iter().any(|part| parts.iter().any(|own| own == part)) {
        return format!("{NOT_GRADED}, of {most}");
    }
    let points: f64 = parts.iter().map(|part| grade.points_of(part)).sum();
    format!("{:.2} of {most}", points + 0.0)
}

/// What the student has played, apart from what opponents have forfeited.
fn played(results: &StudentResults, scheme: &Scheme) -> Option<String> {
    let games = results.games.iter().flat_map(|games| games.results.values());
    let games = games.chain(results.swiss.values());
    let found = BoardResults::of(games, &results.name, scheme.games.draws);
    let sentence = found.sentence(DrawnGame::of(scheme.game));
    (found.played() > 0).then(|| format!("All games: {sentence}"))
}

fn build_items(results: &StudentResults) -> Vec<FeedbackItem> {
    let Some(student) = &results.student else { return Vec::new() };
    let notes = student.notes.all();
    let notes = notes.map(|note| FeedbackItem::new(ItemStatus::Info, note.clone()));
    let built = match &student.built {
        Built::Ready { by, .. } => FeedbackItem::new(ItemStatus::Passed, format!("built: {by}")),
        Built::NotPossible { reason } => FeedbackItem::new(ItemStatus::Info, reason.clone()),
        Built::Failed { reason, command } => FeedbackItem {
            details: last_lines(&results.build_log).map(str::to_string).collect(),
            command: command.as_ref().map(|command| command.replace('\n', " && ")),
            ..FeedbackItem::new(ItemStatus::Failed, reason.clone())
        },
    };
    std::iter::once(built).chain(notes).collect()
}

/// One section for each group that has points of its own or none at all.
fn check_sections(results: &CheckResults, scheme: &Scheme) -> Vec<FeedbackSection> {
    let fault = repeated_fault(&results.0);
    // Text programs have no single moves.
    let rest = if scheme.game == GameName::Checkers { "what else" } else { "what" };
    let titles = [
        "Checks: single moves, which the assignment asks",
        &format!("Checks: {rest} the assignment asks"),
        "Checks: robust, which the assignment does not ask",
    ];
    let mut sections = Vec::new();
    for (part, title) in titles.iter().enumerate() {
        let own: Vec<_> = results.0.iter().filter(|result| part_of(result) == part).collect();
        if !own.is_empty() {
            let title = format!("{title}: {}", points_text(&own, results, scheme));
            sections
                .push(FeedbackSection { title, items: check_items(&own, fault.as_ref(), scheme) });
        }
    }
    sections
}

fn part_of(result: &TestResult) -> usize {
    match checks::group_of(&result.name) {
        Some(SINGLE) => 0,
        Some(ROBUST) => 2,
        _ => 1,
    }
}

fn points_text(own: &[&TestResult], results: &CheckResults, scheme: &Scheme) -> String {
    let points = |of: &dyn Fn(&TestResult) -> bool| -> f64 {
        let counted = own.iter().filter(|result| of(result));
        counted.map(|result| results.most_of(result, &scheme.checks)).sum::<f64>() + 0.0
    };
    let most = points(&|_| true);
    if most > 0.0 {
        format!("{:.2} of {:.2} points", points(&TestResult::has_passed), most)
    } else {
        "no points".to_string()
    }
}

/// An item for each check; those that fail for the repeated reason are one, and those that were not
/// run.
fn check_items(
    own: &[&TestResult],
    fault: Option<&RepeatedFault>,
    scheme: &Scheme,
) -> Vec<FeedbackItem> {
    let is_repeated = |result: &&TestResult| {
        result.outcome == TestOutcome::Failed
            && fault.is_some_and(|fault| fault.reason == result.cause())
    };
    let (repeated, others): (Vec<_>, Vec<_>) = own.iter().copied().partition(is_repeated);
    let (untried, others): (Vec<_>, Vec<_>) =
        others.into_iter().partition(|result| is_untried(result));
    let first = repeated.first().map(|result| {
        let one = check_item(result, scheme);
        let text = if repeated.len() > 1 { names_of(&repeated) } else { one.text.clone() };
        FeedbackItem { text, ..one }
    });
    let last = untried.first().map(|result| {
        let details = vec![result.reason.clone()];
        FeedbackItem { details, ..FeedbackItem::new(ItemStatus::Failed, names_of(&untried)) }
    });
    let others = others.into_iter().map(|result| check_item(result, scheme));
    first.into_iter().chain(others).chain(last).collect()
}

/// The item with the student's own program in the commands of its details.
fn started_by(start: &str, item: FeedbackItem) -> FeedbackItem {
    let named = |line: String| match line.strip_suffix(" | PROGRAM") {
        Some(command) => format!("{command} | {start}"),
        None => line,
    };
    FeedbackItem { details: item.details.into_iter().map(named).collect(), ..item }
}

fn is_untried(result: &TestResult) -> bool {
    result.outcome == TestOutcome::NotRun
}

fn names_of(of: &[&TestResult]) -> String {
    of.iter().map(|result| result.name.as_str()).collect::<Vec<_>>().join(", ")
}

fn check_item(result: &TestResult, scheme: &Scheme) -> FeedbackItem {
    let (status, word) = match result.outcome {
        TestOutcome::Passed => (ItemStatus::Passed, ""),
        TestOutcome::Late => (ItemStatus::Info, "late: "),
        TestOutcome::Skipped => (ItemStatus::Info, "skipped: "),
        TestOutcome::NotGraded => (ItemStatus::Info, "not graded: "),
        TestOutcome::Failed | TestOutcome::NotRun | TestOutcome::Partial => {
            (ItemStatus::Failed, "")
        }
    };
    let text = format!("{word}{}: {}", result.name, result.asks);
    let (details, command) = (result.details(), check_again(result, scheme));
    let rule = Some(result).filter(|_| status == ItemStatus::Failed);
    let rule = rule.and_then(|result| rule_of_check(scheme.game, result));
    FeedbackItem { details, command, rule, ..FeedbackItem::new(status, text) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::recipe::BuildNotes;
    use crate::checks::CheckTitle;
    use crate::grade::submission_grade::example;
    use crate::stages::submission::Student;
    use referee::journal::results_of;
    use referee::rules::Ending;
    use referee::testing::random_record;
    use std::path::Path;

    fn result(name: &'static str, outcome: TestOutcome, reason: &str) -> TestResult {
        let position = vec!["legal: only J f6 d4".to_string()];
        let title = CheckTitle { name, asks: "Why.", group: None };
        let answer = Some("E a3 b4".to_string());
        TestResult { answer, position, ..TestResult::new(title, outcome, reason) }
    }

    #[test]
    fn a_failed_build_shows_its_command_and_the_end_of_its_log() {
        let built = Built::Failed {
            reason: "the build failed: error: <b>".to_string(),
            command: Some("make\nmake calibrate".to_string()),
        };
        let (name, notes, agent) = ("anna".to_string(), BuildNotes::default(), None);
        let student = Some(Student { name: name.clone(), built, notes, agent });
        let build_log: String = (0..100).map(|line| format!("line {line}\n")).collect();
        let results = StudentResults { name, student, build_log, ..StudentResults::default() };
        let grade = SubmissionGrade { tests: Vec::new(), ..example() };
        let feedback = feedback_of(&results, &grade, &Scheme::default(), [&[], &[]], None);
        assert_eq!(feedback.summary[0], "Total: 0.00 of 100 points");
        let item = &feedback.sections[0].items[0];
        let command = item.command.as_deref();
        assert_eq!((item.status, command), (ItemStatus::Failed, Some("make && make calibrate")));
        assert_eq!((item.details.len(), item.details[29].as_str()), (30, "line 99"));
    }

    #[test]
    fn what_is_not_graded_shows_no_points() {
        let mut grade = example();
        for test in grade.tests.iter_mut().filter(|test| test.part == CHECKS) {
            *test = test.clone().not_graded("the disk was full");
        }
        let lines = summary(&StudentResults::default(), &grade, &Scheme::default());
        assert!(lines[0].starts_with("Total: not graded yet; "), "{lines:?}");
        assert!(lines[0].ends_with(" points without checks"), "{lines:?}");
        assert!(lines[1].starts_with("Checks: not graded, of "), "{lines:?}");
    }

    #[test]
    fn a_fault_of_all_checks_is_told_once() {
        let failed = TestOutcome::Failed;
        let names = ["example-opening", "example-king", "must-jump", "trailing-blanks"];
        let results = CheckResults(names.map(|name| result(name, failed, "no numpy")).to_vec());
        let sections = check_sections(&results, &Scheme::default());
        assert_eq!(sections.len(), 2);
        let [only] = &sections[0].items[..] else { panic!("{sections:?}") };
        assert_eq!(only.text, "example-opening, example-king, must-jump");
    }

    #[test]
    fn a_text_game_has_its_own_words() {
        let scheme = Scheme::parse(Path::new("t"), "game = \"loa\"", None).expect("valid");
        let failed = result("captures", TestOutcome::Failed, "wrong dump");
        let sections = check_sections(&CheckResults(vec![failed]), &scheme);
        let title = &sections[0].title;
        assert!(title.starts_with("Checks: what the assignment asks: "), "{title}");
        let rule = sections[0].items[0].rule.as_ref().map(|rule| rule.place.as_str());
        assert_eq!(rule, Some("docs/RULES.md#loa-captures"));
        let mut tie = random_record(1, Ending::MaxPlies);
        (tie.game, tie.black.name) = (GameName::Loa, "anna".into());
        let swiss = results_of([&tie]);
        let results =
            StudentResults { name: "anna".to_string(), swiss, ..StudentResults::default() };
        let told = played(&results, &scheme);
        assert_eq!(told.as_deref(), Some("All games: 0 won, 1 tied, 0 lost"));
    }

    #[test]
    fn a_section_says_its_points_and_a_failed_check_shows_what_was_asked() {
        let results = CheckResults(vec![
            result("example-opening", TestOutcome::Passed, ""),
            result("must-jump", TestOutcome::Failed, "illegal"),
            result("clock-of-10-ms", TestOutcome::Late, "after 20 ms"),
            result("trailing-blanks", TestOutcome::Failed, "exit code 1"),
        ]);
        let sections = check_sections(&results, &Scheme::default());
        let titles: Vec<_> = sections.iter().map(|section| section.title.as_str()).collect();
        assert!(titles[0].ends_with("5.00 of 10.00 points"), "{titles:?}");
        assert!(titles[1].ends_with("no points") && titles[2].ends_with("no points"));
        let jump = &sections[0].items[1];
        assert!(jump.details.contains(&"legal: only J f6 d4".to_string()), "{jump:?}");
        assert_eq!(jump.command.as_deref(), Some("referee check . --only must-jump"));
        let late = &sections[1].items[0];
        assert!(late.status == ItemStatus::Info && late.text.starts_with("late: clock-of-10-ms"));
    }
}
