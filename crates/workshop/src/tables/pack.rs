//! The command `workshop pack`: makes the agent's WDL and DTC tables from solved endings.
//!
//! The tables are not asked for impossible positions or for those with a capture to play: whatever
//! packs best is written there.

use crate::error::WorkshopError;
use crate::output::print_line;
use crate::tables::state::{Decision, State};
use crate::tables::table_store::TableStore;
use crate::threads;
use evaluation::checkers::endgame::{DtcTable, Material, TableIndex, WdlTable, dtc, run_length};
use formats::file;
use games::checkers::movegen;
use progress::Progress;
use std::path::{Path, PathBuf};

/// What to pack, from where, and into which files.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Pack endings with up to this many pieces
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(2..=6))]
    pieces: u8,
    /// The limit that `workshop tables` was given
    #[arg(long, value_name = "N")]
    quiet_turns: Option<u8>,
    /// The folder of the solved endings
    #[arg(long, default_value = "tables-work", value_name = "DIR")]
    folder: PathBuf,
    /// Write the WDL table (win, draw or loss) to this file
    #[arg(long, value_name = "FILE")]
    wdl: Option<PathBuf>,
    /// Write the DTC table (distance to conversion of lost positions) to this file
    #[arg(long, value_name = "FILE")]
    dtc: Option<PathBuf>,
    /// Number of threads [default: all processors]
    #[arg(long)]
    threads: Option<usize>,
}

/// Writes the tables that are asked for.
///
/// # Errors
/// An ending is not solved yet, or a file cannot be read or written.
pub fn run(options: &Options) -> Result<(), WorkshopError> {
    let store = TableStore::open(&options.folder, options.quiet_turns)?;
    let pieces = usize::from(options.pieces);
    let threads = threads::count(options.threads);
    if let Some(path) = &options.wdl {
        let rows = for_each_material(pieces, &store, threads, wdl_codes)?;
        write(path, &WdlTable::encode(pieces, &rows))?;
    }
    if let Some(path) = &options.dtc {
        let blocks = for_each_material(pieces, &store, threads, dtc_blocks)?;
        write(path, &DtcTable::encode(pieces, &blocks))?;
    }
    Ok(())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), WorkshopError> {
    file::replace(path, bytes)?;
    print_line(format_args!("{}: {} bytes", path.display(), bytes.len()))
}

/// The results of `work` for each material, in the order of their numbers.
fn for_each_material<T: Send>(
    pieces: usize,
    store: &TableStore,
    threads: usize,
    work: fn(Material, &[State]) -> T,
) -> Result<Vec<T>, WorkshopError> {
    let materials: Vec<_> = (2..=pieces).flat_map(Material::all).collect();
    let all = materials.iter().map(|material| material.size() as u64).sum();
    let progress = Progress::new(all, "positions");
    let results = threads::map(materials.len(), threads, |number| {
        let material = materials[number];
        let states = store.load(material).and_then(|states| {
            states.ok_or_else(|| WorkshopError::Unsolved { material: material.to_string() })
        });
        let result = states.map(|states| work(material, &states));
        progress.add(material.size() as u64);
        result
    });
    progress.finish();
    results.into_iter().collect()
}

/// The run-length codes of the results of a material.
fn wdl_codes(material: Material, states: &[State]) -> Vec<u8> {
    let row: Vec<_> = needed(material, states).map(|state| state.map(State::outcome)).collect();
    run_length::encode(&row)
}

/// The packed blocks of the distances of a material, in rounds of two plies. Where no distance is
/// needed, the last one is repeated.
fn dtc_blocks(material: Material, states: &[State]) -> Vec<Vec<u8>> {
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

/// The states of the positions that a table is asked for: possible ones without a capture. `None`
/// for the others.
fn needed(material: Material, states: &[State]) -> impl Iterator<Item = Option<State>> {
    let table_indices = TableIndex::all(material);
    table_indices.zip(states).map(|(table_index, &state)| {
        let needed = |table_index: TableIndex| !movegen::can_jump(&table_index.position());
        table_index.is_some_and(needed).then_some(state)
    })
}
