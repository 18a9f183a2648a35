//! The materials that are solved already, and what a position in one of them is worth.

use crate::error::TrainingError;
use crate::tables::packed_results::PackedResults;
use crate::tables::table_store::TableStore;
use evaluation::checkers::endgame::{MAX_PIECES, Material, TableIndex};
use games::Outcome;
use games::checkers::Position;
use games::checkers::rules::QUIET_TURNS;
use std::path::Path;

/// Results of whole materials, by [`Material::number`].
pub struct Solved {
    results: Vec<Option<PackedResults>>,
}

impl Solved {
    pub fn empty() -> Self {
        Solved { results: (0..Material::count(MAX_PIECES)).map(|_| None).collect() }
    }

    /// All that a folder holds, solved under the rule of quiet turns.
    ///
    /// # Errors
    /// A file is damaged or made under another limit, or there is none.
    pub fn in_folder(folder: &Path) -> Result<Self, TrainingError> {
        let store = TableStore::at(folder, Some(QUIET_TURNS as u8));
        let mut solved = Solved::empty();
        for material in (2..=MAX_PIECES).flat_map(Material::all) {
            if let Some(ending) = store.load(material)? {
                solved.add(material, ending.into_results().0);
            }
        }
        match solved.results.iter().flatten().next() {
            Some(_) => Ok(solved),
            None => {
                let what = "holds no solved endings: run training tables --quiet-turns 50, and give \
                            its --folder";
                Err(TrainingError::about(folder, what))
            }
        }
    }

    pub fn add(&mut self, material: Material, results: PackedResults) {
        self.results[material.number()] = Some(results);
    }

    /// The result of a position for its side to move; `None` if its material is not solved.
    pub fn find(&self, position: &Position) -> Option<Outcome> {
        if position.own().is_empty() {
            return Some(Outcome::Loss);
        }
        if position.count() as usize > MAX_PIECES {
            return None;
        }
        let table_index = TableIndex::of(position);
        let results = self.results[table_index.material().number()].as_ref()?;
        Some(results.at(table_index.index()))
    }

    /// The result of a position for its side to move.
    ///
    /// # Panics
    /// If its material is not solved yet: then materials are solved in the wrong order.
    pub fn outcome(&self, position: &Position) -> Outcome {
        self.find(position).unwrap_or_else(|| {
            panic!("{} is needed before it is solved", TableIndex::of(position).material())
        })
    }
}
