//! `--visibility games=after-due-date`: which tests a student sees, and when.

use crate::grade::forms::graded_submission::{GradedSubmission, TestGroup, TestVisibility};
use clap::ValueEnum;
use std::str::FromStr;

/// The visibility of a group of tests, or of all; a later rule counts before an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VisibilityRule {
    group: Option<TestGroup>,
    visibility: TestVisibility,
}

const GROUPS: [(&str, TestGroup); 4] = [
    ("build", TestGroup::Build),
    ("checks", TestGroup::Checks),
    ("games", TestGroup::Games),
    ("tournament", TestGroup::Tournament),
];

/// `hidden`, or `games=hidden`.
impl FromStr for VisibilityRule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (group, when) = match text.split_once('=') {
            Some((name, when)) => {
                let group = GROUPS.iter().find(|(known, _)| *known == name);
                let names = GROUPS.map(|(name, _)| name).join(", ");
                let none = || format!("there is no group {name}; there are {names}");
                (Some(group.ok_or_else(none)?.1), when)
            }
            None => (None, text),
        };
        let visibility = TestVisibility::from_str(when, false).map_err(|_| {
            format!("{when} is not visible, hidden, after-due-date or after-published")
        })?;
        Ok(VisibilityRule { group, visibility })
    }
}

/// Applies all rules.
pub fn apply(rules: &[VisibilityRule], graded: &mut GradedSubmission) {
    for test in &mut graded.tests {
        test.visibility = of_group(rules, test.group);
    }
}

/// When a student sees the tests of a group.
pub fn of_group(rules: &[VisibilityRule], of: TestGroup) -> TestVisibility {
    let fits = |rule: &&VisibilityRule| rule.group.is_none_or(|group| group == of);
    rules.iter().rfind(fits).map_or_else(TestVisibility::default, |rule| rule.visibility)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::forms::graded_submission::example;

    #[test]
    fn the_last_rule_that_fits_counts() {
        let rules = ["hidden", "checks=visible", "games=after-published", "checks=after-due-date"];
        let rules = rules.map(|rule| rule.parse::<VisibilityRule>().expect("a rule"));
        let mut graded = example();
        apply(&rules, &mut graded);
        let of = |group| graded.tests.iter().find(|test| test.group == group).expect("one");
        assert_eq!(of(TestGroup::Build).visibility, TestVisibility::Hidden);
        assert_eq!(of(TestGroup::Checks).visibility, TestVisibility::AfterDueDate);
        assert_eq!(of(TestGroup::Games).visibility, TestVisibility::AfterPublished);
        assert!("game=hidden".parse::<VisibilityRule>().is_err_and(|it| it.contains("checks")));
        assert!("games=never".parse::<VisibilityRule>().is_err());
    }
}
