//! Which endings and which of their positions are meant, and work on every solved ending, shared
//! among threads.

use crate::error::TrainingError;
use crate::tables::table_store::{StoredEnding, TableStore};
use cli::{ProgressLine, pool};
use evaluation::checkers::endgame::{Material, TableIndex};
use games::Outcome;
use games::checkers::{Position, movegen};
use std::num::NonZeroUsize;

pub struct TableSource<'a> {
    /// Solved under the rule of quiet turns, if the table has one.
    pub store: &'a TableStore,
    /// Solved without a limit: then the table holds what changes without it.
    pub unlimited: Option<&'a TableStore>,
}

/// What a table is made from, for one material.
pub struct PackedEnding {
    pub ruled: StoredEnding,
    pub unlimited: Option<StoredEnding>,
}

impl TableSource<'_> {
    fn ending(&self, material: Material) -> Result<PackedEnding, TrainingError> {
        let unlimited = self.unlimited.map(|store| store.solved(material)).transpose()?;
        Ok(PackedEnding { ruled: self.store.solved(material)?, unlimited })
    }
}

impl PackedEnding {
    /// The result that the table holds; `None` where a table of cursed wins is never asked: the
    /// rule decides nothing there.
    #[inline]
    pub fn outcome(&self, index: usize) -> Option<Outcome> {
        let ruled = self.ruled.outcome(index);
        match &self.unlimited {
            None => Some(ruled),
            Some(unlimited) => (ruled == Outcome::Draw).then(|| unlimited.outcome(index)),
        }
    }
}

/// Has neither side more than `ahead` pieces more than the other? Without a number any ending will
/// do.
pub fn is_near(material: Material, ahead: Option<u8>) -> bool {
    ahead.is_none_or(|ahead| apart(material) <= usize::from(ahead))
}

/// How many pieces one side has more than the other.
pub fn apart(material: Material) -> usize {
    material.own.pieces().abs_diff(material.enemy.pieces())
}

/// What `known` says of the positions that a table stores, by index; `None` for impossible ones and
/// for those that it is never probed for: whatever packs best is written there.
pub fn stored<T>(
    material: Material,
    known: impl Fn(usize) -> T,
    is_stored: fn(&Position) -> bool,
) -> impl Iterator<Item = Option<T>> {
    TableIndex::all(material).enumerate().map(move |(index, table_index)| {
        table_index.is_some_and(|found| is_stored(&found.position())).then(|| known(index))
    })
}

/// Has the side to move no capture?
pub fn is_quiet(position: &Position) -> bool {
    !movegen::can_jump(position)
}

/// Has neither side a capture?
pub fn is_unthreatened(position: &Position) -> bool {
    is_quiet(position) && !movegen::could_jump(position)
}

/// The results of `work` for each material of 2 to `pieces` pieces, in the order of their numbers;
/// nothing for those that are not requested, which need not be solved.
pub fn for_each_material<T: Default + Send>(
    pieces: usize,
    source: &TableSource<'_>,
    threads: NonZeroUsize,
    is_wanted: impl Fn(Material) -> bool + Sync,
    work: impl Fn(Material, &PackedEnding) -> Result<T, TrainingError> + Sync,
) -> Result<Vec<T>, TrainingError> {
    let materials: Vec<_> = (2..=pieces).flat_map(Material::all).collect();
    let all = materials.iter().map(|material| material.size() as u64).sum();
    let progress = ProgressLine::new(all, "positions");
    let results = pool::map(materials.len(), threads, |number| {
        let material = materials[number];
        if !is_wanted(material) {
            progress.skip(material.size() as u64);
            return Ok(T::default());
        }
        let result = source.ending(material).and_then(|ending| work(material, &ending));
        progress.add(material.size() as u64);
        result
    });
    progress.finish();
    results.into_iter().collect()
}
