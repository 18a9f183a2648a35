//! PvTable of play: for each ply the best continuation found so far (the triangular table).

use crate::score::Ply;
use arrayvec::ArrayVec;

/// The longest line that is kept.
pub const LONGEST: usize = 64;

/// A sequence of moves from some node on.
pub type Line<M> = ArrayVec<M, LONGEST>;

/// The best line from each ply of the path that is being searched. It grows with the search, so
/// that a short one does not touch the memory of all plies.
#[derive(Debug)]
pub struct PvTable<M> {
    by_ply: Vec<Line<M>>,
}

impl<M: Copy> PvTable<M> {
    /// Empty lines for every ply.
    pub fn new() -> Self {
        PvTable { by_ply: vec![Line::new()] }
    }

    /// Forgets the line from `ply` on.
    #[inline]
    pub fn clear(&mut self, ply: Ply) {
        if let Some(line) = self.by_ply.get_mut(ply.index()) {
            line.clear();
        }
    }

    /// Makes `mv`, followed by the line of the next ply, the line of `ply`.
    pub fn update(&mut self, ply: Ply, mv: M) {
        let below = ply.index() + 1;
        if self.by_ply.len() <= below {
            self.by_ply.resize_with(below + 1, Line::new);
        }
        let (upper, lower) = self.by_ply.split_at_mut(below);
        let line = &mut upper[ply.index()];
        line.clear();
        line.push(mv);
        line.extend(lower[0].iter().copied().take(LONGEST - 1));
    }

    /// The line from `ply` on, which must be the root or one that was updated before.
    pub fn line(&self, ply: Ply) -> &Line<M> {
        &self.by_ply[ply.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_updated_line_is_the_move_and_the_line_below() {
        let mut lines = PvTable::new();
        lines.update(Ply::new(2), 'c');
        lines.update(Ply::new(1), 'b');
        assert_eq!(lines.line(Ply::new(1))[..], ['b', 'c']);
        lines.clear(Ply::new(2));
        lines.update(Ply::new(1), 'd');
        assert_eq!(lines.line(Ply::new(1))[..], ['d']);
    }
}
