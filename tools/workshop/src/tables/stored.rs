//! Which positions of an ending a table is asked for.

use crate::tables::state::PositionState;
use evaluation::checkers::endgame::{Material, TableIndex};
use games::checkers::{Position, movegen};

/// The states of the positions that a table stores, by index; `None` for impossible ones and for
/// those that it is not asked for: whatever packs best is written there.
pub fn stored(
    material: Material,
    states: &[PositionState],
    is_stored: fn(&Position) -> bool,
) -> impl Iterator<Item = Option<PositionState>> {
    let table_indices = TableIndex::all(material);
    table_indices.zip(states).map(move |(table_index, &state)| {
        table_index.is_some_and(|index| is_stored(&index.position())).then_some(state)
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
