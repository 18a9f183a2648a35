//! The opening book: good moves for positions that were searched for long beforehand.
//!
//! Entries of eight bytes, little-endian, in ascending order. The upper six bytes are those of the key of
//! a position as its side to move sees it, so that a position and its mirror image are one entry; the
//! lower two are a set of moves, a bit for the place of each among all of the position's
//! ([`choices`]). `data/README.md` tells how the entries were made; `workshop book` makes them.
//!
//! Contract: whatever the bytes are, every answer is a legal move. Asking costs a few steps of a
//! binary search, and no page of the book is touched but those.

use games::Game;
use games::checkers::moves::Move;
use games::checkers::packed::Packed;
use games::checkers::position::Position;

/// A book in the form it is kept in.
#[derive(Clone, Copy, Debug)]
pub struct Book<'a>(&'a [[u8; ENTRY]]);

/// The book that the agent plays by.
pub static BOOK: Book<'static> = Book::from_bytes(include_bytes!("data/book"));

/// The bytes of an entry.
const ENTRY: usize = 8;
/// The bits of an entry that hold the moves.
const MOVES: u64 = 0xFFFF;
/// So many moves have a place there; others are in no book.
const PLACES: usize = MOVES.count_ones() as usize;

impl<'a> Book<'a> {
    /// The book of these bytes; what is left over at the end is no entry.
    pub const fn from_bytes(bytes: &'a [u8]) -> Self {
        Book(bytes.as_chunks().0)
    }

    /// The number of positions.
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Is there none?
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The moves that the book knows to be good in a position: none if it does not know the position.
    pub fn moves(&self, position: &Position) -> Vec<Move> {
        let key = key(Packed::of(position));
        let at = self.0.partition_point(|&entry| u64::from_le_bytes(entry) < key);
        let entry = self.0.get(at).map_or(0, |&entry| u64::from_le_bytes(entry));
        if entry & !MOVES != key {
            return Vec::new();
        }
        let is_good = |place: usize| place < PLACES && entry >> place & 1 == 1;
        let choices = choices(position).into_iter().enumerate();
        choices.filter(|&(place, _)| is_good(place)).map(|(_, (_, mv))| mv).collect()
    }
}

/// The legal moves that lead to different positions, with these, in the order of these: the same for a
/// position and for its mirror image.
pub fn choices(position: &Position) -> Vec<(Packed, Move)> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut choices: Vec<_> =
        moves.into_iter().map(|mv| (Packed::of(&position.play(mv)), mv)).collect();
    choices.sort_by_key(|&(after, _)| after);
    choices.dedup_by_key(|&mut (after, _)| after);
    choices
}

/// The bytes of a book: positions, each with the places of its good [`choices`].
pub fn encode(positions: impl IntoIterator<Item = (Packed, Vec<usize>)>) -> Vec<u8> {
    let entry = |(packed, places): (Packed, Vec<usize>)| {
        let moves = places.into_iter().filter(|&place| place < PLACES);
        key(packed) | moves.fold(0, |set, place| set | 1 << place)
    };
    let mut entries: Vec<_> = positions.into_iter().map(entry).collect();
    entries.sort_unstable();
    entries.into_iter().flat_map(u64::to_le_bytes).collect()
}

/// What stands for a position in an entry: without moves.
fn key(packed: Packed) -> u64 {
    packed.position().key().bits() & !MOVES
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Walker;
    use games::game::notation::Notation;
    use proptest::collection::vec;
    use proptest::prelude::{any, prop_assert, proptest};

    fn positions() -> Vec<Position> {
        Walker::new(3).game(Position::start(), 30).into_iter().filter(|at| at.can_move()).collect()
    }

    #[test]
    fn what_was_written_is_found_for_either_color() {
        let positions = positions();
        let good = |nth: usize| vec![nth % choices(&positions[nth]).len()];
        let known = |nth: usize| (Packed::of(&positions[nth]), good(nth));
        let bytes = encode((0..positions.len()).step_by(2).map(known));
        let book = Book::from_bytes(&bytes);
        assert_eq!(book.len(), positions.len().div_ceil(2));
        for (nth, position) in positions.iter().enumerate() {
            let moves = book.moves(position);
            if nth % 2 == 1 {
                assert_eq!(moves, []);
                continue;
            }
            let (after, _) = choices(position)[good(nth)[0]];
            assert_eq!(moves.len(), 1);
            assert_eq!(Packed::of(&position.play(moves[0])), after);
            let mirrored = position.mirrored();
            let same = book.moves(&mirrored)[0];
            assert_eq!(Packed::of(&mirrored.play(same)), after);
        }
    }

    #[test]
    fn the_agents_book_is_in_order_and_knows_the_start() {
        let entries: Vec<_> = BOOK.0.iter().map(|&entry| u64::from_le_bytes(entry)).collect();
        assert!(entries.is_sorted_by(|one, next| one & !MOVES < next & !MOVES));
        assert!(!BOOK.moves(&Position::start()).is_empty());
    }

    /// What it says at the start and after three openings, in the numbers of the squares: a book that is read by another
    /// order of moves than it was written in would say something else.
    #[test]
    fn the_agents_book_says_what_it_was_made_to_say() {
        let said = |line: &str| {
            let mut position = Position::start();
            for word in line.split_whitespace() {
                position = position.play(position.read_move(word).expect("a legal move"));
            }
            let names = BOOK.moves(&position).into_iter().map(|mv| position.move_text(mv));
            names.collect::<Vec<_>>().join(" ")
        };
        let lines = ["", "11-15", "9-14 22-18", "10-15 21-17 9-13"];
        assert_eq!(lines.map(said), ["11-15", "23-19 22-18 22-17", "5-9", "17-14"]);
    }

    proptest! {
        #[test]
        fn whatever_the_bytes_are_the_answers_are_legal(
            places in vec(any::<u16>(), 1..40),
            noise in vec(any::<u8>(), 0..20),
        ) {
            let positions = positions();
            let known = positions.iter().zip(&places).map(|(position, &set)| {
                let places = (0..16).filter(|place| set >> place & 1 == 1).collect();
                (Packed::of(position), places)
            });
            let mut bytes = encode(known);
            bytes.extend(noise);
            for position in &positions {
                let mut legal = Vec::new();
                position.legal_moves(&mut legal);
                for mv in Book::from_bytes(&bytes).moves(position) {
                    prop_assert!(legal.contains(&mv));
                }
            }
        }
    }
}
