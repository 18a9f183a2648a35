//! The games of the files that the user has named, one after the other: what is wrong in them, and
//! what is doubtful.

use crate::error::AppError;
use crate::streams::{STANDARD_INPUT, read_whole};
use clap::Args;
use cli::ProgressLine;
use cli::visible;
use formats::pdn::{self, Doubt, PdnGame, PdnWarning};
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};

/// The files of a subcommand.
#[derive(Debug, Args)]
pub struct Files {
    /// Files of games; standard input if there is none, or for -
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Take a game with a warning for a wrong one: name the warning, and leave the game out
    #[arg(long)]
    strict: bool,
}

pub type GameVisitor<'a> = &'a mut dyn FnMut(PdnGame) -> Result<(), AppError>;

#[derive(Clone, Debug, PartialEq, Eq)]
struct FileRead {
    /// Games that could not be read.
    wrong: usize,
    warnings: WarningCounts,
}

/// How many warnings there are of each kind, in the order of [`Doubt::KINDS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct WarningCounts([usize; Doubt::KINDS.len()]);

impl WarningCounts {
    fn add_all(&mut self, other: &WarningCounts) {
        for (sum, more) in self.0.iter_mut().zip(other.0) {
            *sum += more;
        }
    }

    /// The kinds that there are, with their meaning and number.
    fn kinds(&self) -> impl Iterator<Item = (&'static str, usize)> {
        let kinds = Doubt::KINDS.iter().zip(self.0).filter(|(_, count)| *count > 0);
        kinds.map(|((_, meaning), count)| (*meaning, count))
    }
}

impl Files {
    /// Hands on each game of all files that can be read, prints what is wrong with the others, and
    /// sums up the warnings. Returns the number of wrong ones.
    pub fn for_each(&self, each_game: GameVisitor<'_>) -> Result<usize, AppError> {
        let (mut wrong, mut warnings) = (0, WarningCounts::default());
        for path in self.paths() {
            let file = self.read(path, each_game)?;
            wrong += file.wrong;
            warnings.add_all(&file.warnings);
        }
        let kinds: Vec<_> =
            warnings.kinds().map(|(meaning, count)| format!("{count} {meaning}")).collect();
        if !kinds.is_empty() {
            let kinds = kinds.join("; ");
            // A closed standard error does not matter: the games are handed on.
            let _ = writeln!(stderr(), "crownhead: warnings: {kinds} (--strict names each)");
        }
        Ok(wrong)
    }

    /// The paths; `-` is standard input.
    fn paths(&self) -> Vec<&Path> {
        match &self.files[..] {
            [] => vec![Path::new(STANDARD_INPUT)],
            files => files.iter().map(PathBuf::as_path).collect(),
        }
    }

    /// Hands on each game of a file.
    fn read(&self, path: &Path, each_game: GameVisitor<'_>) -> Result<FileRead, AppError> {
        let (name, bytes) = read_whole(path, "; name a file of games")?;
        let text = pdn::decode(&bytes);
        let progress = ProgressLine::new(text.len() as u64, "bytes");
        let report = |item: &str, number: usize, what: &str| {
            let line = format!("crownhead: {name}, {item} {number}, {}", visible::cut(what, 340));
            // The exit code says it too.
            let _ = progress.suspend(|| writeln!(stderr(), "{line}"));
        };
        let (mut games, mut read) = (pdn::read_any(&text), 0);
        let (mut wrong, mut warnings) = (0, WarningCounts::default());
        let (item, mut number) = (games.item(), 0);
        while let Some(game) = games.next() {
            number += 1;
            let doubtful = games.warnings();
            match game {
                Ok(_) if self.strict && !doubtful.is_empty() => {
                    wrong += 1;
                    doubtful.iter().for_each(|doubt| report(item, number, &doubt.to_string()));
                }
                Ok(game) => each_game(game)?,
                Err(error) => {
                    wrong += 1;
                    report(item, number, &error.to_string());
                }
            }
            count(&mut warnings, games.warnings());
            progress.add((games.offset() - read) as u64);
            read = games.offset();
        }
        if wrong > 1 && wrong == number {
            let what = "if this is another game than English checkers, leave the file out";
            // A closed standard error does not matter, as above.
            let _ = writeln!(stderr(), "crownhead: {name}: no {item} of it can be read; {what}");
        }
        Ok(FileRead { wrong, warnings })
    }
}

fn count(counts: &mut WarningCounts, warnings: &[PdnWarning]) {
    for warning in warnings {
        counts.0[warning.doubt.kind()] += 1;
    }
}
