//! Packs a material for the compact form of the WDL table.

use crate::tables::state::State;
use crate::tables::stored::{is_quiet, is_unthreatened, stored};
use evaluation::checkers::endgame::{CompactMaterial, IndexOrder, Material, RunFinder};
use games::Outcome;

/// From this number of pieces on, positions in which the side to move is threatened with a capture
/// are left out: without them a table of six pieces has two thirds of the runs. The search goes a
/// ply deeper there.
pub const UNTHREATENED_FROM: usize = 6;

/// The material in the order of its positions that takes the fewest bits.
pub fn compact(material: Material, states: &[State]) -> CompactMaterial {
    let is_stored = if material.pieces() < UNTHREATENED_FROM { is_quiet } else { is_unthreatened };
    let results: Vec<_> =
        stored(material, states, is_stored).map(|state| state.map(State::outcome)).collect();
    let packed = IndexOrder::all_for(material).map(|order| in_order(material, &results, order));
    packed.min_by_key(CompactMaterial::bits).unwrap_or_default()
}

fn in_order(material: Material, results: &[Option<Outcome>], order: IndexOrder) -> CompactMaterial {
    let mut finder = RunFinder::default();
    order.each_index(material, |index| finder.push(results[index]));
    CompactMaterial { order, runs: finder.finish() }
}
