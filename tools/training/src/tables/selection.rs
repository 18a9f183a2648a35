//! Which endings of the most pieces are meant.

use evaluation::checkers::endgame::Material;

/// Has neither side more than `ahead` pieces more than the other? Without a number any ending will
/// do.
pub fn is_near(material: Material, ahead: Option<u8>) -> bool {
    ahead.is_none_or(|ahead| apart(material) <= usize::from(ahead))
}

/// How many pieces one side has more than the other.
pub fn apart(material: Material) -> usize {
    material.own.pieces().abs_diff(material.enemy.pieces())
}
