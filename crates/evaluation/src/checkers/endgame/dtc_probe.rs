//! How long a decided ending lasts: plies to the next conversion, with best play by both sides.
//!
//! *Distance to conversion* (DTC) counts to the next capture or crowning, not to the end of the game: a
//! conversion is progress that no later quiet turn can undo.

use crate::checkers::endgame::dtc::Unpacked;
use crate::checkers::endgame::table_index::TableIndex;
use crate::checkers::endgame::tablebases::Tablebases;
use games::checkers::movegen;
use games::checkers::position::Position;
use games::{Game, Outcome};

/// Asks for distances, and keeps the blocks it has unpacked: the winner wants the conversion soon, the
/// loser late.
#[derive(Debug)]
pub struct DtcProbe<'a> {
    tables: Tablebases<'a>,
    unpacked: Vec<Unpacked>,
}

impl<'a> DtcProbe<'a> {
    /// A probe of these tables.
    pub const fn new(tables: Tablebases<'a>) -> Self {
        DtcProbe { tables, unpacked: Vec::new() }
    }

    /// Plies until the conversion of a lost position, at most one too many; `None` if it has more pieces
    /// than the table.
    pub fn plies_to_conversion_when_lost(&mut self, position: &Position) -> Option<u32> {
        if !position.can_move() {
            return Some(0);
        }
        if movegen::can_jump(position) {
            return Some(1);
        }
        let table_index = TableIndex::of(position);
        let dtc = self.tables.dtc()?;
        let (material, index) = (table_index.material(), table_index.index());
        dtc.at(material, index, &mut self.unpacked).map(|rounds| 2 * u32::from(rounds))
    }

    /// The same for a won position.
    pub fn plies_to_conversion_when_won(&mut self, position: &Position) -> Option<u32> {
        self.plies_when_won_if_at_least(0, position)
    }

    /// The same, exact only for positions that last `bound` plies or more: for others any number below
    /// `bound` that the position does not outlast, found sooner.
    pub fn plies_when_won_if_at_least(&mut self, bound: u32, position: &Position) -> Option<u32> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        // Conversions first: their distance needs no table.
        moves.sort_by_key(|&mv| !position.converts(mv));
        let mut least = None;
        for mv in moves {
            let child = position.play(mv);
            if self.tables.probe(&child)? != Outcome::Loss {
                continue;
            }
            if position.converts(mv) {
                return Some(1);
            }
            let plies = 1 + self.plies_to_conversion_when_lost(&child)?;
            least = Some(least.map_or(plies, |least: u32| least.min(plies)));
            if plies < bound {
                break;
            }
        }
        least
    }
}
