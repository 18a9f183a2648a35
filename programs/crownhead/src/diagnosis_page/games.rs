//! From the records of `referee diagnose` to what `analysis::diagnosis` counts.

use crate::replayed_game::ReplayedGame;
use analysis::GameEvaluations;
use analysis::diagnosis::{
    AgentEnd, AgentForfeit, AnswerGrade, DiagnosedGame, OpponentKind, PositionAnswer,
};
use classroom::diagnose::{AboutDiagnosis, StoredAnswer};
use games::board::Side;
use games::checkers::Position;
use referee::journal::RecordedGame;
use referee::rules::EndingKind;

/// The games of the agent with their evaluations. Games that do not count are left out.
pub fn diagnosed_games<'a>(
    games: &'a [ReplayedGame<'a, Position>],
    evaluated: &'a [GameEvaluations],
    about: &AboutDiagnosis,
) -> Vec<DiagnosedGame<'a>> {
    let counting = games.iter().zip(evaluated).filter(|(game, _)| !game.record.is_void());
    counting.filter_map(|(game, evaluations)| diagnosed(game, evaluations, about)).collect()
}

fn diagnosed<'a>(
    game: &'a ReplayedGame<'a, Position>,
    evaluations: &'a GameEvaluations,
    about: &AboutDiagnosis,
) -> Option<DiagnosedGame<'a>> {
    let record = game.record;
    let is_agent = |&side: &Side| *record.player(side).name == *about.agent;
    let agent = Side::ALL.into_iter().find(is_agent)?;
    Some(DiagnosedGame {
        id: record.id,
        agent,
        opponent: opponent(&record.player(!agent).name, about),
        opening: &record.opening,
        game: &game.game,
        evaluations,
        charged: record.turns.iter().map(|turn| turn.charged).collect(),
        seconds: record.player(agent).seconds,
        end: end(record, agent),
    })
}

fn opponent(name: &str, about: &AboutDiagnosis) -> OpponentKind {
    if name == about.defender {
        return OpponentKind::Defender;
    }
    let depth = about.opponents.iter().position(|opponent| opponent == name);
    depth.map_or(OpponentKind::Other, |depth| OpponentKind::Plain(depth as u32))
}

fn end(record: &RecordedGame, agent: Side) -> AgentEnd {
    if record.ending.kind() == EndingKind::Forfeited && record.forfeiter() == Some(agent) {
        let command = record.evidence.as_deref();
        return AgentEnd::Forfeited(AgentForfeit {
            cause: record.ending.to_string(),
            detail: record.detail.clone(),
            command: command.map(|file| format!("referee replay {file}")),
        });
    }
    match record.winner() {
        Some(winner) if winner == agent => AgentEnd::Won,
        Some(_) => AgentEnd::Lost,
        None => AgentEnd::Drawn(record.ending.to_string()),
    }
}

/// The answers to single positions.
pub fn answers(stored: &[StoredAnswer]) -> Vec<PositionAnswer> {
    stored.iter().map(answer).collect()
}

fn answer(stored: &StoredAnswer) -> PositionAnswer {
    let grade = match (&stored.played, &stored.ending) {
        (Some(played), _) if stored.good.contains(played) => AnswerGrade::Good,
        (Some(_), _) => AnswerGrade::Other,
        (None, cause) => AnswerGrade::Failed(cause.clone().unwrap_or("no legal move".to_string())),
    };
    PositionAnswer {
        depth: stored.depth,
        good: stored.good.len(),
        legal: stored.legal,
        fen: stored.position.clone(),
        answer: stored.played.clone().or_else(|| stored.detail.clone()).unwrap_or_default(),
        grade,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(played: Option<&str>) -> StoredAnswer {
        StoredAnswer {
            position: "W:W22:B1".to_string(),
            depth: Some(2),
            good: vec!["a3-b4".to_string()],
            legal: 3,
            played: played.map(str::to_string),
            ending: played.is_none().then(|| "exit code 1".to_string()),
            detail: None,
            charged: 0.1,
        }
    }

    #[test]
    fn an_answer_is_good_other_or_failed() {
        let grade = |played| answer(&stored(played)).grade;
        assert_eq!(grade(Some("a3-b4")), AnswerGrade::Good);
        assert_eq!(grade(Some("a3-b2")), AnswerGrade::Other);
        assert_eq!(grade(None), AnswerGrade::Failed("exit code 1".to_string()));
    }
}
