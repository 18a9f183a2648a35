//! The contract of a game on a board: letters on squares, moves as squares to click, the words of
//! the command `set`, and why a game has ended.

use crate::board::{Side, square_name};
use crate::board_fault::{self, BoardFault, rows_of};
use crate::game::{EndReason, Notation, NotationError};
use std::collections::BTreeMap;

/// How a page that has the text of a move comes to the board after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextBoard {
    /// The text tells all changes, and the page reads it.
    FromMove,
    /// The page has to know which squares change.
    FromChanges,
}

/// A game that can be put on a board.
pub trait BoardGame: Notation {
    /// Its name for people.
    const TITLE: &'static str;
    /// Rows, and squares in each.
    const SIZE: usize;
    /// The letters of [`BoardGame::letter_at`], that of an empty square first.
    const LETTERS: &'static str;
    /// The words for the pieces of these letters in the command `set`, in the same order. The first
    /// letter of a word stands for the first word that begins with it.
    const PIECES: &'static [&'static str];
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

    /// The board without pieces.
    fn empty() -> Self;

    /// The same board with the piece of this letter on a square, and `next` to move; `None` if no
    /// piece can stand there.
    #[must_use]
    fn with_letter(&self, file: usize, row: usize, letter: char, next: Side) -> Option<Self>;

    /// File and row of a square's name, in any case.
    fn square_named(name: &str) -> Option<(usize, usize)> {
        let mut letters = name.chars();
        let file = (letters.next()?.to_ascii_lowercase() as usize).checked_sub('a' as usize)?;
        let digits = letters.as_str();
        let row: usize = digits.parse().ok().filter(|_| !digits.starts_with(['0', '+']))?;
        (file < Self::SIZE && row <= Self::SIZE).then_some((file, row - 1))
    }

    /// The words of the command `set` for pieces, as a sentence lists them.
    fn piece_words() -> String {
        format!("{} or -", Self::PIECES.join(", "))
    }

    /// What the command `set` does: puts a piece on a square, or with `-` takes it off.
    fn set(&self, square: &str, piece: &str, next: Side) -> Result<Self, NotationError> {
        let (file, row) = Self::square_named(square).ok_or_else(|| {
            let last = square_name(Self::SIZE - 1, Self::SIZE - 1);
            NotationError::new(format!("\"{square}\" is not a square; write a1 to {last}"))
        })?;
        let mut words = Self::PIECES.iter().zip(Self::LETTERS.chars().skip(1));
        let letter = match words.find(|(word, _)| {
            piece.eq_ignore_ascii_case(word) || piece.eq_ignore_ascii_case(&word[..1])
        }) {
            Some((_, letter)) => letter,
            None if piece == "-" => '.',
            None => {
                let words = Self::piece_words();
                return Err(NotationError::new(format!(
                    "\"{piece}\" is not a piece; write {words}"
                )));
            }
        };
        self.with_letter(file, row, letter, next).ok_or_else(|| no_place(&square_name(file, row)))
    }

    /// The position of these rows, the top one first, in the letters of [`BoardGame::letter_at`].
    fn of_rows(rows: &[&str], side: Side) -> Result<Self, NotationError> {
        let size = Self::SIZE;
        if rows.len() != size {
            let found = rows.len();
            return Err(NotationError::new(format!("the board has {found} rows; it needs {size}")));
        }
        let mut position = Self::empty();
        for (text, row) in rows.iter().zip(1..) {
            let found = text.chars().count();
            if found != size {
                let sentence =
                    format!("row {row} of the board has {found} letters; it needs {size}");
                return Err(NotationError::in_row(row, sentence));
            }
            for (file, letter) in text.chars().enumerate() {
                let square = square_name(file, size - row);
                if !Self::LETTERS.contains(letter) {
                    let letters = Self::LETTERS;
                    let sentence =
                        format!("{letter:?} in row {row} is not one of the letters {letters}");
                    return Err(NotationError::in_row(row, sentence));
                }
                if letter != '.' {
                    position = position
                        .with_letter(file, size - row, letter, side)
                        .ok_or_else(|| no_place(&square))?;
                }
            }
        }
        refuse(Self::board_fault(rows))?;
        // An empty square changes nothing but the side to move.
        Ok(position.with_letter(0, 0, position.letter_at(0, 0), side).unwrap_or(position))
    }

    /// What no game has, of a board with these rows, the top one first.
    fn board_fault(rows: &[&str]) -> Option<BoardFault> {
        board_fault::of_counts(&Self::start().letters(), rows)
    }

    /// This position, unless no game has its board. The game may be over: a side may have no piece.
    fn checked(self) -> Result<Self, NotationError> {
        let rows = rows_of(&self.letters(), Self::SIZE);
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        refuse(Self::board_fault(&rows)).map(|()| self)
    }

    /// The pass, if the side to move can only pass: it is played without a question.
    fn forced_pass(&self) -> Option<Self::Move> {
        None
    }

    /// What the command `dump` shows between its `===` lines.
    fn dump(&self) -> String {
        self.board_text()
    }

    /// Why a game is over whose board shows a result, or whose side to move has no move.
    fn end_reason(&self) -> EndReason {
        EndReason::NoMoves
    }

    /// Why the limit of quiet turns ends a game.
    fn limit_reason(limit: u32) -> EndReason {
        EndReason::MoveLimit { each: limit / 2 }
    }

    /// The squares to click for a move, by name: the first square of the piece, and each where it
    /// stops, in checkers after each jump; in Amazons, last, the square of the spear. Empty for a
    /// pass.
    fn path(mv: Self::Move) -> Vec<String>;

    /// The squares that the text of a move names, as of [`BoardGame::path`], where no position is
    /// at hand; none for any other text.
    fn squares_of_text(text: &str) -> Vec<String> {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric());
        words
            .filter(|word| {
                word.starts_with(|c: char| c.is_ascii_lowercase())
                    && word[1..].parse().is_ok_and(|row| (1..=Self::SIZE).contains(&row))
            })
            .map(str::to_string)
            .collect()
    }

    /// The squares that differ on the next board, with their letters there.
    fn changes(&self, next: &Self) -> BTreeMap<String, char> {
        let pairs = self.letters().chars().zip(next.letters().chars()).collect::<Vec<_>>();
        let changed = pairs.into_iter().enumerate().filter(|(_, (before, after))| before != after);
        let named = changed.map(|(index, (_, after))| {
            let (file, row) = (index % Self::SIZE, Self::SIZE - 1 - index / Self::SIZE);
            (square_name(file, row), after)
        });
        named.collect()
    }

    /// The letters of all squares, from the left of the top row to the right of the bottom row.
    fn letters(&self) -> String {
        (0..Self::SIZE)
            .rev()
            .flat_map(|row| (0..Self::SIZE).map(move |file| self.letter_at(file, row)))
            .collect()
    }
}

fn refuse(fault: Option<BoardFault>) -> Result<(), NotationError> {
    let fault = fault.filter(|fault| !fault.is_missing());
    fault.map_or(Ok(()), |fault| Err(NotationError::new(fault.sentence)))
}

fn no_place(square: &str) -> NotationError {
    NotationError::new(format!("no piece can stand on {square}"))
}
