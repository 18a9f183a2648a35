//! Games of several moves: the clock must last, and `playdata.txt` must not mislead.

use crate::check::case::{Asked, Check, CheckTask, CheckTurn, Expect};
use crate::check::inputs::OPENING;
use crate::check::question::QuestionClock;

/// The machine is measured first, so that all later checks have a calibration, as in a match.
pub(super) const CALIBRATE: Check = Check {
    name: "calibrate",
    asks: "calibrate ends by itself within a minute and leaves calibration.txt.",
    task: CheckTask::Calibrate,
};

/// The first moves of games.
pub(super) const GAMES: [Check; 2] = [
    Check {
        name: "clock-of-a-game",
        asks: "A game begins with thirty seconds: the first move takes less than that.",
        task: CheckTask::Move(
            &[CheckTurn::asking(OPENING.at(QuestionClock::Binding("30.0")))],
            Expect::ThriftyMove,
        ),
    },
    Check {
        name: "three-moves-of-a-game",
        asks: "Three moves of one game are asked for, with the agent's own playdata.txt between them.",
        task: CheckTask::Move(&[CheckTurn::asking(OPENING), NEXT, NEXT], Expect::Move),
    },
];

const NEXT: CheckTurn = CheckTurn { setup: &[], asked: Asked::Next };
