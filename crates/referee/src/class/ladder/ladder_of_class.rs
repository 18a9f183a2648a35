//! The ladder page of a whole class, from the games of its tournament.

use crate::class::error::ClassError;
use crate::class::ladder::hidden_names::NameVeil;
use crate::class::ladder::ladder_folder::PAGE;
use crate::class::ladder::ladder_run::write_page;
use crate::class::ladder::ladder_table::rows;
use crate::class::scheme_values::PageNames;
use crate::record::Results;
use crate::record::journal_scan::JournalScan;
use std::path::Path;

/// Writes the page into the folder of the results.
pub fn write_class_page(
    out: &Path,
    journal: &JournalScan,
    names: PageNames,
) -> Result<(), ClassError> {
    let counts = journal.results.iter().filter(|(_, game)| !game.is_void());
    let results: Results = counts.map(|(id, game)| (*id, game.clone())).collect();
    let veil = NameVeil::new(names, out)?;
    write_page(&out.join(PAGE), &rows(&results, &[]), journal, &results, &veil)
}
