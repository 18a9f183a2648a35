//! `output.txt`: the move we play.
//!
//! `E from to` for a step, or one `J from to` line for each jump of a sequence, in order; lower
//! case squares, lines ended by a line feed.

use crate::games::checkers::moves::Squares;
use crate::games::checkers::{Move, Square};
use thiserror::Error;

/// The file's name.
pub const ANSWER_FILE: &str = "output.txt";

/// The text of the answer that plays `mv`.
pub fn text(mv: Move) -> String {
    let letter = if mv.is_jump() { 'J' } else { 'E' };
    let squares = mv.squares();
    squares.windows(2).map(|ends| format!("{letter} {} {}\n", ends[0], ends[1])).collect()
}

/// Why a text is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("output.txt, line {line}: \"{found}\" is no move; write E c3 d4 or J c3 e5")]
pub struct AnswerError {
    /// The line, from 1.
    pub line: usize,
    /// What was read.
    pub found: String,
}

/// Finds the move among `legal` that the text of an answer plays; none if it is a move that is not
/// legal.
///
/// # Errors
/// The text has not the form of an answer.
pub fn find(text: &str, legal: &[Move]) -> Result<Option<Move>, AnswerError> {
    let mut squares = Squares::new();
    let mut jumps = false;
    for (index, line) in text.lines().enumerate() {
        let wrong = || AnswerError { line: index + 1, found: line.chars().take(40).collect() };
        let (letter, from, to) = words(line).ok_or_else(wrong)?;
        if index == 0 {
            squares.push(from);
            jumps = letter == "J";
        } else if !jumps || letter != "J" || squares.last() != Some(&from) {
            return Err(wrong());
        }
        if squares.try_push(to).is_err() {
            return Ok(None);
        }
    }
    Ok(legal.iter().copied().find(|mv| mv.is_jump() == jumps && mv.squares() == squares))
}

fn words(line: &str) -> Option<(&str, Square, Square)> {
    let mut words = line.split(' ');
    let letter = words.next().filter(|&letter| letter == "E" || letter == "J")?;
    let from = Square::from_name(words.next()?)?;
    let to = Square::from_name(words.next()?)?;
    words.next().is_none().then_some((letter, from, to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Side;
    use crate::game::{Game, Walker};
    use crate::games::checkers::Position;
    use proptest::prelude::{any, proptest};

    fn legal(rows: &str, side: Side) -> Vec<Move> {
        let position = Position::from_rows(rows.split('/'), side).expect("a board");
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        moves
    }

    #[test]
    fn the_second_example_is_answered_by_two_jumps() {
        let board = ".b.....b/b...b.b./.b...b.b/..b.w.../......../w...w.../.w.w...w/w...w.w.";
        let moves = legal(board, Side::Black);
        assert_eq!(moves.iter().map(|&mv| text(mv)).collect::<Vec<_>>(), ["J f6 d4\nJ d4 f2\n"]);
        assert_eq!(find("J f6 d4\n", &moves), Ok(None), "an unfinished sequence is not legal");
        assert_eq!(find("E f6 d4\n", &moves), Ok(None));
        assert!(find("J f6 d4\nJ f2 d4\n", &moves).is_err(), "the second jump starts elsewhere");
    }

    #[test]
    fn every_legal_move_is_found_by_its_own_text_unless_routes_are_equal() {
        for seed in 0..50 {
            for position in Walker::new(seed).game(Position::start(), 120) {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                for &mv in &moves {
                    assert_eq!(find(&text(mv), &moves), Ok(Some(mv)));
                }
            }
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(text in any::<String>()) {
            let _ = find(&text, &[]);
        }
    }
}
