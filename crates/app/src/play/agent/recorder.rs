//! Finished games in the referee's journal, and the files of an agent's bad move.
//!
//! The person is a player named `you`, so that `referee report`, `referee replay` and `crownhead
//! report` show these games like those between agents. The two games of a pair have the colors
//! exchanged: a game in which the person has Black has an odd number, one with White an even one.

use crate::play::agent::game::Game;
use crate::play::agent::opponent::Opponent;
use games::board::Side;
use games::checkers::Position;
use games::{Game as _, Notation};
use referee::agent::{AgentRun, SandboxMode};
use referee::game::{Ending, EndingKind, FinishedGame, Timing};
use referee::record::{
    BadMoveError, Journal, JournalError, PlayerRecord, RecordedGame, RecordedTurn, Results,
    VERSION, bad_move,
};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The person's name in records and on the page.
pub const PERSON: &str = "you";
/// The journal, in its folder.
const JOURNAL: &str = "journal.jsonl";

/// Why a game is not recorded.
#[derive(Debug, Error)]
pub enum RecordError {
    /// The folder cannot be made.
    #[error("cannot make the folder {}: {source}; choose another --out", path.display())]
    Folder {
        /// Which.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The files of a bad move.
    #[error(transparent)]
    BadMove(#[from] BadMoveError),
}

/// Where a game was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// The command that shows the game again.
    pub replay: String,
    /// The command that asks the agent again for its bad move, if it made one.
    pub bad_move: Option<String>,
}

/// The folder of the records, as an absolute path; it is made.
///
/// # Errors
/// The system refuses.
pub fn folder(out: &Path) -> Result<PathBuf, RecordError> {
    let failed = |source| RecordError::Folder { path: out.to_path_buf(), source };
    fs::create_dir_all(out).and_then(|()| fs::canonicalize(out)).map_err(failed)
}

/// Appends a finished game to the journal in `out`; `None` if it goes on or was resigned.
///
/// # Errors
/// A file cannot be written, or another referee plays a match in this folder.
pub fn record(game: &Game, opponent: &Opponent, out: &Path) -> Result<Option<Saved>, RecordError> {
    let Some(finished) = game.finished() else { return Ok(None) };
    let out = folder(out)?;
    let path = out.join(JOURNAL);
    let mut journal = Journal::open(&path)?;
    let id = next_number(journal.results(), game.terms().person);
    let mut record = unplaced(game, opponent, &finished, id);
    if let Some(run) = opponent.run().filter(|_| is_agents_forfeit(game, finished.ending)) {
        let kept = keep(run, game, finished.ending, &out, id)?;
        record.evidence = Some(kept.display().to_string());
    }
    let bad_move = record.evidence.as_ref().map(|file| format!("referee replay {}", quoted(file)));
    let journal_file = quoted(&path.display().to_string());
    journal.append(&record)?;
    Ok(Some(Saved { replay: format!("referee replay {journal_file} --game {id}"), bad_move }))
}

fn is_agents_forfeit(game: &Game, ending: Ending) -> bool {
    let to_move = game.position().side_to_move();
    ending.kind() == EndingKind::Forfeited && to_move != game.terms().person
}

fn keep(
    run: &AgentRun,
    game: &Game,
    ending: Ending,
    out: &Path,
    id: u32,
) -> Result<PathBuf, RecordError> {
    let folder = out.join("evidence").join(format!("game-{id}"));
    Ok(bad_move::keep(&folder, run, game.terms().profile, ending)?)
}

/// The first number after all others with the leg of the person's color.
fn next_number(results: &Results, person: Side) -> u32 {
    let next = results.last_key_value().map_or(1, |(last, _)| last + 1);
    let is_odd = !next.is_multiple_of(2);
    if is_odd == (person == Side::Black) { next } else { next + 1 }
}

fn unplaced(game: &Game, opponent: &Opponent, finished: &FinishedGame, id: u32) -> RecordedGame {
    let terms = game.terms();
    let limits = game.limits();
    let start = Position::start();
    let player = |side: Side| player(game, opponent, side);
    RecordedGame {
        version: VERSION,
        id,
        pair: id.div_ceil(2),
        round: 1,
        date: None,
        opening: "start".into(),
        board: start.rows_text('/'),
        begins: start.side_to_move().into(),
        black: player(Side::Black),
        white: player(Side::White),
        profile: terms.profile,
        quiet_turns: limits.quiet_turns,
        max_plies: limits.plies,
        sandboxed: opponent.sandbox_mode == SandboxMode::On,
        sandbox: Some(opponent.sandbox_mode.level()),
        untimed: terms.timing == Timing::Untimed,
        seed: 0,
        turns: game.turns().iter().map(recorded_turn).collect(),
        ending: finished.ending,
        last_charge: finished.last_charge.map(|charge| charge.as_secs_f64()),
        detail: None,
        evidence: None,
    }
}

fn recorded_turn(turn: &crate::play::agent::game::Turn) -> RecordedTurn {
    let mv = turn.before.position().move_text(turn.mv);
    RecordedTurn { mv, charged: turn.charge.as_secs_f64() }
}

fn player(game: &Game, opponent: &Opponent, side: Side) -> PlayerRecord {
    let agent = &opponent.entrant.agent;
    let (name, command, sha256) = if side == game.terms().person {
        (PERSON.to_string(), String::new(), String::new())
    } else {
        (agent.name.clone(), agent.command(), agent.sha256.clone())
    };
    let seconds = game.terms().time.as_secs_f64();
    PlayerRecord { name, command, sha256, seconds, left: game.left(side).as_secs_f64() }
}

/// A path as a shell reads it.
fn quoted(path: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+".contains(c);
    if path.chars().all(is_plain) {
        return path.to_string();
    }
    format!("'{}'", path.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_follow_the_color() {
        let records = Results::new();
        assert_eq!(next_number(&records, Side::Black), 1);
        assert_eq!(next_number(&records, Side::White), 2);
    }

    #[test]
    fn paths_are_quoted_as_for_a_shell() {
        assert_eq!(quoted("/tmp/a-1/move.json"), "/tmp/a-1/move.json");
        assert_eq!(quoted("my games/it's"), r"'my games/it'\''s'");
    }
}
