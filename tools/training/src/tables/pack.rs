//! The command `training pack`: makes the agent's WDL and DTC tables from solved endings.
//!
//! No program looks up impossible positions or those with a capture to play: whatever packs best is
//! written there. The WDL table also leaves out threatened positions of many pieces, and whole
//! materials on request.

use crate::error::TrainingError;
use crate::output::print_line;
use crate::tables::check::check;
use crate::tables::materials::{
    PackedEnding, TableSource, for_each_material, is_near, is_quiet, is_unthreatened, stored,
};
use crate::tables::state::{PositionState, WonOrLost};
use crate::tables::table_store::{StoredEnding, TableStore};
use clap::ArgGroup;
use cli::{ProgramError, file, pool};
use evaluation::checkers::endgame::{
    DtcTable, MAX_PIECES, Material, PackedMaterial, WdlTable, dtc,
};
use std::cmp::Reverse;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// From this number of pieces on, positions in which the side to move is threatened with a capture
/// are left out: without them a table of six pieces has two thirds of the runs. The search goes a
/// ply deeper there.
const UNTHREATENED_FROM: usize = 6;

/// What to pack, from where, and into which files.
#[derive(Debug, clap::Args)]
#[command(group(ArgGroup::new("job").required(true).multiple(true).args(["wdl", "dtc", "check"])))]
pub struct PackArgs {
    /// Pack endings with up to this many pieces
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(2..=7))]
    pieces: u8,
    /// The limit that `training tables` was given
    #[arg(long, value_name = "N")]
    quiet_turns: Option<u8>,
    /// The folder of the solved endings
    #[arg(long, default_value = "tables-work", value_name = "DIR")]
    folder: PathBuf,
    /// Pack what changes without a limit of quiet turns, by the endings that this folder holds,
    /// solved without --quiet-turns: the cursed wins
    #[arg(long, value_name = "DIR", requires = "quiet_turns", conflicts_with = "keep_from")]
    cursed: Option<PathBuf>,
    /// Write the WDL table (win, draw or loss) to this file, without threatened positions of six
    /// pieces
    #[arg(long, value_name = "FILE")]
    wdl: Option<PathBuf>,
    /// Of the endings with the most pieces, only those named here, such as 2m1k-3k,3k-2m1k
    #[arg(long, value_name = "LIST", requires = "wdl", value_delimiter = ',',
        value_parser = material)]
    only: Option<Vec<Material>>,
    /// Of the endings with the most pieces, all but those named here
    #[arg(long, value_name = "LIST", requires = "wdl", conflicts_with = "only",
        value_delimiter = ',', value_parser = material)]
    except: Vec<Material>,
    /// Of the endings with the most pieces, only those in which neither side has more than N pieces
    /// more than the other
    #[arg(long, value_name = "N", requires = "wdl")]
    ahead: Option<u8>,
    /// Keep what was made of endings with N pieces and more in the folder, so that broken off work
    /// continues
    #[arg(long, value_name = "N", default_value_t = 7,
        value_parser = clap::value_parser!(u8).range(2..=7))]
    keep_from: u8,
    /// Print the bytes of each material of the WDL table, largest first
    #[arg(long, requires = "wdl")]
    verbose: bool,
    /// Write the DTC table (distance to conversion of lost positions) to this file
    #[arg(long, value_name = "FILE")]
    dtc: Option<PathBuf>,
    /// Compare every position of this WDL table with the solved endings
    #[arg(long, value_name = "FILE")]
    check: Option<PathBuf>,
    /// Number of threads [default: all processors]
    #[arg(long)]
    threads: Option<usize>,
}

/// Writes the tables of `--wdl` and `--dtc`, and checks the one of `--check`.
pub fn run(options: &PackArgs) -> Result<(), TrainingError> {
    let store = TableStore::at(&options.folder, options.quiet_turns);
    let unlimited = options.cursed.as_ref().map(|folder| TableStore::at(folder, None));
    let source = TableSource { store: &store, unlimited: unlimited.as_ref() };
    let pieces = usize::from(options.pieces);
    let threads = pool::threads(options.threads);
    if let Some(path) = &options.wdl {
        write(path, &wdl_file(options, &source, threads)?)?;
    }
    if let Some(path) = &options.dtc {
        let blocks = for_each_material(pieces, &source, threads, |_| true, dtc_blocks)?;
        write(path, &DtcTable::encode(pieces, &blocks))?;
    }
    options.check.as_ref().map_or(Ok(()), |path| check(path, &source, threads))
}

fn material(name: &str) -> Result<Material, ProgramError> {
    let found =
        (2..=MAX_PIECES).flat_map(Material::all).find(|material| material.to_string() == name);
    found.ok_or_else(|| ProgramError::usage("no ending: give names such as 2m1k-3k"))
}

fn wdl_file(
    options: &PackArgs,
    source: &TableSource<'_>,
    threads: NonZeroUsize,
) -> Result<Vec<u8>, TrainingError> {
    let pieces = usize::from(options.pieces);
    let is_wanted = |material: Material| {
        material.pieces() < pieces
            || (options.only.as_ref().is_none_or(|only| only.contains(&material))
                && !options.except.contains(&material)
                && is_near(material, options.ahead))
    };
    let kept_from = usize::from(options.keep_from);
    let packed = for_each_material(pieces, source, threads, is_wanted, |material, ending| {
        kept_or(material, kept_from, source.store, || wdl_runs(material, ending))
    })?;
    let (bytes, sizes) = WdlTable::encode(pieces, UNTHREATENED_FROM, &packed);
    if options.verbose {
        let mut sizes: Vec<_> = (2..=pieces).flat_map(Material::all).zip(sizes).collect();
        sizes.sort_by_key(|&(material, bytes)| (Reverse(bytes), material));
        for (material, bytes) in sizes {
            print_line(format_args!("{:<12}{bytes:>10}", material.to_string()))?;
        }
    }
    Ok(bytes)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), TrainingError> {
    file::replace(path, bytes)?;
    print_line(format_args!("{}: {} bytes", path.display(), bytes.len()))
}

/// The runs of a material from the folder, or made now and, if it has enough pieces, kept there.
fn kept_or(
    material: Material,
    kept_from: usize,
    store: &TableStore,
    make: impl FnOnce() -> PackedMaterial,
) -> Result<PackedMaterial, TrainingError> {
    if material.pieces() < kept_from {
        return Ok(make());
    }
    if let Some(kept) = store.load_runs(material)? {
        return Ok(kept);
    }
    let made = make();
    store.save_runs(material, &made)?;
    Ok(made)
}

fn wdl_runs(material: Material, ending: &PackedEnding) -> PackedMaterial {
    let is_stored = if material.pieces() < UNTHREATENED_FROM { is_quiet } else { is_unthreatened };
    let results: Vec<_> =
        stored(material, |index| ending.outcome(index), is_stored).map(Option::flatten).collect();
    PackedMaterial::of(material, &results)
}

/// The packed blocks of the distances of a material, in rounds of two plies. Where no distance is
/// needed, or it is short, the last one is repeated.
fn dtc_blocks(material: Material, ending: &PackedEnding) -> Result<Vec<Vec<u8>>, TrainingError> {
    let distances = PackedDistances::of(material, ending)?;
    let mut last = 0;
    let rounds: Vec<_> = stored(material, |index| distances.at(index), is_quiet)
        .map(|rounds| {
            last = rounds.flatten().unwrap_or(last);
            last
        })
        .collect();
    Ok(rounds.chunks(dtc::BLOCK).map(DtcTable::compress).collect())
}

/// The states of an ending under the rule, and without a limit.
struct PackedDistances<'a> {
    ruled: &'a [PositionState],
    unlimited: Option<&'a [PositionState]>,
}

impl<'a> PackedDistances<'a> {
    fn of(material: Material, ending: &'a PackedEnding) -> Result<Self, TrainingError> {
        let states = |ending: &'a StoredEnding| match ending {
            StoredEnding::States(states) => Ok(states.as_slice()),
            StoredEnding::Results(..) => Err(TrainingError::Failed(format!(
                "the distances of {material} were not kept: remove the file {material}.results and \
                 run training tables with a larger --results-from"
            ))),
        };
        let unlimited = ending.unlimited.as_ref().map(states).transpose()?;
        Ok(PackedDistances { ruled: states(&ending.ruled)?, unlimited })
    }

    /// What the table holds of a position: see `dtc/table.rs` and `cursed/mod.rs` of `evaluation`.
    /// `None` where it is never asked.
    fn at(&self, index: usize) -> Option<u8> {
        let ruled = long_rounds(self.ruled[index]);
        let Some(unlimited) = self.unlimited else { return ruled };
        let unlimited = long_rounds(unlimited[index])?;
        Some(ruled.map_or(unlimited, |ruled| ruled - unlimited))
    }
}

/// The rounds to the conversion of a lost position, if they are not short.
fn long_rounds(state: PositionState) -> Option<u8> {
    let (decision, plies) = state.decided()?;
    let rounds = plies.div_ceil(2);
    (decision == WonOrLost::Lost && rounds > dtc::SHORT_ROUNDS).then_some(rounds)
}
