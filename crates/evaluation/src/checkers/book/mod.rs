//! The opening book: good moves for positions that were studied beforehand.
//!
//! A book is a sorted array of entries of eight bytes, `u64` little-endian:
//!
//! ```text
//! bits 16-63   the same bits of the key of the position with White to move (mirrored if Black is),
//!              so that a position and its mirror image are one entry
//! bits 0-15    the good moves: bit n for the n-th of the position's `distinct_moves`
//! ```
//!
//! `data/README.md` says how the entries were made; `training book` makes others. Contract:
//! whatever the bytes are, every answer is a legal move. A probe is a binary search and touches no
//! page of the book but those it compares.

use games::Game;
use games::checkers::moves::Move;
use games::checkers::packed::PackedPosition;
use games::checkers::position::Position;

/// A book in the bytes of its file: nothing is copied.
#[derive(Clone, Copy, Debug)]
pub struct Book<'a>(&'a [[u8; ENTRY_BYTES]]);

/// The book that the agent plays by. In WebAssembly it is empty: a page is handed the file later.
#[cfg(not(target_family = "wasm"))]
pub static BOOK: Book<'static> = Book::from_bytes(include_bytes!("data/book"));
#[cfg(target_family = "wasm")]
#[expect(missing_docs, reason = "above")]
pub static BOOK: Book<'static> = Book::from_bytes(&[]);

const ENTRY_BYTES: usize = 8;
/// The bits of an entry that hold the moves.
const MOVE_BITS: u64 = 0xFFFF;
/// Moves of a position that an entry can hold.
const MAX_MOVES: usize = MOVE_BITS.count_ones() as usize;

impl<'a> Book<'a> {
    /// The book of a file's bytes; an incomplete entry at the end is ignored.
    pub const fn from_bytes(bytes: &'a [u8]) -> Self {
        Book(bytes.as_chunks().0)
    }

    /// Number of positions.
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Is there no position in the book?
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The good moves of a position; empty if the position is not in the book.
    pub fn moves(&self, position: &Position) -> Vec<Move> {
        let key = key(PackedPosition::of(position));
        let at = self.0.partition_point(|&entry| u64::from_le_bytes(entry) < key);
        let entry = self.0.get(at).map_or(0, |&entry| u64::from_le_bytes(entry));
        if entry & !MOVE_BITS != key {
            return Vec::new();
        }
        let moves = distinct_moves(position).into_iter().enumerate();
        moves
            .filter(|&(nth, _)| nth < MAX_MOVES && entry >> nth & 1 == 1)
            .map(|(_, (_, mv))| mv)
            .collect()
    }
}

/// The legal moves that lead to different positions, each with that position, by which they are
/// sorted: the same order for a position and for its mirror image.
pub fn distinct_moves(position: &Position) -> Vec<(PackedPosition, Move)> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut distinct: Vec<_> =
        moves.into_iter().map(|mv| (PackedPosition::of(&position.play(mv)), mv)).collect();
    distinct.sort_by_key(|&(after, _)| after);
    distinct.dedup_by_key(|&mut (after, _)| after);
    distinct
}

/// The bytes of a book: positions, each with the indices of its good moves among its
/// [`distinct_moves`]. Indices above 15 are left out.
pub fn encode(positions: impl IntoIterator<Item = (PackedPosition, Vec<usize>)>) -> Vec<u8> {
    let mut entries: Vec<_> = positions
        .into_iter()
        .map(|(packed, good)| {
            let good = good.into_iter().filter(|&nth| nth < MAX_MOVES);
            key(packed) | good.fold(0, |set, nth| set | 1 << nth)
        })
        .collect();
    entries.sort_unstable();
    entries.into_iter().flat_map(u64::to_le_bytes).collect()
}

/// The upper 48 bits of a position's key, which stand for it in an entry.
fn key(packed: PackedPosition) -> u64 {
    packed.position().key().bits() & !MOVE_BITS
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
        let bytes = encode(
            (0..positions.len())
                .step_by(2)
                .map(|nth| (PackedPosition::of(&positions[nth]), good_move(&positions, nth))),
        );
        let book = Book::from_bytes(&bytes);
        assert_eq!(book.len(), positions.len().div_ceil(2));
        for (nth, position) in positions.iter().enumerate() {
            let moves = book.moves(position);
            if nth % 2 == 1 {
                assert_eq!(moves, []);
                continue;
            }
            let (after, _) = distinct_moves(position)[good_move(&positions, nth)[0]];
            assert_eq!(moves.len(), 1);
            assert_eq!(PackedPosition::of(&position.play(moves[0])), after);
            let mirrored = position.mirrored();
            let same = book.moves(&mirrored)[0];
            assert_eq!(PackedPosition::of(&mirrored.play(same)), after);
        }
    }

    fn good_move(positions: &[Position], nth: usize) -> Vec<usize> {
        vec![nth % distinct_moves(&positions[nth]).len()]
    }

    #[test]
    fn the_agents_book_is_in_order_and_knows_the_start() {
        let entries: Vec<_> = BOOK.0.iter().map(|&entry| u64::from_le_bytes(entry)).collect();
        assert!(entries.is_sorted_by(|one, next| one & !MOVE_BITS < next & !MOVE_BITS));
        assert!(!BOOK.moves(&Position::start()).is_empty());
    }

    /// The moves at the start and after three openings, by square numbers: another order of moves
    /// than that in which the book was written would give others.
    #[test]
    fn the_agents_book_gives_the_moves_it_was_made_with() {
        let lines = ["", "11-15", "9-14 22-18", "10-15 21-17 9-13"];
        assert_eq!(lines.map(moves_after), ["11-15", "23-19 22-18 22-17", "5-9", "17-14"]);
    }

    fn moves_after(line: &str) -> String {
        let mut position = Position::start();
        for word in line.split_whitespace() {
            position = position.play(position.read_move(word).expect("a legal move"));
        }
        let names = BOOK.moves(&position).into_iter().map(|mv| position.move_text(mv));
        names.collect::<Vec<_>>().join(" ")
    }

    proptest! {
        #[test]
        fn whatever_the_bytes_are_the_answers_are_legal(
            move_sets in vec(any::<u16>(), 1..40),
            noise in vec(any::<u8>(), 0..20),
        ) {
            let positions = positions();
            let studied = positions.iter().zip(&move_sets).map(|(position, &set)| {
                let good = (0..16).filter(|nth| set >> nth & 1 == 1).collect();
                (PackedPosition::of(position), good)
            });
            let mut bytes = encode(studied);
            bytes.extend(noise);
            for position in &positions {
                let legal = position.move_list();
                for mv in Book::from_bytes(&bytes).moves(position) {
                    prop_assert!(legal.contains(&mv));
                }
            }
        }
    }
}
