//! Files that an agent may find beside `input.txt`: `playdata.txt` of another game, half a file, or
//! none. An agent must still move wherever it can.

use crate::checks::case::{
    Check, CheckGroup, CheckQuestion, CheckTask, CheckTurn, Expect, QuestionClock, Spelling,
};
use crate::checks::inputs::{OPENING, SINGLE_CLOCK};
use crate::checks::setup::{FileContent, SetupStep};
use formats::{CALIBRATION_FILE, OUTPUT_FILE, PLAYDATA_FILE, Play};
use games::board::Side;

/// Text in no known format.
const GARBAGE: FileContent = FileContent::Text("nan -7 1e999\n{\"E c3 b4\": [[,\n\n\\u0000");
/// Longer than any first move, and legal in no opening.
const OLD_ANSWER: FileContent = FileContent::Text("J h8 f6\nJ f6 d4\nJ d4 f2\nJ f2 h4\n");

/// `playdata.txt` at the second move of a game, and `calibration.txt` at the first.
pub const FILES: [Check; 14] = [
    second_move(
        "playdata-cut-off",
        "playdata.txt is cut in the middle, as by a process that was killed while it wrote.",
        &[CheckTurn::asking(OPENING), then(&[SetupStep::Half(PLAYDATA_FILE)])],
    ),
    second_move(
        "playdata-garbage",
        "playdata.txt holds text in no known format.",
        &[CheckTurn::asking(OPENING), then(&[SetupStep::File(PLAYDATA_FILE, GARBAGE)])],
    ),
    second_move(
        "playdata-empty",
        "playdata.txt is empty, as after a crash or on a full disk.",
        &[
            CheckTurn::asking(OPENING),
            then(&[SetupStep::File(PLAYDATA_FILE, FileContent::Text(""))]),
        ],
    ),
    second_move(
        "playdata-huge",
        "playdata.txt has eight megabytes: reading it must not cost the game.",
        &[CheckTurn::asking(OPENING), then(&[SetupStep::File(PLAYDATA_FILE, FileContent::Huge)])],
    ),
    second_move(
        "playdata-binary",
        "playdata.txt holds every byte value, with zero and invalid UTF-8 among them.",
        &[CheckTurn::asking(OPENING), then(&[SetupStep::File(PLAYDATA_FILE, FileContent::Binary)])],
    ),
    second_move(
        "playdata-unreadable",
        "playdata.txt may not be read, as after a copy by another user.",
        &[CheckTurn::asking(OPENING), then(&[SetupStep::Unreadable(PLAYDATA_FILE)])],
    ),
    second_move(
        "playdata-is-a-directory",
        "playdata.txt is a directory: it can be neither read nor written.",
        &[CheckTurn::asking(OPENING), then(&[SetupStep::Directory(PLAYDATA_FILE)])],
    ),
    second_move(
        "playdata-of-another-game",
        "playdata.txt is left from another game, in which the agent had the other color: that it exists \
         proves nothing.",
        &[CheckTurn::asking(OPENING), CheckTurn::asking(ANOTHER_GAME)],
    ),
    Check::asking(
        CheckGroup::Robust,
        "calibration-missing",
        "There is no calibration.txt: calibrate may never have run.",
        &[first(&[SetupStep::Missing(CALIBRATION_FILE)])],
    ),
    Check::asking(
        CheckGroup::Robust,
        "calibration-cut-off",
        "calibration.txt is cut in the middle: calibrate may have been killed.",
        &[first(&[SetupStep::Half(CALIBRATION_FILE)])],
    ),
    Check::asking(
        CheckGroup::Robust,
        "calibration-empty",
        "calibration.txt is empty: calibrate may have been killed before it wrote.",
        &[first(&[SetupStep::File(CALIBRATION_FILE, FileContent::Text(""))])],
    ),
    Check::asking(
        CheckGroup::Robust,
        "calibration-huge",
        "calibration.txt has eight megabytes: reading it must not cost the game.",
        &[first(&[SetupStep::File(CALIBRATION_FILE, FileContent::Huge)])],
    ),
    Check::asking(
        CheckGroup::Robust,
        "calibration-binary",
        "calibration.txt holds every byte value, with zero and invalid UTF-8 among them.",
        &[first(&[SetupStep::File(CALIBRATION_FILE, FileContent::Binary)])],
    ),
    Check::asking(
        CheckGroup::Robust,
        "calibration-unreadable",
        "calibration.txt may not be read, as after a copy by another user.",
        &[first(&[SetupStep::Unreadable(CALIBRATION_FILE)])],
    ),
];

/// The files that the agent writes.
pub const WRITING: [Check; 4] = [
    Check {
        name: "exact-lines",
        group: CheckGroup::Assignment,
        asks: "Two jumps are two lines of output.txt, with nothing around or behind them.",
        task: CheckTask::Move(&[CheckTurn::asking(TWO_JUMPS)], Expect::ExactLines),
    },
    Check::asking(
        CheckGroup::Robust,
        "old-answer",
        "A longer output.txt is left from an earlier move: nothing of it may remain.",
        &[first(&[SetupStep::File(OUTPUT_FILE, OLD_ANSWER)])],
    ),
    Check {
        name: "no-other-file",
        group: CheckGroup::Assignment,
        asks: "A move of a game leaves playdata.txt and no other file, since the assignment allows only \
               this one.",
        task: CheckTask::Move(&[CheckTurn::asking(OPENING)], Expect::NoOtherFile),
    },
    Check {
        name: "read-only-directory",
        group: CheckGroup::Robust,
        asks: "Nothing can be written in the directory: no answer is possible, but the program ends \
               in time and by itself.",
        task: CheckTask::End(CheckTurn {
            setup: &[SetupStep::ReadOnlyDir],
            question: Some(OPENING.at(QuestionClock::Binding("2.0"))),
        }),
    },
];

/// A position that cannot follow from [`OPENING`].
const ANOTHER_GAME: CheckQuestion = CheckQuestion {
    play: Play::Game,
    side: Side::White,
    clock: QuestionClock::Binding("10.0"),
    board: ".b...b../b.....b./......../..w...../...b...w/......../.W.w..../....w...",
    spelling: Spelling::Plain,
};

/// A single move of two jumps, and no other.
const TWO_JUMPS: CheckQuestion = CheckQuestion {
    play: Play::Single,
    side: Side::Black,
    clock: SINGLE_CLOCK,
    board: ".b.....b/b...b.b./.b...b.b/..b.w.../......../w...w.../.w.w...w/w...w.w.",
    ..OPENING
};

const fn first(setup: &'static [SetupStep]) -> CheckTurn {
    CheckTurn { setup, question: Some(OPENING) }
}

const fn then(setup: &'static [SetupStep]) -> CheckTurn {
    CheckTurn { setup, question: None }
}

const fn second_move(
    name: &'static str,
    asks: &'static str,
    turns: &'static [CheckTurn; 2],
) -> Check {
    let group = CheckGroup::Robust;
    Check { name, group, asks, task: CheckTask::Move(turns, Expect::Move) }
}
