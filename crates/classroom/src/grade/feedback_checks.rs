//! The checks on a student's page: a section for each group, and each failed check with what was
//! asked. A fault that many checks show is told once, at the top of the page.

use crate::checks;
use crate::checks::CheckGroup;
use crate::checks::SCRIPTS;
use crate::checks::check_command;
use crate::grade::feedback_item::{FeedbackItem, FeedbackSection, ItemStatus};
use crate::scheme::{GameScheme, Scheme};
use crate::stages::check_stage::{CheckMark, CheckMarks, CheckStatus};
use runner::sandbox::SandboxMode;

/// Checks that fail for one reason from which on it is told once.
const REPEATED: usize = 3;

/// A reason for which many checks failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepeatedFault<'a> {
    reason: &'a str,
    count: usize,
    checks: usize,
}

impl RepeatedFault<'_> {
    /// For the top of the page.
    pub fn sentence(&self) -> String {
        let RepeatedFault { reason, count, checks } = self;
        format!("{count} of {checks} checks fail in one way: {reason}")
    }
}

/// The reason that most checks share, if there are at least [`REPEATED`] of them.
pub fn repeated_fault(marks: &CheckMarks) -> Option<RepeatedFault<'_>> {
    let failed = || marks.0.iter().filter(|mark| mark.mark == CheckStatus::Failed);
    let count = |reason: &str| failed().filter(|mark| mark.reason == reason).count();
    let faults = failed().map(|mark| (count(&mark.reason), mark.reason.as_str()));
    // Of several that are shared by equally many, the first one.
    let (count, reason) = faults.rev().max_by_key(|(count, _)| *count)?;
    (count >= REPEATED).then_some(RepeatedFault { reason, count, checks: marks.0.len() })
}

/// One section for each group that has points of its own or none at all.
pub fn check_sections(marks: &CheckMarks, scheme: &Scheme) -> Vec<FeedbackSection> {
    let fault = repeated_fault(marks);
    let mut sections: Vec<FeedbackSection> = Vec::new();
    for part in [Part::Single, Part::Assignment, Part::Robust] {
        let own: Vec<&CheckMark> =
            marks.0.iter().filter(|mark| Part::of(&mark.name) == part).collect();
        if own.is_empty() {
            continue;
        }
        let title = format!("{}: {}", part.title(), points_text(&own, marks, scheme));
        sections.push(FeedbackSection { title, items: items(&own, fault, scheme) });
    }
    sections
}

/// The sections of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Single,
    Assignment,
    Robust,
}

impl Part {
    fn of(check: &str) -> Self {
        match checks::group_of(check) {
            Some(group) if group == CheckGroup::Single.name() => Part::Single,
            Some(group) if group == CheckGroup::Robust.name() => Part::Robust,
            _ => Part::Assignment,
        }
    }

    const fn title(self) -> &'static str {
        match self {
            Part::Single => "Checks: single moves, which the assignment asks",
            Part::Assignment => "Checks: what else the assignment asks",
            Part::Robust => "Checks: robust, which the assignment does not ask",
        }
    }
}

fn points_text(own: &[&CheckMark], marks: &CheckMarks, scheme: &Scheme) -> String {
    let points = |of: &dyn Fn(&CheckMark) -> bool| -> f64 {
        let counted = own.iter().filter(|mark| of(mark));
        counted.map(|mark| marks.most_of(mark, &scheme.checks)).sum::<f64>() + 0.0
    };
    let most = points(&|_| true);
    if most > 0.0 {
        format!("{:.2} of {:.2} points", points(&CheckMark::has_passed), most)
    } else {
        "no points".to_string()
    }
}

/// An item for each check; those that fail for the repeated reason are one.
fn items(
    own: &[&CheckMark],
    fault: Option<RepeatedFault<'_>>,
    scheme: &Scheme,
) -> Vec<FeedbackItem> {
    let is_repeated = |mark: &CheckMark| {
        mark.mark == CheckStatus::Failed && fault.is_some_and(|fault| fault.reason == mark.reason)
    };
    let (repeated, others): (Vec<&CheckMark>, Vec<&CheckMark>) =
        own.iter().partition(|mark| is_repeated(mark));
    let first = repeated.first().map(|mark| {
        let names: Vec<_> = repeated.iter().map(|mark| mark.name.as_str()).collect();
        let one = check_item(mark, scheme);
        let text = if names.len() > 1 { names.join(", ") } else { one.text.clone() };
        FeedbackItem { text, ..one }
    });
    let untried = others.iter().filter(|mark| mark.mark == CheckStatus::NotTried);
    let untried: Vec<&CheckMark> = untried.copied().collect();
    let tried = others.iter().filter(|mark| mark.mark != CheckStatus::NotTried);
    let last = untried.first().map(|mark| {
        let names: Vec<_> = untried.iter().map(|mark| mark.name.as_str()).collect();
        let details = vec![mark.reason.clone()];
        FeedbackItem { details, ..FeedbackItem::new(ItemStatus::Failed, names.join(", ")) }
    });
    first.into_iter().chain(tried.map(|mark| check_item(mark, scheme))).chain(last).collect()
}

fn check_item(mark: &CheckMark, scheme: &Scheme) -> FeedbackItem {
    let (status, word) = match mark.mark {
        CheckStatus::Passed => (ItemStatus::Passed, ""),
        CheckStatus::Late => (ItemStatus::Info, "late: "),
        CheckStatus::Failed | CheckStatus::NotTried => (ItemStatus::Failed, ""),
        CheckStatus::Skipped => (ItemStatus::Info, "skipped: "),
    };
    let mut details = Vec::new();
    if !mark.reason.is_empty() {
        details.push(mark.reason.clone());
    }
    if status == ItemStatus::Failed {
        details.extend(mark.answer.as_ref().map(|answer| format!("it answered {answer}")));
        details.extend(mark.position.iter().cloned());
    }
    // On the student's own machine, in the folder of the submission. The scripts are the grader's.
    let (game, GameScheme { profile, carry, .. }) = (scheme.game, &scheme.games);
    let command = (status == ItemStatus::Failed && mark.name != SCRIPTS.name)
        .then(|| check_command(game, [".", &mark.name], *profile, *carry, SandboxMode::On));
    let text = format!("{word}{}: {}", mark.name, mark.asks);
    FeedbackItem { text, status, details, command, link: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(name: &str, mark: CheckStatus, reason: &str) -> CheckMark {
        let (name, asks, reason) = (name.to_string(), "Why.".to_string(), reason.to_string());
        let position = vec!["legal: only J f6 d4".to_string()];
        CheckMark { name, asks, mark, reason, answer: Some("E a3 b4".to_string()), position }
    }

    #[test]
    fn a_fault_of_all_checks_is_told_once() {
        let failed = CheckStatus::Failed;
        let names = ["example-opening", "example-king", "must-jump", "trailing-blanks"];
        let marks = CheckMarks(names.map(|name| mark(name, failed, "no numpy")).to_vec());
        let fault = repeated_fault(&marks).expect("one");
        assert_eq!(fault.sentence(), "4 of 4 checks fail in one way: no numpy");
        let sections = check_sections(&marks, &Scheme::default());
        assert_eq!(sections.len(), 2);
        let [only] = &sections[0].items[..] else { panic!("{sections:?}") };
        assert_eq!(only.text, "example-opening, example-king, must-jump");
        assert_eq!(repeated_fault(&CheckMarks(marks.0[..2].to_vec())), None);
    }

    #[test]
    fn a_section_says_its_points_and_a_failed_check_shows_what_was_asked() {
        let marks = CheckMarks(vec![
            mark("example-opening", CheckStatus::Passed, ""),
            mark("must-jump", CheckStatus::Failed, "illegal"),
            mark("clock-of-10-ms", CheckStatus::Late, "after 20 ms"),
            mark("trailing-blanks", CheckStatus::Failed, "exit code 1"),
        ]);
        let sections = check_sections(&marks, &Scheme::default());
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
