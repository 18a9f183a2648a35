//! The agent is killed at a random moment of a game. Its files must be whole, and its next run must
//! answer the same question.

use crate::answer_check::{AnswerPlace, Violation, check};
use crate::error::SoakError;
use crate::process::{Ended, FinishedProcess, ProcessSpec, run};
use crate::{cases, positions};
use formats::{INPUT_FILE, OUTPUT_FILE, PLAYDATA_FILE, Play, Request};
use games::Game;
use games::checkers::Position;
use rustix::process::Signal;
use std::fs;
use std::path::Path;
use std::time::Duration;

const SIGKILL: i32 = 9;
const CLOCK: Duration = Duration::from_secs(5);
/// The time of a `SINGLE` move, nearly all of which is used.
const SINGLE: Duration = Duration::from_millis(300);
/// Wall time after which a run counts as hung.
pub const LONGEST: Duration = Duration::from_secs(600);

#[derive(Debug)]
pub struct Kills<'a> {
    pub homework: &'a Path,
    pub folder: &'a Path,
    pub seed: u64,
}

impl Kills<'_> {
    /// Plays a move, kills the agent in the next, and asks again. Returns 1 if the kill met a
    /// running agent, and what did not hold.
    pub fn run(&self, unit: u32) -> Result<(u32, Vec<String>), SoakError> {
        let mut walker = positions::walker(self.seed, unit);
        let folder =
            tempfile::tempdir().map_err(SoakError::system("make", Path::new("a folder")))?;
        let dir = folder.path();
        let first = positions::position(&mut walker, unit);
        let earlier = self.ask(dir, first, None)?;
        let mut broken = Vec::new();
        let position = match check(&earlier, dir, &first, Some(CLOCK), AnswerPlace::InFile) {
            Ok(mv) => {
                let theirs = first.play(mv);
                walker.step(&theirs).map_or(first, |reply| theirs.play(reply))
            }
            Err(what) => {
                broken.push(format!("before the kill: {what}"));
                first
            }
        };
        let position = if position.can_move() { position } else { first };
        // The last moments of a whole move are met as well.
        let most = earlier.wall.as_micros() as usize * 5 / 4 + 1;
        let moment = Duration::from_micros(walker.below(most) as u64);
        let killed = self.ask(dir, position, Some(moment))?;
        broken.extend(files_are_whole(dir, &position, &killed).err().map(|what| what.to_string()));
        let again = self.ask(dir, position, None)?;
        let next = check(&again, dir, &position, Some(CLOCK), AnswerPlace::InFile);
        broken.extend(next.err().map(|what| format!("after the kill: {what}")));
        if !broken.is_empty() {
            let story = format!("{}\nkilled after {moment:?}\n", broken.join("\n"));
            cases::keep(self.folder, &format!("unit-{unit}"), dir, &story)?;
        }
        Ok((u32::from(killed.ended == Ended::Signal(SIGKILL)), broken))
    }

    fn ask(
        &self,
        dir: &Path,
        position: Position,
        kill: Option<Duration>,
    ) -> Result<FinishedProcess, SoakError> {
        ask(self.homework, dir, Play::Game, position, kill, &[])
    }
}

/// Asks the agent in `dir`, as a referee does: the old answer is removed, the request written.
pub fn ask(
    homework: &Path,
    dir: &Path,
    play: Play,
    position: Position,
    kill_after: Option<Duration>,
    variables: &[(&'static str, std::ffi::OsString)],
) -> Result<FinishedProcess, SoakError> {
    // There may be none.
    let _ = fs::remove_file(dir.join(OUTPUT_FILE));
    let input = dir.join(INPUT_FILE);
    let remaining = if play == Play::Single { SINGLE } else { CLOCK };
    let request = Request { play, remaining, position };
    fs::write(&input, request.text()).map_err(SoakError::system("write", &input))?;
    let prints = dir.join("printed");
    fs::create_dir_all(&prints).map_err(SoakError::system("make", &prints))?;
    run(&ProcessSpec {
        program: homework,
        args: &[],
        dir,
        prints_into: &prints,
        variables,
        limits: &[],
        longest: LONGEST,
        signal_after: kill_after.map(|moment| (moment, Signal::KILL)),
    })
}

/// The answer is legal if there is one, and `playdata.txt` begins with a line of JSON.
fn files_are_whole(
    dir: &Path,
    position: &Position,
    killed: &FinishedProcess,
) -> Result<(), Violation> {
    if let Ended::Code(code @ 1..) = killed.ended {
        return Err(Violation::Other(format!("it ended with exit code {code} before the kill")));
    }
    if dir.join(OUTPUT_FILE).exists() {
        let ended = FinishedProcess { ended: Ended::Code(0), ..killed.clone() };
        check(&ended, dir, position, None, AnswerPlace::InFile)
            .map_err(|what| Violation::Other(format!("output.txt after a kill: {what}")))?;
    }
    playdata_is_whole(dir)
}

/// `playdata.txt` begins with a line of JSON, if there is one.
pub fn playdata_is_whole(dir: &Path) -> Result<(), Violation> {
    let Ok(bytes) = fs::read(dir.join(PLAYDATA_FILE)) else { return Ok(()) };
    let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let parsed: Result<serde_json::Value, _> = serde_json::from_slice(line);
    parsed
        .map(drop)
        .map_err(|error| Violation::Other(format!("playdata.txt is not whole: {error}")))
}
