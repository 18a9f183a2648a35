//! Moves from the opening book: at once, and not always the same where several are as good, so that
//! no opponent can prepare for one line.

use crate::warning::warn;
use evaluation::checkers::book::BOOK;
use games::Game;
use games::board::KeyStream;
use games::checkers::{Move, Position};
use std::env;

/// The environment variable with the number that fixes the choice, for games that must be
/// repeatable.
const VARIABLE: &str = "CROWNHEAD_SEED";

/// A move of the book; `None` if it does not hold the position.
pub fn book_move(position: &Position) -> Option<Move> {
    let good = BOOK.moves(position);
    let seed = seed();
    match good[..] {
        [] | [_] => good.first().copied(),
        _ => chosen(position, &good, seed.unwrap_or_else(rand::random)),
    }
}

/// One of these moves, always the same for the same position and seed; `None` if there are none.
fn chosen(position: &Position, good: &[Move], seed: u64) -> Option<Move> {
    let number = KeyStream::new(seed ^ position.key().bits()).next().0.bits();
    good.get(number.checked_rem(good.len() as u64)? as usize).copied()
}

fn seed() -> Option<u64> {
    let word = env::var_os(VARIABLE)?;
    let seed = word.to_str().and_then(|word| word.parse().ok());
    if seed.is_none() {
        warn(format_args!("{VARIABLE} must be a whole number; going on without it"));
    }
    seed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_choose_each_move_and_the_same_one_again() {
        let position = Position::start();
        let legal = position.move_list();
        let by_seed = |seed| chosen(&position, &legal, seed).expect("a move");
        for &mv in &legal {
            assert!((0..200).any(|seed| by_seed(seed) == mv));
        }
        assert!((0..200).all(|seed| by_seed(seed) == by_seed(seed)));
        assert_eq!(chosen(&position, &[], 1), None);
    }
}
