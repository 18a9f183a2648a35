//! Is what an agent wrote a legal move? If not, which rule does it break?
//!
//! Under the assignment's text an answer is lower case, its words are separated by one blank and
//! its lines end with a line feed (the last may lack it). The course's judge was more generous.

use crate::ending::{Breach, Ending};
use formats::answer;
use formats::answer::Line;
use games::Game;
use games::checkers::{Move, Position, Square};

/// How exactly the form of an answer is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As the assignment writes it.
    Exact,
    /// Upper case, tabs and blanks at line ends are forgiven.
    Generous,
}

/// The legal move that `text` plays in `position`.
///
/// # Errors
/// [`Ending::EmptyOutput`], [`Ending::Malformed`] or [`Ending::Illegal`] with the rule broken.
pub fn judge(text: &str, position: &Position, form: Form) -> Result<Move, Ending> {
    if text.trim().is_empty() {
        return Err(Ending::EmptyOutput);
    }
    let lines = match form {
        Form::Exact => answer::read(text),
        Form::Generous => answer::read(&forgiven(text)),
    };
    let lines = lines.map_err(|_| Ending::Malformed)?;
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    answer::written(&lines, &legal).ok_or_else(|| Ending::Illegal(breach(position, &legal, &lines)))
}

/// The text as the assignment would have it written: letters in their cases, single blanks.
fn forgiven(text: &str) -> String {
    let line = |line: &str| {
        let mut words = line.split_ascii_whitespace();
        let letter = words.next().unwrap_or_default().to_ascii_uppercase();
        let squares = words.map(|word| format!(" {}", word.to_ascii_lowercase()));
        letter + &squares.collect::<String>()
    };
    text.trim_end().lines().map(line).collect::<Vec<_>>().join("\n")
}

/// The first rule that the answer breaks.
fn breach(position: &Position, legal: &[Move], lines: &[Line]) -> Breach {
    let written: Vec<Square> =
        lines.iter().map(|line| line.from).chain(lines.last().map(|line| line.to)).collect();
    let must_jump = legal.first().is_some_and(|mv| mv.is_jump());
    let begins = |mv: &&Move| mv.squares().starts_with(&written);
    let is_begun = |mv: &&Move| written.starts_with(&mv.squares());
    if !position.own().has(lines[0].from) {
        Breach::NotOwnPiece
    } else if must_jump && !lines[0].jump {
        Breach::MissedJump
    } else if lines[0].jump && legal.iter().any(|mv| begins(&mv)) {
        Breach::UnfinishedChain
    } else if legal.iter().filter(is_begun).any(|&mv| position.crowns(mv)) {
        Breach::WentOnAfterCrowning
    } else {
        Breach::NotAMove
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

    fn judged(text: &str, rows: &str, side: Side) -> Result<(), Ending> {
        judge(text, &board(rows, side), Form::Exact).map(|_| ())
    }

    #[test]
    fn every_legal_move_is_accepted_in_its_own_words() {
        for seed in 0..60 {
            for position in Walker::new(seed).game(Position::start(), 120) {
                let mut legal = Vec::new();
                position.legal_moves(&mut legal);
                for &mv in &legal {
                    assert_eq!(judge(&answer::text(mv), &position, Form::Exact), Ok(mv));
                    let shouted = answer::text(mv).to_uppercase().replace('\n', " \t\r\n");
                    assert_eq!(judge(&shouted, &position, Form::Generous), Ok(mv));
                }
            }
        }
    }

    #[test]
    fn each_breach_has_its_own_name() {
        let illegal = |breach| Err(Ending::Illegal(breach));
        let backward = "......../......../......../....w.../......../......../......../........";
        let two = ".b.....b/b...b.b./.b...b.b/..b.w.../......../w...w.../.w.w...w/w...w.w.";
        assert_eq!(judged("J f6 d4\n", two, Side::Black), illegal(Breach::UnfinishedChain));
        assert_eq!(judged("E f6 g5\n", two, Side::Black), illegal(Breach::MissedJump));
        assert_eq!(judged("E a3 b4\n", two, Side::Black), illegal(Breach::NotOwnPiece));
        assert_eq!(judged("J a7 c5\n", two, Side::Black), illegal(Breach::NotAMove));
        assert_eq!(judged("E e5 d4\n", backward, Side::White), illegal(Breach::NotAMove));
        let crowned = "......../..b.b.../.w....../......../......../......../......../........";
        assert_eq!(
            judged("J b6 d8\nJ d8 f6\n", crowned, Side::White),
            illegal(Breach::WentOnAfterCrowning)
        );
    }

    #[test]
    fn the_form_is_looked_at_as_the_profile_says() {
        let start = Position::start();
        for text in ["e b6 a5\n", "E B6 A5\n", "E b6 a5 \n", "E\tb6\ta5\n", "E b6 a5\r\n"] {
            assert_eq!(judge(text, &start, Form::Exact), Err(Ending::Malformed), "{text:?}");
            assert!(judge(text, &start, Form::Generous).is_ok(), "{text:?}");
        }
        for text in ["b6 a5", "E b6 a5\nE c5 d4\n", "E b6 a5\n\n", "E b6-a5\n", "K b6 a5\n"] {
            assert_eq!(judge(text, &start, Form::Exact), Err(Ending::Malformed), "{text:?}");
        }
        assert!(judge("E b6 a5", &start, Form::Exact).is_ok(), "the last line end may lack");
        for form in [Form::Exact, Form::Generous] {
            assert_eq!(judge("\n", &start, form), Err(Ending::EmptyOutput));
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_the_judge_panic(text in any::<String>()) {
            let _ = judge(&text, &Position::start(), Form::Exact);
            let _ = judge(&text, &Position::start(), Form::Generous);
        }
    }
}
