//! The materials that are solved already: win, draw or loss in two bits for each index.
//!
//! Other materials are asked for results only, not for distances: a conversion restarts the count
//! of quiet turns. So the 3.7 G indices of up to six pieces take less than a gigabyte.

use crate::tables::state::PositionState;
use evaluation::checkers::endgame::{MAX_PIECES, Material, TableIndex};
use games::Outcome;
use games::checkers::Position;

/// Results of whole materials, by [`Material::number`].
pub struct Solved {
    results: Vec<Option<Vec<u8>>>,
}

impl Solved {
    /// No material yet.
    pub fn empty() -> Self {
        Solved { results: (0..Material::count(MAX_PIECES)).map(|_| None).collect() }
    }

    /// Adds the final states of a material.
    pub fn add(&mut self, material: Material, states: &[PositionState]) {
        let packed = |four: &[PositionState]| {
            let mut byte = 0;
            for (place, state) in four.iter().enumerate() {
                byte |= (state.outcome() as u8) << (2 * place);
            }
            byte
        };
        self.results[material.number()] = Some(states.chunks(4).map(packed).collect());
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
        let index = table_index.index();
        let code = results[index / 4] >> (index % 4 * 2) & 3;
        match code {
            _ if code == Outcome::Win as u8 => Outcome::Win,
            _ if code == Outcome::Loss as u8 => Outcome::Loss,
            _ => Outcome::Draw,
        }
    }
}
