//! Finished games in the referee's journal, and the files of an agent's bad move.
//!
//! The person is a player named `you`, so that `referee report`, `referee replay` and `crownhead
//! report` show these games like those between agents. The two games of a pair have the colors
//! exchanged: a game in which the person has Black has an odd number, one with White an even one.

use crate::error::AppError;
use crate::play::agent::game::PersonGame;
use crate::play::agent::opponent::PersonsGame;
use crate::play::agent::player::AgentPlayer;
use cli::visible;
use games::board::Side;
use referee::journal::{Journal, RecordedGame, RecordedTurn, Results, StoredPlayer, VERSION};
use referee::play::PlayerProcess as _;
use referee::rules::{Ending, Timing};
use referee::schedule::board_text;
use runner::sandbox::SandboxMode;
use std::fs;
use std::path::{Path, PathBuf};
use text::game_history::GameTurn;

/// The person's name in records and on the page.
pub const PERSON: &str = "you";
const JOURNAL: &str = "journal.jsonl";

/// The commands for a recorded game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    pub replay: String,
    /// Shows the agent's bad move again, if it made one.
    pub bad_move: Option<String>,
    /// What exactly was wrong with it.
    pub detail: Option<String>,
}

/// Makes the folder of the records; returns its absolute path.
pub fn folder(out: &Path) -> Result<PathBuf, AppError> {
    fs::create_dir_all(out).and_then(|()| fs::canonicalize(out)).map_err(|error| {
        let out = visible::path(out);
        AppError::File(format!("cannot make the folder {out}: {error}; choose another --out"))
    })
}

/// Appends a finished game to the journal in `out`; `None` if it goes on or was resigned. Fails if
/// a file cannot be written, or if another referee plays a match in this folder.
pub fn record<G: PersonsGame>(
    game: &PersonGame<G>,
    player: &AgentPlayer<G>,
    out: &Path,
) -> Result<Option<Saved>, AppError> {
    let Some(ending) = game.ending() else { return Ok(None) };
    let out = folder(out)?;
    let path = out.join(JOURNAL);
    let mut journal = Journal::open(&path).map_err(AppError::file)?;
    let id = next_number(journal.results(), game.terms().person);
    let mut record = game_record(game, player, ending, id);
    record.detail = fault(game, player);
    if let (Some(forfeit), Some(run)) = (game.agents_forfeit(), player.run()) {
        let folder = out.join("evidence").join(format!("game-{id}"));
        let profile = game.terms().profile;
        let kept = run.keep(&folder, profile, forfeit).map_err(AppError::file)?;
        record.evidence = Some(visible::path(kept).to_string());
    }
    let bad_move = record.evidence.as_ref().map(|file| format!("referee replay {}", quoted(file)));
    let journal_file = quoted(&visible::path(path).to_string());
    journal.append(&record).map_err(AppError::file)?;
    let replay = format!("referee replay {journal_file} --game {id}");
    Ok(Some(Saved { replay, bad_move, detail: record.detail }))
}

/// What exactly was wrong with the answer by which the agent has lost.
pub fn fault<G: PersonsGame>(game: &PersonGame<G>, player: &AgentPlayer<G>) -> Option<String> {
    player.run()?.whole_fault(game.agents_forfeit()?, game.terms().profile)
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
    let terms = game.terms();
    let limits = terms.limits();
    let start = G::start();
    let player_record = |side: Side| player_record(game, player, side);
    RecordedGame {
        version: VERSION,
        game: G::NAME,
        id,
        pair: id.div_ceil(2),
        round: 1,
        date: None,
        opening: "start".into(),
        board: board_text(&start),
        begins: start.side_to_move().into(),
        black: player_record(Side::Black),
        white: player_record(Side::White),
        profile: terms.profile,
        quiet_turns: limits.quiet_turns,
        max_plies: limits.plies,
        sandboxed: player.sandbox_mode == SandboxMode::On,
        sandbox: Some(player.sandbox_mode.level()),
        time: player.time,
        untimed: terms.timing == Timing::Untimed,
        seed: 0,
        turns: game.history().turns().map(recorded_turn).collect(),
        ending,
        last_charge: game.last_charge().map(|charge| charge.as_secs_f64()),
        detail: None,
        evidence: None,
    }
}

fn recorded_turn<G: PersonsGame>(turn: GameTurn<'_, G>) -> RecordedTurn {
    RecordedTurn { mv: turn.text(), charged: turn.time.unwrap_or_default().as_secs_f64() }
}

fn player_record<G: PersonsGame>(
    game: &PersonGame<G>,
    player: &AgentPlayer<G>,
    side: Side,
) -> StoredPlayer {
    let agent = &player.entrant.agent;
    let (name, command, sha256) = if side == game.terms().person {
        (PERSON.into(), "".into(), "".into())
    } else {
        (agent.name.as_str().into(), agent.command(), agent.sha256.as_str().into())
    };
    let seconds = game.terms().time.as_secs_f64();
    StoredPlayer { name, command, sha256, seconds, left: game.left(side).as_secs_f64() }
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
