//! From games and answers to a diagnosis.

use crate::diagnosis::counts::{endings, failed_positions, results, sight, time_use};
use crate::diagnosis::game_mistakes::{Choices, game_outline};
use crate::diagnosis::played::{DiagnosedGame, OpponentKind};
use crate::diagnosis::result::{Diagnosis, VERSION};
use crate::diagnosis::rules::ranking::ranked_advice;
use crate::diagnosis::strength::PlainDepth;
use formats::PositionAnswer;
use std::cmp::Reverse;

/// Counts everything, and finds what would help.
pub fn diagnose(
    agent: &str,
    answers: &[PositionAnswer],
    games: &[DiagnosedGame<'_>],
    left_out: Vec<String>,
) -> Diagnosis {
    let whole = games.iter().filter(|game| game.opponent != OpponentKind::Defender);
    let (mut mistakes, mut choices, mut records) = (Vec::new(), Choices::default(), Vec::new());
    for game in whole {
        let (record, found) = game_outline(game, &mut choices);
        records.push(record);
        mistakes.extend(found);
    }
    mistakes.sort_by_key(|mistake| Reverse(mistake.loss));
    let mut diagnosis = Diagnosis {
        version: VERSION,
        agent: agent.to_string(),
        left_out,
        advice: Vec::new(),
        results: results(games),
        strength: PlainDepth::of(games),
        sight: sight(answers),
        failed_positions: failed_positions(answers),
        games: records,
        mistakes,
        choices,
        endings: endings(games),
        time: time_use(games),
    };
    diagnosis.advice = ranked_advice(&diagnosis);
    diagnosis
}
