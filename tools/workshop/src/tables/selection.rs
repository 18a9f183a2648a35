//! Which endings of the most pieces are meant.

use evaluation::checkers::endgame::Material;

/// Has neither side more than `ahead` pieces more than the other? Without a number any ending will
/// do.
pub fn is_near(material: Material, ahead: Option<u8>) -> bool {
    let apart = material.own.pieces().abs_diff(material.enemy.pieces());
    ahead.is_none_or(|ahead| apart <= usize::from(ahead))
}
