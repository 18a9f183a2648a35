//! A text game beside its oracle: which of their moves mean the same, and what their boards say.

use crate::legality::placement;
use games::{amazons, loa, tablut};
use oracle::Oracle;
use rand_chacha::ChaCha8Rng;
use text::Dialect;

pub trait Compared: Dialect {
    type Oracle: Oracle;

    const CELLS: &'static str;

    fn to_oracle(mv: Self::Move) -> <Self::Oracle as Oracle>::Move;

    /// A random board, in the form of [`Oracle::rows`].
    fn placement(random: &mut ChaCha8Rng) -> String;

    /// The board in the form of [`Oracle::rows`]: the dump without blanks and coordinates.
    fn rows(&self) -> String {
        let lines = self.board_text();
        let rows = lines
            .lines()
            .map(|line| line.chars().filter(|&c| Self::CELLS.contains(c)).collect())
            .filter(|row: &String| !row.is_empty());
        rows.map(|row| row + "\n").collect()
    }
}

impl Compared for loa::Position {
    type Oracle = oracle::loa::LoaGame;
    const CELLS: &'static str = "-bw";

    fn to_oracle(mv: Self::Move) -> oracle::loa::Move {
        match mv.ends() {
            None => oracle::loa::Move::Pass,
            Some((from, to)) => oracle::loa::Move::Piece { from: square(from), to: square(to) },
        }
    }

    fn placement(random: &mut ChaCha8Rng) -> String {
        placement::loa(random)
    }
}

impl Compared for tablut::Position {
    type Oracle = oracle::tablut::TablutGame;
    const CELLS: &'static str = "-BWK";

    fn to_oracle(mv: Self::Move) -> oracle::tablut::Move {
        oracle::tablut::Move { from: square(mv.from()), to: square(mv.to()) }
    }

    fn placement(random: &mut ChaCha8Rng) -> String {
        placement::tablut(random)
    }
}

impl Compared for amazons::Position {
    type Oracle = oracle::amazons::AmazonsGame;
    const CELLS: &'static str = "-BWS";

    fn to_oracle(mv: Self::Move) -> oracle::amazons::Move {
        let [from, to, spear] = [mv.from(), mv.to(), mv.spear()].map(square);
        oracle::amazons::Move { from, to, spear }
    }

    fn placement(random: &mut ChaCha8Rng) -> String {
        placement::amazons(random)
    }
}

fn square<const N: usize>(square: games::board::Square<N>) -> oracle::Square {
    // A board has at most ten files and ranks.
    oracle::Square { column: square.file() as i8, row: square.rank() as i8 }
}

pub const fn side_to_oracle(side: games::board::Side) -> oracle::Side {
    match side {
        games::board::Side::Black => oracle::Side::Black,
        games::board::Side::White => oracle::Side::White,
    }
}

pub const fn side_from_oracle(side: oracle::Side) -> games::board::Side {
    match side {
        oracle::Side::Black => games::board::Side::Black,
        oracle::Side::White => games::board::Side::White,
    }
}
