//! The four games on a board: letters on squares, and moves as squares to click.

use crate::board::Side;
use crate::checkers::PieceKind;
use crate::{Named, Notation, amazons, checkers, loa, tablut};
use std::collections::BTreeMap;

/// How a page that has the text of a move comes to the board after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextBoard {
    /// The text tells all changes, and the page reads it.
    FromMove,
    /// The page has to be told which squares change.
    FromChanges,
}

/// A game that can be put on a board.
pub trait BoardGame: Notation + Named {
    /// Rows, and squares in each.
    const SIZE: usize;
    /// Whether a page finds the board after a move by itself.
    const NEXT_BOARD: NextBoard = NextBoard::FromChanges;

    /// The letter of a square, both counted from 0; row 0 is row 1 of the board:
    ///
    /// | letter | checkers | Lines of Action | Tablut | Amazons |
    /// |---|---|---|---|---|
    /// | `.` | empty | empty | empty | empty |
    /// | `b` | black man | black piece | Muscovite | black amazon |
    /// | `w` | white man | white piece | Swede | white amazon |
    /// | `B`, `W` | king | | | |
    /// | `k` | | | White's king | |
    /// | `x` | | | | spear |
    fn letter_at(&self, file: usize, row: usize) -> char;

    /// The squares to click for a move, by name: the first square of the piece, and each where it
    /// stops, in checkers after each jump; in Amazons, last, the square of the spear. Empty for a
    /// pass.
    fn path(mv: Self::Move) -> Vec<String>;

    /// The squares that the text of a move names, as of [`BoardGame::path`], where no position is
    /// at hand; none for any other text.
    fn squares_of_text(text: &str) -> Vec<String> {
        let is_name = |word: &&str| {
            word.starts_with(|c: char| c.is_ascii_lowercase())
                && word[1..].parse().is_ok_and(|row| (1..=Self::SIZE).contains(&row))
        };
        let words = text.split(|c: char| !c.is_ascii_alphanumeric());
        words.filter(is_name).map(str::to_string).collect()
    }

    /// The squares that differ on the next board, with their letters there.
    fn changes(&self, next: &Self) -> BTreeMap<String, char> {
        let square = |index: usize| (index % Self::SIZE, Self::SIZE - 1 - index / Self::SIZE);
        let pairs = self.letters().chars().zip(next.letters().chars()).collect::<Vec<_>>();
        let changed = pairs.into_iter().enumerate().filter(|(_, (before, after))| before != after);
        let named = changed.map(|(index, (_, after))| {
            let (file, row) = square(index);
            (format!("{}{}", char::from(b'a' + file as u8), row + 1), after)
        });
        named.collect()
    }

    /// The letters of all squares, from the left of the top row to the right of the bottom row.
    fn letters(&self) -> String {
        let row = |row: usize| (0..Self::SIZE).map(move |file| self.letter_at(file, row));
        (0..Self::SIZE).rev().flat_map(row).collect()
    }
}

const fn side_letter(side: Side) -> char {
    match side {
        Side::Black => 'b',
        Side::White => 'w',
    }
}

impl BoardGame for checkers::Position {
    const SIZE: usize = 8;
    const NEXT_BOARD: NextBoard = NextBoard::FromMove;

    fn letter_at(&self, file: usize, row: usize) -> char {
        let square = checkers::Square::at(file as i32, row as i32);
        match square.and_then(|square| self.at(square)) {
            None => '.',
            Some((side, PieceKind::Man)) => side_letter(side),
            Some((side, PieceKind::King)) => side_letter(side).to_ascii_uppercase(),
        }
    }

    fn path(mv: checkers::Move) -> Vec<String> {
        mv.squares().into_iter().map(|square| square.to_string()).collect()
    }

    /// By number.
    fn squares_of_text(text: &str) -> Vec<String> {
        let square =
            |number: &str| Some(checkers::Square::from_number(number.parse().ok()?)?.to_string());
        text.split(['-', 'x']).filter_map(square).collect()
    }
}

impl BoardGame for loa::Position {
    const SIZE: usize = 8;

    fn letter_at(&self, file: usize, row: usize) -> char {
        let piece = loa::Square::at(file, row).and_then(|square| self.at(square));
        piece.map_or('.', side_letter)
    }

    fn path(mv: loa::Move) -> Vec<String> {
        mv.ends().map_or_else(Vec::new, |(from, to)| vec![from.to_string(), to.to_string()])
    }
}

impl BoardGame for tablut::Position {
    const SIZE: usize = 9;

    fn letter_at(&self, file: usize, row: usize) -> char {
        let piece = tablut::Square::at(file, row).and_then(|square| self.board().at(square));
        match piece {
            None => '.',
            Some(tablut::Piece::King) => 'k',
            Some(piece) => side_letter(piece.side()),
        }
    }

    fn path(mv: tablut::Move) -> Vec<String> {
        vec![mv.from().to_string(), mv.to().to_string()]
    }

    /// The second square has its new column or row alone.
    fn squares_of_text(text: &str) -> Vec<String> {
        let both = || {
            let (from, to) = text.split_once('-')?;
            let from = tablut::Square::from_name(from)?;
            let name = from.to_string();
            let (column, row) = name.split_at(1);
            let across = tablut::Square::from_name(&format!("{to}{row}"));
            let to = across.or_else(|| tablut::Square::from_name(&format!("{column}{to}")))?;
            Some(vec![name.clone(), to.to_string()])
        };
        both().unwrap_or_default()
    }
}

impl BoardGame for amazons::Position {
    const SIZE: usize = 10;

    fn letter_at(&self, file: usize, row: usize) -> char {
        match amazons::Square::at(file, row).and_then(|square| self.at(square)) {
            None => '.',
            Some(amazons::Piece::Amazon(side)) => side_letter(side),
            Some(amazons::Piece::Spear) => 'x',
        }
    }

    fn path(mv: amazons::Move) -> Vec<String> {
        [mv.from(), mv.to(), mv.spear()].map(|square| square.to_string()).to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, GameName, Walker, with_game};
    use std::collections::HashSet;

    /// In each game, a move's first square holds a piece of the side to move, and different moves
    /// have different paths.
    fn moves_can_be_clicked<G: BoardGame>() {
        for position in Walker::new(1).game(G::start(), 40) {
            let letters = position.letters();
            assert_eq!(letters.chars().count(), G::SIZE * G::SIZE);
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let paths: HashSet<Vec<String>> = moves.iter().map(|&mv| G::path(mv)).collect();
            assert_eq!(paths.len(), moves.len());
            for &mv in &moves {
                assert_eq!(G::squares_of_text(&position.move_text(mv)), G::path(mv));
            }
            for path in paths.iter().filter(|path| !path.is_empty()) {
                let mut name = path[0].bytes();
                let file = usize::from(name.next().expect("a letter") - b'a');
                let row: usize = path[0][1..].parse().expect("a number");
                let letter = position.letter_at(file, row - 1).to_ascii_lowercase();
                let own = side_letter(position.side_to_move());
                assert!(letter == own || own == 'w' && letter == 'k', "{path:?}: {letter}");
            }
        }
    }

    #[test]
    fn moves_can_be_clicked_in_all_games() {
        GameName::ALL.into_iter().for_each(|game| {
            with_game!(game, Position => moves_can_be_clicked::<Position>());
        });
    }

    #[test]
    fn a_text_that_is_no_move_names_no_squares() {
        for text in ["", "-", "(", "é1-é2", "a-1", "pass", "a99-b0", "x\u{301}1", "1-"] {
            assert_eq!(tablut::Position::squares_of_text(text), [""; 0], "{text}");
            assert_eq!(loa::Position::squares_of_text(text), [""; 0], "{text}");
            assert_eq!(amazons::Position::squares_of_text(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn the_first_row_is_the_top_one() {
        assert!(checkers::Position::start().letters().starts_with(".b.b.b.b"));
        assert!(tablut::Position::start().letters().starts_with("...bbb..."));
        assert_eq!(tablut::Position::start().letters().chars().nth(40), Some('k'));
    }
}
