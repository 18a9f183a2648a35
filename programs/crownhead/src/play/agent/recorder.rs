//! Finished games in the referee's journal, and the files of an agent's bad move.
//!
//! The person is a player named `you`, so that `referee report`, `referee replay` and `crownhead
//! report` show these games like those between agents. The two games of a pair have the colors
//! exchanged: a game in which the person has Black has an odd number, one with White an even one.

use crate::play::agent::game::PersonGame;
use crate::play::agent::opponent::PersonsGame;
use crate::play::agent::player::AgentPlayer;
use cli::ProgramError;
use cli::visible;
use games::board::Side;
use referee::journal::{JOURNAL, Journal, RecordedGame, Results, StoredPlayer};
use referee::play::ProcessPlayer as _;
use referee::rules::Ending;
use referee::schedule::Opening;
use std::fs;
use std::path::{Path, PathBuf};

/// The person's name in records and on the page.
pub const PERSON: &str = "you";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedGame {
    pub replay: String,
    /// Shows the agent's bad move again, if it made one.
    pub bad_move: Option<String>,
    pub detail: Option<String>,
}

/// Makes the folder of the records; returns its absolute path.
pub fn folder(out: &Path) -> Result<PathBuf, ProgramError> {
    fs::create_dir_all(out).and_then(|()| fs::canonicalize(out)).map_err(|error| {
        let out = visible::path(out);
        ProgramError::Failed(format!("cannot make the folder {out}: {error}; choose another --out"))
    })
}

/// Appends a finished game to the journal in `out`; `None` if it goes on or was resigned. Fails if
/// a file cannot be written, or if another referee plays a match in this folder.
pub fn record<G: PersonsGame>(
    game: &PersonGame<G>,
    player: &AgentPlayer<G>,
    out: &Path,
) -> Result<Option<SavedGame>, ProgramError> {
    let Some(ending) = game.ending() else { return Ok(None) };
    let out = folder(out)?;
    let path = out.join(JOURNAL);
    let mut journal = Journal::open(&path).map_err(ProgramError::failed)?;
    let id = next_number(journal.results(), game.settings().person);
    let mut record = game_record(game, player, ending, id);
    record.detail = fault(game, player);
    if let (Some(forfeit), Some(run)) = (game.agents_forfeit(), player.run()) {
        let folder = out.join("evidence").join(format!("game-{id}"));
        let rules = game.settings().replies;
        let kept = run.keep(&folder, rules, forfeit).map_err(ProgramError::failed)?;
        record.evidence = Some(visible::path(kept));
    }
    let bad_move = record.evidence.as_ref().map(|file| format!("referee replay {}", quoted(file)));
    let journal_file = quoted(&visible::path(path));
    journal.append(&record).map_err(ProgramError::failed)?;
    let replay = format!("referee replay {journal_file} --game {id}");
    Ok(Some(SavedGame { replay, bad_move, detail: record.detail }))
}

/// What exactly was wrong with the answer by which the agent has lost.
pub fn fault<G: PersonsGame>(game: &PersonGame<G>, player: &AgentPlayer<G>) -> Option<String> {
    player.run()?.whole_fault(game.agents_forfeit()?, game.settings().replies.answers)
}

/// The first number after all others with the leg of the person's color.
fn next_number(results: &Results, person: Side) -> u32 {
    let next = results.last_key_value().map_or(1, |(last, _)| last + 1);
    let is_odd = !next.is_multiple_of(2);
    if is_odd == (person == Side::Black) { next } else { next + 1 }
}

fn game_record<G: PersonsGame>(
    game: &PersonGame<G>,
    player: &AgentPlayer<G>,
    ending: Ending,
    id: u32,
) -> RecordedGame {
    let start = G::start();
    let opening = Opening::new("start".to_string(), &start);
    let players = Side::ALL.map(|side| {
        let stored = StoredPlayer::of(&player.participant, game.left(side));
        if side != game.settings().person {
            return stored;
        }
        let [command, sha256] = [String::new(), String::new()];
        StoredPlayer { name: PERSON.to_string(), command, sha256, ..stored }
    });
    let conditions = player.conditions(game.settings());
    conditions.record(id, &opening, players, (&start, &game.finished(ending)))
}

/// A path as a shell reads it.
fn quoted(path: &str) -> String {
    if path.chars().all(|c| c.is_ascii_alphanumeric() || "/._-+".contains(c)) {
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
