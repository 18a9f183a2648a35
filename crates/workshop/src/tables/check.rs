//! `workshop pack --check`: every stored position of a WDL table against the solved endings.

use crate::error::WorkshopError;
use crate::output::print_line;
use crate::tables::each_material::for_each_material;
use crate::tables::state::State;
use crate::tables::stored::{is_quiet, is_unthreatened, stored};
use crate::tables::table_store::TableStore;
use evaluation::checkers::endgame::{Material, TableIndex, WdlTable};
use std::fs;
use std::path::Path;

/// Reads the table in this file and prints how many positions agree.
///
/// # Errors
/// The file is not a WDL table, or says something else than the solved endings.
pub fn check(path: &Path, store: &TableStore, threads: usize) -> Result<(), WorkshopError> {
    let bytes = fs::read(path).map_err(WorkshopError::file("read", path))?;
    let not_table = |source| WorkshopError::NotTable { path: path.to_path_buf(), source };
    let table = WdlTable::from_bytes(&bytes).map_err(not_table)?;
    let counts = for_each_material(table.pieces(), store, threads, |material, states| {
        let counts = Counts::of(&table, material, states);
        if counts.agree > 0 && counts.unknown > 0 || counts.differ > 0 {
            let material = material.to_string();
            return Err(WorkshopError::Differs { path: path.to_path_buf(), material });
        }
        Ok(counts)
    })?;
    let counts: Vec<_> = counts.into_iter().collect::<Result<_, _>>()?;
    let agree: usize = counts.iter().map(|counts| counts.agree).sum();
    let left_out = counts.iter().filter(|counts| counts.unknown > 0).count();
    let path = path.display();
    print_line(format_args!("{path}: {agree} positions agree, {left_out} endings are left out"))
}

/// How many stored positions of one material the table knows rightly, wrongly, and not at all.
#[derive(Default)]
struct Counts {
    agree: usize,
    differ: usize,
    unknown: usize,
}

impl Counts {
    fn of(table: &WdlTable<'_>, material: Material, states: &[State]) -> Self {
        let holds_threatened = table.holds_threatened(material.pieces());
        let is_stored = if holds_threatened { is_quiet } else { is_unthreatened };
        let mut counts = Counts::default();
        let known = TableIndex::all(material).zip(stored(material, states, is_stored));
        for (table_index, state) in known {
            let (Some(table_index), Some(state)) = (table_index, state) else { continue };
            match table.probe(table_index) {
                None => counts.unknown += 1,
                Some(outcome) if outcome == state.outcome() => counts.agree += 1,
                Some(_) => counts.differ += 1,
            }
        }
        counts
    }
}
