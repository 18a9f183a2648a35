//! The games of the files that the user has named, one after the other: what is wrong in them, and
//! what is doubtful.

use crate::streams::{STANDARD_INPUT, read_whole};
use clap::Args;
use cli::ProgramError;
use cli::{ProgressLine, visible};
use formats::pdn::{self, PdnGame, PdnWarningKind};
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};

/// The files of a subcommand.
#[derive(Debug, Args)]
pub struct Files {
    /// Files of games; `-` is standard input [default: standard input]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Leave out games with a warning, as if it were an error
    #[arg(long)]
    strict: bool,
}

pub type GameVisitor<'a> = &'a mut dyn FnMut(PdnGame) -> Result<(), ProgramError>;

/// What is wrong and what is doubtful in files.
#[derive(Default)]
struct ReadFaults {
    wrong: usize,
    /// How many warnings there are of each kind, in the order of [`PdnWarningKind::KINDS`].
    warnings: [usize; PdnWarningKind::KINDS.len()],
}

impl Files {
    /// Hands on each game of all files that can be read, prints what is wrong with the others, and
    /// sums up the warnings. Returns the number of wrong ones.
    pub fn for_each(&self, each_game: GameVisitor<'_>) -> Result<usize, ProgramError> {
        let mut faults = ReadFaults::default();
        for path in self.paths() {
            self.read(path, each_game, &mut faults)?;
        }
        let kinds =
            PdnWarningKind::KINDS.iter().zip(faults.warnings).filter(|(_, count)| *count > 0);
        let kinds: Vec<_> =
            kinds.map(|((_, meaning), count)| format!("{count} {meaning}")).collect();
        if !kinds.is_empty() {
            let kinds = kinds.join("; ");
            // A closed standard error does not matter: the games are handed on.
            let _ = writeln!(stderr(), "crownhead: warnings: {kinds} (--strict names each)");
        }
        Ok(faults.wrong)
    }

    /// The paths; `-` is standard input.
    fn paths(&self) -> Vec<&Path> {
        match &self.files[..] {
            [] => vec![Path::new(STANDARD_INPUT)],
            files => files.iter().map(PathBuf::as_path).collect(),
        }
    }

    fn read(
        &self,
        path: &Path,
        each_game: GameVisitor<'_>,
        faults: &mut ReadFaults,
    ) -> Result<(), ProgramError> {
        let (name, bytes) = read_whole(path, "; name a file of games")?;
        let text = pdn::decode(&bytes);
        let progress = ProgressLine::new(text.len() as u64, "bytes");
        let (mut games, mut read) = (pdn::read_any(&text), 0);
        let mut wrong = 0;
        let (item, mut number) = (games.item(), 0);
        while let Some(game) = games.next() {
            number += 1;
            let doubtful = games.warnings();
            let reasons: Vec<String> = match game {
                Ok(_) if self.strict && !doubtful.is_empty() => {
                    doubtful.iter().map(ToString::to_string).collect()
                }
                Ok(game) => {
                    each_game(game)?;
                    Vec::new()
                }
                Err(error) => vec![error.to_string()],
            };
            wrong += usize::from(!reasons.is_empty());
            for what in reasons {
                let line = format!("{name}, {item} {number}, {}", visible::cut(&what, 340));
                // The exit code says it too.
                let _ = progress.suspend(|| writeln!(stderr(), "crownhead: {line}"));
            }
            for warning in games.warnings() {
                faults.warnings[warning.kind as usize] += 1;
            }
            progress.add((games.offset() - read) as u64);
            read = games.offset();
        }
        if wrong > 1 && wrong == number {
            let what = "if this is another game than English checkers, leave the file out";
            // A closed standard error does not matter, as above.
            let _ = writeln!(stderr(), "crownhead: {name}: no {item} of it can be read; {what}");
        }
        faults.wrong += wrong;
        Ok(())
    }
}
