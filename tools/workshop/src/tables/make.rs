//! The command `workshop tables`: solves all endings up to a number of pieces, smaller ones first,
//! and among those with equally many pieces the ones with fewer men first, since men become kings.
//!
//! Endings that are in the folder are not solved again, so interrupted work continues.

use crate::error::WorkshopError;
use crate::output::print_above;
use crate::tables::outcome_counts::OutcomeCounts;
use crate::tables::solve::solve;
use crate::tables::solved::Solved;
use crate::tables::state::PositionState;
use crate::tables::table_store::TableStore;
use crate::tables::verify::{SolvedPair, verify};
use crate::threads;
use evaluation::checkers::endgame::Material;
use progress::ProgressLine;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub struct TablesArgs {
    /// Solve endings with up to this many pieces
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(2..=6))]
    pieces: u8,
    /// Count as drawn what needs N or more quiet turns before a capture or crowning [default: more
    /// than 114]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=100))]
    quiet_turns: Option<u8>,
    /// The folder for the solved endings; those that it has are not solved again
    #[arg(long, default_value = "tables-work", value_name = "DIR")]
    folder: PathBuf,
    /// Number of threads [default: all processors]
    #[arg(long)]
    threads: Option<usize>,
    /// Print the counts of every material, not only the totals
    #[arg(long)]
    verbose: bool,
}

/// Solves what is not solved yet and prints how many positions are won, lost and drawn.
pub fn run(options: &TablesArgs) -> Result<(), WorkshopError> {
    let store = TableStore::open(&options.folder, options.quiet_turns)?;
    let threads = threads::count(options.threads);
    let sizes = 2..=usize::from(options.pieces);
    let all = sizes.clone().flat_map(Material::all).map(Material::size).sum::<usize>();
    let progress = ProgressLine::new(all as u64, "positions");
    let mut known = Solved::empty();
    print_above(&progress, format_args!("{:<12}{HEADER}", "pieces"))?;
    for pieces in sizes {
        let mut total = OutcomeCounts::default();
        for material in in_order(pieces) {
            for (material, states) in load_or_solve(material, &store, &known, threads, &progress)? {
                let counts = OutcomeCounts::of(&states);
                if options.verbose {
                    print_above(&progress, format_args!("{:<12}{counts}", material.to_string()))?;
                }
                total += counts;
                known.add(material, &states);
            }
        }
        print_above(&progress, format_args!("{pieces:<12}{total}"))?;
    }
    progress.finish();
    Ok(())
}

const HEADER: &str = "        total           won          lost         drawn longest";

/// The materials with this number of pieces, one of each pair of mirror images, in an order in
/// which each needs only earlier ones.
fn in_order(pieces: usize) -> Vec<Material> {
    let mut materials: Vec<_> =
        Material::all(pieces).filter(|&material| material <= material.mirrored()).collect();
    materials.sort_by_key(|material| material.own.men + material.enemy.men);
    materials
}

/// The final states of a material and its mirror image, from the folder or solved now.
fn load_or_solve(
    material: Material,
    store: &TableStore,
    known: &Solved,
    threads: usize,
    progress: &ProgressLine,
) -> Result<Vec<(Material, Vec<PositionState>)>, WorkshopError> {
    let mirrored = material.mirrored();
    let stored = (store.load(material)?, store.load(mirrored)?);
    if let (Some(states), Some(mirror_states)) = stored {
        let mut both = vec![(material, states)];
        if mirrored != material {
            both.push((mirrored, mirror_states));
        }
        progress.skip(both.iter().map(|(_, states)| states.len() as u64).sum());
        return Ok(both);
    }
    let both = solve(material, store.quiet_turns(), known, threads, &|indices| {
        progress.add(indices as u64)
    });
    let quiet_turns = store.quiet_turns();
    for (material, states) in &both {
        let mirror_image = both.iter().find(|(other, _)| *other == material.mirrored());
        let mirrored = mirror_image.map_or(states, |(_, states)| states);
        verify(SolvedPair { material: *material, states, mirrored, quiet_turns }, known)?;
        store.save(*material, states)?;
    }
    Ok(both)
}
