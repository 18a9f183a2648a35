//! The place in which games are written.

use crate::streams::print_failed;
use clap::Args;
use cli::ProgramError;
use cli::file::NewFile;
use cli::visible;
use formats::pdn::{self, PdnGame, PdnStyle};
use games::checkers::Position;
use std::io::{self, BufWriter, StdoutLock, Write, stdout};
use std::path::{Path, PathBuf};

/// Where games are written.
#[derive(Debug, Args)]
pub struct OutputArgs {
    /// Output file [default: standard output]; can be one of the input files
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Debug)]
pub enum GameOutput {
    /// Locked, so that nothing else is printed meanwhile.
    Standard(BufWriter<StdoutLock<'static>>),
    /// A file that appears when it is whole.
    File(NewFile, PathBuf),
}

impl GameOutput {
    pub fn open(args: &OutputArgs) -> Result<Self, ProgramError> {
        match &args.out {
            None => Ok(GameOutput::Standard(BufWriter::new(stdout().lock()))),
            Some(path) => {
                let file = NewFile::create(path).map_err(|error| unwritable(path, &error))?;
                Ok(GameOutput::File(file, path.clone()))
            }
        }
    }

    pub fn game(&mut self, game: &PdnGame, style: PdnStyle) -> Result<(), ProgramError> {
        self.text(&pdn::write(game, style))
    }

    /// Writes a position, on a line of its own.
    pub fn fen(&mut self, position: &Position) -> Result<(), ProgramError> {
        self.text(&(position.fen() + "\n"))
    }

    fn text(&mut self, text: &str) -> Result<(), ProgramError> {
        match self {
            GameOutput::Standard(out) => {
                out.write_all(text.as_bytes()).map_err(|error| print_failed(&error))
            }
            GameOutput::File(file, path) => {
                file.write_all(text.as_bytes()).map_err(|error| unwritable(path, &error))
            }
        }
    }

    pub fn finish(self) -> Result<(), ProgramError> {
        match self {
            GameOutput::Standard(mut out) => out.flush().map_err(|error| print_failed(&error)),
            GameOutput::File(file, path) => {
                file.finish().map_err(|error| unwritable(&path, &error))
            }
        }
    }
}

fn unwritable(path: &Path, error: &io::Error) -> ProgramError {
    let path = visible::path(path);
    ProgramError::Failed(format!("cannot write {path}: {error}; name a file that can be written"))
}
