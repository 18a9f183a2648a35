//! The command `training tables`: solves all endings up to a number of pieces, smaller ones first,
//! and among those with equally many pieces the most even ones first, and then the ones with fewer
//! men, since men become kings.
//!
//! Endings that are in the folder are not solved again, so interrupted work continues.

use crate::error::TrainingError;
use crate::output::print_above;
use crate::tables::materials::{apart, is_near};
use crate::tables::outcome_counts::OutcomeCounts;
use crate::tables::solve::{SolveStep, solve};
use crate::tables::solved::Solved;
use crate::tables::table_store::{EndingFigures, TableStore};
use crate::tables::verify::{SolvedPair, verify};
use cli::{ProgressLine, pool};
use evaluation::checkers::endgame::Material;
use std::path::PathBuf;
use std::time::Instant;

#[derive(Debug, clap::Args)]
pub struct TablesArgs {
    /// Solve endings with up to this many pieces
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(2..=7))]
    pieces: u8,
    /// Of the endings with the most pieces, only those in which neither side has more than N pieces
    /// more than the other: with 7 pieces and N = 1 those of four against three
    #[arg(long, value_name = "N")]
    ahead: Option<u8>,
    /// Count as drawn what needs N or more quiet turns before a capture or crowning [default: more
    /// than 114]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=100))]
    quiet_turns: Option<u8>,
    /// Of endings with N pieces and more, keep win, draw or loss, and no distances: a fifth of the
    /// bytes
    #[arg(long, value_name = "N", default_value_t = 7,
        value_parser = clap::value_parser!(u8).range(2..=7))]
    results_from: u8,
    /// The folder for the solved endings; those that it has are not solved again
    #[arg(long, default_value = "tables-work", value_name = "DIR")]
    folder: PathBuf,
    /// Number of threads [default: all processors]
    #[arg(long)]
    threads: Option<usize>,
    /// Print the counts of every material, and the seconds that it took where they are kept, not
    /// only the totals
    #[arg(long)]
    verbose: bool,
}

/// Solves what is not solved yet and prints how many positions are won, lost and drawn.
pub fn run(options: &TablesArgs) -> Result<(), TrainingError> {
    let store = TableStore::make(&options.folder, options.quiet_turns)?;
    let sizes = 2..=usize::from(options.pieces);
    let all = sizes.clone().flat_map(|pieces| in_order(pieces, options));
    let progress = ProgressLine::new(all.map(indices_of_pair).sum(), "positions");
    let mut known = Solved::empty();
    print_above(&progress, format_args!("{:<12}{HEADER}", "pieces"))?;
    for pieces in sizes {
        let mut total = OutcomeCounts::default();
        for material in in_order(pieces, options) {
            let is_solved = pair(material).all(|material| store.has(material));
            if is_solved {
                progress.skip(indices_of_pair(material));
            } else {
                solve_pair(material, options, &store, &known, &progress)?;
            }
            for material in pair(material) {
                total += take(material, options, &store, &mut known, &progress)?;
            }
        }
        print_above(&progress, format_args!("{pieces:<12}{total}"))?;
    }
    progress.finish();
    Ok(())
}

const HEADER: &str = "        total           won          lost         drawn longest";

/// The materials with this number of pieces that are requested, one of each pair of mirror images,
/// in an order in which each needs only earlier ones.
fn in_order(pieces: usize, options: &TablesArgs) -> Vec<Material> {
    let ahead = options.ahead.filter(|_| pieces == usize::from(options.pieces));
    let mut materials: Vec<_> = Material::all(pieces)
        .filter(|material| *material <= material.mirrored() && is_near(*material, ahead))
        .collect();
    materials.sort_by_key(|material| (apart(*material), material.own.men + material.enemy.men));
    materials
}

/// A material and, if it is another one, its mirror image.
fn pair(material: Material) -> impl Iterator<Item = Material> {
    let mirrored = material.mirrored();
    std::iter::once(material).chain((mirrored != material).then_some(mirrored))
}

fn indices_of_pair(material: Material) -> u64 {
    pair(material).map(|material| material.size() as u64).sum()
}

/// Solves a material and its mirror image, and writes both into the folder.
fn solve_pair(
    material: Material,
    options: &TablesArgs,
    store: &TableStore,
    known: &Solved,
    progress: &ProgressLine,
) -> Result<(), TrainingError> {
    let begun = Instant::now();
    let quiet_turns = store.quiet_turns();
    progress.task(material.to_string());
    let both =
        solve(material, quiet_turns, known, pool::threads(options.threads), &|step| match step {
            SolveStep::Filled(indices) => progress.add(indices as u64),
            SolveStep::Round(plies) => progress.task(format!("{material}, round {plies}")),
        });
    for (material, states) in &both {
        let mirror_image = both.iter().find(|(other, _)| *other == material.mirrored());
        let mirrored = mirror_image.map_or(states, |(_, states)| states);
        verify(SolvedPair { material: *material, states, mirrored, quiet_turns }, known)?;
    }
    let seconds = begun.elapsed().as_secs();
    for (material, states) in &both {
        if material.pieces() < usize::from(options.results_from) {
            store.save_states(*material, states)?;
        } else {
            store.save_results(*material, states, seconds)?;
        }
    }
    Ok(())
}

/// Adds the results of a material in the folder to what is known, and returns its counts.
fn take(
    material: Material,
    options: &TablesArgs,
    store: &TableStore,
    known: &mut Solved,
    progress: &ProgressLine,
) -> Result<OutcomeCounts, TrainingError> {
    let (results, EndingFigures { counts, seconds }) = store.solved(material)?.into_results();
    if options.verbose {
        let seconds = seconds.map_or(String::new(), |seconds| format!("{seconds:>8} s"));
        print_above(progress, format_args!("{:<12}{counts}{seconds}", material.to_string()))?;
    }
    known.add(material, results);
    Ok(counts)
}

#[cfg(test)]
impl Solved {
    /// The endings of up to `pieces` pieces, solved now under the rule of quiet turns.
    pub fn with_pieces(pieces: u8) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let options = TablesArgs {
            pieces,
            ahead: None,
            quiet_turns: Some(50),
            results_from: 7,
            folder: folder.path().to_path_buf(),
            threads: None,
            verbose: false,
        };
        run(&options).expect("solved");
        Solved::in_folder(folder.path()).expect("just solved")
    }
}
