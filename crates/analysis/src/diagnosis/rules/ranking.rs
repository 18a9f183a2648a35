//! What would help an agent most: sentences, each from counts that are shown beside it. The rules
//! are in `mod.rs`; here the sentences are put in order.
//!
//! A sentence costs the points that its moves lost, in each game at most what the agent did not
//! get: a mistake in a game that was won all the same cost nothing. A forfeit comes first, because
//! nothing else counts in such a game; then what cost most points; last what has no price in
//! points.

use crate::diagnosis::result::{Advice, AdviceKind, Diagnosis};
use crate::diagnosis::rules::RULES;

const MOST: usize = 3;

/// At most three sentences in the order of what they cost; one that says so if there is none.
pub fn ranked_advice(diagnosis: &Diagnosis) -> Vec<Advice> {
    let mut found: Vec<Advice> = RULES.iter().filter_map(|rule| rule(diagnosis)).collect();
    // The sort is stable: without a price the order is that of the rules.
    found.sort_by(|one, other| price(other).total_cmp(&price(one)));
    found.truncate(MOST);
    if found.is_empty() {
        found.push(nothing(diagnosis));
    }
    found
}

fn price(advice: &Advice) -> f64 {
    match (advice.kind, advice.points) {
        (AdviceKind::Forfeits, _) => f64::INFINITY,
        // Part of it is only depth beyond eight plies, and it is harder to mend.
        (AdviceKind::Evaluation, Some(points)) => points / 2.0,
        (_, Some(points)) => points,
        (AdviceKind::FailedPositions, None) => f64::MAX,
        (_, None) => -1.0,
    }
}

fn nothing(diagnosis: &Diagnosis) -> Advice {
    let games = diagnosis.games.len();
    let positions: u32 = diagnosis.sight.iter().map(|level| level.asked).sum();
    let sentence = if games == 0 && positions == 0 {
        "Nothing was played and nothing asked, so that nothing can be said.".to_string()
    } else {
        "Nothing was found that cost it many points: stronger opponents would have to show its \
         weaknesses."
            .to_string()
    };
    let found: u32 = diagnosis.sight.iter().map(|level| level.found).sum();
    let lost = diagnosis.points_lost();
    let evidence = vec![
        format!("{games} games, of which it did not get {lost} points"),
        format!("{found} of {positions} positions found"),
    ];
    Advice { kind: AdviceKind::Nothing, sentence, evidence, points: None }
}
