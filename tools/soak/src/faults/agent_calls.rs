//! Each call of `homework` or `calibrate` on a file of its directory fails once.
//!
//! The answer must be legal all the same. The exceptions are those of docs/AGENT.md: exit code 2 if
//! `input.txt` could not be read, 4 with the move on standard output if `output.txt` could not be
//! written; `calibrate` may end with 4 if its own file failed. The next run, in which nothing
//! fails, must answer whatever the failure has left.

use crate::answer_check::{AnswerPlace, Violation, check};
use crate::error::SoakError;
use crate::faults::case::{FailedCall, Scenario, fail_each_call, unhurt};
use crate::faults::kills::{LONGEST, ask, playdata_is_whole};
use crate::positions;
use crate::process::{Ended, FinishedProcess, ProcessSpec, Variables, run};
use crate::shim::{Fault, FaultShim, failed_path};
use formats::{CALIBRATION_FILE, INPUT_FILE, OUTPUT_FILE, Play};
use games::Game;
use games::checkers::Position;
use std::fs;
use std::path::Path;

#[derive(Debug)]
pub struct AgentCalls<'a> {
    pub homework: &'a Path,
    pub calibrate: &'a Path,
    pub shim: &'a FaultShim,
    pub folder: &'a Path,
}

impl AgentCalls<'_> {
    pub fn run(
        &self,
        unit: u32,
        scenario: Scenario,
        fault: Fault,
    ) -> Result<(u32, Vec<String>), SoakError> {
        fail_each_call(self.folder, unit, |dir, number| self.fail(dir, scenario, fault, number))
    }

    /// One run with a failing call and one without; `None` if no call failed.
    fn fail(
        &self,
        dir: &Path,
        scenario: Scenario,
        fault: Fault,
        number: u32,
    ) -> Result<Option<FailedCall>, SoakError> {
        let start = positions::position(&mut positions::walker(1, 0), 4);
        let position = match scenario {
            Scenario::GameLater => self.later(dir, start)?,
            _ => start,
        };
        let prints = dir.with_extension("prints");
        fs::create_dir_all(&prints).map_err(SoakError::system("make", &prints))?;
        let (variables, loaded) = self.shim.variables(&prints, fault, number, dir)?;
        let play = if scenario == Scenario::Single { Play::Single } else { Play::Game };
        let (program, ended) = match scenario {
            Scenario::Calibrate => (self.calibrate, self.calibrated(dir, &variables)?),
            _ => (self.homework, ask(self.homework, dir, play, position, None, &variables)?),
        };
        let failed = failed_path(&loaded, program)?;
        let _ = fs::remove_dir_all(&prints);
        let Some(path) = failed else { return unhurt(program, ended.ended) };
        let found = match scenario {
            Scenario::Calibrate => calibration_is_whole(&ended, dir),
            _ => answers(&ended, dir, &position, &path),
        };
        let after = ask(self.homework, dir, play, position, None, &[])?;
        let next = check(&after, dir, &position, None, AnswerPlace::InFile).map(drop);
        let next = next.map_err(|what| Violation::Other(format!("the run after it: {what}")));
        Ok(Some(FailedCall { path, found: found.and(next) }))
    }

    /// Plays a move and an answer to it, so that the directory has the files of a game.
    fn later(&self, dir: &Path, start: Position) -> Result<Position, SoakError> {
        let run = ask(self.homework, dir, Play::Game, start, None, &[])?;
        let played = check(&run, dir, &start, None, AnswerPlace::InFile);
        let reply = played.ok().and_then(|mv| {
            let theirs = start.play(mv);
            let reply = positions::walker(1, 1).step(&theirs)?;
            Some(theirs.play(reply)).filter(Position::can_move)
        });
        Ok(reply.unwrap_or(start))
    }

    fn calibrated(&self, dir: &Path, variables: &Variables) -> Result<FinishedProcess, SoakError> {
        let prints = dir.join("printed");
        fs::create_dir_all(&prints).map_err(SoakError::system("make", &prints))?;
        run(&ProcessSpec {
            program: self.calibrate,
            args: &[],
            dir,
            prints_into: &prints,
            variables,
            limits: &[],
            longest: LONGEST,
            signal_after: None,
        })
    }
}

/// The agent has answered, or ended as docs/AGENT.md says when this file fails.
fn answers(
    run: &FinishedProcess,
    dir: &Path,
    position: &Position,
    failed: &Path,
) -> Result<(), Violation> {
    let failed = failed.file_name().unwrap_or_default();
    let is_output = failed == OUTPUT_FILE || failed == &*format!("{OUTPUT_FILE}.tmp");
    let found = check(run, dir, position, None, AnswerPlace::InFileOrPrinted);
    let found = match (found, run.ended) {
        (Ok(_), Ended::Code(0)) => Ok(()),
        (Ok(_), Ended::Code(code)) if !is_output => Err(Violation::Exit(code)),
        (Ok(_), _) => Ok(()),
        (Err(Violation::Exit(2)), _) if failed == INPUT_FILE && !dir.join(OUTPUT_FILE).exists() => {
            Ok(())
        }
        (Err(what), _) => Err(what),
    };
    found.and_then(|()| playdata_is_whole(dir))
}

/// The measurement has ended with exit code 0 or 4, and its file is whole or not there.
fn calibration_is_whole(run: &FinishedProcess, dir: &Path) -> Result<(), Violation> {
    if !matches!(run.ended, Ended::Code(0 | 4)) {
        return Err(Violation::Other(format!("calibrate ended: {:?}", run.ended)));
    }
    let Ok(bytes) = fs::read(dir.join(CALIBRATION_FILE)) else { return Ok(()) };
    let parsed: Result<serde_json::Value, _> = serde_json::from_slice(&bytes);
    parsed
        .map(drop)
        .map_err(|error| Violation::Other(format!("calibration.txt is not whole: {error}")))
}
