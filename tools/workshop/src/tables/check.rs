//! `workshop pack --check`: every stored position of a WDL table against the solved endings.

use crate::error::WorkshopError;
use crate::output::print_line;
use crate::tables::each_material::for_each_material;
use crate::tables::state::PositionState;
use crate::tables::stored::{is_quiet, is_unthreatened, stored};
use crate::tables::table_store::TableStore;
use evaluation::checkers::endgame::{Material, TableIndex, WdlTable};
use std::fs;
use std::path::Path;

/// Reads the table in this file and prints how many positions agree.
pub fn check(path: &Path, store: &TableStore, threads: usize) -> Result<(), WorkshopError> {
    let bytes = fs::read(path).map_err(WorkshopError::file("read", path))?;
    let not_table = |source| WorkshopError::NotTable { path: path.to_path_buf(), source };
    let table = WdlTable::from_bytes(&bytes).map_err(not_table)?;
    let agreeing = for_each_material(table.pieces(), store, threads, |material, states| {
        if !table.holds(material) {
            return Ok(None);
        }
        agreeing(&table, material, states).map(Some).ok_or_else(|| {
            let material = material.to_string();
            WorkshopError::Differs { path: path.to_path_buf(), material }
        })
    })?;
    let agreeing: Vec<_> = agreeing.into_iter().collect::<Result<_, _>>()?;
    let left_out = agreeing.iter().filter(|material| material.is_none()).count();
    let agree: usize = agreeing.into_iter().flatten().sum();
    let path = path.display();
    print_line(format_args!("{path}: {agree} positions agree, {left_out} endings are left out"))
}

/// The number of positions of a material that the table stores, if all of them agree.
fn agreeing(table: &WdlTable<'_>, material: Material, states: &[PositionState]) -> Option<usize> {
    let holds_threatened = table.holds_threatened(material.pieces());
    let is_stored = if holds_threatened { is_quiet } else { is_unthreatened };
    let stored = TableIndex::all(material).zip(stored(material, states, is_stored));
    let mut agree = 0;
    for (table_index, state) in stored {
        let (Some(table_index), Some(state)) = (table_index, state) else { continue };
        if table.stored(table_index) != Some(state.outcome()) {
            return None;
        }
        agree += 1;
    }
    Some(agree)
}
