//! The command `workshop tables`: solves all endings up to a number of pieces, smaller ones first,
//! and among those of equally many pieces the ones with fewer men first, since men become kings.
//!
//! What is on the shelf is taken from there, so that work that was broken off goes on.

use crate::error::WorkshopError;
use crate::output::say;
use crate::progress::Progress;
use crate::tables::census::Census;
use crate::tables::library::Library;
use crate::tables::prove::{Both, prove};
use crate::tables::shelf::Shelf;
use crate::tables::solve::solve;
use crate::tables::state::State;
use crate::threads;
use evaluation::checkers::endgame::Material;
use std::path::PathBuf;

/// What to solve and where to keep it.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Solve endings of up to so many pieces
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(2..=6))]
    pieces: u8,
    /// Count as drawn what needs N or more quiet turns before a capture or crowning; without it, only
    /// what needs more than 114
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=100))]
    quiet_turns: Option<u8>,
    /// The folder for the results; what is there already is not solved again
    #[arg(long, default_value = "tables-work", value_name = "DIR")]
    folder: PathBuf,
    /// Threads [default: all processors]
    #[arg(long)]
    threads: Option<usize>,
    /// Tell the figures of every material, not only the totals
    #[arg(long)]
    verbose: bool,
}

/// Solves what is not solved yet and prints the census.
///
/// # Errors
/// A file cannot be read or written, or what was solved is wrong.
pub fn run(options: &Options) -> Result<(), WorkshopError> {
    let shelf = Shelf::at(&options.folder, options.quiet_turns)?;
    let threads = threads::number(options.threads);
    let sizes = 2..=usize::from(options.pieces);
    let all = sizes.clone().flat_map(Material::all).map(Material::size).sum::<usize>();
    let progress = Progress::of(all as u64, "positions");
    let mut library = Library::empty();
    say(format_args!("{:<12}{HEADING}", "pieces"))?;
    for pieces in sizes {
        let mut total = Census::default();
        for material in in_order(pieces) {
            for (material, states) in solved(material, &shelf, &library, threads, &progress)? {
                let census = Census::of(&states);
                if options.verbose {
                    say(format_args!("{:<12}{census}", material.to_string()))?;
                }
                total += census;
                library.add(material, &states);
            }
        }
        say(format_args!("{pieces:<12}{total}"))?;
    }
    progress.close();
    Ok(())
}

const HEADING: &str = "        total           won          lost         drawn longest";

/// The materials of so many pieces, one of each pair of mirror images, in an order in which each
/// needs only earlier ones.
fn in_order(pieces: usize) -> Vec<Material> {
    let mut materials: Vec<_> =
        Material::all(pieces).filter(|&material| material <= material.mirrored()).collect();
    materials.sort_by_key(|material| material.own.men + material.enemy.men);
    materials
}

/// A material and its mirror image, from the shelf or solved now.
fn solved(
    material: Material,
    shelf: &Shelf,
    library: &Library,
    threads: usize,
    progress: &Progress,
) -> Result<Vec<(Material, Vec<State>)>, WorkshopError> {
    let mirrored = material.mirrored();
    let kept = (shelf.take(material)?, shelf.take(mirrored)?);
    if let (Some(states), Some(mirror_states)) = kept {
        let mut both = vec![(material, states)];
        if mirrored != material {
            both.push((mirrored, mirror_states));
        }
        progress.skip(both.iter().map(|(_, states)| states.len() as u64).sum());
        return Ok(both);
    }
    let both = solve(material, shelf.quiet_turns(), library, threads, &|indices| {
        progress.add(indices as u64)
    });
    let quiet_turns = shelf.quiet_turns();
    for (material, states) in &both {
        let mirror_image = both.iter().find(|(other, _)| *other == material.mirrored());
        let mirrored = mirror_image.map_or(states, |(_, states)| states);
        prove(Both { material: *material, states, mirrored, quiet_turns }, library)?;
        shelf.put(*material, states)?;
    }
    Ok(both)
}
