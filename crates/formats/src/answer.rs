//! `output.txt`: the move that an agent plays.
//!
//! `E from to` for a step, or one `J from to` line for each jump of a sequence, in order; lower
//! case squares. Each line ends with a line feed, on all systems: a referee is not asked to know
//! others.

use games::checkers::{Move, Square};
use thiserror::Error;

/// The text of the answer that plays `mv`.
pub fn text(mv: Move) -> String {
    let letter = if mv.is_jump() { 'J' } else { 'E' };
    let squares = mv.squares();
    squares.windows(2).map(|ends| format!("{letter} {} {}\n", ends[0], ends[1])).collect()
}

/// Why a text is not an answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("output.txt, line {line}: \"{found}\" is not a move; write E c3 d4 or J c3 e5")]
pub struct AnswerError {
    /// The line, from 1.
    pub line: usize,
    /// What was read.
    pub found: String,
}

/// One line of an answer: a step, or one jump of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Is it a jump?
    pub jump: bool,
    /// Where it begins.
    pub from: Square,
    /// Where it ends.
    pub to: Square,
}

/// Reads the lines of an answer, exactly as the assignment writes them; only the last line end may
/// be missing. There is at least one line; several are jumps, each from where the one before ended.
///
/// # Errors
/// The text does not have the form of an answer.
pub fn read(text: &str) -> Result<Vec<Line>, AnswerError> {
    let mut lines: Vec<Line> = Vec::new();
    for (index, line) in text.strip_suffix('\n').unwrap_or(text).split('\n').enumerate() {
        let wrong = || AnswerError { line: index + 1, found: line.chars().take(40).collect() };
        let next = read_line(line).ok_or_else(wrong)?;
        let goes_on = |last: &Line| last.jump && next.jump && last.to == next.from;
        if !lines.last().is_none_or(goes_on) {
            return Err(wrong());
        }
        lines.push(next);
    }
    Ok(lines)
}

/// The move among `legal` that the lines write down; `None` if it is not legal.
pub fn written(lines: &[Line], legal: &[Move]) -> Option<Move> {
    let is_written = |mv: &&Move| {
        let squares = mv.squares();
        lines.len() + 1 == squares.len()
            && lines.iter().zip(squares.windows(2)).all(|(line, ends)| {
                line.jump == mv.is_jump() && line.from == ends[0] && line.to == ends[1]
            })
    };
    legal.iter().find(is_written).copied()
}

/// Finds the move among `legal` that the text of an answer plays; `None` if it is a move that is
/// not legal.
///
/// # Errors
/// The text does not have the form of an answer.
pub fn find(text: &str, legal: &[Move]) -> Result<Option<Move>, AnswerError> {
    Ok(written(&read(text)?, legal))
}

fn read_line(line: &str) -> Option<Line> {
    let mut words = line.split(' ');
    let jump = match words.next()? {
        "J" => true,
        "E" => false,
        _ => return None,
    };
    let from = Square::from_name(words.next()?)?;
    let to = Square::from_name(words.next()?)?;
    words.next().is_none().then_some(Line { jump, from, to })
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::board::Side;
    use games::checkers::Position;
    use games::{Game, Walker};
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
