//! The game so far, from `playdata.txt`.

use crate::error::AgentFileError;
use crate::homework::game_record::{GameRecord, PlayDataFile};
use crate::playdata::{self, PlayData};
use crate::time::machine_time;
use crate::warning::warn;
use cli::{FileError, file};
use formats::{PLAYDATA_FILE, Play, Request};
use std::path::Path;

/// The game of `playdata.txt` in `dir`, or one that begins with this move, with a warning if the
/// file is there but of no use. A single move has no past.
pub fn recall(dir: &Path, request: &Request) -> GameRecord {
    let mut beginning = GameRecord::beginning(request);
    if request.play == Play::Single {
        return beginning;
    }
    let recalled = match file::read_bytes(&dir.join(PLAYDATA_FILE), playdata::SIZE_LIMIT) {
        Ok(None) => return beginning,
        Ok(Some(bytes)) => continued(bytes, request).map_err(|error| error.to_string()),
        Err(error @ FileError::NotAFile { .. }) => {
            warn(format_args!("{error}; going on without it"));
            beginning.file = PlayDataFile::Blocked;
            return beginning;
        }
        Err(error) => Err(error.to_string()),
    };
    recalled.unwrap_or_else(|error| {
        warn(format_args!("{error}; going on without it"));
        beginning
    })
}

/// The game in the bytes of the file, or the reason not to believe it.
fn continued(bytes: Vec<u8>, request: &Request) -> Result<GameRecord, AgentFileError> {
    let playdata = PlayData::parse(bytes)?;
    GameRecord::continued(playdata, request, machine_time()).ok_or_else(|| {
        let sentence = "playdata.txt belongs to another game; this board does not follow from it";
        AgentFileError::new(sentence)
    })
}
