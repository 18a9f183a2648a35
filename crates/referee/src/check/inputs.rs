//! How `input.txt` may be spelled, and clocks that are nearly empty.
//!
//! What is asked is always the same: the first move of a game.

use crate::check::case::{Check, Turn};
use crate::check::question::{Clock, Question, Spelling};
use crate::check::rules::FORCED;
use formats::Play;
use games::board::Side;

/// The first move of a game, with time enough.
pub(super) const OPENING: Question = Question {
    play: Play::Game,
    side: Side::Black,
    clock: Clock::Binding("10.0"),
    board: ".b.b.b.b/b.b.b.b./.b.b.b.b/......../......../w.w.w.w./.w.w.w.w/w.w.w.w.",
    spelling: Spelling::Plain,
};

/// The file is the same to a reader, and not to a careless program.
pub(super) const SPELLINGS: [Check; 3] = [
    Check::asking(
        "crlf-line-ends",
        "The lines of input.txt end as on Windows: nobody knows where a judge runs.",
        &[Turn::asking(OPENING.spelled(Spelling::Crlf))],
    ),
    Check::asking(
        "trailing-blanks",
        "Blanks stand at the ends of lines and blank lines at the end of input.txt, where no eye sees \
         them.",
        &[Turn::asking(OPENING.spelled(Spelling::TrailingBlanks))],
    ),
    Check::asking(
        "no-final-line-end",
        "The last line of input.txt has no end, as some programs write files.",
        &[Turn::asking(OPENING.spelled(Spelling::NoFinalLineEnd))],
    ),
];

/// Clocks as they occur: a judge prints what is left of a sum of measured times.
pub(super) const CLOCKS: [Check; 4] = [
    Check::asking(
        "clock-of-300",
        "The clock is written without a fraction; the move is the only one, so that no time is lost.",
        &[Turn::asking(FORCED.at(Clock::Binding("300")))],
    ),
    Check::asking(
        "clock-of-many-digits",
        "The clock has sixteen digits, as sums of measured times have.",
        &[Turn::asking(OPENING.at(Clock::Binding("9.22000000000006524")))],
    ),
    Check::asking(
        "clock-of-10-ms",
        "A hundredth of a second is left: a legal move should come with next to no thought.",
        &[Turn::asking(OPENING.at(Clock::Hopeless("0.01")))],
    ),
    Check::asking(
        "clock-near-zero",
        "3.49581474878846e-14 s are left, in that spelling: nobody can be in time, but a move should \
         come at once.",
        &[Turn::asking(OPENING.at(Clock::Hopeless("3.49581474878846e-14")))],
    ),
];
