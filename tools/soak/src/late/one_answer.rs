//! One unit: the agent answers once, and what its process cost is measured.

use crate::answer_check::{AnswerPlace, Violation, check};
use crate::error::SoakError;
use crate::journal::UnitResult;
use crate::late::condition::{PreparedCondition, UnitDir, open_again};
use crate::late::plan::{LatePlan, RequestKind};
use crate::process::{FinishedProcess, ProcessSpec, run};
use crate::{cases, positions};
use formats::{CALIBRATION_FILE, INPUT_FILE, OUTPUT_FILE, Play, Request};
use games::checkers::Position;
use games::{Game, Walker};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Beyond the measured time, the clock of the move before it: enough for a usual start.
const EARLIER_MOVE: Duration = Duration::from_millis(50);
/// Wall time for each second given before a process counts as hung: a quota may leave it a tenth of
/// a core, and others share it.
const WALL_PER_CPU: u32 = 40;
const WALL_RESERVE: Duration = Duration::from_secs(60);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answered {
    unit: u32,
    pub situation: RequestKind,
    pub pieces: u32,
    pub cpu_us: u64,
    pub wall_us: u64,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub broken: Option<Violation>,
}

impl UnitResult for Answered {
    fn unit(&self) -> u32 {
        self.unit
    }

    fn broken(&self) -> Option<String> {
        let cost = Duration::from_micros(self.cpu_us);
        self.broken.as_ref().map(|broken| {
            format!("{broken}; {}, {} pieces, {cost:?} of CPU time", self.situation, self.pieces)
        })
    }
}

#[derive(Debug)]
pub struct Asker<'a> {
    pub plan: &'a LatePlan,
    pub conditions: PreparedCondition,
    pub program: &'a Path,
    pub calibration: Option<&'a Path>,
    pub folder: &'a Path,
}

impl Asker<'_> {
    pub fn ask(&self, unit: u32) -> Result<Answered, SoakError> {
        let mut walker = positions::walker(self.plan.seed, unit);
        let position = positions::position(&mut walker, self.plan.number(unit));
        let place = self.conditions.place()?;
        if let Some(from) = self.calibration {
            let to = place.dir.join(CALIBRATION_FILE);
            fs::copy(from, &to).map_err(SoakError::system("copy", from))?;
        }
        let (situation, position) = match self.plan.situation(unit) {
            RequestKind::Continued => match self.continued(unit, &place, position, &mut walker)? {
                Some(later) => (RequestKind::Continued, later),
                None => (RequestKind::Begun, position),
            },
            situation => (situation, position),
        };
        let given = self.plan.given(unit);
        let play = if situation == RequestKind::Single { Play::Single } else { Play::Game };
        let run = self.run(unit, &place, &Request { play, remaining: given, position })?;
        let where_to = self.conditions.answer();
        let broken = check(&run, &place.dir, &position, Some(given), where_to).err();
        let answered = Answered {
            unit,
            situation,
            pieces: position.count(),
            cpu_us: run.cpu.as_micros() as u64,
            wall_us: run.wall.as_micros() as u64,
            broken,
        };
        self.keep_if_broken(&answered, &place)?;
        self.conditions.take_back(place);
        Ok(answered)
    }

    /// Plays the move before the measured one, and a random answer to it; `None` if the game is
    /// over then, or the agent gave no answer (which the measured run will show again). The
    /// directory then has what the agent has left.
    fn continued(
        &self,
        unit: u32,
        place: &UnitDir,
        position: Position,
        walker: &mut Walker,
    ) -> Result<Option<Position>, SoakError> {
        let remaining = self.plan.given(unit) + EARLIER_MOVE;
        let run = self.run(unit, place, &Request { play: Play::Game, remaining, position })?;
        let found = check(&run, &place.dir, &position, None, AnswerPlace::InFileOrPrinted).ok();
        Ok(found.and_then(|mv| {
            let theirs = position.play(mv);
            walker.step(&theirs).map(|reply| theirs.play(reply)).filter(Position::can_move)
        }))
    }

    fn run(
        &self,
        unit: u32,
        place: &UnitDir,
        request: &Request,
    ) -> Result<FinishedProcess, SoakError> {
        open_again(place);
        // The referee removes an old answer before each move.
        let _ = fs::remove_file(place.dir.join(OUTPUT_FILE));
        let input = place.dir.join(INPUT_FILE);
        fs::write(&input, request.text()).map_err(SoakError::system("write", &input))?;
        self.conditions.close(place)?;
        let seed = self.plan.seed ^ u64::from(unit);
        let (variables, loaded) = self.conditions.variables(place, seed)?;
        let run = run(&ProcessSpec {
            program: self.program,
            args: &[],
            dir: &place.seen,
            prints_into: &place.prints,
            variables: &variables,
            limits: &self.conditions.limits(request.remaining),
            longest: request.remaining * WALL_PER_CPU + WALL_RESERVE,
            signal_after: None,
        })?;
        loaded.map_or(Ok(()), |loaded| loaded.check(self.program))?;
        Ok(run)
    }

    fn keep_if_broken(&self, answered: &Answered, place: &UnitDir) -> Result<(), SoakError> {
        let Some(what) = answered.broken() else { return Ok(()) };
        let name = format!("unit-{}", answered.unit);
        let program = self.program.display();
        let story = format!("{what}\nRun {program} in a folder with the input.txt beside this.\n");
        cases::keep(self.folder, &name, &place.dir, &story)?;
        let printed = format!("{name}/printed");
        cases::keep(self.folder, &printed, &place.prints, &story)?;
        Ok(())
    }
}
