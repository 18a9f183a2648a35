//! The five examples of the assignment, with a clock of two seconds instead of a hundred.

use crate::check::case::{Check, CheckTurn};
use crate::check::question::{CheckQuestion, QuestionClock, Spelling};
use formats::Play;
use games::board::Side;

/// One for each example, in the order of the assignment.
pub(super) const EXAMPLES: [Check; 5] = [
    Check::asking(
        "example-opening",
        "The assignment's first example: White answers the first move of a game.",
        &[example(
            Side::White,
            ".b.b.b.b/b.b.b.b./.b...b.b/....b.../......../w.w.w.w./.w.w.w.w/w.w.w.w.",
        )],
    ),
    Check::asking(
        "example-double-jump",
        "The assignment's second example: two jumps in one turn, and no other move.",
        &[example(
            Side::Black,
            ".b.....b/b...b.b./.b...b.b/..b.w.../......../w...w.../.w.w...w/w...w.w.",
        )],
    ),
    Check::asking(
        "example-king",
        "The assignment's third example: a king jumps backward, and twice.",
        &[example(
            Side::Black,
            ".b...b../..b...b./.....w.b/....w.../.b....../w...w.w./...B..../......w.",
        )],
    ),
    Check::asking(
        "example-crowning",
        "The assignment's fourth example: a man stands before the king's row.",
        &[example(
            Side::White,
            "......../w...b.b./......../..w.b.../.w...b../....b.../.w.....b/..w...w.",
        )],
    ),
    Check::asking(
        "example-triple-jump",
        "The assignment's fifth example: three jumps that end on the king's row.",
        &[example(
            Side::White,
            ".b...b../..b.b.b./...b...b/..b...../.....w../w.b.w.w./.w.....w/w...w...",
        )],
    ),
];

const fn example(side: Side, board: &'static str) -> CheckTurn {
    let (play, clock, spelling) = (Play::Single, QuestionClock::Binding("2.0"), Spelling::Plain);
    CheckTurn::asking(CheckQuestion { play, side, clock, board, spelling })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::case::{Asked, CheckTask};
    use formats::Request;

    #[test]
    fn the_boards_are_those_of_the_fixtures() {
        let fixtures = [
            include_str!("../../../../fixtures/homework/opening-single/input.txt"),
            include_str!("../../../../fixtures/homework/double-jump/input.txt"),
            include_str!("../../../../fixtures/homework/king-jumps-back/input.txt"),
            include_str!("../../../../fixtures/homework/crowning/input.txt"),
            include_str!("../../../../fixtures/homework/triple-jump/input.txt"),
        ];
        for (check, fixture) in EXAMPLES.iter().zip(fixtures) {
            let CheckTask::Move([CheckTurn { asked: Asked::Question(question), .. }], _) =
                check.task
            else {
                panic!("{} asks no question", check.name)
            };
            let fixture = Request::parse(fixture).expect("a request");
            assert_eq!(question.position(), Ok(fixture.position), "{}", check.name);
            assert_eq!(question.play, fixture.play, "{}", check.name);
        }
    }
}
