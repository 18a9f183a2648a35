//! The four games on a board.

use crate::board::Side;
use crate::board_fault::{self, BoardFault};
use crate::board_game::{BoardGame, NextBoard};
use crate::checkers::PieceKind;
use crate::game::EndReason;
use crate::{Game, Notation, amazons, checkers, loa, tablut};

const fn side_letter(side: Side) -> char {
    match side {
        Side::Black => 'b',
        Side::White => 'w',
    }
}

/// The side of a letter that is not a neutral piece.
const fn side_of(letter: char) -> Option<Side> {
    match letter {
        'b' | 'B' => Some(Side::Black),
        'w' | 'W' => Some(Side::White),
        _ => None,
    }
}

impl BoardGame for checkers::Position {
    const TITLE: &'static str = "Checkers";
    const SIZE: usize = 8;
    const LETTERS: &'static str = ".bwBW";
    const PIECES: &'static [&'static str] = &["black", "white", "black-king", "white-king"];
    const NEXT_BOARD: NextBoard = NextBoard::FromMove;

    fn letter_at(&self, file: usize, row: usize) -> char {
        let square = checkers::Square::at(file as i32, row as i32);
        match square.and_then(|square| self.at(square)) {
            None => '.',
            Some((side, PieceKind::Man)) => side_letter(side),
            Some((side, PieceKind::King)) => side_letter(side).to_ascii_uppercase(),
        }
    }

    fn empty() -> Self {
        checkers::Position::new([], Side::Black)
    }

    fn with_letter(&self, file: usize, row: usize, letter: char, next: Side) -> Option<Self> {
        let place = checkers::Square::at(file as i32, row as i32)?;
        let kind = if letter.is_ascii_uppercase() { PieceKind::King } else { PieceKind::Man };
        let others = checkers::Square::all().filter(|&square| square != place);
        let others = others.filter_map(|square| self.at(square).map(|(a, b)| (a, b, square)));
        let placed = side_of(letter).map(|side| (side, kind, place));
        Some(checkers::Position::new(others.chain(placed), next))
    }

    /// Also by the number of a square.
    fn square_named(name: &str) -> Option<(usize, usize)> {
        let square = checkers::Square::from_name(&name.to_ascii_lowercase())
            .or_else(|| checkers::Square::from_number(name.parse().ok()?))?;
        Some((square.file() as usize, square.rank() as usize))
    }

    fn board_fault(rows: &[&str]) -> Option<BoardFault> {
        board_fault::of_checkers(&Self::start().letters(), rows)
    }

    fn end_reason(&self) -> EndReason {
        if self.own().is_empty() { EndReason::NoPieces } else { EndReason::NoMoves }
    }

    fn limit_reason(limit: u32) -> EndReason {
        EndReason::QuietTurns { turns: limit }
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
    const TITLE: &'static str = "Lines of Action";
    const SIZE: usize = 8;
    const LETTERS: &'static str = ".bw";
    const PIECES: &'static [&'static str] = &["black", "white"];

    fn letter_at(&self, file: usize, row: usize) -> char {
        let piece = loa::Square::at(file, row).and_then(|square| self.at(square));
        piece.map_or('.', side_letter)
    }

    fn empty() -> Self {
        loa::Position::EMPTY
    }

    fn with_letter(&self, file: usize, row: usize, letter: char, next: Side) -> Option<Self> {
        let square = loa::Square::at(file, row)?;
        Some(self.with_piece(square, side_of(letter)).with_side_to_move(next))
    }

    fn forced_pass(&self) -> Option<loa::Move> {
        let moves = self.move_list();
        (moves == [loa::Move::PASS]).then_some(loa::Move::PASS)
    }

    fn dump(&self) -> String {
        format!("{}\nNext move: {}", self.board_text(), self.side_to_move().word())
    }

    fn end_reason(&self) -> EndReason {
        let for_other = self.with_side_to_move(!self.side_to_move()).outcome();
        // If both sides have lost by being to move, both are connected.
        if for_other == self.outcome() { EndReason::BothConnected } else { EndReason::Connected }
    }

    fn path(mv: loa::Move) -> Vec<String> {
        mv.ends().map_or_else(Vec::new, |(from, to)| vec![from.to_string(), to.to_string()])
    }
}

impl BoardGame for tablut::Position {
    const TITLE: &'static str = "Tablut";
    const SIZE: usize = 9;
    const LETTERS: &'static str = ".bwk";
    const PIECES: &'static [&'static str] = &["black", "white", "king"];

    fn letter_at(&self, file: usize, row: usize) -> char {
        let piece = tablut::Square::at(file, row).and_then(|square| self.board().at(square));
        match piece {
            None => '.',
            Some(tablut::Piece::King) => 'k',
            Some(piece) => side_letter(piece.side()),
        }
    }

    fn empty() -> Self {
        tablut::Position::EMPTY
    }

    /// A second king replaces the first.
    fn with_letter(&self, file: usize, row: usize, letter: char, next: Side) -> Option<Self> {
        let square = tablut::Square::at(file, row)?;
        let piece = tablut::Piece::from_letter(letter.to_ascii_uppercase());
        Some(self.with_piece(square, piece).with_side_to_move(next))
    }

    fn board_fault(rows: &[&str]) -> Option<BoardFault> {
        board_fault::of_tablut(&Self::start().letters(), rows)
    }

    fn end_reason(&self) -> EndReason {
        match (self.outcome(), self.board().king()) {
            (None, _) => EndReason::NoMoves,
            (Some(_), None) => EndReason::KingCaptured,
            (Some(_), Some(_)) => EndReason::KingEscaped,
        }
    }

    fn path(mv: tablut::Move) -> Vec<String> {
        vec![mv.from().to_string(), mv.to().to_string()]
    }

    /// The second square has its new column or row alone.
    fn squares_of_text(text: &str) -> Vec<String> {
        squares_of_tablut(text).unwrap_or_default()
    }
}

fn squares_of_tablut(text: &str) -> Option<Vec<String>> {
    let (from, to) = text.split_once('-')?;
    let from = tablut::Square::from_name(from)?;
    let name = from.to_string();
    let (column, row) = name.split_at(1);
    let across = tablut::Square::from_name(&format!("{to}{row}"));
    let to = across.or_else(|| tablut::Square::from_name(&format!("{column}{to}")))?;
    Some(vec![name.clone(), to.to_string()])
}

impl BoardGame for amazons::Position {
    const TITLE: &'static str = "Amazons";
    const SIZE: usize = 10;
    const LETTERS: &'static str = ".bwx";
    const PIECES: &'static [&'static str] = &["black", "white", "spear"];

    fn letter_at(&self, file: usize, row: usize) -> char {
        match amazons::Square::at(file, row).and_then(|square| self.at(square)) {
            None => '.',
            Some(amazons::Piece::Amazon(side)) => side_letter(side),
            Some(amazons::Piece::Spear) => 'x',
        }
    }

    fn empty() -> Self {
        amazons::Position::EMPTY
    }

    fn with_letter(&self, file: usize, row: usize, letter: char, next: Side) -> Option<Self> {
        let square = amazons::Square::at(file, row)?;
        let piece = match letter {
            'x' => Some(amazons::Piece::Spear),
            letter => side_of(letter).map(amazons::Piece::Amazon),
        };
        Some(self.with_piece(square, piece).with_side_to_move(next))
    }

    fn path(mv: amazons::Move) -> Vec<String> {
        [mv.from(), mv.to(), mv.spear()].map(|square| square.to_string()).to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameName, NotationError, Walker, square_name, with_game};
    use std::collections::HashSet;
    use std::fmt::Debug;

    /// In each game, a move's first square holds a piece of the side to move, and different moves
    /// have different paths.
    fn moves_can_be_clicked<G: BoardGame>() {
        for position in Walker::new(1).game(G::start(), 40) {
            let letters = position.letters();
            assert_eq!(letters.chars().count(), G::SIZE * G::SIZE);
            let moves = position.move_list();
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

    fn letters_are_read_as_they_are_written<G: BoardGame + PartialEq + Debug>() {
        assert_eq!(G::PIECES.len() + 1, G::LETTERS.chars().count());
        for position in Walker::new(2).game(G::start(), 60) {
            let (letters, side) = (position.letters(), position.side_to_move());
            let cells: Vec<char> = letters.chars().collect();
            let rows: Vec<String> = cells.chunks(G::SIZE).map(String::from_iter).collect();
            let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
            assert_eq!(G::of_rows(&rows, side).as_ref(), Ok(&position));
            let mut set = G::empty();
            for (index, &letter) in cells.iter().enumerate().filter(|(_, letter)| **letter != '.') {
                let word = G::LETTERS.find(letter).expect("a letter") - 1;
                let square = square_name(index % G::SIZE, G::SIZE - 1 - index / G::SIZE);
                set = set.set(&square, G::PIECES[word], side).expect("a piece on a square");
            }
            assert_eq!(set, position);
        }
        for (square, piece, fault) in
            [("z99", "black", "\"z99\" is not a square"), ("a1", "pawn", "\"pawn\" is not a piece")]
        {
            let error = G::start().set(square, piece, Side::Black).expect_err(fault).to_string();
            assert!(error.starts_with(fault), "{error}");
        }
    }

    #[test]
    fn moves_and_letters_are_those_of_all_games() {
        GameName::ALL.into_iter().for_each(|game| {
            with_game!(game, Position => moves_can_be_clicked::<Position>());
            with_game!(game, Position => letters_are_read_as_they_are_written::<Position>());
        });
    }

    #[test]
    fn a_board_that_no_game_has_is_refused() {
        assert_eq!(with_row("....k...."), Ok(()));
        for (row, number, sentence) in [
            ("..k.k....", None, "White has 2 kings; there can be only one"),
            ("....K....", Some(4), "'K' in row 4 is not one of the letters .bwk"),
            ("....", Some(4), "row 4 of the board has 4 letters; it needs 9"),
        ] {
            let error = with_row(row).expect_err(row);
            assert_eq!((error.row(), error.to_string().as_str()), (number, sentence));
        }
        let light = checkers::Position::start().set("a2", "b", Side::Black);
        assert_eq!(light, Err(NotationError::new("\"a2\" is not a square; write a1 to h8")));
        assert!(checkers::Position::start().set("12", "black-king", Side::Black).is_ok());
    }

    fn with_row(changed: &'static str) -> Result<(), NotationError> {
        let mut rows = ["........."; 9];
        rows[3] = changed;
        tablut::Position::of_rows(&rows, Side::Black).map(|_| ())
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
