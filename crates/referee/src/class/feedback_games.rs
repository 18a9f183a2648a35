//! The journal of one student: its games against the reference and in the tournament.
//!
//! Games of the tournament are numbered on after the others, by an even number, so that the two
//! games of a pair stay one.

use crate::class::error::ClassError;
use crate::class::games::{JOURNAL, side_of};
use crate::record::journal_scan::JournalScan;
use crate::record::{Journal, RecordedGame};
use std::fs;
use std::io;
use std::path::Path;

/// The games of a player in a journal, in order, `before` added to their numbers. `folder` is the
/// journal's, as seen from the student's folder: the evidence is named by it.
///
/// # Errors
/// The journal cannot be read any more.
pub(super) fn games_of(
    journal: &JournalScan,
    name: &str,
    before: u32,
    folder: &Path,
) -> Result<Vec<RecordedGame>, ClassError> {
    let own = journal.results.values().filter(|result| side_of(result, name).is_some());
    let mut records = Vec::new();
    for result in own {
        let Some(record) = journal.record(result.id)? else { continue };
        let mut record = record.with_evidence_in(folder);
        record.id += before;
        record.pair += before / 2;
        records.push(record);
    }
    Ok(records)
}

/// Writes the journal of a student's games into a folder.
///
/// # Errors
/// It cannot be written.
pub(super) fn write_journal(records: &[RecordedGame], folder: &Path) -> Result<(), ClassError> {
    let path = folder.join(JOURNAL);
    let unfinished = path.with_extension("new");
    let refused = |source| ClassError::system("write", &path, source);
    match fs::remove_file(&unfinished) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(refused(error)),
        Err(_) | Ok(()) => {}
    }
    let mut journal = Journal::open(&unfinished)?;
    for record in records {
        journal.append(record)?;
    }
    fs::rename(&unfinished, &path).map_err(refused)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Ending;
    use crate::record::journal_scan;
    use crate::record::random::random_record;

    #[test]
    fn the_games_of_one_player_keep_their_pairs_and_their_evidence() {
        let dir = tempfile::tempdir().expect("a folder");
        let mut all: Vec<_> = (1..=6).map(|n| random_record(n, Ending::NoOutput)).collect();
        for record in &mut all {
            record.pair = record.id.div_ceil(2);
            record.evidence = Some(format!("evidence/game-{}/move.json", record.id));
        }
        all[2].black.name = "other".into();
        all[2].white.name = "another".into();
        write_journal(&all, dir.path()).expect("written");
        let scan = journal_scan::scan(&dir.path().join(JOURNAL)).expect("a journal");
        let name = all[0].black.name.clone();
        let own = games_of(&scan, &name, 4, Path::new("../../swiss")).expect("read");
        assert!(own.iter().all(|record| record.pair == record.id.div_ceil(2)), "{own:?}");
        let ids: Vec<_> = own.iter().map(|record| record.id).collect();
        assert_eq!(ids, [5, 6, 8, 9, 10]);
        assert_eq!(own[0].evidence.as_deref(), Some("../../swiss/evidence/game-1/move.json"));
        write_journal(&own, dir.path()).expect("written over the old one");
        let again = journal_scan::scan(&dir.path().join(JOURNAL)).expect("a journal");
        let again: Result<Vec<_>, _> = again.records().expect("there").collect();
        assert_eq!(again.expect("whole"), own);
    }
}
