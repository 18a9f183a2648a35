//! The endgame tables of one evaluator: those that are compiled in, or a larger WDL table.
//!
//! Up to five pieces all results are known; of six pieces a table may leave out whole materials,
//! and the positions in which the side to move is threatened with a capture.
//!
//! Under the rule of 50 quiet turns a position is a win if it can be won with all 50 turns still to
//! come, from each conversion (capture or crowning) to the next. Without it more positions are won:
//! those wins are *cursed* (the word is Syzygy's, for the rule of 50 moves in chess), and the
//! tables of [`CursedTables`] hold them.

use crate::checkers::endgame::cursed::CursedTables;
use crate::checkers::endgame::dtc::{DTC_FILE, DistanceTables, DtcProbe, DtcTable};
use crate::checkers::endgame::header::TableError;
use crate::checkers::endgame::wdl::{ResultTables, WdlTable};
use games::checkers::rules::QuietTurnRule;
use games::{Outcome, checkers::position::Position};
use wdl_data::WDL_FILE;

/// The largest number of pieces in the DTC table that a program has compiled in. In a page it is so
/// until the file was handed over.
pub const DTC_PIECES: u32 = 5;

/// Endgame tables: results (WDL) and distances to conversion (DTC), under the rule of 50 quiet
/// turns unless said otherwise.
#[derive(Clone, Copy, Debug)]
pub struct Tablebases<'a> {
    results: ResultTables<'a>,
    distances: DistanceTables<'a>,
}

// No page of the files is touched before it is probed.
static BUILT_IN: Tablebases<'static> =
    match (WdlTable::from_bytes(WDL_FILE), DtcTable::from_bytes(DTC_FILE)) {
        (Ok(wdl), Ok(dtc)) => Tablebases::of(wdl, dtc),
        _ => panic!("a table that is to be compiled in is damaged"),
    };

impl Tablebases<'static> {
    /// The tables that are compiled in: DTC of five pieces; WDL of five and of some materials of
    /// six, or with the feature `six-pieces` of all. In WebAssembly both of three pieces.
    pub fn built_in() -> Self {
        BUILT_IN
    }
}

impl<'a> Tablebases<'a> {
    const fn of(wdl: WdlTable<'a>, dtc: DtcTable<'a>) -> Self {
        Tablebases {
            results: ResultTables {
                ruled: wdl,
                rule: QuietTurnRule::FiftyQuietTurns,
                cursed: None,
            },
            distances: DistanceTables { ruled: dtc, cursed: None },
        }
    }

    /// The same tables for games without a limit of quiet turns. A draw in a position that `cursed`
    /// leaves out is unknown.
    #[must_use]
    pub const fn without_limit(self, cursed: CursedTables<'a>) -> Self {
        let (ruled, rule) = (self.results.ruled, QuietTurnRule::None);
        Tablebases {
            results: ResultTables { ruled, rule, cursed: cursed.wdl },
            distances: DistanceTables { ruled: self.distances.ruled, cursed: cursed.dtc },
        }
    }

    /// The same tables with the WDL file in `bytes` instead of their own, if it holds more
    /// materials; an error if the bytes are not a WDL table, or damaged.
    pub fn with_larger_wdl<'b>(self, bytes: &'b [u8]) -> Result<Tablebases<'b>, TableError>
    where
        'a: 'b,
    {
        let larger = WdlTable::from_bytes(bytes)?;
        let is_larger = larger.materials() > self.results.ruled.materials();
        Ok(if is_larger { self.with_wdl(larger) } else { self })
    }

    /// The same tables with the DTC file in `bytes` instead of their own, if it is of more pieces;
    /// an error if the bytes are not a DTC table, or damaged.
    pub fn with_larger_dtc<'b>(self, bytes: &'b [u8]) -> Result<Tablebases<'b>, TableError>
    where
        'a: 'b,
    {
        let larger = DtcTable::from_bytes(bytes)?;
        let is_larger = larger.pieces() > self.distances.ruled.pieces();
        let distances = DistanceTables { ruled: larger, ..self.distances };
        Ok(if is_larger { Tablebases { distances, ..self } } else { self })
    }

    /// The tables of these files, whatever their size.
    pub fn from_bytes(wdl: &'a [u8], dtc: &'a [u8]) -> Result<Self, TableError> {
        Ok(Tablebases::of(WdlTable::from_bytes(wdl)?, DtcTable::from_bytes(dtc)?))
    }

    /// The same tables, to be probed in positions of at most this number of pieces.
    #[must_use]
    pub fn limited_to(self, pieces: u32) -> Self {
        self.with_wdl(self.results.ruled.limited_to(pieces))
    }

    fn with_wdl<'b>(self, ruled: WdlTable<'b>) -> Tablebases<'b>
    where
        'a: 'b,
    {
        let results = ResultTables { ruled, ..self.results };
        Tablebases { results, distances: self.distances }
    }

    /// The WDL table under the rule.
    pub const fn wdl(&self) -> &WdlTable<'a> {
        &self.results.ruled
    }

    /// The result of a position whose side to move has no capture, for that side; `None` for other
    /// positions, for those that the tables leave out and for more pieces than they hold. Reads one
    /// block of a table, or two.
    #[inline(always)]
    pub fn probe_quiet(&self, position: &Position) -> Option<Outcome> {
        self.results.probe_quiet(position)
    }

    /// The results alone, which can be probed by way of a cache.
    #[inline(always)]
    pub(crate) const fn results(&self) -> &ResultTables<'a> {
        &self.results
    }

    /// The result of any position, for the side to move; `None` for more pieces than the tables
    /// hold, and where the result depends on positions that they leave out. Searches the captures.
    pub fn probe(&self, position: &Position) -> Option<Outcome> {
        self.results.probe(position)
    }

    /// Distances to conversion by these tables.
    pub const fn dtc_probe(&self) -> DtcProbe<'a> {
        DtcProbe::new(self.results, self.distances)
    }
}

/// Does the DTC table that is compiled in hold positions of this number of pieces?
#[inline]
pub fn is_in_dtc_table(position: &Position) -> bool {
    position.count() <= DTC_PIECES
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkers::endgame::dtc::SMALL_DTC_FILE;
    use crate::checkers::endgame::index::Material;
    use crate::checkers::endgame::wdl::PackedMaterial;
    use games::board::Side;
    use wdl_data::SMALL_WDL_FILE;

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
            let without_black = position(rows, Side::Black);
            assert_eq!(Tablebases::built_in().probe_quiet(&without_black), None);
            assert_eq!(Tablebases::built_in().probe(&without_black), Some(Outcome::Loss));
        }
    }

    #[test]
    fn a_man_that_should_have_been_crowned_is_in_no_table() {
        let rows = ".w....../......../......../......../......../......../...b..../........";
        for side in Side::ALL {
            assert_eq!(Tablebases::built_in().probe(&position(rows, side)), None);
        }
    }

    #[test]
    fn a_capture_is_looked_up_where_it_leads() {
        let rows = "......../......../......../......../...b..../..W...../......../........";
        assert_eq!(Tablebases::built_in().probe(&position(rows, Side::White)), Some(Outcome::Win));
        assert_eq!(Tablebases::built_in().probe_quiet(&position(rows, Side::White)), None);
    }

    #[test]
    fn positions_beyond_a_limit_are_not_known() {
        let three = position(
            "......../......../...B..../......../.......W/..W...../......../........",
            Side::Black,
        );
        let known = Tablebases::built_in().probe_quiet(&three);
        assert!(known.is_some());
        for pieces in 0..=2 {
            let limited = Tablebases::built_in().limited_to(pieces);
            assert_eq!((limited.probe_quiet(&three), limited.probe(&three)), (None, None));
        }
        for pieces in 3..=6 {
            let limited = Tablebases::built_in().limited_to(pieces);
            assert_eq!((limited.probe_quiet(&three), limited.probe(&three)), (known, known));
        }
    }

    /// A table of six pieces in which three kings against three are drawn, and no other
    /// material is held.
    fn three_kings_draw() -> Vec<u8> {
        let materials: Vec<_> = (2..=6)
            .flat_map(Material::all)
            .map(|material| {
                if material.to_string() == "3k-3k" {
                    PackedMaterial::of(material, &vec![Some(Outcome::Draw); material.size()])
                } else {
                    PackedMaterial::default()
                }
            })
            .collect();
        WdlTable::encode(6, 6, &materials).0
    }

    #[test]
    fn positions_that_a_larger_table_leaves_out_are_not_known() {
        let bytes = three_kings_draw();
        let wdl = WdlTable::from_bytes(&bytes).expect("a table");
        let tables = Tablebases::built_in().with_wdl(wdl);
        let probe = |rows| tables.probe_quiet(&position(rows, Side::White));
        let quiet = ".B.B.B../......../......../......../......../......../......../W.W.W...";
        assert_eq!(probe(quiet), Some(Outcome::Draw));
        let threatened = ".B....../......../......../....B.../...B..../..W...../......../....W.W.";
        let capture = ".B.B..../......../......../......../...B..../..W...../......../....W.W.";
        let with_man = ".B.B.B../......../......../......../......../......../......../W.W.w...";
        assert_eq!([threatened, capture, with_man].map(probe), [None; 3]);
        assert_eq!(tables.probe(&position(threatened, Side::White)), None);
    }

    #[test]
    fn bytes_that_are_not_a_wdl_table_are_refused() {
        assert_eq!(refused(b""), Some(TableError::Magic));
        assert_eq!(refused(&DTC_FILE[..100]), Some(TableError::Magic));
        assert_eq!(refused(&WDL_FILE[..WDL_FILE.len() - 1]), Some(TableError::Length));
        assert_eq!(refused(WDL_FILE), None, "one that is not larger changes nothing");
    }

    fn refused(bytes: &'static [u8]) -> Option<TableError> {
        Tablebases::built_in().with_larger_wdl(bytes).err()
    }

    #[test]
    fn a_larger_table_of_distances_replaces_a_smaller_one() {
        let small = Tablebases::from_bytes(SMALL_WDL_FILE, SMALL_DTC_FILE);
        let small = small.expect("tables of four pieces");
        let lost = Position::from_fen("B:WK18,K22:BK1").expect("a position");
        let five = Position::from_fen("B:WK18,K22,K23:BK1,K2").expect("a position");
        let built_in = Tablebases::built_in();
        assert_eq!(small.probe(&lost), Some(Outcome::Loss));
        assert_eq!(plies(small, &lost), plies(built_in, &lost));
        assert_eq!((small.probe(&five), plies(small, &five)), (None, None));
        let larger =
            small.with_larger_dtc(DTC_FILE).and_then(|found| found.with_larger_wdl(WDL_FILE));
        let larger = larger.expect("our own");
        assert_eq!(larger.probe(&five), built_in.probe(&five));
        assert_eq!(plies(larger, &five), plies(built_in, &five));
        let kept = built_in.with_larger_dtc(SMALL_DTC_FILE).expect("a table");
        assert_eq!(plies(kept, &five), plies(built_in, &five), "a smaller one changes nothing");
        assert_eq!(built_in.with_larger_dtc(b"x").err(), Some(TableError::Magic));
    }

    fn plies(tables: Tablebases<'_>, position: &Position) -> Option<u32> {
        tables.dtc_probe().plies_to_conversion_when_lost(position)
    }

    #[test]
    fn the_table_with_more_materials_is_used() {
        let few = three_kings_draw();
        let kings = position(
            ".B.B.B../......../......../......../......../......../......../W.W.W...",
            Side::White,
        );
        let with_few = Tablebases::built_in().with_larger_wdl(&few).expect("a table");
        assert_eq!(with_few.wdl().materials(), Tablebases::built_in().wdl().materials());
        let none = WdlTable::encode(2, 2, &vec![PackedMaterial::default(); 4]).0;
        let wdl = WdlTable::from_bytes(&none).expect("a table");
        let empty = Tablebases::built_in().with_wdl(wdl);
        assert_eq!(empty.probe_quiet(&kings), None);
        let larger = empty.with_larger_wdl(&few).expect("a table");
        assert_eq!(larger.probe_quiet(&kings), Some(Outcome::Draw));
    }
}
