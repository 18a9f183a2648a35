//! Checks that an agent's answer is a legal move; if it is not, names the rule it breaks. How the
//! text is read: `answer_form.rs`.

use crate::rules::answer_form::AnswerForm;
use crate::rules::ending::{Ending, RuleViolation};
use formats::answer::{self, AnswerLine};
use games::Game;
use games::checkers::{Move, Position, Square};

/// The legal move that `text` plays in `position`; else [`Ending::EmptyOutput`],
/// [`Ending::Malformed`] or [`Ending::Illegal`] with the rule broken.
pub fn check_move(text: &str, position: &Position, form: AnswerForm) -> Result<Move, Ending> {
    if text.trim().is_empty() {
        return Err(Ending::EmptyOutput);
    }
    let lines = form.read(text).map_err(|_| Ending::Malformed)?;
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    answer::written(&lines, &legal)
        .ok_or_else(|| Ending::Illegal(violation(position, &legal, &lines)))
}

fn violation(position: &Position, legal: &[Move], lines: &[AnswerLine]) -> RuleViolation {
    let written: Vec<Square> =
        lines.iter().map(|line| line.from).chain(lines.last().map(|line| line.to)).collect();
    let must_jump = legal.first().is_some_and(|mv| mv.is_jump());
    if !position.own().has(lines[0].from) {
        RuleViolation::NotOwnPiece
    } else if must_jump && !lines[0].jump {
        RuleViolation::MissedJump
    } else if lines[0].jump && legal.iter().any(|mv| mv.squares().starts_with(&written)) {
        RuleViolation::UnfinishedChain
    } else if legal
        .iter()
        .filter(|mv| written.starts_with(&mv.squares()))
        .any(|&mv| position.crowns(mv))
    {
        RuleViolation::WentOnAfterCrowning
    } else {
        RuleViolation::NotAMove
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Walker;
    use games::board::Side;
    use proptest::prelude::{any, proptest};

    fn board(rows: &str, side: Side) -> Position {
        Position::from_rows(rows.split('/'), side).expect("a board")
    }

    fn checked(text: &str, rows: &str, side: Side) -> Result<(), Ending> {
        check_move(text, &board(rows, side), AnswerForm::Exact).map(|_| ())
    }

    #[test]
    fn every_legal_move_is_accepted_as_it_is_written() {
        for seed in 0..60 {
            for position in Walker::new(seed).game(Position::start(), 120) {
                let legal = position.move_list();
                for &mv in &legal {
                    assert_eq!(check_move(&answer::text(mv), &position, AnswerForm::Exact), Ok(mv));
                    let shouted = answer::text(mv).to_uppercase().replace('\n', " \t\r\n \n");
                    let shouted = format!("\n{shouted}\n");
                    assert_eq!(check_move(&shouted, &position, AnswerForm::Lenient), Ok(mv));
                }
            }
        }
    }

    #[test]
    fn each_violation_has_its_own_name() {
        let backward = "......../......../......../....w.../......../......../......../........";
        let two = ".b.....b/b...b.b./.b...b.b/..b.w.../......../w...w.../.w.w...w/w...w.w.";
        assert_eq!(checked("J f6 d4\n", two, Side::Black), illegal(RuleViolation::UnfinishedChain));
        assert_eq!(checked("E f6 g5\n", two, Side::Black), illegal(RuleViolation::MissedJump));
        assert_eq!(checked("E a3 b4\n", two, Side::Black), illegal(RuleViolation::NotOwnPiece));
        assert_eq!(checked("J a7 c5\n", two, Side::Black), illegal(RuleViolation::NotAMove));
        assert_eq!(checked("E e5 d4\n", backward, Side::White), illegal(RuleViolation::NotAMove));
        let crowned = "......../..b.b.../.w....../......../......../......../......../........";
        let found = checked("J b6 d8\nJ d8 f6\n", crowned, Side::White);
        assert_eq!(found, illegal(RuleViolation::WentOnAfterCrowning));
    }

    fn illegal(violation: RuleViolation) -> Result<(), Ending> {
        Err(Ending::Illegal(violation))
    }

    #[test]
    fn exact_form_is_strict_and_lenient_form_is_not() {
        let start = Position::start();
        for text in ["e b6 a5\n", "E B6 A5\n", "E b6 a5 \n", "E\tb6\ta5\n", "E b6 a5\r\n"] {
            let found = check_move(text, &start, AnswerForm::Exact);
            assert_eq!(found, Err(Ending::Malformed), "{text:?}");
            assert!(check_move(text, &start, AnswerForm::Lenient).is_ok(), "{text:?}");
        }
        for text in ["b6 a5", "E b6 a5\nE c5 d4\n", "E b6 a5\n\n", "E b6-a5\n", "K b6 a5\n"] {
            let found = check_move(text, &start, AnswerForm::Exact);
            assert_eq!(found, Err(Ending::Malformed), "{text:?}");
        }
        let holds = check_move("E b6 a5", &start, AnswerForm::Exact).is_ok();
        assert!(holds, "the last line end may lack");
        for form in [AnswerForm::Exact, AnswerForm::Lenient] {
            assert_eq!(check_move("\n", &start, form), Err(Ending::EmptyOutput));
        }
    }

    /// What the course's referee took is taken: nothing, one of these, or all of them at once.
    #[test]
    fn blank_lines_and_blanks_may_stand_anywhere_in_a_lenient_answer() {
        let two = ".b.....b/b...b.b./.b...b.b/..b.w.../......../w...w.../.w.w...w/w...w.w.";
        let position = board(two, Side::Black);
        let plain = check_move("J f6 d4\nJ d4 f2\n", &position, AnswerForm::Exact);
        for text in [
            "\nJ f6 d4\nJ d4 f2\n",
            "J f6 d4\n\nJ d4 f2\n",
            "J f6 d4\nJ d4 f2\n\n\n",
            "J f6 d4 \nJ d4 f2\n",
            "J f6 d4\nJ d4 f2 ",
            "J f6 d4\r\nJ d4 f2\r\n",
            " \n\tj  F6 D4\t\n \n \nj d4 f2\n\t",
        ] {
            assert_eq!(check_move(text, &position, AnswerForm::Lenient), plain, "{text:?}");
            let exact = check_move(text, &position, AnswerForm::Exact);
            assert_eq!(exact, Err(Ending::Malformed), "{text:?}");
        }
        let unfinished = check_move("J f6 d4\n\n", &position, AnswerForm::Lenient);
        assert_eq!(unfinished, Err(Ending::Illegal(RuleViolation::UnfinishedChain)));
    }

    proptest! {
        #[test]
        fn no_text_makes_the_check_panic(text in any::<String>()) {
            let _ = check_move(&text, &Position::start(), AnswerForm::Exact);
            let _ = check_move(&text, &Position::start(), AnswerForm::Lenient);
        }
    }
}
