//! `referee replay`: shows a recorded game board by board, or asks again for a bad move.

use super::error::RefereeError;
use super::exit::{CommandExit, JOURNAL};
use super::output::say;
use super::single::{board, both_notations, with_coordinates};
use crate::agent::{EVIDENCE_LIMIT, TempRoot, detail};
use crate::game::{Clocks, GameLimits, GameState};
use crate::record::{MOVE_FILE, RecordedGame, Results, bad_move, journal_scan};
use formats::Request;
use games::{Game, Notation};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Replays what the file holds.
pub fn replay(file: &Path, game: Option<u32>) -> Result<CommandExit, RefereeError> {
    let file = if file.is_dir() { in_folder(file) } else { file.to_path_buf() };
    if file.extension().is_some_and(|extension| extension == "json") {
        return repeat_bad_move(&file);
    }
    let journal = journal_scan::scan(&file)?;
    let first = journal.results.keys().next().copied();
    let record = game.or(first).map(|id| journal.record(id)).transpose()?.flatten();
    show(&record.ok_or_else(|| no_such_game(&file, game, &journal.results))?)?;
    Ok(CommandExit::Success)
}

/// The file to replay in a folder: of a bad move, else of a match.
fn in_folder(folder: &Path) -> PathBuf {
    let move_file = folder.join(MOVE_FILE);
    if move_file.is_file() { move_file } else { folder.join(JOURNAL) }
}

fn no_such_game(file: &Path, game: Option<u32>, results: &Results) -> RefereeError {
    let held = match (results.keys().next(), results.keys().last()) {
        (Some(first), Some(last)) => format!("games {first} to {last}"),
        _ => "no finished game".to_string(),
    };
    RefereeError::NoSuchGame { path: PathBuf::from(file), game: game.unwrap_or(1), held }
}

/// Shows every board of a recorded game, with the moves and the time charged.
fn show(record: &RecordedGame) -> Result<(), RefereeError> {
    let positions = record.positions()?;
    let limits = GameLimits { profile: record.profile, quiet_turns: u32::MAX, plies: u32::MAX };
    let mut state = GameState::new(positions[0], limits);
    let clock = |seconds: f64| Duration::try_from_secs_f64(seconds).unwrap_or_default();
    let mut left: Clocks = [clock(record.black.seconds), clock(record.white.seconds)];
    say(format!(
        "game {}: {} (Black) against {} (White), opening {}\n\n",
        record.id, record.black.name, record.white.name, record.opening
    ))?;
    say(board(&state, left) + "\n")?;
    for turn in &record.turns {
        let side = state.position().side_to_move();
        left[side.index()] = left[side.index()].saturating_sub(clock(turn.charged));
        let mut text = turn.mv.clone();
        if let Ok(mv) = state.position().read_move(&turn.mv) {
            text = both_notations(state.position(), mv);
            state.play(mv);
        }
        let board = board(&state, left);
        say(format!("{side}: {text}, {:.3} s\n\n{board}\n", turn.charged))?;
    }
    let detail = record.ending.detail_text(record.detail.as_deref());
    say(format!("{}{detail}\n", record.result_text()))?;
    Ok(())
}

/// The lines of a request, with the coordinates of its board.
fn asked(request: &Request) -> String {
    let text = request.text();
    let head: Vec<&str> = text.lines().take(3).collect();
    format!("{}\n{}", head.join("\n"), with_coordinates(&request.position))
}

/// Asks for a bad move again and shows the result.
fn repeat_bad_move(file: &Path) -> Result<CommandExit, RefereeError> {
    let bad = bad_move::read(file)?;
    let temp_root = TempRoot::new()?;
    let mut again = bad.again(file, &temp_root)?;
    if !again.same_files {
        let changed = match &bad.directory {
            Some(directory) => format!("a file in {}", directory.display()),
            None => again.run.agent().command(),
        };
        say(format!("the program has changed since that move: {changed}\n\n"))?;
    }
    if again.cut_playdata {
        say(format!(
            "it finds the first {EVIDENCE_LIMIT} bytes of its playdata.txt; no more is kept\n\n"
        ))?;
    }
    let then = bad.ending.with_detail(bad.detail.as_deref());
    say(format!("{}\nthen:  {then}\n", asked(&again.request)))?;
    if let Some(error) = again.run.take_error() {
        return Err(error.into());
    }
    let charge = again.checked.charge.as_secs_f64();
    match again.checked.mv {
        Ok(mv) => {
            let mv = both_notations(&again.request.position, mv);
            say(format!("now:   {mv}, {charge:.3} s\n"))?;
            Ok(CommandExit::Success)
        }
        Err(ending) => {
            let detail = detail(again.run.dir(), ending, bad.profile.form());
            let now = ending.with_detail(detail.as_deref());
            say(format!("now:   {now}, {charge:.3} s\n"))?;
            Ok(ending.kind().into())
        }
    }
}
