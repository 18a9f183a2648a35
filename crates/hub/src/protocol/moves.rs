//! Moves as text: both ends of a quiet move, `11-15`; of a capture both ends and then the squares
//! of all captured pieces, `15x29x18x25`. Squares have the numbers of portable draughts notation.
//!
//! Where the piece lands between two jumps is not written, so one text may stand for two moves with
//! the same result.

use crate::protocol::line::{LineError, Word, quoted};
use games::Game;
use games::checkers::{Bitboard, Move, Position, Square};

/// Writes a move; captured squares are in ascending order.
pub fn write(mv: Move) -> String {
    let (from, to) = (mv.from().number(), mv.to().number());
    if !mv.is_jump() {
        return format!("{from}-{to}");
    }
    let mut captured: Vec<_> = mv.captured().map(Square::number).collect();
    captured.sort_unstable();
    let captured: String = captured.iter().map(|number| format!("x{number}")).collect();
    format!("{from}x{to}{captured}")
}

pub fn write_all(moves: &[Move]) -> String {
    moves.iter().map(|&mv| write(mv)).collect::<Vec<_>>().join(" ")
}

/// Reads a move and accepts it only if it is legal here. Captured squares may come in any order,
/// and be left out where that leaves no doubt about the result.
pub fn read(position: &Position, word: Word<'_>) -> Result<Move, LineError> {
    let (from, to, captured) = parse(word.text).ok_or_else(|| {
        let like = "moves look like 11-15 or, with what is captured, 15x22x18";
        word.error(format!("{} is not a move; {like}", quoted(word.text)))
    })?;
    let legal = position.move_list();
    let meant: Vec<_> = legal
        .iter()
        .filter(|mv| {
            let ends = (mv.from(), mv.to()) == (from, to);
            ends && captured.is_none_or(|captured| mv.captured() == captured)
        })
        .collect();
    let results_differ = meant.windows(2).any(|pair| pair[0].captured() != pair[1].captured());
    match meant.first() {
        Some(&&mv) if !results_differ => Ok(mv),
        _ => {
            let legal = if legal.is_empty() { "none".to_string() } else { write_all(&legal) };
            let wrong = quoted(word.text);
            Err(word.error(format!("{wrong} is not legal here; legal are: {legal}")))
        }
    }
}

fn square(number: &str) -> Option<Square> {
    let is_short = number.len() <= 2 && number.bytes().all(|digit| digit.is_ascii_digit());
    is_short.then(|| Square::from_number(number.parse().ok()?)).flatten()
}

/// Both ends of a move, and what it captures: `None` for a capture that leaves that out.
fn parse(text: &str) -> Option<(Square, Square, Option<Bitboard>)> {
    if let Some((from, to)) = text.split_once('-') {
        return Some((square(from)?, square(to)?, Some(Bitboard::EMPTY)));
    }
    let squares: Vec<Square> = text.split('x').map(square).collect::<Option<_>>()?;
    let [from, to, ref captured @ ..] = squares[..] else { return None };
    let has_captured = !captured.is_empty();
    Some((from, to, has_captured.then(|| captured.iter().copied().collect())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Walker;
    use proptest::prelude::{any, proptest};

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).expect("a position")
    }

    fn read_at(position: &Position, text: &str) -> Result<Move, LineError> {
        read(position, Word { text, column: 1 })
    }

    fn written(fen: &str) -> Vec<String> {
        let legal = position(fen).move_list();
        let mut texts: Vec<_> = legal.into_iter().map(write).collect();
        texts.sort_unstable();
        texts
    }

    /// Texts that pydraughts 0.6.7 writes for these positions.
    #[test]
    fn moves_are_those_of_pydraughts() {
        assert_eq!(written("B:W18,17,K25:B14,15,5"), ["14x23x18", "14x30x17x25", "15x29x18x25"]);
        let all = written("B:W7,15,23,24,14,6:BK2,3");
        let expected = [
            "2x20x6x14x23x24",
            "2x20x7x15x23x24",
            "2x2x6x7x14x15",
            "2x2x6x7x14x15",
            "3x17x7x14",
            "3x26x7x15x23",
            "3x28x7x15x24",
        ];
        assert_eq!(all, expected);
    }

    #[test]
    fn what_was_written_leads_to_the_same_position() {
        for position in (0..40).flat_map(|seed| Walker::new(seed).game(Position::start(), 120)) {
            let legal = position.move_list();
            for mv in legal {
                let read = read_at(&position, &write(mv)).expect("our own text");
                assert_eq!(position.play(read), position.play(mv));
            }
        }
    }

    #[test]
    fn captured_squares_come_in_any_order_and_may_be_left_out() {
        let position = position("B:W18,17,K25:B14,15,5");
        for text in ["15x29x25x18", "15x29", "015x29"] {
            let result = read_at(&position, text);
            assert_eq!(result.is_ok(), !text.starts_with('0'), "{text}");
        }
        let round = self::position("B:W7,15,23,24,14,6:BK2,3");
        assert!(read_at(&round, "2x2").is_ok(), "both ways round have one result");
        assert!(read_at(&round, "2x20").is_err(), "the results differ");
    }

    fn legal(position: &Position, text: &str) -> String {
        let error = read_at(position, text).expect_err("not legal").message;
        let (_, legal) = error.split_once(" is not legal here; legal are: ").expect("a list");
        legal.to_string()
    }

    #[test]
    fn what_is_no_legal_move_is_refused_with_the_legal_ones() {
        let start = Position::start();
        for text in ["", "11", "11-", "11-15-18", "11x", "33-29", "0-0", "11x15x", "é-3", "x"] {
            let error = read_at(&start, text).expect_err("no move");
            assert!(error.message.starts_with(&format!("`{text}` is not a move; ")), "{error}");
        }
        let moves = legal(&start, "22-18");
        assert!(moves.contains("11-15 ") || moves.ends_with("11-15"));
        assert_eq!(legal(&position("B:WK1:B"), "1-5"), "none");
    }

    proptest! {
        #[test]
        fn every_text_is_a_legal_move_or_an_error(
            text in any::<String>(),
            like in "[0-9]{1,2}[-x][0-9]{1,2}(x[0-9]{1,2}){0,3}",
        ) {
            for text in [&text, &like] {
                if let Ok(mv) = read_at(&Position::start(), text) {
                    assert_eq!(read_at(&Position::start(), &write(mv)), Ok(mv));
                }
            }
        }
    }
}
