//! Each call of the referee on a file of its match or its temporary folder fails once, in the
//! middle of a match. It may stop with one of its exit codes; the next run finishes the match, and
//! no game is lost, doubled, or forfeited by an agent, unless agents can cause just this failure.

use crate::answer_check::Violation;
use crate::error::SoakError;
use crate::faults::case::{FailedCall, fail_each_call, unhurt};
use crate::faults::referee_match::{Blame, GAMES, RefereeMatch, is_complete, whole_lines};
use crate::process::{Ended, Variables};
use crate::shim::{Fault, FaultShim, failed_path};
use std::fs;
use std::path::Path;

/// Games that are finished before a call fails.
const FINISHED: usize = 2;
/// The exit codes of docs/REFEREE.md but [`BLAMES`] and 130, Ctrl-C.
const MAY_END_WITH: [i32; 4] = [0, 1, 2, 4];
/// The exit code of docs/REFEREE.md if an agent forfeits a game.
const BLAMES: i32 = 3;

#[derive(Debug)]
pub struct RefereeCalls<'a> {
    pub game: RefereeMatch<'a>,
    pub shim: &'a FaultShim,
    pub folder: &'a Path,
}

impl RefereeCalls<'_> {
    pub fn run(&self, unit: u32, fault: Fault) -> Result<(u32, Vec<String>), SoakError> {
        fail_each_call(self.folder, unit, |dir, number| self.fail(dir, fault, number))
    }

    /// A match that goes on with a failing call, and then without; `None` if no call failed.
    fn fail(&self, dir: &Path, fault: Fault, number: u32) -> Result<Option<FailedCall>, SoakError> {
        let earlier = half_played(&self.game, dir)?;
        let prints = dir.with_extension("prints");
        fs::create_dir_all(&prints).map_err(SoakError::system("make", &prints))?;
        let (variables, loaded) = self.shim.variables(&prints, fault, number, dir)?;
        let run = self.game.play(dir, &variables)?;
        let failed = failed_path(&loaded, self.game.referee)?;
        let _ = fs::remove_dir_all(&prints);
        let Some(path) = failed else { return unhurt(self.game.referee, run.ended) };
        let journal = RefereeMatch::journal(dir);
        let lines = whole_lines(&journal);
        let blame = if fault.an_agent_can_cause() { Blame::OfAnAgent } else { Blame::OfNobody };
        let blaming = (blame == Blame::OfAnAgent).then_some(BLAMES);
        let mut found = match run.ended {
            Ended::Code(code) if MAY_END_WITH.contains(&code) || blaming == Some(code) => Ok(()),
            other => Err(Violation::Other(format!("the referee ended: {other:?}"))),
        };
        if !lines.starts_with(&earlier) {
            let what = "finished games of the journal are changed or gone";
            found = Err(Violation::Other(what.to_string()));
        }
        let next = self.game.play(dir, &Variables::new())?;
        let ended = match next.ended {
            Ended::Code(code) if code == 0 || blaming == Some(code) => Ok(()),
            other => Err(Violation::Other(format!("the run after it ended: {other:?}"))),
        };
        let complete = is_complete(&journal, &lines, GAMES, blame);
        Ok(Some(FailedCall { path, found: found.and(ended).and(complete) }))
    }
}

/// Plays a match in `dir` and takes the last games away again; returns the lines of the others.
pub fn half_played(game: &RefereeMatch<'_>, dir: &Path) -> Result<Vec<String>, SoakError> {
    game.play(dir, &Variables::new())?;
    let journal = RefereeMatch::journal(dir);
    let mut lines = whole_lines(&journal);
    if lines.len() != GAMES {
        let text = format!("the referee played {} of {GAMES} games without a fault", lines.len());
        return Err(SoakError::Failed(text));
    }
    lines.truncate(FINISHED);
    fs::write(&journal, lines.concat()).map_err(SoakError::system("write", &journal))?;
    Ok(lines)
}
