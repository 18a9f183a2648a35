//! `--visibility games=after-due-date`: which tests a student sees, and when.

use crate::error::ClassError;
use crate::grade::submission_grade::{TestGroup, TestVisibility, names};
use clap::ValueEnum;
use std::str::FromStr;

/// The visibility of a group of tests, or of all; a later rule counts before an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VisibilityRule {
    group: Option<TestGroup>,
    visibility: TestVisibility,
}

/// `hidden`, or `games=hidden`.
impl FromStr for VisibilityRule {
    type Err = ClassError;

    fn from_str(text: &str) -> Result<Self, ClassError> {
        let (group, when) = match text.split_once('=') {
            Some((name, when)) => {
                let none =
                    |_| format!("there is no group {name}; there are {}", names::<TestGroup>());
                (Some(TestGroup::from_str(name, false).map_err(none)?), when)
            }
            None => (None, text),
        };
        let visibility = TestVisibility::from_str(when, false).map_err(|_| {
            format!("{when} is not visible, hidden, after-due-date or after-published")
        })?;
        Ok(VisibilityRule { group, visibility })
    }
}

pub fn of_group(rules: &[VisibilityRule], of: TestGroup) -> TestVisibility {
    rules
        .iter()
        .rfind(|rule| rule.group.is_none_or(|group| group == of))
        .map_or_else(TestVisibility::default, |rule| rule.visibility)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_rule_that_fits_counts() {
        let rules = ["hidden", "checks=visible", "games=after-published", "checks=after-due-date"];
        let rules = rules.map(|rule| rule.parse::<VisibilityRule>().expect("a rule"));
        assert_eq!(of_group(&rules, TestGroup::Build), TestVisibility::Hidden);
        assert_eq!(of_group(&rules, TestGroup::Checks), TestVisibility::AfterDueDate);
        assert_eq!(of_group(&rules, TestGroup::Games), TestVisibility::AfterPublished);
        let error = "game=hidden".parse::<VisibilityRule>().expect_err("no group").to_string();
        assert!(error.contains("checks"));
        assert!("games=never".parse::<VisibilityRule>().is_err());
    }
}
