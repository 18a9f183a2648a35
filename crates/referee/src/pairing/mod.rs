//! The pairings of a tournament: a pure function of the format, the number of players and the
//! results so far.
//!
//! Nothing here knows what is played, how a game is run or where results are kept. Players are
//! numbers ([`Player`]); the caller has their names. [`next_round`] gives the pairings of the next
//! round, and `None` when the tournament is over.
//!
//! | to learn | read |
//! |---|---|
//! | the formats and their rounds | `format.rs` |
//! | the result of a round, as far as pairing needs it | `result.rs` |
//! | every player against every other | `round_robin.rs` |
//! | the Swiss system | `swiss/` |
//! | a bracket in which losers leave | `knock_out.rs` |

mod format;
mod knock_out;
mod result;
mod round_robin;
mod swiss;

use crate::error::MatchError;

pub use crate::pairing::format::{Format, Pairing, Player, Round};
pub use crate::pairing::result::{HalfPoints, MeetingResult, RoundResult};

/// The round after the `finished` ones of a tournament in this format with this many players;
/// `None` if the tournament is over.
///
/// The same arguments give the same round on every machine.
///
/// # Errors
/// The format is not for this number of players.
pub fn next_round(
    format: Format,
    players: usize,
    finished: &[RoundResult],
) -> Result<Option<Round>, MatchError> {
    if finished.len() >= format.rounds(players)? {
        return Ok(None);
    }
    Ok(Some(match format {
        Format::RoundRobin => Round { pairings: round_robin::pairings(players), byes: Vec::new() },
        Format::Gauntlet => {
            let others = (1..players).map(Player);
            let pairings = others.map(|other| Pairing { first: Player(0), second: other });
            Round { pairings: pairings.collect(), byes: Vec::new() }
        }
        Format::Swiss { .. } => swiss::next_round(players, finished),
        Format::KnockOut => knock_out::next_round(players, finished),
    }))
}
