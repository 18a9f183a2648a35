//! The materials that are solved already, and what a position in one of them is worth.

use crate::tables::packed_results::PackedResults;
use evaluation::checkers::endgame::{MAX_PIECES, Material, TableIndex};
use games::Outcome;
use games::checkers::Position;

/// Results of whole materials, by [`Material::number`].
pub struct Solved {
    results: Vec<Option<PackedResults>>,
}

impl Solved {
    /// No material yet.
    pub fn empty() -> Self {
        Solved { results: (0..Material::count(MAX_PIECES)).map(|_| None).collect() }
    }

    /// Adds the results of a material.
    pub fn add(&mut self, material: Material, results: PackedResults) {
        self.results[material.number()] = Some(results);
    }

    /// The result of a position for its side to move.
    ///
    /// # Panics
    /// If its material is not solved yet: then materials are solved in the wrong order.
    pub fn outcome(&self, position: &Position) -> Outcome {
        if position.own().is_empty() {
            return Outcome::Loss;
        }
        let table_index = TableIndex::of(position);
        let material = table_index.material();
        let Some(results) = &self.results[material.number()] else {
            panic!("{material} is needed before it is solved");
        };
        results.at(table_index.index())
    }
}
