//! `referee replay`: a recorded game board by board, or a bad move once more.

use super::error::RefereeError;
use super::exit::{Exit, JOURNAL};
use super::output::say;
use super::single::board;
use crate::arbiter::{Arbiter, Limits};
use crate::duel::Clocks;
use crate::estate::Estate;
use crate::journal;
use crate::journal::Records;
use crate::record::GameRecord;
use crate::reproducer;
use crate::reproducer::MOVE_FILE;
use games::{Game, Notation};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Shows what the file holds again.
pub fn replay(file: &Path, game: Option<u32>) -> Result<Exit, RefereeError> {
    let file = if file.is_dir() { in_folder(file) } else { file.to_path_buf() };
    if file.extension().is_some_and(|extension| extension == "json") {
        return bad_move(&file);
    }
    let records = journal::read(&file)?;
    let record = pick(&records, game).ok_or_else(|| no_such_game(&file, game, &records))?;
    show(record)?;
    Ok(Exit::Fine)
}

/// What a folder holds: a bad move, else a match.
fn in_folder(folder: &Path) -> PathBuf {
    let bad_move = folder.join(MOVE_FILE);
    if bad_move.is_file() { bad_move } else { folder.join(JOURNAL) }
}

fn pick(records: &Records, game: Option<u32>) -> Option<&GameRecord> {
    match game {
        Some(game) => records.get(&game),
        None => records.values().next(),
    }
}

fn no_such_game(file: &Path, game: Option<u32>, records: &Records) -> RefereeError {
    let held = match (records.keys().next(), records.keys().last()) {
        (Some(first), Some(last)) => format!("games {first} to {last}"),
        _ => "no finished game".to_string(),
    };
    RefereeError::NoSuchGame { path: PathBuf::from(file), game: game.unwrap_or(1), held }
}

/// Every board of a recorded game, with the moves and what they cost.
fn show(record: &GameRecord) -> Result<(), RefereeError> {
    let positions = record.positions()?;
    let limits = Limits { profile: record.profile, quiet_turns: u32::MAX, plies: u32::MAX };
    let mut arbiter = Arbiter::new(positions[0], limits);
    let clock = |seconds: f64| Duration::try_from_secs_f64(seconds).unwrap_or_default();
    let mut left: Clocks = [clock(record.black.seconds), clock(record.white.seconds)];
    say(format!(
        "game {}: {} (Black) against {} (White), opening {}\n\n",
        record.id, record.black.name, record.white.name, record.opening
    ))?;
    say(board(&arbiter, left) + "\n")?;
    for turn in &record.turns {
        let side = arbiter.position().side_to_move();
        left[side.index()] = left[side.index()].saturating_sub(clock(turn.charged));
        if let Ok(mv) = arbiter.position().read_move(&turn.mv) {
            arbiter.play(mv);
        }
        let board = board(&arbiter, left);
        say(format!("{side}: {}, {:.3} s\n\n{board}\n", turn.mv, turn.charged))?;
    }
    say(record.result_text() + "\n")?;
    Ok(())
}

/// Asks for a bad move again, and tells what comes now.
fn bad_move(file: &Path) -> Result<Exit, RefereeError> {
    let bad = reproducer::read(file)?;
    let estate = Estate::new()?;
    let mut again = bad.again(file, &estate)?;
    if !again.same_program {
        say(format!("the program has changed since then: {}\n", bad.program.display()))?;
    }
    say(format!("{}\nthen:  {}\n", again.request.text(), bad.ending))?;
    if let Some(fault) = again.seat.take_fault() {
        return Err(fault.into());
    }
    let charge = again.judged.charge.as_secs_f64();
    match again.judged.played {
        Ok(mv) => {
            let mv = again.request.position.move_text(mv);
            say(format!("now:   {mv}, {charge:.3} s\n"))?;
            Ok(Exit::Fine)
        }
        Err(ending) => {
            say(format!("now:   {ending}, {charge:.3} s\n"))?;
            Ok(ending.kind().into())
        }
    }
}
