//! The criteria of a rubric and their most points, for a place that wants them entered before the
//! first grading: Vocareum.
//!
//! They are the lines of its grade file for a submission that earns everything. The names come from
//! the same place as those of graded tests, so that they cannot differ.

use crate::class::forms::graded_parts::{CHECKS, part_of};
use crate::class::forms::graded_submission::number;
use crate::class::scheme::Scheme;

/// What a lone submission can earn by the scheme.
#[derive(Clone, Debug, PartialEq)]
pub struct Criteria {
    /// Lines `criterion,points`, as in the grade file.
    pub lines: String,
    /// What the grader has to know besides.
    pub remarks: Vec<String>,
}

impl Criteria {
    /// A part without points is no criterion: the grade file never names it.
    pub fn of(scheme: &Scheme) -> Self {
        let checks = (CHECKS.to_string(), scheme.checks.points.number());
        let levels = scheme.levels.iter().map(|level| (part_of(level), level.points.number()));
        let parts: Vec<_> =
            std::iter::once(checks).chain(levels).filter(|(_, most)| *most > 0.0).collect();
        let lines = parts.iter().map(|(part, most)| format!("{part},{}\n", number(*most)));
        let sum = parts.iter().map(|(_, most)| most).sum();
        Criteria { lines: lines.collect(), remarks: remarks(scheme, sum) }
    }
}

fn remarks(scheme: &Scheme, sum: f64) -> Vec<String> {
    let mut remarks = vec![format!("together {} points", number(sum))];
    let place = scheme.swiss.of_place(1, 2);
    if place > 0.0 {
        remarks.push(format!(
            "the place in a tournament ({} points) is no criterion: a lone submission has none; \
             write points = 0 in [swiss] and give the points to the levels",
            number(place)
        ));
    }
    let maximum = scheme.grade.maximum.map(|maximum| maximum.number());
    if let Some(maximum) = maximum.filter(|maximum| *maximum < sum) {
        remarks.push(format!(
            "the maximum of the scheme, {} points, is lost: Vocareum adds the criteria",
            number(maximum)
        ));
    }
    remarks
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn criteria(scheme: &str) -> Criteria {
        let scheme = Scheme::parse(Path::new("class.toml"), scheme, None);
        Criteria::of(&scheme.expect("a scheme"))
    }

    #[test]
    fn what_vocareum_cannot_have_is_said() {
        let classic = criteria("base = \"classic\"");
        assert!(classic.remarks[1].starts_with("the place in a tournament (20 points)"));
        let cut = criteria("swiss = { points = 0 }\ngrade = { maximum = 60 }");
        assert_eq!(cut.remarks.len(), 2, "{:?}", cut.remarks);
        assert!(cut.remarks[1].contains("60 points, is lost"), "{:?}", cut.remarks);
    }

    #[test]
    fn a_part_without_points_is_no_criterion() {
        let only =
            criteria("levels = [{ depth = 3, games = 2, points = 0.5 }]\nchecks = { points = 0 }");
        assert_eq!(only.lines, "depth 3,0.5\n");
    }
}
