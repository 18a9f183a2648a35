//! `calibrate` is optional: what goes wrong with it costs the agent its `calibration.txt` and
//! nothing else, and the student is told.

use crate::archives::listed::is_file;
use crate::build::after_build::write_wrapper;
use crate::build::recipe::{BuildNotes, Recipe, is_program};
use crate::build::source_file::SourceFile;
use crate::build::{Builder, build_failure};
use referee::MatchError;
use referee::players::HOMEWORK;
use runner::folder::{Found, files};
use runner::process::{RunEnd, RunReport};
use std::path::Path;

const CALIBRATE: &str = "calibrate";

impl Builder<'_> {
    /// Builds `calibrate` in the copy, unless the recipe has done so. One that cannot be built is
    /// removed. Returns the output of the build.
    pub(super) fn build_calibrate(
        &self,
        dir: &Path,
        recipe: &Recipe,
        core: Option<usize>,
        restore: &impl Fn(),
        notes: &mut BuildNotes,
    ) -> Result<Vec<u8>, MatchError> {
        if self.program != HOMEWORK {
            return Ok(Vec::new());
        }
        let (fault, log) = match self.calibrate_source(dir, recipe, notes) {
            Some(source) => self.compile_calibrate(dir, &source, core, restore)?,
            None if is_file(dir, CALIBRATE) && !is_program(&dir.join(CALIBRATE)) => {
                notes.notes.push(format!("{CALIBRATE} was not executable; the copy is"));
                let (_, log) = self.run(dir, "chmod u+x calibrate", core, restore)?;
                (None, log)
            }
            None => (None, Vec::new()),
        };
        if let Some(fault) = fault {
            notes.remarks.push(remark(&fault));
            remove_program(dir)?;
        } else if dir.join(CALIBRATE).is_file() && !is_program(&dir.join(CALIBRATE)) {
            let fault = "it is not an executable file: remove it, or make it one";
            notes.remarks.push(remark(fault));
        }
        Ok(log)
    }

    /// The source of `calibrate`; scripts, make, cargo and the grader's command build their own.
    fn calibrate_source(
        &self,
        dir: &Path,
        recipe: &Recipe,
        notes: &mut BuildNotes,
    ) -> Option<SourceFile> {
        if !recipe.builds_calibrate() {
            return None;
        }
        let (source, note) = SourceFile::of(dir, CALIBRATE)?;
        let (source, fitted) = source.fitted(self.toolchain);
        notes.remarks.extend(note.into_iter().chain(fitted));
        Some(source)
    }

    /// The fault, if there is one, and the output.
    fn compile_calibrate(
        &self,
        dir: &Path,
        source: &SourceFile,
        core: Option<usize>,
        restore: &impl Fn(),
    ) -> Result<(Option<String>, Vec<u8>), MatchError> {
        if let Err(error) = self.toolchain.quoted(source.tool()) {
            return Ok((Some(error.to_string()), Vec::new()));
        }
        let (report, log) = self.run(dir, &source.command(), core, restore)?;
        let fault = self.failure(report, &log, &[]);
        let fault = fault
            .or_else(|| write_wrapper(dir, source, self.toolchain).err().map(|e| e.to_string()));
        Ok((fault, log))
    }

    /// Builds the program alone, where the recipe builds `calibrate` with it and has failed by it.
    /// Returns the report and the output, with a remark, if that succeeds.
    pub(super) fn build_without_calibrate(
        &self,
        dir: &Path,
        recipe: &Recipe,
        core: Option<usize>,
        restore: &impl Fn(),
        (failed, log, notes): (RunReport, &[u8], &mut BuildNotes),
    ) -> Result<Option<(RunReport, Vec<u8>)>, MatchError> {
        let has_failed = matches!(failed.end, RunEnd::Exited(code) if code != 0);
        let names_it = String::from_utf8_lossy(log)
            .lines()
            .any(|line| line.contains(CALIBRATE) && line.to_ascii_lowercase().contains("error"));
        let Some(command) = recipe.command_for(self.program).filter(|_| has_failed && names_it)
        else {
            return Ok(None);
        };
        let (report, more) = self.run(dir, &command, core, restore)?;
        if report.end != RunEnd::Exited(0) {
            return Ok(None);
        }
        let why = build_failure::reason(log, &[]).unwrap_or_else(|| "it was not built".into());
        notes.remarks.push(remark(&why));
        remove_program(dir)?;
        Ok(Some((report, [log, &more].concat())))
    }
}

fn remark(fault: &str) -> String {
    format!("{CALIBRATE}: {fault}; the agent plays without calibration.txt")
}

/// Removes what was there before: the agent must not run an older `calibrate`. A folder of this
/// name may be a part of the agent, and stays.
fn remove_program(dir: &Path) -> Result<(), MatchError> {
    let path = dir.join(CALIBRATE);
    match files::open(&path) {
        Found::Regular(_) => files::remove(&path).map_err(MatchError::system("write", &path)),
        _ => Ok(()),
    }
}
