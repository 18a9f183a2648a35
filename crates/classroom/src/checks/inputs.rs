//! Checks about `input.txt`: the examples of the assignment, unusual spellings, clocks that are
//! nearly empty, and several moves of one game.

use crate::checks::case::{
    Check, CheckGroup, CheckQuestion, CheckTask, CheckTurn, Expect, QuestionClock, Spelling,
};
use formats::Play;
use games::board::Side;

/// The first move of a game, with enough time.
pub const OPENING: CheckQuestion = CheckQuestion {
    play: Play::Game,
    side: Side::Black,
    clock: QuestionClock::Binding("10.0"),
    board: ".b.b.b.b/b.b.b.b./.b.b.b.b/......../......../w.w.w.w./.w.w.w.w/w.w.w.w.",
    spelling: Spelling::Plain,
};

/// Spellings that look alike to a person. The position is the first move of a game.
pub const SPELLINGS: [Check; 3] = [
    Check::asking(
        CheckGroup::Robust,
        "crlf-line-ends",
        "The lines of input.txt end as on Windows, where a referee may run.",
        &[CheckTurn::asking(OPENING.spelled(Spelling::Crlf))],
    ),
    Check::asking(
        CheckGroup::Robust,
        "trailing-blanks",
        "There are blanks at the ends of lines and blank lines at the end of input.txt, which are \
         invisible.",
        &[CheckTurn::asking(OPENING.spelled(Spelling::TrailingBlanks))],
    ),
    Check::asking(
        CheckGroup::Robust,
        "no-final-line-end",
        "The last line of input.txt has no end, as some programs write files.",
        &[CheckTurn::asking(OPENING.spelled(Spelling::NoFinalLineEnd))],
    ),
];

/// Clocks as they occur: a referee prints a sum of measured times.
pub const CLOCKS: [Check; 4] = [
    Check::asking(
        CheckGroup::Robust,
        "clock-of-300",
        "The clock is written without a fraction, as some programs write numbers; a game begins.",
        &[CheckTurn::asking(OPENING.at(QuestionClock::Binding("300")))],
    ),
    Check::asking(
        CheckGroup::Assignment,
        "clock-of-many-digits",
        "The clock has sixteen digits, as sums of measured times have.",
        &[CheckTurn::asking(OPENING.at(QuestionClock::Binding("9.22000000000006524")))],
    ),
    Check::asking(
        CheckGroup::Assignment,
        "clock-of-10-ms",
        "A hundredth of a second is left: a legal move should come almost without thinking.",
        &[CheckTurn::asking(OPENING.at(QuestionClock::Hopeless("0.01")))],
    ),
    Check::asking(
        CheckGroup::Robust,
        "clock-near-zero",
        "3.49581474878846e-14 s are left, in that spelling: no answer can be in time, but a move should \
         come at once.",
        &[CheckTurn::asking(OPENING.at(QuestionClock::Hopeless("3.49581474878846e-14")))],
    ),
];

/// The clock of single moves: the shortest one in an example of the assignment. An agent that uses
/// all of it, as the assignment advises, then costs a minute for ten moves.
pub const SINGLE_CLOCK: QuestionClock = QuestionClock::Binding("6.6");

/// The assignment's examples in its order, all with the same clock.
pub const EXAMPLES: [Check; 5] = [
    Check::asking(
        CheckGroup::Single,
        "example-opening",
        "The assignment's first example: White answers the first move of a game.",
        &[example(
            Side::White,
            ".b.b.b.b/b.b.b.b./.b...b.b/....b.../......../w.w.w.w./.w.w.w.w/w.w.w.w.",
        )],
    ),
    Check::asking(
        CheckGroup::Single,
        "example-double-jump",
        "The assignment's second example: two jumps in one turn, and no other move.",
        &[example(
            Side::Black,
            ".b.....b/b...b.b./.b...b.b/..b.w.../......../w...w.../.w.w...w/w...w.w.",
        )],
    ),
    Check::asking(
        CheckGroup::Single,
        "example-king",
        "The assignment's third example: a king jumps backward, and twice.",
        &[example(
            Side::Black,
            ".b...b../..b...b./.....w.b/....w.../.b....../w...w.w./...B..../......w.",
        )],
    ),
    Check::asking(
        CheckGroup::Single,
        "example-crowning",
        "The assignment's fourth example: a man stands before the king's row.",
        &[example(
            Side::White,
            "......../w...b.b./......../..w.b.../.w...b../....b.../.w.....b/..w...w.",
        )],
    ),
    Check::asking(
        CheckGroup::Single,
        "example-triple-jump",
        "The assignment's fifth example: three jumps that end on the king's row.",
        &[example(
            Side::White,
            ".b...b../..b.b.b./...b...b/..b...../.....w../w.b.w.w./.w.....w/w...w...",
        )],
    ),
];

const fn example(side: Side, board: &'static str) -> CheckTurn {
    let (play, clock, spelling) = (Play::Single, SINGLE_CLOCK, Spelling::Plain);
    CheckTurn::asking(CheckQuestion { play, side, clock, board, spelling })
}

/// The first check: all later ones have its calibration, as in a match.
pub const CALIBRATE: Check = Check {
    name: "calibrate",
    group: CheckGroup::Robust,
    asks: "calibrate ends by itself within a minute and leaves calibration.txt.",
    task: CheckTask::Calibrate,
};

/// The first moves of games.
pub const GAMES: [Check; 2] = [
    Check {
        name: "clock-of-a-game",
        group: CheckGroup::Assignment,
        asks: "A game begins with thirty seconds: the first move takes less than that.",
        task: CheckTask::Move(
            &[CheckTurn::asking(OPENING.at(QuestionClock::Binding("30.0")))],
            Expect::ThriftyMove,
        ),
    },
    Check {
        name: "three-moves-of-a-game",
        group: CheckGroup::Assignment,
        asks: "Three moves of one game are asked for, with the agent's own playdata.txt between them.",
        task: CheckTask::Move(&[CheckTurn::asking(OPENING), NEXT, NEXT], Expect::Move),
    },
];

const NEXT: CheckTurn = CheckTurn { setup: &[], question: None };

#[cfg(test)]
mod tests {
    use super::*;
    use formats::Request;
    use std::fs;

    #[test]
    fn the_boards_are_those_of_the_fixtures() {
        let fixtures =
            ["opening-single", "double-jump", "king-jumps-back", "crowning", "triple-jump"];
        let fixtures = fixtures.map(|name| testing::fixture("homework").join(name));
        for (check, fixture) in EXAMPLES.iter().zip(fixtures) {
            let CheckTask::Move([CheckTurn { question: Some(question), .. }], _) = check.task
            else {
                panic!("{} asks no question", check.name)
            };
            let fixture = fs::read_to_string(fixture.join("input.txt")).expect("a fixture");
            let fixture = Request::parse(&fixture).expect("a request");
            assert_eq!(question.position(), Ok(fixture.position), "{}", check.name);
            assert_eq!(question.play, fixture.play, "{}", check.name);
        }
    }
}
