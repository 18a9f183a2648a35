//! Which positions of an ending a table is asked for.

use evaluation::checkers::endgame::{Material, TableIndex};
use games::checkers::{Position, movegen};

/// What `known` says of the positions that a table stores, by index; `None` for impossible ones and
/// for those that it is not asked for: whatever packs best is written there.
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
