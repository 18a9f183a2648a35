//! Writes `playdata.txt` for the next move of the game.

use crate::homework::game_record::{GameRecord, PlayDataFile};
use crate::playdata;
use crate::time::CpuClock;
use crate::warning::warn;
use cli::file;
use formats::{PLAYDATA_FILE, Request};
use games::checkers::Move;
use std::path::Path;

/// Writes `playdata.txt` into `dir`, now that `mv` is played; warns if that fails.
pub fn remember(dir: &Path, game: GameRecord, request: &Request, mv: Move, clock: &CpuClock) {
    if game.file == PlayDataFile::Blocked {
        return;
    }
    let path = dir.join(PLAYDATA_FILE);
    let playdata = game.after(request, mv, clock);
    let written = playdata.into_bytes().map_err(|error| error.to_string()).and_then(|bytes| {
        // On a full disk there may still be room for what matters.
        file::replace(&path, &bytes)
            .or_else(|_| file::replace_or_overwrite(&path, playdata::json_line(&bytes)))
            .map_err(|error| error.to_string())
    });
    if let Err(error) = written {
        warn(format_args!("{error}; the next move will not know of this one"));
    }
}
