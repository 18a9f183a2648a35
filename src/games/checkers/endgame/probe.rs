//! What the tables say about a position.
//!
//! They were made under the rule of 50 quiet turns: won is what can be won with all 50 still to come,
//! by going for one conversion after the other and none of them too late.
//!
//! The tables hold positions whose side to move has no capture. Where it has, a capture has to be
//! played: the few that there are lead to fewer pieces, and the results there are looked up instead.

use crate::board::Side;
use crate::game::{Game, Outcome};
use crate::games::checkers::endgame::distances::{Distances, Unpacked};
use crate::games::checkers::endgame::head::TableError;
use crate::games::checkers::endgame::material::MOST_PIECES;
use crate::games::checkers::endgame::placement::Placement;
use crate::games::checkers::endgame::results::Results;
use crate::games::checkers::movegen;
use crate::games::checkers::position::{Position, crown_row};
use std::sync::{LazyLock, OnceLock};

/// The most pieces of endings whose distances are compiled in.
pub const PIECES_WITH_DISTANCES: u32 = 5;

// Compiled in; nothing of it is touched before it is needed. `data/README.md` tells how it is made.
#[cfg(not(feature = "six-pieces"))]
static RESULTS_FILE: &[u8] = include_bytes!("data/results-5");
#[cfg(feature = "six-pieces")]
static RESULTS_FILE: &[u8] = include_bytes!("data/results-6");
static DISTANCES_FILE: &[u8] = include_bytes!("data/distances-5");

static RESULTS: LazyLock<Option<Results<'static>>> =
    LazyLock::new(|| Results::read(RESULTS_FILE).ok());
static DISTANCES: LazyLock<Option<Distances<'static>>> =
    LazyLock::new(|| Distances::read(DISTANCES_FILE).ok());
/// Results of more pieces, brought by the program: the one thing here that a program may change,
/// once, since a position has no other way to what is not part of it.
static LARGER: OnceLock<Results<'static>> = OnceLock::new();

/// Uses this table of results in place of the one that is compiled in, if it has more pieces.
///
/// # Errors
/// The bytes are no table of results.
pub fn use_larger_results(bytes: &'static [u8]) -> Result<(), TableError> {
    let larger = Results::read(bytes)?;
    if results().is_none_or(|known| known.pieces() < larger.pieces()) {
        // Whoever was first stays.
        let _ = LARGER.set(larger);
    }
    Ok(())
}

#[inline]
fn results() -> Option<&'static Results<'static>> {
    LARGER.get().or_else(|| RESULTS.as_ref())
}

/// The most pieces of a position whose result is known.
#[inline]
fn most_pieces() -> u32 {
    results().map_or(0, |results| results.pieces() as u32)
}

/// Are there so few pieces that the tables compiled in know the result?
#[inline]
pub fn has_few_pieces(position: &Position) -> bool {
    position.count() <= PIECES_WITH_DISTANCES
}

/// The result of a position of few pieces in which both sides have some and the side to move has no
/// capture, for that side; none for other positions. Asks one block of a table.
#[inline(always)]
pub fn quiet_result(position: &Position) -> Option<Outcome> {
    // Most nodes of most searches end here.
    if position.count() > MOST_PIECES as u32 { None } else { result_of_few(position) }
}

#[inline(never)]
fn result_of_few(position: &Position) -> Option<Outcome> {
    if position.count() > most_pieces() || movegen::can_jump(position) {
        return None;
    }
    looked_up(position)
}

/// The result of any position of few pieces, for the side to move; none if there are too many.
pub fn result(position: &Position) -> Option<Outcome> {
    if position.own().is_empty() {
        return Some(Outcome::Loss);
    }
    if position.count() > most_pieces() {
        return None;
    }
    let mut captures = Vec::new();
    movegen::jumps(position, &mut captures);
    if captures.is_empty() {
        return looked_up(position);
    }
    let mut best = Outcome::Loss;
    for mv in captures {
        match result(&position.play(mv))? {
            Outcome::Loss => return Some(Outcome::Win),
            Outcome::Draw => best = Outcome::Draw,
            Outcome::Win => {}
        }
    }
    Some(best)
}

/// None also where the tables have no index: a side without pieces, which has lost by the rules, or a
/// man on the row where it should have been crowned, which no game brings about.
fn looked_up(position: &Position) -> Option<Outcome> {
    let is_odd = |side| (position.men(side) & crown_row(side)).any();
    if position.own().is_empty()
        || position.enemies().is_empty()
        || Side::ALL.into_iter().any(is_odd)
    {
        return None;
    }
    let placement = Placement::of(position);
    results()?.at(placement.material(), placement.index())
}

/// How many plies a position will last until the next capture, crowning or end, with best play by
/// both sides: the winner wants it soon, the loser late.
#[derive(Debug, Default)]
pub struct Gauge {
    unpacked: Vec<Unpacked>,
}

impl Gauge {
    /// The plies, at most one more than there are, that a lost position lasts; none if the tables do
    /// not reach so far.
    pub fn plies_of_lost(&mut self, position: &Position) -> Option<u32> {
        if !position.can_move() {
            return Some(0);
        }
        if movegen::can_jump(position) {
            return Some(1);
        }
        let placement = Placement::of(position);
        let distances = DISTANCES.as_ref()?;
        let (material, index) = (placement.material(), placement.index());
        distances.at(material, index, &mut self.unpacked).map(|rounds| 2 * u32::from(rounds))
    }

    /// The same for a won position.
    pub fn plies_of_won(&mut self, position: &Position) -> Option<u32> {
        self.plies_of_won_if_at_least(0, position)
    }

    /// The same where only those are wanted that last for `bound` plies or more: of another position
    /// it tells no more than some number of plies below the bound that it does not outlast.
    pub fn plies_of_won_if_at_least(&mut self, bound: u32, position: &Position) -> Option<u32> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        // Conversions first: their distance needs no table.
        moves.sort_by_key(|&mv| !position.converts(mv));
        let mut least = None;
        for mv in moves {
            let child = position.play(mv);
            if result(&child)? != Outcome::Loss {
                continue;
            }
            if position.converts(mv) {
                return Some(1);
            }
            let plies = 1 + self.plies_of_lost(&child)?;
            least = Some(least.map_or(plies, |least: u32| least.min(plies)));
            if plies < bound {
                break;
            }
        }
        least
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(rows: &str, side: Side) -> Position {
        Position::from_rows(rows.split('/'), side).expect("a board")
    }

    #[test]
    fn a_side_without_pieces_is_in_no_table_and_has_lost() {
        for rows in [
            "......../......../...w..../......../......../......../......../........",
            "......../......../...W..../......../.W....../......../......../........",
            "......../......../...W..../......../.w...w../......../...w..../........",
        ] {
            let empty_handed = position(rows, Side::Black);
            assert_eq!(quiet_result(&empty_handed), None);
            assert_eq!(result(&empty_handed), Some(Outcome::Loss));
        }
    }

    #[test]
    fn a_man_that_should_have_been_crowned_is_in_no_table() {
        let rows = ".w....../......../......../......../......../......../...b..../........";
        for side in Side::ALL {
            assert_eq!(result(&position(rows, side)), None);
        }
    }

    #[test]
    fn a_capture_is_looked_up_where_it_leads() {
        let rows = "......../......../......../......../...b..../..W...../......../........";
        assert_eq!(result(&position(rows, Side::White)), Some(Outcome::Win));
        assert_eq!(quiet_result(&position(rows, Side::White)), None);
    }

    #[test]
    fn what_is_no_table_of_results_is_refused() {
        assert_eq!(use_larger_results(b""), Err(TableError::Magic));
        assert_eq!(use_larger_results(&DISTANCES_FILE[..100]), Err(TableError::Magic));
        assert_eq!(
            use_larger_results(&RESULTS_FILE[..RESULTS_FILE.len() - 1]),
            Err(TableError::Length)
        );
        // One that is not larger changes nothing.
        assert_eq!(use_larger_results(RESULTS_FILE), Ok(()));
        assert!(LARGER.get().is_none());
    }
}
