//! Random boards: crowded and empty, such as games rarely lead to.

use oracle::{Oracle, Side};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// A square board of letters, `-` where nothing stands.
struct Letters {
    size: usize,
    cells: Vec<u8>,
}

impl Letters {
    fn empty(size: usize) -> Self {
        Self { size, cells: vec![b'-'; size * size] }
    }

    /// Puts `letter` on `count` of those empty cells whose index `may` allows, or on all of them if
    /// there are fewer.
    fn put(
        &mut self,
        random: &mut ChaCha8Rng,
        letter: u8,
        count: usize,
        may: impl Fn(usize) -> bool,
    ) {
        for _ in 0..count {
            let free: Vec<usize> = (0..self.cells.len())
                .filter(|&index| self.cells[index] == b'-' && may(index))
                .collect();
            if !free.is_empty() {
                self.cells[free[random.random_range(0..free.len())]] = letter;
            }
        }
    }

    fn rows(&self) -> String {
        self.cells
            .chunks(self.size)
            .map(|cells| String::from_utf8_lossy(cells).into_owned() + "\n")
            .collect()
    }
}

/// Lines of Action with 1 to 12 pieces of each side, or, in half of the boards, with any number of
/// them, which lets many pieces stand still. Most such boards are finished games; others are taken,
/// if they are found soon.
pub fn loa(random: &mut ChaCha8Rng) -> String {
    const TRIES: u32 = 50;
    let is_crowded = random.random_bool(0.5);
    let most = if is_crowded { 32 } else { 12 };
    let mut rows = both_sides(random, most);
    for _ in 0..TRIES {
        let game = oracle::loa::LoaGame::from_rows(&rows, Side::Black).expect("a board");
        if !is_crowded || game.end().is_none() {
            break;
        }
        rows = both_sides(random, most);
    }
    rows
}

/// True within this distance of the throne, counted as a king of chess moves.
fn is_near(index: usize, distance: usize) -> bool {
    (index / 9).abs_diff(4).max((index % 9).abs_diff(4)) <= distance
}

/// A board of 8 by 8 squares with 1 to `most` pieces of each side.
fn both_sides(random: &mut ChaCha8Rng, most: usize) -> String {
    let mut letters = Letters::empty(8);
    for letter in [b'b', b'w'] {
        let count = random.random_range(1..=most);
        letters.put(random, letter, count, |_| true);
    }
    letters.rows()
}

/// Tablut with the king, up to 8 Swedes and 1 to 16 Muscovites; in half of the boards all stand
/// near the throne, where most of the rules about captures are. On the throne is the king or
/// nobody.
pub fn tablut(random: &mut ChaCha8Rng) -> String {
    const THRONE: usize = 40;
    let mut letters = Letters::empty(9);
    let distance = if random.random_bool(0.5) { 2 } else { 4 };
    let kings_distance = random.random_range(0..=3);
    letters.put(random, b'K', 1, |index| is_near(index, kings_distance));
    for (letter, counts) in [(b'W', 0..=8), (b'B', 1..=16)] {
        let count = random.random_range(counts);
        letters.put(random, letter, count, |index| index != THRONE && is_near(index, distance));
    }
    letters.rows()
}

/// Amazons with 1 to 4 amazons of each side and any number of spears.
pub fn amazons(random: &mut ChaCha8Rng) -> String {
    let mut letters = Letters::empty(10);
    for (letter, counts) in [(b'W', 1..=4), (b'B', 1..=4), (b'S', 0..=92)] {
        let count = random.random_range(counts);
        letters.put(random, letter, count, |_| true);
    }
    letters.rows()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn every_board_is_read_by_its_oracle() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..200 {
            let rows = loa(&mut random);
            assert!(oracle::loa::LoaGame::from_rows(&rows, Side::Black).is_some(), "{rows}");
            let rows = tablut(&mut random);
            assert!(oracle::tablut::TablutGame::from_rows(&rows, Side::Black).is_some(), "{rows}");
            assert!(!matches!(rows.as_bytes()[44], b'W' | b'B'), "{rows}");
            assert_eq!(rows.matches('K').count(), 1, "{rows}");
            let rows = amazons(&mut random);
            assert!(
                oracle::amazons::AmazonsGame::from_rows(&rows, Side::White).is_some(),
                "{rows}"
            );
        }
    }
}
