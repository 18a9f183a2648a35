//! What would help an agent most: sentences, each from counts that are shown beside it. Rules are in
//! `rules.rs`; here they are put in order.
//!
//! A finding costs the points that its moves lost, in each game at most what the agent did not get:
//! a mistake in a game that was won all the same cost nothing. A forfeit comes first, because
//! nothing else counts in such a game; then what cost most points; last what has no price in
//! points.

use crate::diagnosis::Diagnosis;
use crate::finding::{Finding, FindingKind};
use crate::rules::RULES;

/// The most findings that are told.
const MOST: usize = 3;

/// At most three findings in the order of what they cost; one that says so if there is none.
pub fn findings(diagnosis: &Diagnosis) -> Vec<Finding> {
    let mut found: Vec<Finding> = RULES.iter().filter_map(|rule| rule(diagnosis)).collect();
    // The sort is stable: without a price the order is that of the rules.
    found.sort_by(|one, other| price(other).total_cmp(&price(one)));
    found.truncate(MOST);
    if found.is_empty() {
        found.push(nothing(diagnosis));
    }
    found
}

fn price(finding: &Finding) -> f64 {
    match (finding.kind, finding.points) {
        (FindingKind::Forfeits, _) => f64::INFINITY,
        (_, Some(points)) => points,
        (FindingKind::FailedPositions, None) => f64::MAX,
        (_, None) => -1.0,
    }
}

fn nothing(diagnosis: &Diagnosis) -> Finding {
    let games = diagnosis.games.len();
    let positions: u32 = diagnosis.sight.iter().map(|level| level.asked).sum();
    let sentence = if games == 0 && positions == 0 {
        "Nothing was played and nothing asked, so that nothing can be said.".to_string()
    } else {
        "Nothing was found that cost it points: stronger opponents would have to show its \
         weaknesses."
            .to_string()
    };
    let found: u32 = diagnosis.sight.iter().map(|level| level.found).sum();
    let lost = diagnosis.points_lost();
    let evidence = vec![
        format!("{games} games, of which it did not get {lost} points"),
        format!("{found} of {positions} positions found"),
    ];
    Finding { kind: FindingKind::Nothing, sentence, evidence, points: None }
}
