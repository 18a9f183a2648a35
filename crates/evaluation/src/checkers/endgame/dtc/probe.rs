//! Distance to conversion of won and lost positions, in plies: short ones by trying all moves, the
//! others from the DTC table.

use crate::checkers::endgame::dtc::table::{CachedBlock, DtcTable, SHORT_ROUNDS};
use crate::checkers::endgame::index::table_index::TableIndex;
use crate::checkers::endgame::wdl::probe::{NEVER_CURSED, ResultTables};
use games::checkers::movegen;
use games::checkers::position::Position;
use games::checkers::rules::QuietTurnRule;
use games::{Game, Outcome};

/// The distances under one draw rule.
#[derive(Clone, Copy, Debug)]
pub struct DistanceTables<'a> {
    /// Under the rule of 50 quiet turns.
    pub ruled: DtcTable<'a>,
    /// Without the rule: rounds where it draws, and elsewhere the rounds that it adds.
    pub cursed: Option<DtcTable<'a>>,
}

/// Probes the tables of distances, and keeps the blocks it has decompressed.
#[derive(Debug)]
pub struct DtcProbe<'a> {
    results: ResultTables<'a>,
    distances: DistanceTables<'a>,
    cache: Vec<CachedBlock>,
    cursed_cache: Vec<CachedBlock>,
}

impl<'a> DtcProbe<'a> {
    /// Probes these tables; nothing is decompressed yet.
    pub const fn new(results: ResultTables<'a>, distances: DistanceTables<'a>) -> Self {
        DtcProbe { results, distances, cache: Vec::new(), cursed_cache: Vec::new() }
    }

    /// Plies to the conversion of a lost position, at most one too many; `None` if it is not short
    /// and the table does not hold it.
    pub fn plies_to_conversion_when_lost(&mut self, position: &Position) -> Option<u32> {
        if !position.can_move() {
            return Some(0);
        }
        if movegen::can_jump(position) {
            return Some(1);
        }
        let short = (1..=SHORT_ROUNDS).find(|&rounds| self.is_converted_within(rounds, position));
        let rounds = short.or_else(|| self.rounds_in_table(position))?;
        Some(2 * u32::from(rounds))
    }

    /// The rounds to a conversion that is not short.
    fn rounds_in_table(&mut self, position: &Position) -> Option<u8> {
        let table_index = TableIndex::of(position);
        let (material, index) = (table_index.material(), table_index.index());
        let ruled = self.distances.ruled;
        let is_never_cursed = position.count() <= NEVER_CURSED;
        if is_never_cursed || self.results.rule == QuietTurnRule::FiftyQuietTurns {
            return ruled.probe(material, index, &mut self.cache);
        }
        let cursed = self.distances.cursed?.probe(material, index, &mut self.cursed_cache)?;
        match self.results.ruled.look_up(position)? {
            Outcome::Draw => Some(cursed),
            _ => ruled.probe(material, index, &mut self.cache)?.checked_sub(cursed),
        }
    }

    /// Plies to the conversion of a won position, likewise.
    pub fn plies_to_conversion_when_won(&mut self, position: &Position) -> Option<u32> {
        self.plies_when_won_if_at_least(0, position)
    }

    /// Plies to the conversion of a won position if they are at least `bound`; else a number below
    /// `bound` and not below the true one, which is found faster.
    pub fn plies_when_won_if_at_least(&mut self, bound: u32, position: &Position) -> Option<u32> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        // Conversions first: their distance needs no table.
        moves.sort_by_key(|&mv| !position.converts(mv));
        let mut shortest = None;
        for mv in moves {
            let child = position.play(mv);
            if self.results.probe(&child)? != Outcome::Loss {
                continue;
            }
            if position.converts(mv) {
                return Some(1);
            }
            let plies = 1 + self.plies_to_conversion_when_lost(&child)?;
            shortest = Some(shortest.map_or(plies, |shortest: u32| shortest.min(plies)));
            if plies < bound {
                break;
            }
        }
        shortest
    }

    /// Is a lost position over or converted within `rounds` rounds, whatever the loser plays?
    fn is_converted_within(&self, rounds: u8, lost: &Position) -> bool {
        let mut moves = Vec::new();
        lost.legal_moves(&mut moves);
        moves.is_empty()
            || (rounds > 0
                && moves
                    .iter()
                    .all(|&mv| lost.converts(mv) || self.wins_within(rounds, &lost.play(mv))))
    }

    /// Can the winner, who is to move, end the first of `rounds` rounds so that the game is over or
    /// converted within them?
    fn wins_within(&self, rounds: u8, won: &Position) -> bool {
        let mut moves = Vec::new();
        won.legal_moves(&mut moves);
        // A conversion, which needs no further search, is tried before the quiet moves.
        moves.sort_by_key(|&mv| !won.converts(mv));
        moves.iter().any(|&mv| {
            let child = won.play(mv);
            let is_soon = won.converts(mv) || rounds > 1 || !child.can_move();
            is_soon
                && self.results.probe(&child) == Some(Outcome::Loss)
                && (won.converts(mv) || self.is_converted_within(rounds - 1, &child))
        })
    }
}
