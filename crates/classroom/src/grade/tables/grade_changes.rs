//! Whose mark differs between two gradings of a class, by how much and by which part.

use crate::grade::graded_tests::NOT_GRADED;
use crate::grade::tables::class_grades::{ClassGrades, StudentGrade};
use cli::visible;
use std::collections::BTreeSet;

/// A line for each student with another mark, and one that counts them.
///
/// ```text
/// kim  62.00 -> 71.00  +9.00: depth 4 +10.00, late -1.00
/// lee  new: 40.00
/// 2 of 500 marks changed
/// ```
pub fn changes_text(old: &ClassGrades, new: &ClassGrades) -> String {
    let names: BTreeSet<&str> =
        [old, new].iter().flat_map(|of| &of.students).map(|one| one.name.as_str()).collect();
    let lines: Vec<String> = names
        .iter()
        .filter_map(|name| Some(format!("{name}  {}\n", change(old.of(name), new.of(name))?)))
        .collect();
    let text = lines.concat() + &format!("{} of {} marks changed\n", lines.len(), names.len());
    visible::lines(&text).into_owned()
}

fn change(old: Option<&StudentGrade>, new: Option<&StudentGrade>) -> Option<String> {
    let (old, new) = match (old, new) {
        (Some(old), Some(new)) => (old, new),
        (None, Some(new)) => return Some(format!("new: {}", points(new.total))),
        (Some(old), None) => return Some(format!("gone: {}", points(old.total))),
        (None, None) => return None,
    };
    let parts: BTreeSet<&str> =
        [old, new].iter().flat_map(|of| &of.parts).map(|part| part.name.as_str()).collect();
    let parts = parts.into_iter().filter_map(|part| part_change(part, old, new));
    let parts: Vec<String> = parts.collect();
    if old.total == new.total && parts.is_empty() {
        return None;
    }
    let difference = match (old.total, new.total) {
        (Some(old), Some(new)) => format!("  {:+.2}", new - old),
        _ => String::new(),
    };
    let parts = if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) };
    Some(format!("{} -> {}{difference}{parts}", points(old.total), points(new.total)))
}

fn part_change(part: &str, old: &StudentGrade, new: &StudentGrade) -> Option<String> {
    match (old.points_of(part), new.points_of(part)) {
        (old, new) if old == new => None,
        (Some(old), Some(new)) => Some(format!("{part} {:+.2}", new - old)),
        (old, new) => Some(format!("{part} {} -> {}", points(old), points(new))),
    }
}

fn points(points: Option<f64>) -> String {
    points.map_or_else(|| NOT_GRADED.to_string(), |points| format!("{points:.2}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::tables::class_grades::example;

    #[test]
    fn every_changed_mark_says_by_which_part() {
        let old = ClassGrades::new(vec![
            example("ann", Some(62.0), &[("checks", Some(10.0)), ("depth 4", Some(52.0))]),
            example("bo", None, &[("depth 4", None)]),
            example("cy", Some(5.0), &[]),
            example("di", Some(7.0), &[]),
        ]);
        let new = ClassGrades::new(vec![
            example("ann", Some(61.0), &[("checks", Some(9.0)), ("depth 4", Some(52.0))]),
            example("bo", Some(40.0), &[("depth 4", Some(40.0))]),
            example("cy", Some(5.0), &[]),
            example("ed", Some(1.0), &[]),
        ]);
        let expected = "ann  62.00 -> 61.00  -1.00: checks -1.00\nbo  not graded -> 40.00: depth \
                        4 not graded -> 40.00\ndi  gone: 7.00\ned  new: 1.00\n4 of 5 marks \
                        changed\n";
        assert_eq!(changes_text(&old, &new), expected);
        assert_eq!(changes_text(&old, &old), "0 of 4 marks changed\n");
    }
}
