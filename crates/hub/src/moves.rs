//! Moves as text: both ends of a quiet move, `11-15`; of a capture both ends and then the squares
//! of all captured pieces, `15x29x18x25`. Squares have the numbers of portable draughts notation.
//!
//! Where the piece lands between two jumps is not told, so that one text may stand for two moves
//! with the same result.

use crate::error::{LineError, Reason};
use crate::line::Word;
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

/// Writes a line of moves with blanks between them.
pub fn write_all(moves: &[Move]) -> String {
    moves.iter().map(|&mv| write(mv)).collect::<Vec<_>>().join(" ")
}

/// Reads a move and accepts it only if it is legal here. Captured squares may come in any order,
/// and be left out where that leaves no doubt about the result.
///
/// # Errors
/// [`LineError`]: the word is not a move, or not a legal one.
pub fn read(position: &Position, word: Word<'_>) -> Result<Move, LineError> {
    let error = |reason| LineError { column: word.column, reason };
    let Written { from, to, captured } =
        parse(word.text).ok_or_else(|| error(Reason::NotMove { word: word.text.to_string() }))?;
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    let is_meant = |mv: &&Move| {
        let ends = (mv.from(), mv.to()) == (from, to);
        ends && captured.is_none_or(|captured| mv.captured() == captured)
    };
    let meant: Vec<_> = legal.iter().filter(is_meant).collect();
    let results_differ = meant.windows(2).any(|pair| pair[0].captured() != pair[1].captured());
    match meant.first() {
        Some(&&mv) if !results_differ => Ok(mv),
        _ => {
            let legal = if legal.is_empty() { "none".to_string() } else { write_all(&legal) };
            let word = word.text.to_string();
            Err(error(Reason::Illegal { word, legal, hint: String::new() }))
        }
    }
}

/// What a text says of a move.
struct Written {
    from: Square,
    to: Square,
    /// `None` for a capture that leaves out what it captures.
    captured: Option<Bitboard>,
}

fn parse(text: &str) -> Option<Written> {
    let square = |number: &str| {
        let is_short = number.len() <= 2 && number.bytes().all(|digit| digit.is_ascii_digit());
        is_short.then(|| Square::from_number(number.parse().ok()?)).flatten()
    };
    if let Some((from, to)) = text.split_once('-') {
        return Some(Written {
            from: square(from)?,
            to: square(to)?,
            captured: Some(Bitboard::EMPTY),
        });
    }
    let squares: Vec<Square> = text.split('x').map(square).collect::<Option<_>>()?;
    let [from, to, ref captured @ ..] = squares[..] else { return None };
    let is_told = !captured.is_empty();
    Some(Written { from, to, captured: is_told.then(|| captured.iter().copied().collect()) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Walker;
    use proptest::prelude::{any, proptest};

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).expect("a position")
    }

    fn read_at(position: &Position, text: &str) -> Result<Move, Reason> {
        read(position, Word { text, column: 1 }).map_err(|error| error.reason)
    }

    fn written(fen: &str) -> Vec<String> {
        let mut legal = Vec::new();
        position(fen).legal_moves(&mut legal);
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
            let mut legal = Vec::new();
            position.legal_moves(&mut legal);
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

    #[test]
    fn what_is_no_legal_move_is_refused_with_the_legal_ones() {
        let start = Position::start();
        for text in ["", "11", "11-", "11-15-18", "11x", "33-29", "0-0", "11x15x", "é-3", "x"] {
            assert_eq!(read_at(&start, text), Err(Reason::NotMove { word: text.into() }));
        }
        let Err(Reason::Illegal { legal, .. }) = read_at(&start, "22-18") else { panic!("legal") };
        assert!(legal.contains("11-15 ") || legal.ends_with("11-15"));
        let over = position("B:W1:B");
        let Err(Reason::Illegal { legal, .. }) = read_at(&over, "1-5") else { panic!("legal") };
        assert_eq!(legal, "none");
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
