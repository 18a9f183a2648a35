//! What may stand in a home beside `input.txt`: memories of other games, halves of files, no file
//! at all. Wherever a move is possible, it has to be played all the same.

use crate::check::case::{Asked, Check, Expect, Task, Turn};
use crate::check::inputs::OPENING;
use crate::check::question::{Clock, Question, Spelling};
use crate::check::scene::{Content, Prop};
use formats::{CALIBRATION_FILE, OUTPUT_FILE, PLAYDATA_FILE, Play};
use games::board::Side;

/// Text in nobody's format.
const GARBAGE: Content = Content::Text("nan -7 1e999\n{\"E c3 b4\": [[,\n\n\\u0000");
/// Longer than any first move, and legal in no opening.
const OLD_ANSWER: Content = Content::Text("J h8 f6\nJ f6 d4\nJ d4 f2\nJ f2 h4\n");

/// `playdata.txt` at the second move of a game, and `calibration.txt` at the first.
pub(super) const FILES: [Check; 14] = [
    second_move(
        "playdata-cut-off",
        "playdata.txt is cut in the middle, as of a process that was killed while it wrote.",
        &[Turn::asking(OPENING), then(&[Prop::Half(PLAYDATA_FILE)])],
    ),
    second_move(
        "playdata-garbage",
        "playdata.txt holds text in nobody's format.",
        &[Turn::asking(OPENING), then(&[Prop::File(PLAYDATA_FILE, GARBAGE)])],
    ),
    second_move(
        "playdata-empty",
        "playdata.txt is empty, as after a crash or on a full disk.",
        &[Turn::asking(OPENING), then(&[Prop::File(PLAYDATA_FILE, Content::Text(""))])],
    ),
    second_move(
        "playdata-huge",
        "playdata.txt has eight megabytes: reading must not cost the game.",
        &[Turn::asking(OPENING), then(&[Prop::File(PLAYDATA_FILE, Content::Huge)])],
    ),
    second_move(
        "playdata-binary",
        "playdata.txt holds all bytes there are, zero and broken UTF-8 among them.",
        &[Turn::asking(OPENING), then(&[Prop::File(PLAYDATA_FILE, Content::Binary)])],
    ),
    second_move(
        "playdata-unreadable",
        "playdata.txt may not be read, as after a copy by another user.",
        &[Turn::asking(OPENING), then(&[Prop::Unreadable(PLAYDATA_FILE)])],
    ),
    second_move(
        "playdata-is-a-directory",
        "playdata.txt is a directory: it can be neither read nor written.",
        &[Turn::asking(OPENING), then(&[Prop::Directory(PLAYDATA_FILE)])],
    ),
    second_move(
        "playdata-of-another-game",
        "playdata.txt is left from another game, in which the agent had the other color: its being \
         there proves nothing.",
        &[Turn::asking(OPENING), Turn::asking(ANOTHER_GAME)],
    ),
    Check::asking(
        "calibration-missing",
        "There is no calibration.txt: calibrate may never have run.",
        &[first(&[Prop::Missing(CALIBRATION_FILE)])],
    ),
    Check::asking(
        "calibration-cut-off",
        "calibration.txt is cut in the middle: calibrate may have been killed.",
        &[first(&[Prop::Half(CALIBRATION_FILE)])],
    ),
    Check::asking(
        "calibration-empty",
        "calibration.txt is empty: calibrate may have been killed before it wrote.",
        &[first(&[Prop::File(CALIBRATION_FILE, Content::Text(""))])],
    ),
    Check::asking(
        "calibration-huge",
        "calibration.txt has eight megabytes: reading must not cost the game.",
        &[first(&[Prop::File(CALIBRATION_FILE, Content::Huge)])],
    ),
    Check::asking(
        "calibration-binary",
        "calibration.txt holds all bytes there are, zero and broken UTF-8 among them.",
        &[first(&[Prop::File(CALIBRATION_FILE, Content::Binary)])],
    ),
    Check::asking(
        "calibration-unreadable",
        "calibration.txt may not be read, as after a copy by another user.",
        &[first(&[Prop::Unreadable(CALIBRATION_FILE)])],
    ),
];

/// What an answer is written to.
pub(super) const WRITING: [Check; 4] = [
    Check {
        name: "exact-lines",
        asks: "Two jumps are two lines of output.txt, with nothing around or behind them.",
        task: Task::Move(&[Turn::asking(TWO_JUMPS)], Expect::ExactLines),
    },
    Check::asking(
        "old-answer",
        "A longer output.txt is left from an earlier move: nothing of it may stay.",
        &[first(&[Prop::File(OUTPUT_FILE, OLD_ANSWER)])],
    ),
    Check {
        name: "no-other-file",
        asks: "A move of a game leaves playdata.txt and no other file: one is all that is allowed, \
               and nobody may write elsewhere.",
        task: Task::Move(&[Turn::asking(OPENING)], Expect::NoOtherFile),
    },
    Check {
        name: "read-only-home",
        asks: "Nothing can be written in the home: no answer is possible, but the program ends in \
               time and by itself.",
        task: Task::End(Turn {
            scene: &[Prop::ReadOnlyHome],
            asked: Asked::Question(OPENING.at(Clock::Binding("2.0"))),
        }),
    },
];

/// A position that cannot come of [`OPENING`].
const ANOTHER_GAME: Question = Question {
    play: Play::Game,
    side: Side::White,
    clock: Clock::Binding("10.0"),
    board: ".b...b../b.....b./......../..w...../...b...w/......../.W.w..../....w...",
    spelling: Spelling::Plain,
};

/// A single move of two jumps, and no other.
const TWO_JUMPS: Question = Question {
    play: Play::Single,
    side: Side::Black,
    board: ".b.....b/b...b.b./.b...b.b/..b.w.../......../w...w.../.w.w...w/w...w.w.",
    ..OPENING
};

const fn first(scene: &'static [Prop]) -> Turn {
    Turn { scene, asked: Asked::Question(OPENING) }
}

const fn then(scene: &'static [Prop]) -> Turn {
    Turn { scene, asked: Asked::Next }
}

const fn second_move(name: &'static str, asks: &'static str, turns: &'static [Turn; 2]) -> Check {
    Check { name, asks, task: Task::Move(turns, Expect::Move) }
}
