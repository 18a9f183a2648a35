//! Packs a material for the compact form of the WDL table.

use crate::tables::state::PositionState;
use crate::tables::stored::{is_quiet, is_unthreatened, stored};
use evaluation::checkers::endgame::{CompactMaterial, Material};

/// From this number of pieces on, positions in which the side to move is threatened with a capture
/// are left out: without them a table of six pieces has two thirds of the runs. The search goes a
/// ply deeper there.
pub const UNTHREATENED_FROM: usize = 6;

/// The bytes of a material in the file.
pub fn compact(material: Material, states: &[PositionState]) -> CompactMaterial {
    let is_stored = if material.pieces() < UNTHREATENED_FROM { is_quiet } else { is_unthreatened };
    let states = stored(material, states, is_stored);
    let results: Vec<_> = states.map(|state| state.map(PositionState::outcome)).collect();
    CompactMaterial::of(material, &results)
}
