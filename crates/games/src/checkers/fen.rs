//! Positions in FEN for draughts (Forsyth's notation as PDN 3.0 has it): the side to move, then
//! each side's squares by their numbers, kings marked by `K`: `W:W21,K10:B1,2`.
//!
//! Other programs name the squares (`W:We1,Kg3:Bb8`), write ranges (`W21-32`), and put two counters
//! behind the sides (`:H0:F12`). All of this is read; the counters mean nothing here.

use crate::board::Side;
use crate::checkers::position::{PieceKind, Position};
use crate::checkers::square::Square;
use crate::game::notation::NotationError;
use crate::{BoardGame, Game};

impl Position {
    /// Writes the position in FEN, such as `W:W21,K10:B1,2`.
    pub fn fen(&self) -> String {
        let turn = if self.side_to_move() == Side::White { 'W' } else { 'B' };
        format!("{turn}:W{}:B{}", self.fen_of(Side::White), self.fen_of(Side::Black))
    }

    fn fen_of(&self, side: Side) -> String {
        let squares = Square::all().filter_map(|square| match self.at(square) {
            Some((owner, rank)) if owner == side => {
                let king = if rank == PieceKind::King { "K" } else { "" };
                Some(format!("{king}{}", square.number()))
            }
            _ => None,
        });
        squares.collect::<Vec<_>>().join(",")
    }

    /// Reads a position in FEN. The sides may come in either order, squares by number, by name
    /// (`c3`) or as a range (`1-12`); counters (`:H0:F12`) and a full stop may follow.
    pub fn from_fen(text: &str) -> Result<Self, NotationError> {
        Position::from_fen_with(text, &usual_square)
    }

    /// As [`Position::from_fen`], where `square` says which square a word names: not everybody
    /// counts from the same corner.
    pub fn from_fen_with(
        text: &str,
        square: &dyn Fn(&str) -> Option<Square>,
    ) -> Result<Self, NotationError> {
        parse(text, square).map_err(|Wrong { part, sentence }| {
            // The part lies within the text.
            let before = part.as_ptr() as usize - text.as_ptr() as usize;
            NotationError::in_line(text[..before].chars().count() + 1, sentence)
        })
    }
}

/// A number from 1 to 32, or a name like `c3`.
fn usual_square(word: &str) -> Option<Square> {
    match word.parse() {
        Ok(number) => Square::from_number(number),
        Err(_) => Square::from_name(&word.to_ascii_lowercase()),
    }
}

/// A part of the text, and what is wrong with it.
struct Wrong<'t> {
    part: &'t str,
    sentence: String,
}

fn parse<'t>(
    text: &'t str,
    square: &dyn Fn(&str) -> Option<Square>,
) -> Result<Position, Wrong<'t>> {
    let trimmed = text.trim().trim_end_matches('.');
    let malformed =
        || wrong(trimmed, "is not a position in FEN: expected a text like W:W21,K10:B1,2");
    let parts: Vec<_> = trimmed.split(':').map(str::trim).collect();
    if let [turn, pieces] = parts[..]
        && side_of(turn).is_ok()
        && side_of(pieces).is_ok()
    {
        return Err(wrong(
            trimmed,
            "has the pieces of one side only: expected a text like W:W21,K10:B1,2",
        ));
    }
    let [turn, first, second, ref counters @ ..] = parts[..] else { return Err(malformed()) };
    let (side, rest) = side_of(turn)?;
    if !rest.is_empty() {
        return Err(malformed());
    }
    if first.is_empty() && second.is_empty() {
        let sentence = "has no pieces: write the squares of both sides, such as W:W21,K10:B1,2";
        return Err(wrong(text.trim(), sentence));
    }
    let (first_side, first_squares) = side_of(first)?;
    let (second_side, second_squares) = side_of(second)?;
    if first_side == second_side {
        return Err(wrong_side(second));
    }
    let mut placed = PlacedPieces { pieces: Vec::new(), square };
    placed.add_list(first_side, first_squares)?;
    placed.add_list(second_side, second_squares)?;
    match counters.iter().find(|part| !is_counter(part)) {
        Some(&part) => Err(wrong(
            part,
            "is not expected: only counters like H0 and F12 may follow the two sides",
        )),
        None => Position::new(placed.pieces, side)
            .checked()
            .map_err(|error| Wrong { part: trimmed, sentence: error.to_string() }),
    }
}

/// Moves without progress (`H`) and the number of the move (`F`), as some servers write them.
fn is_counter(part: &str) -> bool {
    let digits = part.strip_prefix(['H', 'h', 'F', 'f']);
    digits.is_some_and(|digits| !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit()))
}

fn wrong<'t>(part: &'t str, why: &str) -> Wrong<'t> {
    Wrong { part, sentence: format!("`{part}` {why}") }
}

fn wrong_side(part: &str) -> Wrong<'_> {
    wrong(part, "should begin with W or B, and each side should be there once")
}

/// The side that a part begins with, and the rest of the part.
fn side_of(part: &str) -> Result<(Side, &str), Wrong<'_>> {
    let mut letters = part.chars();
    let Some(letter) = letters.next() else {
        let sentence =
            "nothing stands here: write W or B, and behind it the squares, such as W21,K10";
        return Err(Wrong { part, sentence: sentence.to_string() });
    };
    side_of_letter(letter).map(|side| (side, letters.as_str())).ok_or_else(|| wrong_side(part))
}

fn side_of_letter(letter: char) -> Option<Side> {
    match letter {
        'W' | 'w' => Some(Side::White),
        'B' | 'b' => Some(Side::Black),
        _ => None,
    }
}

/// The pieces read so far, and how squares are named.
struct PlacedPieces<'a> {
    pieces: Vec<(Side, PieceKind, Square)>,
    square: &'a dyn Fn(&str) -> Option<Square>,
}

impl PlacedPieces<'_> {
    /// Adds the pieces of a list of squares, which may be empty.
    fn add_list<'t>(&mut self, side: Side, list: &'t str) -> Result<(), Wrong<'t>> {
        for word in list.split(',').map(str::trim).filter(|_| !list.trim().is_empty()) {
            self.add(side, word)?;
        }
        Ok(())
    }

    /// Adds the pieces of one word: a square, or a range of them.
    fn add<'t>(&mut self, side: Side, word: &'t str) -> Result<(), Wrong<'t>> {
        let malformed = || {
            wrong(
                word,
                "is not a square: expected a number from 1 to 32 or a name like c3, after K for a \
                 king, or a range like 1-12",
            )
        };
        let (kind, squares) = match word.strip_prefix(['K', 'k']) {
            Some(rest) => (PieceKind::King, rest.trim()),
            None => (PieceKind::Man, word),
        };
        let Some((first, last)) = squares.split_once(['-', '\u{2013}']) else {
            let square = (self.square)(squares).ok_or_else(malformed)?;
            return self.place(side, kind, square, word);
        };
        let [first, last] =
            [first, last].map(|text| text.trim().parse::<u32>().map_err(|_| malformed()));
        let (first, last) = (first?, last?);
        // So that a range of thousands of millions of squares costs no time.
        if last as usize > Square::COUNT {
            return Err(malformed());
        }
        if first > last {
            return Err(wrong(word, "runs backward: write the smaller number first"));
        }
        (first..=last).try_for_each(|number| {
            let square = (self.square)(&number.to_string()).ok_or_else(malformed)?;
            self.place(side, kind, square, word)
        })
    }

    fn place<'t>(
        &mut self,
        side: Side,
        kind: PieceKind,
        square: Square,
        word: &'t str,
    ) -> Result<(), Wrong<'t>> {
        if self.pieces.iter().any(|&(_, _, taken)| taken == square) {
            let sentence = format!("square {} holds two pieces", square.number());
            return Err(Wrong { part: word, sentence });
        }
        self.pieces.push((side, kind, square));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Walker;

    #[test]
    fn what_was_written_is_read() {
        for seed in 0..30 {
            for position in Walker::new(seed).game(Position::start(), 100) {
                assert_eq!(Position::from_fen(&position.fen()), Ok(position));
            }
        }
    }

    #[test]
    fn other_forms_are_read() {
        let start = Ok(Position::start());
        assert_eq!(Position::from_fen("B:W21-32:B1-12."), start);
        assert_eq!(Position::from_fen(" b : B 1-12 : W 21-32 "), start);
        let empty = Position::from_fen("W:W:BK7").expect("a side may have no pieces");
        assert_eq!(empty.count(), 1);
        let numbers = Position::from_fen("W:W29,K24:B1,K23");
        assert!(numbers.is_ok());
        for text in ["W:Wa1,KG3:Bb8,Ke3", "W:W29,K24:B1,K23:H0:F12.", "w:Wa1,K 24 : bb8,ke3 :h3"] {
            assert_eq!(Position::from_fen(text), numbers, "{text}");
        }
        let start = Position::from_fen_with("B:W1-12:B21-32", &|word| {
            Square::from_number(33_u32.checked_sub(word.parse().ok()?)?)
        });
        assert_eq!(start, Ok(Position::start()));
    }

    #[test]
    fn what_is_wrong_is_named() {
        assert!(error("W:W1").contains("has the pieces of one side only"));
        assert!(error("W:W1:W2").contains("each side"));
        assert!(error("X:W1:B2").contains("`X`"));
        assert!(error("W:W33:B2").contains("`33`"));
        assert!(error("W:W1-4000000000:B2").contains("1-4000000000"));
        assert!(error("W:WQ3:B2").contains("`Q3`"));
        assert!(error("W:W3,K3:B2").contains("square 3"));
        assert!(error("B:W28-21:B1").contains("`28-21` runs backward"));
        assert!(error("W:We2:B1").contains("`e2`"));
        assert!(error("W:W1:B2:X3").contains("`X3`") && error("W:W1:B2:H").contains("`H`"));
        assert_eq!((column("W::."), column("W:W1:"), column(":W1:B2")), (1, 6, 1));
        assert!(error("W::.").contains("has no pieces"));
        assert!(error("W:W1:").contains("nothing stands here"));
        assert_eq!((column("B:W28-21:B1"), column("W:W1:B2:H0:x")), (4, 12));
        assert_eq!(column("W:W1"), 1);
        assert_eq!(column("  W:W1:W2."), 8);
        assert_eq!(column("\u{e9}:W1:B2"), 1);
        assert_eq!(column("W:W3, K33:B2"), 7);
        assert_eq!(column("W:W3:B2, 3 ,x"), 10);
        assert_eq!(error("W:W4,5:B2"), "h8: a man on its last row is a king; put a king there");
        assert_eq!(error("W:WK32:B1-13"), "Black has 13 pieces; there can be at most 12");
        assert_eq!(column("  W:WK4:B32"), 3);
    }

    fn column(text: &str) -> usize {
        Position::from_fen(text).expect_err(text).column().expect("a place")
    }

    fn error(text: &str) -> String {
        Position::from_fen(text).expect_err(text).to_string()
    }
}
