//! The command `workshop pack`: makes the agent's tables out of solved endings.
//!
//! Positions that nobody asks a table for, impossible ones and those with a capture to play, do not
//! matter: each code fills them in as suits it best.

use crate::error::WorkshopError;
use crate::output::say;
use crate::progress::Progress;
use crate::tables::shelf::Shelf;
use crate::tables::state::{Decision, State};
use crate::threads;
use evaluation::checkers::endgame::{DtcTable, Material, TableIndex, WdlTable, dtc, run_length};
use formats::file;
use games::checkers::movegen;
use std::path::{Path, PathBuf};

/// What to pack, from where, and into which files.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Pack endings of up to so many pieces
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(2..=6))]
    pieces: u8,
    /// As given to `workshop tables`
    #[arg(long, value_name = "N")]
    quiet_turns: Option<u8>,
    /// The folder in which `workshop tables` has left the solved endings
    #[arg(long, default_value = "tables-work", value_name = "DIR")]
    folder: PathBuf,
    /// Write won, lost or drawn to this file
    #[arg(long, value_name = "FILE")]
    wdl: Option<PathBuf>,
    /// Write the distances of lost positions to this file
    #[arg(long, value_name = "FILE")]
    dtc: Option<PathBuf>,
    /// Threads [default: all processors]
    #[arg(long)]
    threads: Option<usize>,
}

/// Packs what is asked for.
///
/// # Errors
/// An ending is not solved yet, or a file cannot be read or written.
pub fn run(options: &Options) -> Result<(), WorkshopError> {
    let shelf = Shelf::at(&options.folder, options.quiet_turns)?;
    let pieces = usize::from(options.pieces);
    let threads = threads::number(options.threads);
    if let Some(path) = &options.wdl {
        let rows = for_all(pieces, &shelf, threads, result_codes)?;
        write(path, &WdlTable::encode(pieces, &rows))?;
    }
    if let Some(path) = &options.dtc {
        let blocks = for_all(pieces, &shelf, threads, distance_blocks)?;
        write(path, &DtcTable::encode(pieces, &blocks))?;
    }
    Ok(())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), WorkshopError> {
    file::replace(path, bytes)?;
    say(format_args!("{}: {} bytes", path.display(), bytes.len()))
}

/// What `work` makes of each material, in the order of their numbers.
fn for_all<T: Send>(
    pieces: usize,
    shelf: &Shelf,
    threads: usize,
    work: fn(Material, &[State]) -> T,
) -> Result<Vec<T>, WorkshopError> {
    let materials: Vec<_> = (2..=pieces).flat_map(Material::all).collect();
    let all = materials.iter().map(|material| material.size() as u64).sum();
    let progress = Progress::of(all, "positions");
    let results = threads::map(materials.len(), threads, |number| {
        let material = materials[number];
        let states = shelf.take(material).and_then(|states| {
            states.ok_or_else(|| WorkshopError::Unsolved { material: material.to_string() })
        });
        let result = states.map(|states| work(material, &states));
        progress.add(material.size() as u64);
        result
    });
    progress.close();
    results.into_iter().collect()
}

/// The codes of the results of a material.
fn result_codes(material: Material, states: &[State]) -> Vec<u8> {
    let row: Vec<_> = needed(material, states).map(|state| state.map(State::outcome)).collect();
    run_length::encode(&row)
}

/// The packed blocks of the distances of a material. What does not matter is like what was before.
fn distance_blocks(material: Material, states: &[State]) -> Vec<Vec<u8>> {
    let mut last = 0;
    let rounds: Vec<_> = needed(material, states)
        .map(|state| {
            if let Some((Decision::Lost, plies)) = state.and_then(State::decided) {
                last = plies.div_ceil(2);
            }
            last
        })
        .collect();
    rounds.chunks(dtc::BLOCK).map(DtcTable::compress).collect()
}

/// The states of the positions that a table is asked for: possible ones without a capture.
fn needed(material: Material, states: &[State]) -> impl Iterator<Item = Option<State>> {
    let table_indices = TableIndex::all(material);
    table_indices.zip(states).map(|(table_index, &state)| {
        let needed = |table_index: TableIndex| !movegen::can_jump(&table_index.position());
        table_index.is_some_and(needed).then_some(state)
    })
}
