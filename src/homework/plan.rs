//! The files and the board in the terms of the player: the figures of the machine, and the task
//! that the time left must last for.

use crate::calibration;
use crate::calibration::Calibration;
use crate::homework::game_record::GameRecord;
use crate::player::{Machine, Question};
use crate::time::{Clock, Costs, CpuClock, Mode, Stage, Task, moves_to_come};
use crate::warning::warn;
use cli::file;
use formats::{CALIBRATION_FILE, Play, Request};
use games::board::Side;
use games::checkers::Position;
use search::KeyHistory;
use std::path::Path;
use std::time::Duration;

/// The machine as `calibrate` measured it, or, with a warning, with built-in figures.
pub fn machine(dir: &Path) -> Machine {
    let read = match file::read(&dir.join(CALIBRATION_FILE), calibration::SIZE_LIMIT) {
        Ok(None) => Err(format!("there is no {CALIBRATION_FILE}; run calibrate once")),
        Ok(Some(text)) => Calibration::parse(&text).map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    };
    let known = read.unwrap_or_else(|error| {
        warn(format_args!("{error}; using built-in figures"));
        Calibration::DEFAULT
    });
    machine_of(&known)
}

fn machine_of(known: &Calibration) -> Machine {
    let [exit, write, granularity] = [known.exit_us, known.write_us, known.clock_step_us]
        .map(|microseconds| Duration::from_secs_f64(microseconds * 1e-6));
    let costs = Costs { exit, write, granularity };
    Machine { costs, nodes_per_second: known.nodes_per_second }
}

/// The question for a search that begins now.
pub fn question<'a>(
    request: &'a Request,
    game: &'a GameRecord,
    clock: &mut CpuClock,
) -> Question<'a, Position> {
    let (position, snapshot) = (&request.position, &game.snapshot);
    let time = CpuTime { used: clock.used(), shown: clock.last_shown() };
    Question { position, history: history(game), task: task(request, game, time), snapshot }
}

/// The game so far, for a referee that may count quiet turns differently.
pub fn history(game: &GameRecord) -> KeyHistory {
    game.history().doubting_the_limit()
}

/// The CPU time of this process so far.
#[derive(Clone, Copy, Debug)]
pub struct CpuTime {
    /// At most.
    pub used: Duration,
    /// By the clock, which may be coarse.
    pub shown: Duration,
}

/// The task that the time left must last for.
pub fn task(request: &Request, game: &GameRecord, time: CpuTime) -> Task {
    let pieces = Side::ALL.map(|side| request.position.pieces(side).count()).iter().sum();
    Task {
        mode: match request.play {
            Play::Single => Mode::Single,
            Play::Game => Mode::Game,
        },
        stage: Stage::with_pieces(pieces),
        moves_to_come: moves_to_come(pieces),
        remaining: request.remaining,
        used: time.used,
        start_cost: time.shown,
        overhead: game.overhead(),
        free: game.free_time(),
        opponent: Some(game.opponent_seen_from(request)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Game;

    #[test]
    fn the_task_is_that_of_the_request() {
        let few = "......../......../...B..../......../......../..W...../......../........";
        let few = Position::from_rows(few.split('/'), Side::White).expect("a board");
        let remaining = Duration::from_secs(9);
        for (play, mode) in [(Play::Single, Mode::Single), (Play::Game, Mode::Game)] {
            for (position, stage, moves_to_come) in
                [(Position::start(), Stage::Opening, 38), (few, Stage::Ending, 16)]
            {
                let request = Request { play, remaining, position };
                let game = GameRecord::beginning(&request);
                let [used, shown] = [6, 4].map(Duration::from_millis);
                let task = task(&request, &game, CpuTime { used, shown });
                let expected = Task {
                    mode,
                    stage,
                    moves_to_come,
                    remaining,
                    overhead: game.overhead(),
                    free: Duration::ZERO,
                    opponent: Some(game.opponent_seen_from(&request)),
                    ..task
                };
                assert_eq!(task, expected);
                assert_eq!((task.used, task.start_cost), (used, shown));
            }
        }
    }

    #[test]
    fn a_calibration_becomes_the_machine_and_without_one_it_is_the_usual_one() {
        let dir = tempfile::tempdir().expect("a folder");
        assert_eq!(machine(dir.path()), machine_of(&Calibration::DEFAULT));
        let known = Calibration {
            nodes_per_second: 1e6,
            exit_us: 900.0,
            write_us: 300.0,
            clock_step_us: 4_000.0,
            ..Calibration::DEFAULT
        };
        let text = known.text().expect("possible figures");
        file::replace(&dir.path().join(CALIBRATION_FILE), &text).expect("written");
        let costs = Costs {
            exit: Duration::from_micros(900),
            write: Duration::from_micros(300),
            granularity: Duration::from_micros(4_000),
        };
        assert_eq!(machine(dir.path()), Machine { costs, nodes_per_second: 1e6 });
    }
}
