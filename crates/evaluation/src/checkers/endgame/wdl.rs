//! The WDL table: win, draw or loss with best play by both sides, for the side to move. (Where the
//! side to move has a capture, it must play it, which leads to fewer pieces: such positions are not
//! stored, but looked up where their captures lead.)
//!
//! A file has one of two forms: the older one (`wdl_bytes.rs`) holds all other positions, the
//! compact one (`wdl_compact.rs`) may leave out those in which the side to move is threatened, and
//! whole materials. The first bytes of a file tell the form.

use crate::checkers::endgame::header::TableError;
use crate::checkers::endgame::material::Material;
use crate::checkers::endgame::table_index::TableIndex;
use crate::checkers::endgame::wdl_bytes::BytesTable;
use crate::checkers::endgame::wdl_compact::CompactTable;
use games::Outcome;

/// A WDL table in the bytes of its file: nothing is copied.
#[derive(Clone, Copy, Debug)]
pub enum WdlTable<'a> {
    /// The older form.
    Bytes(BytesTable<'a>),
    /// The compact form.
    Compact(CompactTable<'a>),
}

impl<'a> WdlTable<'a> {
    /// Reads the header and checks the length of a file; the blocks are not looked at.
    ///
    /// # Errors
    /// [`TableError`]: the bytes are not a WDL table, or damaged.
    pub const fn from_bytes(bytes: &'a [u8]) -> Result<Self, TableError> {
        match BytesTable::from_bytes(bytes) {
            Ok(table) => Ok(WdlTable::Bytes(table)),
            Err(TableError::Magic) => match CompactTable::from_bytes(bytes) {
                Ok(table) => Ok(WdlTable::Compact(table)),
                Err(error) => Err(error),
            },
            Err(error) => Err(error),
        }
    }

    /// The largest number of pieces of these endings.
    pub const fn pieces(&self) -> usize {
        match self {
            WdlTable::Bytes(table) => table.pieces(),
            WdlTable::Compact(table) => table.pieces(),
        }
    }

    /// Does the table hold positions of this material?
    #[inline]
    pub fn holds(&self, material: Material) -> bool {
        match self {
            WdlTable::Bytes(table) => table.holds(material),
            WdlTable::Compact(table) => table.holds(material),
        }
    }

    /// How many materials the table holds.
    pub fn materials(&self) -> usize {
        let all = (2..=self.pieces()).flat_map(Material::all);
        all.filter(|&material| self.holds(material)).count()
    }

    /// Does the table hold positions of so many pieces in which the side to move is threatened with
    /// a capture?
    #[inline]
    pub const fn holds_threatened(&self, pieces: usize) -> bool {
        match self {
            WdlTable::Bytes(_) => true,
            WdlTable::Compact(table) => pieces < table.unthreatened_from(),
        }
    }

    /// The result of a position for the side to move; `None` if the table does not hold its
    /// material or is damaged. Meaningless where the side to move has a capture, and where it is
    /// threatened if such positions are left out.
    #[inline]
    pub fn probe(&self, table_index: TableIndex) -> Option<Outcome> {
        match self {
            WdlTable::Bytes(table) => table.probe(table_index.material(), table_index.index()),
            WdlTable::Compact(table) => table.probe(table_index),
        }
    }
}
