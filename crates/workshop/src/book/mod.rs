//! The command `workshop book`: studies positions of the opening, the likeliest first, and writes the
//! good moves of all of them as a book.
//!
//! Studies are kept in files of a folder as they are made; who goes on, or wants a smaller or a larger
//! book, does not make them again. The same nodes and the same evaluation give the same book.

mod growth;
mod studies;
mod worth;

use crate::about;
use crate::book::growth::Growth;
use crate::book::studies::Study;
use crate::error::WorkshopError;
use crate::learn::Who;
use crate::output::say;
use crate::progress::Progress;
use crate::threads;
use evaluation::checkers::book;
use formats::file;
use games::checkers::Packed;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// How large, and how thorough.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// The folder for studies; what is there is not made again
    #[arg(long, default_value = "book-work", value_name = "DIR")]
    folder: PathBuf,
    /// Write the book to this file
    #[arg(long, default_value = "book", value_name = "FILE")]
    out: PathBuf,
    /// So many positions
    #[arg(long, default_value_t = 1_000, value_name = "N")]
    positions: usize,
    /// Nodes for each position, and half as many for its moves together
    #[arg(long, default_value_t = 20_000, value_name = "N")]
    nodes: u64,
    /// Threads [default: all processors]
    #[arg(long)]
    threads: Option<usize>,
}

/// So many positions are studied before they are written down.
const BATCH: usize = 256;
/// No file of studies is longer.
const FILE_LIMIT: u64 = 1 << 20;
/// Moves worth at most so much less than the best, in units of the evaluation, are as good.
const AS_GOOD: i16 = 3;

/// Studies what is missing and writes the book.
///
/// # Errors
/// A file cannot be read or written.
pub fn run(options: &Options) -> Result<(), WorkshopError> {
    let judge = Who::Learned.load()?;
    let about = format!("{} nodes, {judge}\n", options.nodes);
    let shelf = Shelf::open(&options.folder, &about)?;
    let growth = grown(options, shelf)?;
    let moves = worth::good_moves(&growth, AS_GOOD);
    let count = moves.len();
    file::replace(&options.out, book::encode(moves))?;
    say(format_args!("{}: {count} positions", options.out.display()))
}

/// The book with all its studies.
fn grown(options: &Options, mut shelf: Shelf) -> Result<Growth, WorkshopError> {
    let threads = threads::number(options.threads);
    let progress = Progress::of(options.positions as u64, "positions");
    progress.skip(shelf.known.len().min(options.positions) as u64);
    let mut growth = Growth::from_the_openings();
    while growth.studies.len() < options.positions {
        let wanted = growth.next(BATCH.min(options.positions - growth.studies.len()));
        if wanted.is_empty() {
            break;
        }
        let made = threads::map(wanted.len(), threads, |nth| {
            let known = shelf.known.get(&wanted[nth]).cloned();
            known.map_or_else(
                || (Study::of(wanted[nth], options.nodes), true),
                |at| (Some(at), false),
            )
        });
        let new: Vec<_> =
            made.iter().filter(|(_, new)| *new).filter_map(|(at, _)| at.as_ref()).collect();
        progress.add(new.len() as u64);
        shelf.keep(&new)?;
        for (packed, (study, _)) in wanted.into_iter().zip(made) {
            match study {
                Some(study) => growth.add(study),
                None => growth.add_forced(packed),
            }
        }
    }
    progress.close();
    Ok(growth)
}

/// The files of studies in a folder: `studies-00000` and so on.
struct Shelf {
    folder: PathBuf,
    files: usize,
    /// What they hold.
    known: HashMap<Packed, Study>,
}

impl Shelf {
    /// The studies of a folder that are made as `about` says; it is made if it is not there.
    fn open(folder: &Path, about: &str) -> Result<Self, WorkshopError> {
        about::agree(folder, about)?;
        let mut shelf = Shelf { folder: folder.to_path_buf(), files: 0, known: HashMap::new() };
        while let Some(bytes) = file::read_bytes(&shelf.path(), FILE_LIMIT)? {
            let path = shelf.path();
            let studies = Study::read(&bytes).ok_or(WorkshopError::NoStudies { path })?;
            shelf.known.extend(studies.into_iter().map(|study| (study.packed, study)));
            shelf.files += 1;
        }
        Ok(shelf)
    }

    /// Where the next file belongs.
    fn path(&self) -> PathBuf {
        self.folder.join(format!("studies-{:05}", self.files))
    }

    fn keep(&mut self, studies: &[&Study]) -> Result<(), WorkshopError> {
        if !studies.is_empty() {
            file::replace(&self.path(), Study::written(studies.iter().copied()))?;
            self.files += 1;
        }
        Ok(())
    }
}
