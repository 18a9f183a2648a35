//! Work on every solved material, shared among threads.

use crate::error::WorkshopError;
use crate::tables::state::PositionState;
use crate::tables::table_store::TableStore;
use crate::threads;
use evaluation::checkers::endgame::Material;
use progress::ProgressLine;

/// The results of `work` for each material of 2 to `pieces` pieces, in the order of their numbers.
pub fn for_each_material<T: Send>(
    pieces: usize,
    store: &TableStore,
    threads: usize,
    work: impl Fn(Material, &[PositionState]) -> T + Sync,
) -> Result<Vec<T>, WorkshopError> {
    let materials: Vec<_> = (2..=pieces).flat_map(Material::all).collect();
    let all = materials.iter().map(|material| material.size() as u64).sum();
    let progress = ProgressLine::new(all, "positions");
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
