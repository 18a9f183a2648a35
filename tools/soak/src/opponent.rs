//! Small agents that behave badly in one way each: the opponents of `soak games`.
//!
//! They are this program under another command, so that nothing needs to be installed. Each answers
//! with the first legal move unless its way to behave is due, which follows from the position.

use crate::error::SoakError;
use clap::ValueEnum;
use cli::file;
use formats::{INPUT_FILE, OUTPUT_FILE, Request, answer, request};
use games::Game;
use games::checkers::Position;
use rustix::time::{ClockId, clock_gettime};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::Duration;

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

/// One position in so many is special; a power of two.
const SPECIAL: u64 = 8;

/// Answers the request in this directory, or does something worse.
pub fn answer_badly(dir: &Path, behavior: Behavior) -> Result<(), SoakError> {
    let path = dir.join(INPUT_FILE);
    let options = |text: String| SoakError::Options(text);
    let text =
        file::read(&path, request::SIZE_LIMIT).map_err(|error| options(error.to_string()))?;
    let request = Request::parse(&text.unwrap_or_default());
    let request = request.map_err(|error| options(error.to_string()))?;
    let is_due = is_special(&request.position);
    match behavior {
        Behavior::SpendsAll => spend(request.remaining.mul_f64(0.95)),
        Behavior::Crashes if is_due => std::process::abort(),
        Behavior::Stalls if is_due => spend(Duration::MAX),
        Behavior::Instant | Behavior::Crashes | Behavior::Stalls => {}
    }
    let mut legal = Vec::new();
    request.position.legal_moves(&mut legal);
    let text = legal.first().map_or_else(String::new, |&mv| answer::text(mv));
    let path = dir.join(OUTPUT_FILE);
    file::replace(&path, text).map_err(|error| options(error.to_string()))
}

fn is_special(position: &Position) -> bool {
    // The golden ratio spreads the bits (Knuth).
    let spread = u64::from(position.own().bits()).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
    spread.is_multiple_of(SPECIAL)
}

/// Computes until the process has used this CPU time.
fn spend(time: Duration) {
    let used = || {
        let now = clock_gettime(ClockId::ProcessCPUTime);
        Duration::try_from(now).unwrap_or(Duration::MAX)
    };
    while used() < time {
        std::hint::spin_loop();
    }
}
