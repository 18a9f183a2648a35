//! The games of a match of the referee.

use crate::analyze::forms::Found;
use crate::analyze::source::Source;
use crate::error::AppError;
use crate::replayed_game::ReplayedGame;
use referee::record::{RecordedGame, journal};
use referee::result::pdn_game;
use std::path::Path;

/// The games of a journal. One that cannot be played again is an error of its own.
///
/// # Errors
/// [`AppError::File`]: the journal cannot be read, or holds no game yet.
pub fn read(path: &Path) -> Result<Found, AppError> {
    let records = journal::read(path).map_err(|error| AppError::File(error.to_string()))?;
    if records.is_empty() {
        let path = path.display();
        return Err(AppError::File(format!("{path} holds no finished game yet; try again later")));
    }
    let mut found = Found::default();
    for record in records.values() {
        match source(record) {
            Ok(source) => found.sources.push(source),
            Err(error) => found.errors.push(format!("{}: {error}", path.display())),
        }
    }
    Ok(found)
}

fn source(record: &RecordedGame) -> Result<Source, String> {
    let replayed = ReplayedGame::new(record).map_err(|error| error.to_string())?;
    let event = record.pair_names().join(" - ");
    let game =
        pdn_game(record, &event, record.date.as_deref()).map_err(|error| error.to_string())?;
    let opening = game.line.turns.len().saturating_sub(replayed.game.moves().len());
    let ending = Some(format!("{}.", record.result_text()));
    Ok(Source { number: record.id, game, opening, played: replayed.game, ending })
}
