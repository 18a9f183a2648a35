//! The files and the board in the terms of the player: what machine this is, and what the time
//! left has to last for.

use crate::board::Side;
use crate::homework::complaint::complain;
use crate::player::Machine;
use crate::time::{Costs, Mode, Stage, Task};
use crate::wire::{CALIBRATION_FILE, Calibration, Play, Request, calibration, file};
use std::path::Path;
use std::time::Duration;

/// The machine as `calibrate` found it, or as machines usually are.
pub fn machine(dir: &Path) -> Machine {
    let read = match file::read(&dir.join(CALIBRATION_FILE), calibration::SIZE_LIMIT) {
        Ok(None) => Ok(Calibration::DEFAULT),
        Ok(Some(text)) => Calibration::parse(&text).map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    };
    let known = read.unwrap_or_else(|error| {
        complain(&format!("{error}; using built-in figures"));
        Calibration::DEFAULT
    });
    let duration = |microseconds: f64| Duration::from_secs_f64(microseconds * 1e-6);
    let costs = Costs {
        exit: duration(known.exit_us),
        write: duration(known.write_us),
        granularity: duration(known.clock_step_us),
    };
    Machine { costs, nodes_per_second: known.nodes_per_second }
}

/// What the clock has to last for, from `used` on.
pub fn task(request: &Request, used: Duration) -> Task {
    let pieces = Side::ALL.map(|side| request.position.pieces(side).count()).iter().sum();
    Task {
        mode: match request.play {
            Play::Single => Mode::Single,
            Play::Game => Mode::Game,
        },
        stage: match pieces {
            21.. => Stage::Opening,
            9..=20 => Stage::Middle,
            _ => Stage::Ending,
        },
        moves_to_come: moves_to_come(pieces),
        remaining: request.remaining,
        used,
    }
}

/// Our own moves still to come, by the pieces on the board: games of the course had a median of 51
/// plies when won and of 91 when drawn, about 25 and 45 moves of our own.
const fn moves_to_come(pieces: u32) -> u32 {
    14 + pieces
}
