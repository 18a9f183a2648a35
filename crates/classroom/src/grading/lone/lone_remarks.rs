//! Sentences above the tests, from what the checks have found. Whoever crashes in every check reads
//! the same reason thirty times: it is said once, and first.

use crate::grade::forms::graded_submission::TestVisibility;
use crate::grading::lone::level_games::counted;
use crate::stages::check_stage::{CheckMark, CheckStatus};
use std::collections::BTreeMap;
use std::time::Duration;

/// Checks that fail alike before that is worth a sentence.
const ALIKE: usize = 3;
/// What Python says of a module that is not there, before its name.
const NO_MODULE: &str = "No module named '";

/// What most failed checks have in common.
pub fn common_failure(marks: &[CheckMark]) -> Vec<String> {
    let failed = marks.iter().filter(|mark| mark.mark == CheckStatus::Failed);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for mark in failed {
        *counts.entry(mark.reason.as_str()).or_insert(0) += 1;
    }
    let most = counts.iter().max_by_key(|(_, count)| **count);
    let Some((reason, count)) = most.filter(|(_, count)| **count >= ALIKE) else {
        return Vec::new();
    };
    let same = format!("{count} checks failed in the same way; mend this first: {reason}");
    [Some(same), missing_module(reason)].into_iter().flatten().collect()
}

fn missing_module(reason: &str) -> Option<String> {
    let (_, after) = reason.split_once(NO_MODULE)?;
    let (module, _) = after.split_once('\'')?;
    Some(format!(
        "The Python of this machine has no module {module}: hand it in with the program if it is \
         yours; else do without it, or ask the course's staff."
    ))
}

/// What was left out when the time was over.
pub fn out_of_time(cap: Duration, checks: usize, games: usize) -> String {
    let left_out = [(checks, "check"), (games, "game")].into_iter();
    let left_out: Vec<_> = left_out.filter(|(count, _)| *count > 0).collect();
    let texts: Vec<_> = left_out.iter().map(|(count, what)| counted(*count, what)).collect();
    let rest = if texts.is_empty() {
        String::new()
    } else {
        format!(" Left out: {}. What was finished counts.", texts.join(", "))
    };
    format!("The time of {} s did not suffice for everything.{rest}", cap.as_secs_f64())
}

/// How much memory a program may take, in bytes: nothing else tells a student.
pub fn memory_limit(most: u64) -> String {
    format!(
        "A game was lost because the program took too much memory: all its processes together may \
         have {} MB here.",
        most / 1_000_000
    )
}

/// Why no games are played. The names of checks are for whoever sees the checks.
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

    fn marks(reasons: &[&str]) -> Vec<CheckMark> {
        let mark = |reason: &&str| CheckMark {
            name: "a".to_string(),
            asks: String::new(),
            mark: if reason.is_empty() { CheckStatus::Passed } else { CheckStatus::Failed },
            reason: (*reason).to_string(),
            answer: None,
            position: Vec::new(),
        };
        reasons.iter().map(mark).collect()
    }

    #[test]
    fn what_fails_alike_is_said_once() {
        let some =
            common_failure(&marks(&["exit code 1", "", "exit code 1", "late", "exit code 1"]));
        assert_eq!(some, ["3 checks failed in the same way; mend this first: exit code 1"]);
        assert!(common_failure(&marks(&["", "", "", "late", "late"])).is_empty());
    }

    #[test]
    fn a_missing_module_is_named() {
        let reason = "exit code 1; it printed \"ModuleNotFoundError: No module named 'numpy'\"";
        let some = common_failure(&marks(&[reason; 3]));
        assert!(some[1].starts_with("The Python of this machine has no module numpy:"), "{some:?}");
    }

    #[test]
    fn only_what_was_left_out_is_counted() {
        let text = out_of_time(Duration::from_secs(60), 0, 1);
        assert!(
            text.ends_with("everything. Left out: 1 game. What was finished counts."),
            "{text}"
        );
        assert!(out_of_time(Duration::from_secs(60), 2, 3).contains(": 2 checks, 3 games."));
        assert!(out_of_time(Duration::from_secs(60), 0, 0).ends_with("for everything."));
    }

    #[test]
    fn hidden_checks_are_not_named() {
        let seen = |checks_are| kept_out("failed must-jump", checks_are);
        assert_eq!(seen(TestVisibility::Visible), "No games are played: failed must-jump.");
        assert!(!seen(TestVisibility::Hidden).contains("must-jump"));
    }
}
