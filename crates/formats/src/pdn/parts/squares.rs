//! Finds the legal move that a word means.

use crate::error::FormatError;
use crate::pdn::tokens::token::is_hyphen;
use crate::pdn::values::game_type::GameType;
use games::checkers::{Move, Position, Square};
use games::{Game, Notation};

/// The legal move that a word means. The word names all squares of the piece, some of them, or the
/// first and the last. Captures may be written with `-`, `x` or `:`. Of several captures that lead
/// to the same board it is the first.
pub fn move_of(position: &Position, word: &str, names: &GameType) -> Result<Move, FormatError> {
    match moves_of(position, word, names)?[..] {
        [only] => Ok(only),
        ref several => Err(ambiguous(position, word, several)),
    }
}

pub fn ambiguous(position: &Position, word: &str, several: &[Move]) -> FormatError {
    let moves = list(position, several);
    FormatError::new(format!("`{word}` is not clear; it could be any of: {moves}"))
}

/// The legal moves that a word can mean, at least one, each of which leads to another board.
pub fn moves_of(
    position: &Position,
    word: &str,
    names: &GameType,
) -> Result<Vec<Move>, FormatError> {
    let squares = squares_of(word, names)
        .ok_or_else(|| FormatError::new(format!("`{word}` is not a move; {}", form_hint(word))))?;
    let legal = position.move_list();
    if let Some(&exact) = legal.iter().find(|mv| mv.squares()[..] == squares[..]) {
        return Ok(vec![exact]);
    }
    let mut found: Vec<(Move, Position)> = Vec::new();
    for &mv in legal.iter().filter(|&&mv| fits(mv, &squares)) {
        let board = position.play(mv);
        if found.iter().all(|(_, known)| *known != board) {
            found.push((mv, board));
        }
    }
    if found.is_empty() {
        let legal = if legal.is_empty() { "none".to_string() } else { list(position, &legal) };
        return Err(FormatError::new(format!("`{word}` is not legal here; legal are: {legal}")));
    }
    Ok(found.into_iter().map(|(mv, _)| mv).collect())
}

fn list(position: &Position, moves: &[Move]) -> String {
    moves.iter().map(|&mv| position.move_text(mv)).collect::<Vec<_>>().join(" ")
}

/// Plies that are followed to find out which move was meant.
const MOST_PLIES: usize = 40;
/// Positions that are followed at a time.
const MOST_POSITIONS: usize = 64;

/// The one of several moves after which the words of the next moves can be played. `None` if they
/// can be played after several, or after none.
pub fn decided<'w>(
    position: &Position,
    moves: &[Move],
    next: impl Iterator<Item = &'w str>,
    names: &GameType,
) -> Option<Move> {
    let mut alive: Vec<_> = moves.iter().map(|&mv| (mv, position.play(mv))).collect();
    for word in next.take(MOST_PLIES) {
        let mut after = Vec::new();
        for (first, here) in alive {
            let replies = moves_of(&here, word, names).unwrap_or_default();
            for board in replies.into_iter().map(|reply| here.play(reply)) {
                if !after.contains(&(first, board)) {
                    after.push((first, board));
                }
            }
        }
        let &(first, _) = after.first().filter(|_| after.len() <= MOST_POSITIONS)?;
        if after.iter().all(|(other, _)| *other == first) {
            return Some(first);
        }
        alive = after;
    }
    None
}

/// True if the piece goes from the first to the last of the squares, and over the others in their
/// order.
fn fits(mv: Move, squares: &[Square]) -> bool {
    let route = mv.squares();
    let mut rest = route.iter();
    route.first() == squares.first()
        && route.last() == squares.last()
        && squares.iter().all(|square| rest.any(|passed| passed == square))
}

/// The squares in a word, two or more; `c3d4` has no hyphen between its names.
pub fn squares_of(word: &str, names: &GameType) -> Option<Vec<Square>> {
    let parts: Vec<&str> = match word.split(is_hyphen).collect::<Vec<_>>()[..] {
        [pair] if pair.is_ascii() && pair.len() == 4 => vec![&pair[..2], &pair[2..]],
        ref parts => parts.to_vec(),
    };
    let squares: Option<Vec<Square>> = parts.into_iter().map(|part| names.square(part)).collect();
    squares.filter(|squares| squares.len() >= 2)
}

/// What may be wrong with a word that is no move.
fn form_hint(word: &str) -> &'static str {
    let numbers = word.split(|c: char| !c.is_ascii_digit()).map(str::parse);
    if numbers.flatten().any(|number: u32| (33..=50).contains(&number)) {
        "squares have the numbers 1 to 32, and games on larger boards cannot be read"
    } else {
        "moves look like 11-15, 15x22 or c3-d4"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meant(fen: &str, word: &str) -> Result<String, FormatError> {
        let position = Position::from_fen(fen).expect(fen);
        let found = move_of(&position, word, &GameType::USUAL);
        found.map(|mv| position.move_text(mv))
    }

    fn fault(fen: &str, word: &str) -> String {
        meant(fen, word).expect_err("no move").to_string()
    }

    #[test]
    fn a_move_may_be_written_in_many_ways() {
        let fen = "W:W26:B22,14,7"; // 26x17x10x3
        for word in ["26x17x10x3", "26x3", "26-3", "26:10:3", "26x17x03", "d2:f8", "D2-f8", "d2f8"]
        {
            assert_eq!(meant(fen, word).as_deref(), Ok("26x17x10x3"), "{word}");
        }
        for word in ["26x17", "26x14x3", "d2:c8", "26", "d2f"] {
            assert!(meant(fen, word).is_err(), "{word}");
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let start = Position::start().fen();
        assert!(fault(&start, "11-33").contains("not a move"));
        assert!(fault(&start, "hello").contains("not a move"));
        assert!(fault(&start, "11-18").contains("9-13"));
        assert!(fault("B:W32:B", "1-5").ends_with("legal are: none"));
        // The man may go round either way, and takes other men.
        let fen = "B:W6,7,14,15:B2";
        assert!(fault(fen, "2x18").contains("could be any of"));
    }

    #[test]
    fn the_next_moves_may_decide_which_capture_was_meant() {
        let position = Position::from_fen("B:W6,7,14,15:B2").expect("a position");
        let names = GameType::USUAL;
        let moves = moves_of(&position, "2x18", &names).expect("two ways round");
        assert_eq!(moves.len(), 2);
        for (next, expected) in [
            (Some("6-1"), Some("2x11x18")), // That man still stands.
            (Some("7-2"), Some("2x9x18")),
            (None, None),
            (Some("32-28"), None),
        ] {
            let found = decided(&position, &moves, next.into_iter(), &names);
            assert_eq!(found.map(|mv| position.move_text(mv)).as_deref(), expected, "{next:?}");
        }
    }
}
