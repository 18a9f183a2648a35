//! The page of a student as text: points, checks, forfeited games, and for each failure the one
//! command that shows it again on the student's own machine. A fault that many checks show is told
//! once, at its top.

use crate::build::Built;
use crate::checks;
use crate::checks::{ROBUST, SINGLE, TestOutcome, TestResult};
use crate::grade::graded_tests::{CHECKS, SWISS, check_again, last_lines};
use crate::grade::remarks::{RepeatedFault, repeated_fault};
use crate::grade::student_results::{GradedIn, StudentResults};
use crate::grade::submission_grade::SubmissionGrade;
use crate::scheme::graded::Graded;
use crate::scheme::{ReferenceLevel, Scheme};
use crate::stages::check_stage::CheckResults;
use cli::counted;
use formats::feedback::{FeedbackItem, FeedbackSection, ItemStatus, StudentFeedback};
use games::with_game;
use referee::journal::RecordedGame;

/// Forfeited games with an item of their own; the others are counted.
const MOST_FORFEITS: usize = 20;

/// The page without its games. `diagnosis` is the page that says why it loses, beside this one.
pub fn feedback_of(
    results: &StudentResults,
    grade: &SubmissionGrade,
    scheme: &Scheme,
    [levels, swiss]: [&[RecordedGame]; 2],
    diagnosis: Option<String>,
) -> StudentFeedback {
    let mut sections = vec![section("Build", build_items(results))];
    if !results.has_no_program() {
        sections.extend(check_sections(&results.checks, scheme));
    }
    if results.games.is_some() && !scheme.levels.is_empty() {
        let items = scheme.levels.iter().filter_map(|level| level_item(results, level, scheme));
        let items = items.chain(forfeit_items(levels, &results.name)).collect();
        sections.push(section("Games against the reference", items));
    }
    if let Some(place) = results.place {
        let text = format!(
            "place {} of {} with {} of {}: {:.2} points",
            place.place,
            results.players,
            place.points,
            place.games,
            grade.points_of(SWISS)
        );
        let place = FeedbackItem::new(ItemStatus::Info, text);
        let items = std::iter::once(place).chain(forfeit_items(swiss, &results.name)).collect();
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
    let mut lines = vec![
        format!("Total: {:.2} of {} points", grade.total(), scheme.most_points()),
        format!("Checks: {:.2} of {}", grade.points_of(CHECKS), scheme.checks.points.number()),
    ];
    let levels: f64 = scheme.levels.iter().map(|level| level.points.number()).sum();
    let earned: f64 = scheme.levels.iter().map(|level| grade.points_of(&level.part())).sum();
    if levels > 0.0 {
        lines.push(format!("Games against the reference: {:.2} of {levels}", earned + 0.0));
    }
    let first = scheme.swiss.first_place();
    if first > 0.0 {
        lines.push(format!("Place in the tournament: {:.2} of {first}", grade.points_of(SWISS)));
    }
    lines.extend(grade.remarks.iter().map(|remark| format!("Remark: {remark}")));
    lines.extend(repeated_fault(&results.checks.0).iter().flat_map(RepeatedFault::sentences));
    lines
}

fn build_items(results: &StudentResults) -> Vec<FeedbackItem> {
    let Some(student) = &results.student else { return Vec::new() };
    let notes = student.notes.all();
    let notes = notes.map(|note| FeedbackItem::new(ItemStatus::Info, note.clone()));
    let built = match &student.built {
        Built::Ready { by } => FeedbackItem::new(ItemStatus::Passed, format!("built: {by}")),
        Built::Failed { reason, command } => FeedbackItem {
            details: last_lines(&results.build_log).map(str::to_string).collect(),
            command: command.as_ref().map(|command| command.replace('\n', " && ")),
            ..FeedbackItem::new(ItemStatus::Failed, reason.clone())
        },
    };
    std::iter::once(built).chain(notes).collect()
}

fn level_item(
    results: &StudentResults,
    level: &ReferenceLevel,
    scheme: &Scheme,
) -> Option<FeedbackItem> {
    let score = results.level_score(level, scheme, GradedIn::Class.level_progress())?;
    let (most, part, results) = (level.points.number(), level.part(), score.results());
    let need = level.at_least.map(|least| format!(", {} % needed", least.share() * 100.0));
    let need = need.unwrap_or_default();
    let charged = match level.surcharge().as_secs_f64() {
        0.0 => String::new(),
        seconds => format!(", the reference was charged {seconds} s a move"),
    };
    let void = match score.void {
        0 => String::new(),
        void => format!(", {} not counted because the referee failed", counted(void, "game")),
    };
    let text =
        format!("{part}: {results}{charged}{void}{need}: {:.2} of {most} points", score.points);
    Some(FeedbackItem::new(ItemStatus::Info, text))
}

/// One section for each group that has points of its own or none at all.
fn check_sections(results: &CheckResults, scheme: &Scheme) -> Vec<FeedbackSection> {
    let fault = repeated_fault(&results.0);
    let titles = [
        "Checks: single moves, which the assignment asks",
        "Checks: what else the assignment asks",
        "Checks: robust, which the assignment does not ask",
    ];
    let mut sections = Vec::new();
    for (part, title) in titles.iter().enumerate() {
        let own: Vec<_> = results.0.iter().filter(|result| part_of(result) == part).collect();
        if !own.is_empty() {
            let title = format!("{title}: {}", points_text(&own, results, scheme));
            sections.push(FeedbackSection { title, items: check_items(&own, fault, scheme) });
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
    fault: Option<RepeatedFault<'_>>,
    scheme: &Scheme,
) -> Vec<FeedbackItem> {
    let is_repeated = |result: &TestResult| {
        result.outcome == TestOutcome::Failed
            && fault.is_some_and(|fault| fault.reason == result.cause())
    };
    let of = |is: &dyn Fn(&TestResult) -> bool| -> Vec<&TestResult> {
        own.iter().copied().filter(|result| is(result)).collect()
    };
    let (repeated, untried) = (of(&is_repeated), of(&is_untried));
    let others = of(&|result| !is_repeated(result) && !is_untried(result));
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
        TestOutcome::Failed | TestOutcome::NotRun | TestOutcome::Partial => {
            (ItemStatus::Failed, "")
        }
    };
    let text = format!("{word}{}: {}", result.name, result.asks);
    let (details, command) = (result.details(), check_again(result, scheme));
    FeedbackItem { details, command, ..FeedbackItem::new(status, text) }
}

fn forfeit_items(records: &[RecordedGame], name: &str) -> Vec<FeedbackItem> {
    let own: Vec<_> = records
        .iter()
        .filter(|record| record.forfeiter().is_some_and(|side| *record.player(side).name == *name))
        .collect();
    let mut items: Vec<_> = own.iter().take(MOST_FORFEITS).map(|one| forfeit_item(one)).collect();
    if own.len() > MOST_FORFEITS {
        let text = format!("and {} more games were forfeited", own.len() - MOST_FORFEITS);
        items.push(FeedbackItem::new(ItemStatus::Failed, text));
    }
    items
}

fn forfeit_item(record: &RecordedGame) -> FeedbackItem {
    let side = record.to_move();
    let opponent = &record.player(!side).name;
    let turn = record.turns.len() + 1;
    let mut details: Vec<String> = record.detail.iter().cloned().collect();
    details.extend(record.evidence.as_deref().map(for_the_grader));
    let (id, ending) = (record.id, record.ending);
    let text = format!("game {id} against {opponent} as {side}: {ending}, in turn {turn}");
    let command = with_game!(record.game, G => <G as Graded>::ask_again(record, side));
    FeedbackItem { details, command, ..FeedbackItem::new(ItemStatus::Failed, text) }
}

/// The command for the folder of the grades, where the agent is. The evidence is named as seen from
/// the student's folder.
fn for_the_grader(evidence: &str) -> String {
    let from_out = shell_words::quote(evidence.trim_start_matches("../"));
    format!("for the grader, in the folder of grades.csv: referee replay {from_out}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::recipe::BuildNotes;
    use crate::checks::CheckTitle;
    use crate::grade::submission_grade::example;
    use crate::stages::level_score::LevelGames;
    use crate::stages::submission::Student;
    use games::board::Side;
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
    fn a_game_in_which_the_referee_failed_is_named_and_not_counted() {
        let file = "[[levels]]\ndepth = 1\ngames = 2\npoints = 10";
        let scheme = Scheme::parse(Path::new("t"), file, None).expect("valid");
        let level = &scheme.levels[0];
        let records = [(1, Ending::NoOutput), (2, Ending::RefereeFault)].map(|(id, ending)| {
            let mut record = random_record(id, ending);
            (record.black.name, record.white.name) = match record.to_move() {
                Side::Black => (level.name(), "anna".to_string()),
                Side::White => ("anna".to_string(), level.name()),
            };
            record
        });
        let games = LevelGames { results: results_of(&records), error: None, stall: None };
        let (name, games) = ("anna".to_string(), Some(games));
        let results = StudentResults { name, games, ..StudentResults::default() };
        let item = level_item(&results, level, &scheme).expect("an item");
        let told = "depth 1: 1 won, 0 drawn, 0 lost, 1 game not counted because the referee failed: 10.00 of 10";
        assert!(item.text.starts_with(told), "{}", item.text);
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

    #[test]
    fn a_forfeited_game_can_be_asked_for_again() {
        let mut record = random_record(3, Ending::Malformed);
        record.black.name = "anna".into();
        record.white.name = "bea".into();
        let name = record.player(record.to_move()).name.clone();
        let items = forfeit_items(std::slice::from_ref(&record), &name);
        assert!(items[0].command.is_some());
        assert!(items[0].text.contains("malformed output.txt"), "{}", items[0].text);
        let kept = "../../swiss/evidence/game-3/move.json".to_string();
        let details =
            forfeit_item(&RecordedGame { evidence: Some(kept), ..record.clone() }).details;
        let holds = details[0].ends_with("referee replay swiss/evidence/game-3/move.json");
        assert!(holds, "{details:?}");
        let opponent = record.player(!record.to_move()).name.clone();
        assert!(forfeit_items(&[record], &opponent).is_empty());
    }

    #[test]
    fn many_forfeits_are_counted() {
        let records: Vec<_> = (0..50).map(|n| random_record(n, Ending::NoOutput)).collect();
        let name = records[0].black.name.clone();
        let lost = records.iter().filter(|record| record.player(record.to_move()).name == name);
        let lost = lost.count();
        let items = forfeit_items(&records, &name);
        assert_eq!(items.len(), lost.min(MOST_FORFEITS) + usize::from(lost > MOST_FORFEITS));
    }
}
