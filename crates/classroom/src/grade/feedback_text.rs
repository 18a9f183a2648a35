//! The text of a student's page: points, checks, forfeited games, and for each failure the one
//! command that shows it again on the student's own machine.

use crate::build::Built;
use crate::grade::feedback_checks::{check_sections, repeated_fault};
use crate::grade::feedback_item::{FeedbackItem, FeedbackSection, ItemStatus};
use crate::grade::grades::{Grade, Performance};
use crate::scheme::graded::Graded;
use crate::scheme::{ReferenceLevel, Scheme};
use crate::stages::check_stage::CheckMarks;
use crate::stages::submission::Student;
use cli::visible;
use games::with_game;
use referee::journal::RecordedGame;
use serde::Serialize;

/// Of `feedback.json`.
const VERSION: u32 = 1;
/// Lines shown of a build's log: the last ones.
const LOG_LINES: usize = 30;
/// Forfeited games with an item of their own; the others are counted.
const MOST_FORFEITS: usize = 20;

/// The page without its games: the content of `feedback.json`, which `crownhead report` reads.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StudentFeedback {
    version: u32,
    title: String,
    summary: Vec<String>,
    sections: Vec<FeedbackSection>,
}

impl StudentFeedback {
    /// `log` is the output of the build.
    pub fn of(
        performance: &Performance<'_>,
        grade: &Grade,
        scheme: &Scheme,
        log: &str,
        [gauntlet, swiss]: [&[RecordedGame]; 2],
        more: PageExtras,
    ) -> Self {
        let name = &performance.student.name;
        let mut sections = vec![FeedbackSection {
            title: "Build".to_string(),
            items: build_items(performance.student, log),
        }];
        if let Some(marks) = performance.checks {
            sections.extend(check_sections(marks, scheme));
        }
        if performance.gauntlet.is_some() && !scheme.levels.is_empty() {
            let levels = scheme.levels.iter().zip(&grade.levels).map(level_item);
            let items = levels.chain(forfeit_items(gauntlet, name)).collect();
            sections
                .push(FeedbackSection { title: "Games against the reference".to_string(), items });
        }
        if performance.place.is_some() {
            let items = place_item(performance, grade).into_iter();
            let items = items.chain(forfeit_items(swiss, name)).collect();
            sections.push(FeedbackSection { title: "Tournament".to_string(), items });
        }
        sections.extend(more.diagnosis_section());
        let summary = summary(grade, scheme, performance.checks);
        let feedback = StudentFeedback { version: VERSION, title: name.clone(), summary, sections };
        feedback.shown()
    }

    /// The same, with everything shown that is hidden in its texts.
    fn shown(mut self) -> Self {
        let items = self.sections.iter_mut().flat_map(|section| &mut section.items);
        let texts = items.flat_map(|FeedbackItem { text, details, command, .. }| {
            [text].into_iter().chain(details).chain(command)
        });
        for text in texts.chain(&mut self.summary) {
            *text = visible::lines(text).into_owned();
        }
        self
    }

    /// The content of `feedback.json`.
    pub fn json(&self) -> String {
        // It cannot fail: it consists of texts.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

/// What a page says that neither the grade nor the games do.
#[derive(Clone, Debug, Default)]
pub struct PageExtras {
    /// The page of the diagnosis, as seen from the student's page, and what it left out.
    pub diagnosis: Option<String>,
}

impl PageExtras {
    fn diagnosis_section(&self) -> Option<FeedbackSection> {
        let link = self.diagnosis.clone()?;
        let text = "what cost it most, how far it sees, and what would help".to_string();
        let item = FeedbackItem::new(ItemStatus::Info, text);
        let items = vec![FeedbackItem { link: Some(link), ..item }];
        Some(FeedbackSection { title: "Why it loses".to_string(), items })
    }
}

fn summary(grade: &Grade, scheme: &Scheme, checks: Option<&CheckMarks>) -> Vec<String> {
    let mut lines = vec![
        format!("Total: {:.2} of {} points", grade.total, scheme.most_points()),
        format!("Checks: {:.2} of {}", grade.checks, scheme.checks.points.number()),
    ];
    let levels: f64 = scheme.levels.iter().map(|level| level.points.number()).sum();
    let earned: f64 = grade.levels.iter().map(|(points, _)| points).sum();
    if levels > 0.0 {
        lines.push(format!("Games against the reference: {earned:.2} of {levels}"));
    }
    let first = scheme.swiss.first_place();
    if first > 0.0 {
        lines.push(format!("Place in the tournament: {:.2} of {first}", grade.swiss));
    }
    if !grade.remark.is_empty() {
        lines.push(format!("Remark: {}", grade.remark));
    }
    lines.extend(checks.and_then(repeated_fault).map(|fault| fault.sentence()));
    lines
}

fn build_items(student: &Student, log: &str) -> Vec<FeedbackItem> {
    let notes = student.notes.remarks.iter().chain(&student.notes.notes);
    let notes = notes.map(|note| FeedbackItem::new(ItemStatus::Info, note.clone()));
    std::iter::once(build_item(&student.built, log)).chain(notes).collect()
}

fn build_item(built: &Built, log: &str) -> FeedbackItem {
    match built {
        Built::Ready { by } => FeedbackItem::new(ItemStatus::Passed, format!("built: {by}")),
        Built::Failed { reason, command } => {
            let lines: Vec<&str> = log.lines().collect();
            let last = &lines[lines.len().saturating_sub(LOG_LINES)..];
            FeedbackItem {
                text: reason.clone(),
                status: ItemStatus::Failed,
                details: last.iter().map(|line| line.to_string()).collect(),
                command: command.as_ref().map(|command| command.replace('\n', " && ")),
                link: None,
            }
        }
    }
}

fn level_item((level, (points, games)): (&ReferenceLevel, &(f64, String))) -> FeedbackItem {
    let most = level.points.number();
    let need = level.at_least.map(|least| format!(", {} % needed", least.share() * 100.0));
    let (depth, need) = (level.depth, need.unwrap_or_default());
    let text = format!("depth {depth}: won {games}{need}: {points:.2} of {most} points");
    FeedbackItem::new(ItemStatus::Info, text)
}

fn place_item(performance: &Performance<'_>, grade: &Grade) -> Option<FeedbackItem> {
    let place = performance.place?;
    let text = format!(
        "place {} of {} with {} of {}: {:.2} points",
        place.place, performance.players, place.points, place.games, grade.swiss
    );
    Some(FeedbackItem::new(ItemStatus::Info, text))
}

/// The games that the student forfeited.
fn forfeit_items(records: &[RecordedGame], name: &str) -> Vec<FeedbackItem> {
    let is_own = |record: &&RecordedGame| {
        record.forfeiter().is_some_and(|side| *record.player(side).name == *name)
    };
    let own: Vec<_> = records.iter().filter(is_own).collect();
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
    FeedbackItem {
        text: format!(
            "game {} against {opponent} as {side}: {}, in turn {turn}",
            record.id, record.ending
        ),
        status: ItemStatus::Failed,
        details,
        command: with_game!(record.game, G => <G as Graded>::ask_again(record, side)),
        link: None,
    }
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
    use crate::stages::submission::Student;
    use referee::journal::Results;
    use referee::rules::Ending;
    use referee::testing::random_record;

    fn feedback(built: Built, log: &str) -> StudentFeedback {
        let student =
            Student { name: "anna".to_string(), built, notes: BuildNotes::default(), agent: None };
        let swiss = Results::new();
        let performance = Performance {
            student: &student,
            checks: None,
            gauntlet: None,
            place: None,
            swiss: &swiss,
            players: 0,
        };
        let scheme = Scheme::default();
        let grade = Grade::of(&performance, &scheme);
        StudentFeedback::of(&performance, &grade, &scheme, log, [&[], &[]], PageExtras::default())
    }

    #[test]
    fn a_failed_build_shows_its_command_and_the_end_of_its_log() {
        let built = Built::Failed {
            reason: "the build failed: error: <b>".to_string(),
            command: Some("make\nmake calibrate".to_string()),
        };
        let log: String = (0..100).map(|line| format!("line {line}\n")).collect();
        let feedback = feedback(built, &log);
        let value: serde_json::Value = serde_json::from_str(&feedback.json()).expect("JSON");
        assert_eq!((&value["version"], &value["title"]), (&1.into(), &"anna".into()));
        assert_eq!(value["summary"][0], "Total: 0.00 of 100 points");
        let item = &value["sections"][0]["items"][0];
        assert_eq!(
            (&item["status"], &item["command"]),
            (&"failed".into(), &"make && make calibrate".into())
        );
        assert_eq!(
            (item["details"].as_array().map(Vec::len), &item["details"][29]),
            (Some(30), &"line 99".into())
        );
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
        assert!(
            details[0].ends_with("referee replay swiss/evidence/game-3/move.json"),
            "{details:?}"
        );
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
