//! Joins the journals of many slices into one, sorted by game.
//!
//! The result depends on the finished games alone, not on the order of the journals, nor on
//! repetitions. A game may have two different records: it was played twice because a machine was
//! lost. The one whose line comes first in the order of bytes is taken. Joining again changes
//! nothing. Only the places of lines are kept in memory.

use crate::error::{JournalError, MatchError};
use crate::journal::journal_scan::each_result;
use crate::journal::{GameResult, Results};
use cli::LinePlace;
use cli::file::replace_by;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

#[derive(Debug, Default)]
pub struct Merged {
    pub results: Results,
    /// Lines of games that other lines have too.
    pub repeated: usize,
    /// Games of which two different records were found.
    pub different: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct SliceLine {
    journal: usize,
    place: LinePlace,
}

/// Joins these journals into `to`, which may be one of them, if `check` finds that their results
/// belong together. The evidence of forfeited games, which lies beside each journal, is copied
/// beside `to`. After an error `to` is unchanged.
pub fn merge(
    journals: &[PathBuf],
    to: &Path,
    check: &dyn Fn(&Results) -> Result<(), MatchError>,
) -> Result<Merged, MatchError> {
    let mut merge = Merge::default();
    let mut sorted = journals.to_vec();
    sorted.sort();
    sorted.dedup();
    for journal in &sorted {
        merge.read(journal)?;
    }
    check(&merge.merged.results)?;
    merge.copy_evidence(to)?;
    merge.write(to)?;
    Ok(merge.merged)
}

#[derive(Default)]
struct Merge {
    journals: Vec<PathBuf>,
    files: Vec<File>,
    sources: BTreeMap<u32, SliceLine>,
    merged: Merged,
}

impl Merge {
    fn read(&mut self, journal: &Path) -> Result<(), MatchError> {
        self.files.push(File::open(journal).map_err(MatchError::system("read", journal))?);
        self.journals.push(journal.to_path_buf());
        each_result(journal, &mut |place, bytes, result| {
            self.add(result, place, bytes).map_err(|source| JournalError::system(journal, source))
        })?;
        Ok(())
    }

    fn add(&mut self, result: GameResult, place: LinePlace, bytes: &[u8]) -> io::Result<()> {
        let id = result.id;
        if let Some(&known) = self.sources.get(&id) {
            self.merged.repeated += 1;
            let other = self.line(known)?;
            let was_void = self.merged.results.get(&id).is_some_and(GameResult::is_void);
            let both_count = !was_void && !result.is_void();
            if both_count && other != bytes && self.merged.different.last() != Some(&id) {
                self.merged.different.push(id);
            }
            // A game that counts comes before one that does not, then the smaller line.
            if (was_void, &other[..]) <= (result.is_void(), bytes) {
                return Ok(());
            }
        }
        self.sources.insert(id, SliceLine { journal: self.journals.len() - 1, place });
        self.merged.results.insert(id, result);
        Ok(())
    }

    fn line(&mut self, source: SliceLine) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; source.place.length as usize];
        let file = &mut self.files[source.journal];
        file.seek(SeekFrom::Start(source.place.start))?;
        file.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    fn write(&mut self, to: &Path) -> Result<(), MatchError> {
        let sources: Vec<SliceLine> = self.sources.values().copied().collect();
        let written = replace_by(to, |file: &mut dyn Write| -> io::Result<()> {
            for source in sources {
                file.write_all(&self.line(source)?)?;
            }
            Ok(())
        });
        written.map_err(MatchError::system("write", to))
    }

    /// Copies the folder of each forfeit, under a temporary name first.
    fn copy_evidence(&self, to: &Path) -> Result<(), MatchError> {
        let folder = to.parent().unwrap_or(Path::new("."));
        for (id, source) in &self.sources {
            let evidence =
                self.merged.results.get(id).and_then(|result| result.evidence.as_deref());
            let Some(file) = evidence.map(Path::new).filter(|file| file.is_relative()) else {
                continue;
            };
            let beside = self.journals[source.journal].parent().unwrap_or(Path::new("."));
            let (Some(from), Some(into)) = (
                beside.join(file).parent().map(Path::to_path_buf),
                folder.join(file).parent().map(Path::to_path_buf),
            ) else {
                continue;
            };
            if from.is_dir() && !into.exists() {
                copy_folder(&from, &into).map_err(MatchError::system("copy", &from))?;
            }
        }
        Ok(())
    }
}

/// Copies the files of a folder into a new one.
fn copy_folder(from: &Path, into: &Path) -> io::Result<()> {
    let holder = into.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(holder)?;
    let new = tempfile::Builder::new().prefix(".new-").tempdir_in(holder)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            fs::copy(entry.path(), new.path().join(entry.file_name()))?;
        }
    }
    fs::set_permissions(new.path(), fs::Permissions::from_mode(0o755))?;
    fs::rename(new.keep(), into)
}
