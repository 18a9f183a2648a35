//! Positions of all phases of a game, made by random play from a seed.

use games::checkers::Position;
use games::{Game, Walker};

/// The most pieces, those of the start.
const MOST_PIECES: u32 = 24;
/// Numbers of pieces: 24, 23 and so on to 2.
const PIECE_COUNTS: u32 = 23;
/// Random games are over long before.
const MOST_PLIES: usize = 1_000;

/// The random numbers of one unit: those of different units have nothing in common.
pub fn walker(seed: u64, unit: u32) -> Walker {
    // The golden ratio spreads the bits (Knuth); the generator mixes the rest.
    Walker::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ u64::from(unit))
}

/// A position of random games with a legal move. Consecutive numbers ask for consecutive numbers of
/// pieces, from 24 down to 2, and then from 24 again.
pub fn position(walker: &mut Walker, number: u32) -> Position {
    let wanted = MOST_PIECES - number % PIECE_COUNTS;
    loop {
        let game = walker.game(Position::start(), MOST_PLIES);
        let fits = |position: &&Position| position.count() == wanted && position.can_move();
        let fitting: Vec<&Position> = game.iter().filter(fits).collect();
        if !fitting.is_empty() {
            return *fitting[walker.below(fitting.len())];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_pieces_occurs_and_a_seed_means_the_same_positions() {
        let make = |seed, unit| position(&mut walker(seed, unit), unit);
        let counts: Vec<u32> = (0..46).map(|unit| make(7, unit).count()).collect();
        assert!(counts.iter().copied().eq((2..=24).rev().chain((2..=24).rev())));
        assert!((0..46).all(|unit| make(7, unit) == make(7, unit)));
        assert!((1..46).any(|unit| make(7, unit) != make(8, unit)));
    }
}
