//! A game of several moves: the clock has to last, and a memory has to help.

use crate::check::case::{Asked, Check, Expect, Task, Turn};
use crate::check::inputs::OPENING;
use crate::check::question::Clock;

/// The machine is measured first, so that all later checks find a calibration, as in a match.
pub(super) const CALIBRATE: Check = Check {
    name: "calibrate",
    asks: "calibrate ends by itself within a minute and leaves calibration.txt.",
    task: Task::Calibrate,
};

/// Games that begin.
pub(super) const GAMES: [Check; 2] = [
    Check {
        name: "clock-of-a-game",
        asks: "A game begins with thirty seconds: a move does not take more than there is.",
        task: Task::Move(&[Turn::asking(OPENING.at(Clock::Binding("30.0")))], Expect::ThriftyMove),
    },
    Check {
        name: "three-moves-of-a-game",
        asks: "Three moves of one game are asked for, with the agent's own playdata.txt between them.",
        task: Task::Move(&[Turn::asking(OPENING), NEXT, NEXT], Expect::Move),
    },
];

const NEXT: Turn = Turn { scene: &[], asked: Asked::Next };
