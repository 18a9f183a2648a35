//! `output.txt`: the move that an agent plays.
//!
//! `E from to` for a step, or one `J from to` line for each jump of a sequence, in order; lower
//! case squares. Each line ends with a line feed, on all systems: a referee need not know
//! others.

use crate::error::FormatError;
use cli::visible;
use games::checkers::{Move, Square};

pub fn text(mv: Move) -> String {
    let letter = if mv.is_jump() { 'J' } else { 'E' };
    let squares = mv.squares();
    squares.windows(2).map(|ends| format!("{letter} {} {}\n", ends[0], ends[1])).collect()
}

/// The same in one line: `J f6 d4, J d4 f2`.
pub fn in_one_line(mv: Move) -> String {
    text(mv).trim_end().replace('\n', ", ")
}

/// The first `most` of these moves in one line, and the number of the others:
/// `E f6 g5; E d6 e5; and 5 more`.
pub fn list(moves: &[Move], most: usize) -> String {
    let shown: Vec<String> = moves.iter().take(most).map(|&mv| in_one_line(mv)).collect();
    let more = match moves.len().saturating_sub(most) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    shown.join("; ") + &more
}

/// Characters of an answer that a message quotes.
const SHOWN: usize = 40;

/// One line of an answer: a step, or one jump of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnswerLine {
    pub jump: bool,
    pub from: Square,
    pub to: Square,
}

/// Reads the lines of an answer in exactly the form of the assignment; only the last line end may
/// be missing. There is at least one line. Several lines are jumps, each from the square where the
/// one before ended. The error names the first faulty line.
pub fn read(text: &str) -> Result<Vec<AnswerLine>, FormatError> {
    let mut lines: Vec<AnswerLine> = Vec::new();
    for (index, line) in text.strip_suffix('\n').unwrap_or(text).split('\n').enumerate() {
        let next = read_line(line).map_err(|error| error.at_line(index + 1))?;
        if !lines.last().is_none_or(|last| last.jump && next.jump && last.to == next.from) {
            let apart = "is not a jump from where the jump before it ended";
            return Err(fault(line, apart).at_line(index + 1));
        }
        lines.push(next);
    }
    Ok(lines)
}

/// The move among `legal` that the lines stand for; `None` if it is not legal.
pub fn written(lines: &[AnswerLine], legal: &[Move]) -> Option<Move> {
    legal.iter().copied().find(|mv| is_written(mv, lines))
}

fn is_written(mv: &Move, lines: &[AnswerLine]) -> bool {
    let squares = mv.squares();
    lines.len() + 1 == squares.len()
        && lines.iter().zip(squares.windows(2)).all(|(line, ends)| {
            line.jump == mv.is_jump() && line.from == ends[0] && line.to == ends[1]
        })
}

/// Finds the move among `legal` that the text of an answer plays; `None` if the text is in the
/// right form but its move is not legal.
pub fn find(text: &str, legal: &[Move]) -> Result<Option<Move>, FormatError> {
    Ok(written(&read(text)?, legal))
}

fn read_line(line: &str) -> Result<AnswerLine, FormatError> {
    if line.trim().is_empty() {
        let empty = "it is empty; write E c3 d4, or J c3 e5 for a jump, and nothing else";
        return Err(FormatError::new(empty));
    }
    let words: Vec<&str> = line.split(' ').collect();
    let [letter, from, to] = words[..] else {
        let form = "is not E or J and two squares with one blank between them, like E c3 d4";
        return Err(fault(line, form));
    };
    let jump = match letter {
        "J" => true,
        "E" => false,
        _ => return Err(fault(letter, "is not E (a step) or J (a jump)")),
    };
    Ok(AnswerLine { jump, from: square(from)?, to: square(to)? })
}

fn square(name: &str) -> Result<Square, FormatError> {
    let form = "is not a square that pieces stand on; write it in lower case, like c3";
    Square::from_name(name).ok_or_else(|| fault(name, form))
}

fn fault(found: &str, what: &str) -> FormatError {
    FormatError::new(format!("\"{}\" {what}", visible::cut(found, SHOWN)))
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
        position.move_list()
    }

    #[test]
    fn the_second_example_is_answered_by_two_jumps() {
        let board = ".b.....b/b...b.b./.b...b.b/..b.w.../......../w...w.../.w.w...w/w...w.w.";
        let moves = legal(board, Side::Black);
        assert_eq!(moves.iter().map(|&mv| text(mv)).collect::<Vec<_>>(), ["J f6 d4\nJ d4 f2\n"]);
        assert_eq!(list(&moves, 1), "J f6 d4, J d4 f2");
        let first = Position::start().move_list();
        assert_eq!(list(&first, 2), "E f6 g5; E d6 e5; and 5 more");
        assert_eq!(find("J f6 d4\n", &moves), Ok(None), "an unfinished sequence is not legal");
        assert_eq!(find("E f6 d4\n", &moves), Ok(None));
        assert!(find("J f6 d4\nJ f2 d4\n", &moves).is_err(), "the second jump starts elsewhere");
    }

    fn error(text: &str) -> String {
        read(text).expect_err("malformed").to_string()
    }

    #[test]
    fn an_error_says_where_it_is_and_what_was_expected() {
        assert!(error("J f6 d4\nK d4 f2\n").starts_with("line 2: \"K\" is not E (a step)"));
        assert!(error("E b6 a9\n").starts_with("line 1: \"a9\" is not a square"));
        assert!(error("E b6\n").starts_with("line 1: \"E b6\" is not E or J and two squares"));
        assert!(error("E b6 a5 \n").starts_with("line 1: \"E b6 a5 \" is not"));
        assert!(error("\nE b6 a5\n").starts_with("line 1: it is empty"));
        assert!(error("E b6 a5\nE a5 b4\n").starts_with("line 2: \"E a5 b4\" is not a jump"));
        assert!(error("E b6 \u{7}\n").contains("\\u{7}"), "no control character is shown");
    }

    #[test]
    fn every_legal_move_is_found_by_its_own_text_unless_routes_are_equal() {
        for seed in 0..50 {
            for position in Walker::new(seed).game(Position::start(), 120) {
                let moves = position.move_list();
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
