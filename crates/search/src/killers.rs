//! Killer moves: quiet moves that cut off at the same ply of a brother node are likely to do it
//! again (Huberman 1968). Two for each ply, the latest first.

use crate::score::Ply;

/// Two quiet moves for each ply.
#[derive(Debug)]
pub struct Killers<M> {
    by_ply: Vec<[Option<M>; 2]>,
}

impl<M: Copy + Eq> Killers<M> {
    /// No killers yet.
    pub fn new() -> Self {
        Killers { by_ply: vec![[None; 2]; Ply::MAX.index() + 1] }
    }

    /// Notes a quiet move that cut off at `ply`.
    #[inline]
    pub fn note(&mut self, ply: Ply, mv: M) {
        let [latest, older] = &mut self.by_ply[ply.index()];
        if *latest != Some(mv) {
            *older = latest.replace(mv);
        }
    }

    /// The killers of `ply`, the latest first.
    #[inline]
    pub fn at(&self, ply: Ply) -> [Option<M>; 2] {
        self.by_ply[ply.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_latest_different_moves_are_kept() {
        let mut killers = Killers::new();
        for mv in ['a', 'b', 'b', 'c'] {
            killers.note(Ply::ROOT, mv);
        }
        assert_eq!(killers.at(Ply::ROOT), [Some('c'), Some('b')]);
        assert_eq!(killers.at(Ply::new(1)), [None, None]);
    }
}
