//! The openings of a match, and their order.
//!
//! An [`OpeningList`] always holds the start position of the game as its first opening, and any
//! number of others: the ballots of `ballots.rs` or the positions of a file (`positions.rs`). The
//! order depends on a seed alone: the same seed and number of openings give the same order on every
//! machine and in every version, because [`Walker`]'s stream of random numbers is fixed.

use games::board::Side;
use games::{BoardError, Notation, Walker};
use std::fmt;
use std::num::NonZeroUsize;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The moves that lead there, the name in a file, or `start`.
    pub name: String,
    /// The text of the board, rows joined by `/`.
    pub board: String,
    pub begins: Side,
}

pub fn read_board<G: Notation>(board: &str, begins: Side) -> Result<G, BoardError> {
    G::read_board(&board.replace('/', "\n"), begins)
}

pub fn board_text<G: Notation>(position: &G) -> String {
    position.board_text().replace('\n', "/")
}

impl Opening {
    pub fn new<G: Notation>(name: String, position: &G) -> Self {
        Opening { name, board: board_text(position), begins: position.side_to_move() }
    }

    pub fn position<G: Notation>(&self) -> Result<G, BoardError> {
        read_board(&self.board, self.begins)
    }

    fn is_board_of(&self, other: &Self) -> bool {
        (&self.board, self.begins) == (&other.board, other.begins)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OpeningIndex(usize);

impl OpeningIndex {
    /// The start position of the game: the first one of every list.
    pub const START: OpeningIndex = OpeningIndex(0);

    /// The opening at this place, counted from 0; `None` if the list is shorter.
    pub fn in_list(place: usize, list: &OpeningList) -> Option<Self> {
        Some(OpeningIndex(place)).filter(|index| list.get(*index).is_some())
    }

    /// The place in the list, from 0.
    pub const fn number(self) -> usize {
        self.0
    }
}

/// The seed of everything random in a match. It is recorded to make a match repeatable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Seed(pub u64);

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningList {
    start: Opening,
    others: Vec<Opening>,
}

impl OpeningList {
    pub fn start_only<G: Notation>() -> Self {
        OpeningList::new::<G>(Vec::new())
    }

    /// The start position and `others`. A start position among these is dropped: it would count
    /// twice.
    pub fn new<G: Notation>(mut others: Vec<Opening>) -> Self {
        let start = Opening::new("start".to_string(), &G::start());
        others.retain(|opening| !opening.is_board_of(&start));
        OpeningList { start, others }
    }

    /// All openings, the start position first.
    pub fn all(&self) -> impl Iterator<Item = &Opening> {
        std::iter::once(&self.start).chain(&self.others)
    }

    /// The number of openings, the start position included.
    pub fn size(&self) -> NonZeroUsize {
        NonZeroUsize::MIN.saturating_add(self.others.len())
    }

    pub fn get(&self, index: OpeningIndex) -> Option<&Opening> {
        match index.0.checked_sub(1) {
            None => Some(&self.start),
            Some(other) => self.others.get(other),
        }
    }
}

/// All openings of a list of `size`, each once: the start position, then the others shuffled by the
/// seed (Fisher-Yates shuffle).
pub fn order(size: NonZeroUsize, seed: Seed) -> Vec<OpeningIndex> {
    let mut indices: Vec<_> = (0..size.get()).map(OpeningIndex).collect();
    let mut walker = Walker::new(seed.0);
    let others = &mut indices[1..];
    for end in (1..others.len()).rev() {
        others.swap(end, walker.below(end + 1));
    }
    indices
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Game;
    use games::checkers::Position;
    use proptest::prelude::{any, prop_assert_eq, proptest};

    fn numbers(size: usize, seed: u64) -> Vec<usize> {
        let size = NonZeroUsize::new(size).expect("not empty");
        order(size, Seed(seed)).into_iter().map(OpeningIndex::number).collect()
    }

    #[test]
    fn a_list_begins_with_the_start_position_and_has_it_once() {
        let rows = Position::start().rows_text('/');
        let other = Opening { name: "white begins".to_string(), board: rows, begins: Side::White };
        let again = Opening::new("again".to_string(), &Position::start());
        let list = OpeningList::new::<Position>(vec![again, other.clone()]);
        assert_eq!(list.size().get(), 2);
        let start = list.get(OpeningIndex::START).expect("always there");
        assert_eq!((start.name.as_str(), start.position()), ("start", Ok(Position::start())));
        assert_eq!(list.get(OpeningIndex(1)), Some(&other));
        assert_eq!(list.get(OpeningIndex(2)), None);
        assert_eq!(OpeningList::start_only::<Position>().size().get(), 1);
    }

    /// A recorded match names its seed. If this order changed, the match could not be resumed.
    #[test]
    fn a_seed_always_gives_the_same_order() {
        assert_eq!(numbers(10, 1), [0, 8, 6, 9, 3, 2, 1, 7, 4, 5]);
        assert_ne!(numbers(145, 1), numbers(145, 2));
        assert_eq!((numbers(1, 5), numbers(2, 5)), (vec![0], vec![0, 1]));
    }

    #[test]
    fn every_opening_is_as_likely_as_another_to_follow_the_start() {
        let mut counts = [0; 5];
        for seed in 0..4000 {
            counts[numbers(5, seed)[1]] += 1;
        }
        assert_eq!(counts[0], 0);
        assert!(counts[1..].iter().all(|count| (850..1150).contains(count)), "{counts:?}");
    }

    proptest! {
        #[test]
        fn every_order_begins_with_the_start_and_has_each_opening_once(
            size in 1_usize..400,
            seed in any::<u64>(),
        ) {
            let mut found = numbers(size, seed);
            prop_assert_eq!(&found, &numbers(size, seed));
            prop_assert_eq!(found[0], 0);
            found.sort_unstable();
            prop_assert_eq!(found, (0..size).collect::<Vec<_>>());
        }
    }
}
