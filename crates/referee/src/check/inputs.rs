//! Unusual spellings of `input.txt`, and clocks that are nearly empty.
//!
//! The position is always the same: the first move of a game.

use crate::check::case::{Check, CheckTurn};
use crate::check::question::{CheckQuestion, QuestionClock, Spelling};
use crate::check::rules::FORCED;
use formats::Play;
use games::board::Side;

/// The first move of a game, with enough time.
pub(super) const OPENING: CheckQuestion = CheckQuestion {
    play: Play::Game,
    side: Side::Black,
    clock: QuestionClock::Binding("10.0"),
    board: ".b.b.b.b/b.b.b.b./.b.b.b.b/......../......../w.w.w.w./.w.w.w.w/w.w.w.w.",
    spelling: Spelling::Plain,
};

/// Spellings that look the same to a person.
pub(super) const SPELLINGS: [Check; 3] = [
    Check::asking(
        "crlf-line-ends",
        "The lines of input.txt end as on Windows, where a referee may run.",
        &[CheckTurn::asking(OPENING.spelled(Spelling::Crlf))],
    ),
    Check::asking(
        "trailing-blanks",
        "There are blanks at the ends of lines and blank lines at the end of input.txt, which are \
         invisible.",
        &[CheckTurn::asking(OPENING.spelled(Spelling::TrailingBlanks))],
    ),
    Check::asking(
        "no-final-line-end",
        "The last line of input.txt has no end, as some programs write files.",
        &[CheckTurn::asking(OPENING.spelled(Spelling::NoFinalLineEnd))],
    ),
];

/// Clocks as they occur: a referee prints a sum of measured times.
pub(super) const CLOCKS: [Check; 4] = [
    Check::asking(
        "clock-of-300",
        "The clock is written without a fraction; the move is the only one, so that the check is quick.",
        &[CheckTurn::asking(FORCED.at(QuestionClock::Binding("300")))],
    ),
    Check::asking(
        "clock-of-many-digits",
        "The clock has sixteen digits, as sums of measured times have.",
        &[CheckTurn::asking(OPENING.at(QuestionClock::Binding("9.22000000000006524")))],
    ),
    Check::asking(
        "clock-of-10-ms",
        "A hundredth of a second is left: a legal move should come almost without thinking.",
        &[CheckTurn::asking(OPENING.at(QuestionClock::Hopeless("0.01")))],
    ),
    Check::asking(
        "clock-near-zero",
        "3.49581474878846e-14 s are left, in that spelling: no answer can be in time, but a move should \
         come at once.",
        &[CheckTurn::asking(OPENING.at(QuestionClock::Hopeless("3.49581474878846e-14")))],
    ),
];
