//! The openings of a match, and their order.
//!
//! An [`OpeningList`] of ours holds the start position of the game as its first opening, and any
//! number of others, such as the ballots of `ballots.rs`. A list that a user names holds the
//! openings of its file alone (`positions.rs`, `move_lists.rs`). A random order depends on a seed
//! alone: the same seed and number of openings give the same order on every machine and in every
//! version, because [`Walker`]'s stream of random numbers is fixed.

use games::board::Side;
use games::{Notation, NotationError, Walker};
use serde::{Deserialize, Serialize};
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

pub fn read_board<G: Notation>(board: &str, begins: Side) -> Result<G, NotationError> {
    G::read_board(&board.replace('/', "\n"), begins)
}

pub fn board_text<G: Notation>(position: &G) -> String {
    position.board_text().replace('\n', "/")
}

impl Opening {
    pub fn new<G: Notation>(name: String, position: &G) -> Self {
        Opening { name, board: board_text(position), begins: position.side_to_move() }
    }

    pub fn position<G: Notation>(&self) -> Result<G, NotationError> {
        read_board(&self.board, self.begins)
    }

    fn is_board_of(&self, other: &Self) -> bool {
        (&self.board, self.begins) == (&other.board, other.begins)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OpeningIndex(usize);

impl OpeningIndex {
    /// The first one of every list: in lists of ours the start position.
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
    /// The start position of the game, which need not be in the list.
    start: Opening,
    first: Opening,
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
        OpeningList { first: start.clone(), start, others }
    }

    /// These openings alone; the start position if there are none. It has its own name in every
    /// list.
    pub fn only<G: Notation>(openings: Vec<Opening>) -> Self {
        let OpeningList { start, .. } = OpeningList::start_only::<G>();
        let named = |one: Opening| if one.is_board_of(&start) { start.clone() } else { one };
        let mut openings = openings.into_iter().map(named).collect::<Vec<_>>().into_iter();
        let first = openings.next().unwrap_or_else(|| start.clone());
        OpeningList { start, first, others: openings.collect() }
    }

    pub fn all(&self) -> impl Iterator<Item = &Opening> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// True if games that begin with this opening begin at the start position.
    pub fn is_start(&self, index: OpeningIndex) -> bool {
        self.get(index).is_some_and(|opening| opening.is_board_of(&self.start))
    }

    /// True if no opening but the start position is in the list.
    pub fn is_start_only(&self) -> bool {
        self.others.is_empty() && self.is_start(OpeningIndex::START)
    }

    pub fn size(&self) -> NonZeroUsize {
        NonZeroUsize::MIN.saturating_add(self.others.len())
    }

    pub fn get(&self, index: OpeningIndex) -> Option<&Opening> {
        match index.0.checked_sub(1) {
            None => Some(&self.first),
            Some(other) => self.others.get(other),
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum OrderKind {
    /// The first opening of the list, then the others shuffled by the seed
    #[default]
    Random,
    /// As in the list
    Sequential,
}

/// In which order the openings of a list are played, and with which of them a contest begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningOrder {
    pub kind: OrderKind,
    /// The place in that order, from 1. After the last opening the order begins again.
    pub first: NonZeroUsize,
}

impl OpeningOrder {
    /// That of contests which say nothing of it.
    pub const USUAL: OpeningOrder =
        OpeningOrder { kind: OrderKind::Random, first: NonZeroUsize::MIN };

    pub fn is_usual(&self) -> bool {
        *self == OpeningOrder::USUAL
    }

    /// All openings of a list of `size`, each once. A random order is the first one, then the
    /// others shuffled by the seed (Fisher-Yates shuffle).
    pub fn indices(self, size: NonZeroUsize, seed: Seed) -> Vec<OpeningIndex> {
        let mut indices: Vec<_> = (0..size.get()).map(OpeningIndex).collect();
        if self.kind == OrderKind::Random {
            let mut walker = Walker::new(seed.0);
            let others = &mut indices[1..];
            for end in (1..others.len()).rev() {
                others.swap(end, walker.below(end + 1));
            }
        }
        indices.rotate_left((self.first.get() - 1) % size);
        indices
    }
}

impl Default for OpeningOrder {
    fn default() -> Self {
        OpeningOrder::USUAL
    }
}

/// As it follows the name of a list: `sequential, from number 51`.
impl fmt::Display for OpeningOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            OrderKind::Random => "random",
            OrderKind::Sequential => "sequential",
        })?;
        if self.first > NonZeroUsize::MIN {
            write!(f, ", from number {}", self.first)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Game;
    use games::checkers::Position;
    use proptest::prelude::{any, prop_assert_eq, proptest};

    fn numbers(size: usize, seed: u64) -> Vec<usize> {
        in_order(OpeningOrder::USUAL, size, seed)
    }

    fn in_order(order: OpeningOrder, size: usize, seed: u64) -> Vec<usize> {
        let size = NonZeroUsize::new(size).expect("not empty");
        order.indices(size, Seed(seed)).into_iter().map(OpeningIndex::number).collect()
    }

    fn order(kind: OrderKind, first: usize) -> OpeningOrder {
        OpeningOrder { kind, first: NonZeroUsize::new(first).expect("not 0") }
    }

    #[test]
    fn a_sequential_order_is_that_of_the_list_whatever_the_seed() {
        let list = |first| in_order(order(OrderKind::Sequential, first), 5, 7);
        assert_eq!((list(1), list(4)), (vec![0, 1, 2, 3, 4], vec![3, 4, 0, 1, 2]));
    }

    #[test]
    fn two_contests_with_one_seed_can_divide_a_random_order() {
        let (all, later) = (numbers(10, 1), in_order(order(OrderKind::Random, 8), 10, 1));
        assert_eq!((&later[..3], &later[3..]), (&all[7..], &all[..7]));
    }

    #[test]
    fn an_order_is_stored_and_named() {
        let stored = serde_json::to_string(&order(OrderKind::Sequential, 5)).expect("plain data");
        assert_eq!(stored, r#"{"kind":"sequential","first":5}"#);
        assert!(serde_json::from_str::<OpeningOrder>(&stored.replace('5', "0")).is_err());
        assert_eq!(order(OrderKind::Sequential, 1).to_string(), "sequential");
        assert_eq!(order(OrderKind::Random, 51).to_string(), "random, from number 51");
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
        assert!(list.is_start(OpeningIndex::START) && !list.is_start_only());
    }

    #[test]
    fn the_list_of_a_file_has_its_openings_alone() {
        let rows = Position::start().rows_text('/');
        let other = Opening { name: "white begins".to_string(), board: rows, begins: Side::White };
        let list = OpeningList::only::<Position>(vec![other.clone()]);
        assert_eq!((list.size().get(), list.get(OpeningIndex::START)), (1, Some(&other)));
        assert!(!list.is_start(OpeningIndex::START) && !list.is_start_only());
        let told = Opening::new("line 2".to_string(), &Position::start());
        let list = OpeningList::only::<Position>(vec![other, told]);
        assert_eq!(list.size().get(), 2);
        assert_eq!(list.get(OpeningIndex(1)).map(|one| &*one.name), Some("start"));
        assert!(list.is_start(OpeningIndex(1)) && !list.is_start_only());
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
