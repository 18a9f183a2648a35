//! From the records of `referee diagnose` to what `analysis::diagnosis` counts, and
//! `diagnosis.json`: every count, for programs, and for a later page.

use crate::shown_game::ReplayedGame;
use analysis::GameEvaluations;
use analysis::diagnosis::{
    AgentEnd, AgentForfeit, DiagnosedGame, Diagnosis, OpponentKind, VERSION,
};
use classroom::diagnose::{AboutDiagnosis, EvidencePaths};
use cli::ProgramError;
use cli::{file, visible};
use games::board::Side;
use games::checkers::Position;
use referee::journal::RecordedGame;
use referee::rules::EndingKind;
use std::path::Path;

const DIAGNOSIS: &str = "diagnosis.json";
const LONGEST: u64 = 64 << 20;

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
    let agent = Side::ALL.into_iter().find(|&side| *record.player(side).name == *about.agent)?;
    Some(DiagnosedGame {
        id: record.id,
        agent,
        opponent: opponent(&record.player(!agent).name, about),
        opening: &record.opening,
        game: &game.game,
        evaluations,
        charged: record.turns.iter().map(|turn| turn.charged).collect(),
        seconds: record.player(agent).seconds,
        end: end(record, agent, about.evidence_paths),
    })
}

fn opponent(name: &str, about: &AboutDiagnosis) -> OpponentKind {
    if name == about.defender {
        return OpponentKind::Defender;
    }
    let depth = about.opponents.iter().position(|opponent| opponent == name);
    depth.map_or(OpponentKind::Other, |depth| OpponentKind::Plain(depth as u32))
}

fn end(record: &RecordedGame, agent: Side, paths: EvidencePaths) -> AgentEnd {
    if record.ending.kind() == EndingKind::Forfeited && record.forfeiter() == Some(agent) {
        let command = record.evidence.as_deref().filter(|_| paths == EvidencePaths::Shown);
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

/// The diagnosis in `folder`; `None` if there is none.
pub fn read(folder: &Path) -> Result<Option<Diagnosis>, ProgramError> {
    let path = folder.join(DIAGNOSIS);
    let Some(text) = file::read(&path, LONGEST).map_err(ProgramError::failed)? else {
        return Ok(None);
    };
    let what = match serde_json::from_str::<Diagnosis>(&text) {
        Ok(found) if found.version == VERSION => return Ok(Some(found)),
        Ok(found) => format!("version {}: this program reads {VERSION}", found.version),
        Err(error) => error.to_string(),
    };
    let path = visible::path(&path);
    Err(ProgramError::Failed(format!("{path}: {what}; remove it, or make it again")))
}

pub fn write(folder: &Path, diagnosis: &Diagnosis) -> Result<(), ProgramError> {
    let text = serde_json::to_string_pretty(diagnosis).map_err(ProgramError::failed)?;
    file::replace(&folder.join(DIAGNOSIS), text + "\n").map_err(ProgramError::failed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use analysis::diagnosis::diagnose;
    use referee::rules::Ending;
    use referee::testing::random_record;

    #[test]
    fn the_page_of_a_student_names_no_file_of_the_grader() {
        let mut record = random_record(1, Ending::ExitCode(1));
        record.evidence = Some("/grader/evidence/game-1/move.json".to_string());
        let agent = record.forfeiter().expect("one has");
        for (paths, is_shown) in [(EvidencePaths::Shown, true), (EvidencePaths::LeftOut, false)] {
            let AgentEnd::Forfeited(forfeit) = end(&record, agent, paths) else {
                panic!("{paths:?}")
            };
            assert_eq!(forfeit.command.is_some(), is_shown);
        }
    }

    #[test]
    fn a_diagnosis_is_read_back_and_another_version_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(read(folder.path()).expect("nothing is wrong").is_none());
        let made = diagnose("anna", &[], &[], vec!["all games".to_string()]);
        write(folder.path(), &made).expect("written");
        assert_eq!(read(folder.path()).expect("read"), Some(made.clone()));
        write(folder.path(), &Diagnosis { version: 9, ..made }).expect("written");
        let error = read(folder.path()).expect_err("another version").to_string();
        assert!(error.contains("diagnosis.json: version 9"), "{error}");
    }
}
