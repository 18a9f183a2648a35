//! The command `training book`: studies opening positions, the likeliest first, and writes their
//! good moves as a book.
//!
//! Studies are kept in a folder as they are made, so interrupted work continues, and a smaller or
//! larger book needs no study twice. The same nodes and the same network give the same book.

mod expansion;
mod good_moves;
mod study;

use crate::book::expansion::Expansion;
use crate::book::good_moves::good_moves;
use crate::book::study::Study;
use crate::error::TrainingError;
use crate::learn::EvaluatorChoice;
use crate::options_file;
use crate::output::print_line;
use cli::{ProgressLine, file, pool};
use evaluation::checkers::book;
use games::checkers::PackedPosition;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
pub struct BookArgs {
    /// The folder for the studies; those that it has are not made again
    #[arg(long, default_value = "book-work", value_name = "DIR")]
    folder: PathBuf,
    /// Write the book to this file
    #[arg(long, default_value = "book", value_name = "FILE")]
    out: PathBuf,
    /// Number of positions
    #[arg(long, default_value_t = 1_000, value_name = "N")]
    positions: usize,
    /// Nodes for each position, and half as many for its moves together
    #[arg(long, default_value_t = 20_000, value_name = "N")]
    nodes: u64,
    /// Number of threads [default: all processors]
    #[arg(long)]
    threads: Option<usize>,
}

/// The number of positions that are studied before they are written.
const BATCH: usize = 256;
/// The largest file of studies, in bytes.
const FILE_LIMIT: u64 = 1 << 20;
/// Moves that are worth at most this much less than the best, in units of the evaluation, are good.
const TOLERANCE: i16 = 3;

pub fn run(options: &BookArgs) -> Result<(), TrainingError> {
    let evaluator = EvaluatorChoice::BuiltIn.load()?;
    let made_with = format!("{} nodes, {evaluator}\n", options.nodes);
    let store = StudyStore::open(&options.folder, &made_with)?;
    let expansion = expanded(options, store)?;
    let moves = good_moves(&expansion, TOLERANCE);
    let count = moves.len();
    file::replace(&options.out, book::encode(moves))?;
    print_line(format_args!("{}: {count} positions", options.out.display()))
}

fn expanded(options: &BookArgs, mut store: StudyStore) -> Result<Expansion, TrainingError> {
    let threads = pool::threads(options.threads);
    let progress = ProgressLine::new(options.positions as u64, "positions");
    progress.skip(store.studies.len().min(options.positions) as u64);
    let mut expansion = Expansion::from_the_openings();
    while expansion.studies.len() < options.positions {
        let wanted = expansion.next(BATCH.min(options.positions - expansion.studies.len()));
        if wanted.is_empty() {
            break;
        }
        let made = pool::map(wanted.len(), threads, |nth| {
            let known = store.studies.get(&wanted[nth]).cloned();
            known.map_or_else(
                || (Study::of(wanted[nth], options.nodes), true),
                |at| (Some(at), false),
            )
        });
        let new: Vec<_> =
            made.iter().filter(|(_, new)| *new).filter_map(|(at, _)| at.as_ref()).collect();
        progress.add(new.len() as u64);
        store.save(&new)?;
        for (packed, (study, _)) in wanted.into_iter().zip(made) {
            match study {
                Some(study) => expansion.add(study),
                None => expansion.add_forced(packed),
            }
        }
    }
    progress.finish();
    Ok(expansion)
}

/// The files of studies in a folder: `studies-00000` and so on.
struct StudyStore {
    folder: PathBuf,
    files: usize,
    studies: HashMap<PackedPosition, Study>,
}

impl StudyStore {
    /// Opens the folder for studies made with these options, and makes it if it does not exist.
    fn open(folder: &Path, options: &str) -> Result<Self, TrainingError> {
        options_file::check_or_write(folder, options)?;
        let mut store =
            StudyStore { folder: folder.to_path_buf(), files: 0, studies: HashMap::new() };
        while let Some(bytes) = file::read_bytes(&store.path(), FILE_LIMIT)? {
            let path = store.path();
            let studies = Study::decode(&bytes).ok_or_else(|| {
                let what = "is not a file of studies: remove it and those with higher numbers, and \
                            training book makes them again";
                TrainingError::about(&path, what)
            })?;
            store.studies.extend(studies.into_iter().map(|study| (study.packed, study)));
            store.files += 1;
        }
        Ok(store)
    }

    fn path(&self) -> PathBuf {
        self.folder.join(format!("studies-{:05}", self.files))
    }

    fn save(&mut self, studies: &[&Study]) -> Result<(), TrainingError> {
        if !studies.is_empty() {
            file::replace(&self.path(), Study::encode(studies.iter().copied()))?;
            self.files += 1;
        }
        Ok(())
    }
}
