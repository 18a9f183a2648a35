//! The four games on a board: letters on squares, and moves as squares to click.

use games::board::Side;
use games::checkers::PieceKind;
use games::{Named, Notation, amazons, checkers, loa, tablut};

/// A game that can be put on a board.
pub trait BoardGame: Notation + Named {
    /// Rows, and squares in each.
    const SIZE: usize;

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
    use games::{Game, GameName, Walker, with_game};
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
    fn the_first_row_is_the_top_one() {
        assert!(checkers::Position::start().letters().starts_with(".b.b.b.b"));
        assert!(tablut::Position::start().letters().starts_with("...bbb..."));
        assert_eq!(tablut::Position::start().letters().chars().nth(40), Some('k'));
    }
}
