//! Positions of all phases of a game, made by random play from a seed.

use crate::error::SoakError;
use clap::ValueEnum;
use cli::file;
use formats::{INPUT_FILE, OUTPUT_FILE, Request, answer, request};
use games::checkers::Position;
use games::{Game, Walker};
use rustix::time::{ClockId, clock_gettime};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::Duration;

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
        let fitting: Vec<&Position> = game
            .iter()
            .filter(|position| position.count() == wanted && position.can_move())
            .collect();
        if !fitting.is_empty() {
            return *fitting[walker.below(fitting.len())];
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Behavior {
    /// Answers at once.
    Instant,
    /// Spends nineteen twentieths of its time on each move.
    SpendsAll,
    /// Aborts in one position of eight.
    Crashes,
    /// Computes until it is killed in one position of eight.
    Stalls,
}

/// One position in this number is special; a power of two.
const SPECIAL: u64 = 8;

/// Answers the request in this directory, or does something worse.
pub fn answer_badly(dir: &Path, behavior: Behavior) -> Result<(), SoakError> {
    let path = dir.join(INPUT_FILE);
    let text = file::read(&path, request::SIZE_LIMIT)
        .map_err(|error| SoakError::Failed(error.to_string()))?;
    let request = Request::parse(&text.unwrap_or_default());
    let request = request.map_err(|error| SoakError::Failed(error.to_string()))?;
    let is_due = is_special(&request.position);
    match behavior {
        Behavior::SpendsAll => spend(request.remaining.mul_f64(0.95)),
        Behavior::Crashes if is_due => std::process::abort(),
        Behavior::Stalls if is_due => spend(Duration::MAX),
        Behavior::Instant | Behavior::Crashes | Behavior::Stalls => {}
    }
    let legal = request.position.move_list();
    let text = legal.first().map_or_else(String::new, |&mv| answer::text(mv));
    let path = dir.join(OUTPUT_FILE);
    file::replace(&path, text).map_err(|error| SoakError::Failed(error.to_string()))
}

fn is_special(position: &Position) -> bool {
    // The golden ratio spreads the bits (Knuth).
    let spread = u64::from(position.own().bits()).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
    spread.is_multiple_of(SPECIAL)
}

/// Computes until the process has used this CPU time.
fn spend(time: Duration) {
    while used() < time {
        std::hint::spin_loop();
    }
}

/// The CPU time of this process.
fn used() -> Duration {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    Duration::try_from(now).unwrap_or(Duration::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn make(seed: u64, unit: u32) -> Position {
        position(&mut walker(seed, unit), unit)
    }

    #[test]
    fn every_number_of_pieces_occurs_and_a_seed_means_the_same_positions() {
        let counts: Vec<u32> = (0..46).map(|unit| make(7, unit).count()).collect();
        assert!(counts.iter().copied().eq((2..=24).rev().chain((2..=24).rev())));
        assert!((0..46).all(|unit| make(7, unit) == make(7, unit)));
        assert!((1..46).any(|unit| make(7, unit) != make(8, unit)));
    }
}
