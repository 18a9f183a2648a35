//! The tables of cursed wins: what changes where no rule of quiet turns draws games.
//!
//! They have the forms of the others, and are asked after them. The WDL table holds results of the
//! positions that are drawn under the rule. The DTC table holds for a position that is lost without
//! the rule alone its rounds to conversion, and for one that is lost under it too the rounds that
//! the rule adds, since it forbids conversions into cursed wins.

#[cfg(not(target_family = "wasm"))]
mod compiled_in;

#[cfg(not(target_family = "wasm"))]
use crate::checkers::endgame::cursed::compiled_in::{CURSED_DTC_FILE, CURSED_WDL_FILE};
use crate::checkers::endgame::dtc::DtcTable;
use crate::checkers::endgame::header::TableError;
use crate::checkers::endgame::wdl::WdlTable;

/// The tables of cursed wins; the default has none, so that of more than three pieces a draw under
/// the rule says nothing of a game without it.
#[derive(Clone, Copy, Debug, Default)]
pub struct CursedTables<'a> {
    pub(super) wdl: Option<WdlTable<'a>>,
    pub(super) dtc: Option<DtcTable<'a>>,
}

#[cfg(not(target_family = "wasm"))]
static BUILT_IN: CursedTables<'static> =
    match (WdlTable::from_bytes(CURSED_WDL_FILE), DtcTable::from_bytes(CURSED_DTC_FILE)) {
        (Ok(wdl), Ok(dtc)) => CursedTables { wdl: Some(wdl), dtc: Some(dtc) },
        _ => panic!("a table that is to be compiled in is damaged"),
    };

impl CursedTables<'static> {
    /// The tables that are compiled in: those of all materials of [`Tablebases::built_in`]. In
    /// WebAssembly none.
    ///
    /// [`Tablebases::built_in`]: super::Tablebases::built_in
    pub fn built_in() -> Self {
        #[cfg(not(target_family = "wasm"))]
        return BUILT_IN;
        #[cfg(target_family = "wasm")]
        CursedTables::default()
    }
}

impl<'a> CursedTables<'a> {
    /// The same with this file of results.
    ///
    /// # Errors
    /// The bytes are no such table, or damaged.
    pub fn with_wdl(self, bytes: &'a [u8]) -> Result<Self, TableError> {
        Ok(CursedTables { wdl: Some(WdlTable::from_bytes(bytes)?), ..self })
    }

    /// The same with this file of distances.
    ///
    /// # Errors
    /// The bytes are no such table, or damaged.
    pub fn with_dtc(self, bytes: &'a [u8]) -> Result<Self, TableError> {
        Ok(CursedTables { dtc: Some(DtcTable::from_bytes(bytes)?), ..self })
    }
}
