//! Journals of the referee that another process has left in disorder, or is writing now.

use crate::answer_check::Violation;
use crate::error::SoakError;
use crate::faults::case::Case;
use crate::faults::referee_calls::half_played;
use crate::faults::referee_match::{Blame, GAMES, RefereeMatch, is_complete, whole_lines};
use crate::process::{Ended, Variables};
use crate::{cases, positions};
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The exit code of the referee if a command cannot be carried out.
const REFUSED: i32 = 2;
/// Games of the match that two referees want to play.
const LONG: usize = 40;
/// The first of them may take this long to begin.
const LONGEST_WAIT: Duration = Duration::from_secs(120);

#[derive(Debug)]
pub struct JournalCases<'a> {
    pub game: RefereeMatch<'a>,
    pub folder: &'a Path,
    pub seed: u64,
}

impl JournalCases<'_> {
    /// Runs a case; returns 1 if it was met, and what did not hold.
    pub fn run(&self, unit: u32, case: Case) -> Result<(u32, Vec<String>), SoakError> {
        let folder =
            tempfile::tempdir().map_err(SoakError::system("make", Path::new("a folder")))?;
        let dir = folder.path();
        let (count, found) = match case {
            Case::NewerVersion => (1, self.newer_version(dir)?),
            Case::Shared(_) => self.shared(dir)?,
            _ => (1, self.torn(unit, dir)?),
        };
        let Err(what) = found else { return Ok((count, Vec::new())) };
        let what = what.to_string();
        cases::keep(self.folder, &format!("unit-{unit}"), dir, &what)?;
        Ok((count, vec![what]))
    }

    /// The journal ends in the middle of a line: that game is played again, the others stay.
    fn torn(&self, unit: u32, dir: &Path) -> Result<Result<(), Violation>, SoakError> {
        let lines = half_played(&self.game, dir)?;
        let journal = RefereeMatch::journal(dir);
        let (last, whole) =
            lines.split_last().map_or(("", &lines[..]), |(last, whole)| (last, whole));
        let cut = positions::walker(self.seed, unit).below(last.len().max(1));
        let torn = [whole.concat().as_bytes(), &last.as_bytes()[..cut]].concat();
        fs::write(&journal, torn).map_err(SoakError::system("write", &journal))?;
        let run = self.game.play(dir, &Variables::new())?;
        if run.ended != Ended::Code(0) {
            let what = format!("torn at byte {cut}: the referee ended: {:?}", run.ended);
            return Ok(Err(Violation::Other(what)));
        }
        Ok(is_complete(&journal, whole, GAMES, Blame::OfNobody)
            .map_err(|what| Violation::Other(format!("torn at byte {cut}: {what}"))))
    }

    /// A line of a version that this referee does not know: it must refuse and change nothing.
    fn newer_version(&self, dir: &Path) -> Result<Result<(), Violation>, SoakError> {
        let mut lines = half_played(&self.game, dir)?;
        let journal = RefereeMatch::journal(dir);
        if let Some(last) = lines.last_mut() {
            let version: serde_json::Value = serde_json::from_str(last).unwrap_or_default();
            let version = version["version"].as_u64().unwrap_or(0);
            let [old, new] = [version, version + 1].map(|number| format!("\"version\":{number}"));
            *last = last.replacen(&old, &new, 1);
        }
        fs::write(&journal, lines.concat()).map_err(SoakError::system("write", &journal))?;
        let run = self.game.play(dir, &Variables::new())?;
        if run.ended != Ended::Code(REFUSED) {
            let what = format!("a newer version: the referee ended: {:?}", run.ended);
            return Ok(Err(Violation::Other(what)));
        }
        let is_same = whole_lines(&journal) == lines;
        Ok(is_same.then_some(()).ok_or_else(|| {
            Violation::Other("a newer version: the journal was changed".to_string())
        }))
    }

    /// The second referee must refuse, and the first finish its match. The count is 1 if the first
    /// was still playing when the second ended.
    fn shared(&self, dir: &Path) -> Result<(u32, Result<(), Violation>), SoakError> {
        let mut first = self.start(dir)?;
        let journal = RefereeMatch::journal(dir);
        let begun = Instant::now();
        while whole_lines(&journal).is_empty() && begun.elapsed() < LONGEST_WAIT {
            sleep(Duration::from_millis(5));
        }
        let mut second = self.start(dir)?;
        let refused = self.code(&mut second)?;
        let ended = first.try_wait().map_err(SoakError::system("watch", self.game.referee))?;
        let finished = self.code(&mut first)?;
        let met = ended.is_none();
        let found = if finished != Some(0) {
            Err(Violation::Other(format!("the first referee ended with {finished:?}")))
        } else if met && refused != Some(REFUSED) {
            Err(Violation::Other(format!("the second referee ended with {refused:?}")))
        } else {
            is_complete(&journal, &[], LONG, Blame::OfNobody)
        };
        Ok((u32::from(met), found))
    }

    fn start(&self, dir: &Path) -> Result<Child, SoakError> {
        let mut command = self.game.long_match(dir, LONG);
        let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().map_err(SoakError::system("start", self.game.referee))
    }

    fn code(&self, child: &mut Child) -> Result<Option<i32>, SoakError> {
        let status = child.wait().map_err(SoakError::system("wait for", self.game.referee))?;
        Ok(status.code())
    }
}
