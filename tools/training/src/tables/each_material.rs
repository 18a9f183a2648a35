//! Work on every solved material, shared among threads.

use crate::error::TrainingError;
use crate::tables::table_store::{StoredEnding, TableStore};
use crate::threads;
use cli::ProgressLine;
use evaluation::checkers::endgame::Material;

/// The results of `work` for each material of 2 to `pieces` pieces, in the order of their numbers;
/// nothing for those that are not wanted, which need not be solved.
pub fn for_each_material<T: Default + Send>(
    pieces: usize,
    store: &TableStore,
    threads: usize,
    is_wanted: impl Fn(Material) -> bool + Sync,
    work: impl Fn(Material, &StoredEnding) -> Result<T, TrainingError> + Sync,
) -> Result<Vec<T>, TrainingError> {
    let materials: Vec<_> = (2..=pieces).flat_map(Material::all).collect();
    let all = materials.iter().map(|material| material.size() as u64).sum();
    let progress = ProgressLine::new(all, "positions");
    let results = threads::map(materials.len(), threads, |number| {
        let material = materials[number];
        if !is_wanted(material) {
            progress.skip(material.size() as u64);
            return Ok(T::default());
        }
        let result = store.solved(material).and_then(|ending| work(material, &ending));
        progress.add(material.size() as u64);
        result
    });
    progress.finish();
    results.into_iter().collect()
}
