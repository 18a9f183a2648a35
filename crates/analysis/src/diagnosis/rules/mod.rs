//! The rules that lead from counts to sentences. Each looks at the counts alone, and speaks only
//! above its threshold: a single slip is no habit.

mod costs;
pub mod ranking;
#[cfg(test)]
mod rule_tests;
pub mod strategy_rules;

use crate::diagnosis::mistake::{Mistake, MistakeKind};
use crate::diagnosis::played::AgentEnd;
use crate::diagnosis::result::{Advice, AdviceKind, Diagnosis};
use crate::diagnosis::rules::costs::{HabitCost, times_word};
use crate::diagnosis::rules::strategy_rules::{
    dropped_wins, endings, evaluation, time_trouble, unused_time,
};
use std::cmp::Reverse;

/// A rule: `None` if its counts stay below the threshold.
pub type Rule = fn(&Diagnosis) -> Option<Advice>;

/// All rules. Of advice without a price the earlier counts more.
pub const RULES: [Rule; 10] = [
    forfeits,
    failed_positions,
    left_pieces,
    lesser_jumps,
    short_sight,
    dropped_wins,
    endings,
    evaluation,
    time_trouble,
    unused_time,
];

/// A search of this depth should see so large a share of the mistakes of short sight.
const SEEN_SHARE: f64 = 0.7;
const SHOWN_FORFEITS: usize = 3;
/// An author can act on a depth of up to this many plies.
const PLAIN_ADVICE: u32 = 8;

fn forfeits(diagnosis: &Diagnosis) -> Option<Advice> {
    let mut causes: Vec<(&str, usize)> = Vec::new();
    let mut evidence = Vec::new();
    for game in &diagnosis.games {
        let AgentEnd::Forfeited(forfeit) = &game.end else { continue };
        match causes.iter_mut().find(|(cause, _)| *cause == forfeit.cause) {
            Some((_, count)) => *count += 1,
            None => causes.push((&forfeit.cause, 1)),
        }
        let detail = forfeit.detail.as_ref().map(|detail| format!(": {detail}"));
        let command = forfeit.command.as_ref().map(|command| format!("; see it with {command}"));
        evidence.push(format!(
            "game {}, ply {}: {}{}{}",
            game.id,
            game.plies + 1,
            forfeit.cause,
            detail.unwrap_or_default(),
            command.unwrap_or_default()
        ));
    }
    let lost: usize = causes.iter().map(|(_, count)| count).sum();
    causes.sort_by_key(|(_, count)| Reverse(*count));
    let (cause, _) = causes.first()?;
    let sentence = format!(
        "It forfeited {lost} of {} games, most often by: {cause}. Mend this first: in such a game \
         no move counts.",
        diagnosis.games.len()
    );
    evidence.truncate(SHOWN_FORFEITS);
    Some(Advice { kind: AdviceKind::Forfeits, sentence, evidence, points: Some(lost as f64) })
}

fn failed_positions(diagnosis: &Diagnosis) -> Option<Advice> {
    let first = diagnosis.failed_positions.first()?;
    let failed: u32 = diagnosis.failed_positions.iter().map(|failed| failed.count).sum();
    let asked: u32 = diagnosis.sight.iter().map(|level| level.asked).sum();
    let evidence = diagnosis.failed_positions.iter().map(|failed| {
        let answer = if failed.answer.is_empty() { "nothing" } else { &failed.answer };
        format!(
            "{}: {} positions; in {} it answered {answer}",
            failed.cause, failed.count, failed.fen
        )
    });
    Some(Advice {
        kind: AdviceKind::FailedPositions,
        sentence: format!(
            "In {failed} of {asked} single positions it gave no legal move, most often by: {}. In a \
             game this is a forfeit: mend it first.",
            first.cause
        ),
        evidence: evidence.take(4).collect(),
        points: None,
    })
}

fn left_pieces(diagnosis: &Diagnosis) -> Option<Advice> {
    let cost = HabitCost::of(diagnosis, |mistake| mistake.kind == MistakeKind::LeftPiece);
    cost.is_habit(diagnosis).then(|| Advice {
        kind: AdviceKind::LeftPieces,
        sentence: format!(
            "In {} it left a piece to be taken for less than it is worth, {} in all. Before it \
             counts the pieces, let it follow every jump to its end, its own and the opponent's.",
            cost.in_games(diagnosis),
            times_word(cost.mistakes)
        ),
        evidence: cost.evidence(),
        points: Some(cost.points),
    })
}

fn lesser_jumps(diagnosis: &Diagnosis) -> Option<Advice> {
    let cost = HabitCost::of(diagnosis, |mistake| mistake.kind == MistakeKind::LesserJump);
    cost.is_habit(diagnosis).then(|| Advice {
        kind: AdviceKind::LesserJumps,
        sentence: format!(
            "In {} it had the choice between jumps and took one that wins less, {} in all. Let it \
             compare all of them, with the jumps that follow.",
            cost.in_games(diagnosis),
            times_word(cost.mistakes)
        ),
        evidence: cost.evidence(),
        points: Some(cost.points),
    })
}

fn is_seen_deeper(mistake: &Mistake) -> bool {
    matches!(mistake.kind, MistakeKind::MissedGain | MistakeKind::WalkedIntoLoss)
}

/// The number of `depths` up to `depth`.
fn within(depths: &[u32], depth: u32) -> usize {
    depths.iter().filter(|&&seen| seen <= depth).count()
}

/// What a deeper search sees: pieces won or lost in more than the next jumps.
fn short_sight(diagnosis: &Diagnosis) -> Option<Advice> {
    let cost = HabitCost::of(diagnosis, is_seen_deeper);
    let depths: Vec<u32> = diagnosis
        .mistakes
        .iter()
        .filter(|mistake| is_seen_deeper(mistake))
        .filter_map(|mistake| mistake.seen_at)
        .collect();
    let enough = SEEN_SHARE * depths.len() as f64;
    let depth = (1..=PLAIN_ADVICE).find(|&depth| within(&depths, depth) as f64 >= enough)?;
    if !cost.is_habit(diagnosis) {
        return None;
    }
    let mut evidence = cost.evidence();
    let counts = (1..=PLAIN_ADVICE).map(|at| (at, within(&depths, at) - within(&depths, at - 1)));
    let counts = counts.filter(|&(_, count)| count > 0).map(|(at, count)| format!("{at}: {count}"));
    evidence.push(format!(
        "plies that a plain search needs to see them: {}",
        counts.collect::<Vec<_>>().join(", ")
    ));
    evidence.extend(sight_line(diagnosis, depth));
    evidence.extend(
        diagnosis.time.as_ref().map(|time| {
            format!("it used {:.2} of {} s in a game on average", time.mean, time.clock)
        }),
    );
    Some(Advice {
        kind: AdviceKind::ShortSight,
        sentence: format!(
            "In {} it lost a piece, or missed one, by not looking far enough, {} in all; a plain \
             search of {depth} plies sees {} of them. {}",
            cost.in_games(diagnosis),
            times_word(cost.mistakes),
            within(&depths, depth),
            depth_advice(depth)
        ),
        evidence,
        points: Some(cost.points),
    })
}

fn depth_advice(depth: u32) -> &'static str {
    match depth {
        1..=4 => "Let it search that deep in every position: alpha-beta does so in milliseconds.",
        5..=6 => "Alpha-beta with good move ordering reaches that in a fraction of a second.",
        _ => "Iterative deepening with a transposition table reaches that within seconds.",
    }
}

/// What the positions say of the same depth.
fn sight_line(diagnosis: &Diagnosis, depth: u32) -> Option<String> {
    let level = diagnosis.sight.iter().find(|level| level.depth == Some(depth))?;
    Some(format!(
        "of {} positions that need {depth} plies it found {} (by chance: {:.1})",
        level.asked, level.found, level.by_chance
    ))
}
