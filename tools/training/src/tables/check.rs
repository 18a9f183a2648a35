//! `training pack --check`: every stored position of a WDL table against the solved endings.

use crate::error::TrainingError;
use crate::output::print_line;
use crate::tables::materials::{
    PackedEnding, TableSource, for_each_material, is_quiet, is_unthreatened, stored,
};
use evaluation::checkers::endgame::{Material, TableIndex, WdlTable};
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

/// Reads the table in this file and prints how many positions agree.
pub fn check(
    path: &Path,
    source: &TableSource<'_>,
    threads: NonZeroUsize,
) -> Result<(), TrainingError> {
    let bytes = fs::read(path).map_err(TrainingError::file("read", path))?;
    let table = WdlTable::from_bytes(&bytes).map_err(|error| failed(path, error.to_string()))?;
    let agreeing = for_each_material(
        table.pieces(),
        source,
        threads,
        |material| table.holds(material),
        |material, ending| {
            agreeing(&table, material, ending).map(Some).ok_or_else(|| {
                let what = format!(
                    "the results of {material} are not those of the solved endings: make the file \
                     again with training pack"
                );
                failed(path, what)
            })
        },
    )?;
    let left_out = agreeing.iter().filter(|material| material.is_none()).count();
    let agree: usize = agreeing.into_iter().flatten().sum();
    let path = path.display();
    print_line(format_args!("{path}: {agree} positions agree, {left_out} endings are left out"))
}

fn failed(path: &Path, what: String) -> TrainingError {
    TrainingError::Failed(format!("{}: {what}", path.display()))
}

/// The number of positions of a material that the table stores, if all of them agree.
fn agreeing(table: &WdlTable<'_>, material: Material, ending: &PackedEnding) -> Option<usize> {
    let holds_threatened = table.holds_threatened(material.pieces());
    let is_stored = if holds_threatened { is_quiet } else { is_unthreatened };
    let stored = stored(material, |index| ending.outcome(index), is_stored);
    let mut agree = 0;
    for (table_index, outcome) in TableIndex::all(material).zip(stored) {
        let (Some(table_index), Some(Some(outcome))) = (table_index, outcome) else { continue };
        if table.stored(table_index) != Some(outcome) {
            return None;
        }
        agree += 1;
    }
    Some(agree)
}
