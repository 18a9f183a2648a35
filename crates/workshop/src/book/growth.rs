//! In which order positions of the opening are worth a study: *drop-out expansion* (Lincke 2001).
//!
//! The cheapest position is studied next. A position costs what the moves that lead to it cost: each a
//! little, for every ply leads farther from what will be played, and more if it is not the best. What
//! costs nothing is every position after up to three moves, as tournaments draw their openings.

use crate::book::studies::Study;
use evaluation::checkers::book::choices;
use games::Game;
use games::checkers::{Packed, Position};
use std::collections::{BTreeSet, HashMap, HashSet};

/// What a move costs, in units of the evaluation, ...
const PLY: u32 = 8;
/// ... besides what it is worth less than the best; a move that is worth so much less is not expected.
const UNEXPECTED: i32 = 40;
/// Openings end after so many moves.
const DRAWN_BY_LOT: usize = 3;
/// Who stands so much better has left the book behind.
const DECIDED: u16 = 120;

/// The book as it grows.
#[derive(Debug, Default)]
pub struct Growth {
    /// What was studied, and the place of each.
    pub studies: Vec<Study>,
    places: HashMap<Packed, usize>,
    /// What waits for a study, the cheapest first.
    waiting: BTreeSet<(u32, Packed)>,
    costs: HashMap<Packed, u32>,
}

impl Growth {
    /// A book of nothing, before all openings.
    pub fn from_the_openings() -> Self {
        let mut growth = Growth::default();
        let mut known = HashSet::new();
        let mut latest = vec![Packed::of(&Position::start())];
        for plies in 0..=DRAWN_BY_LOT {
            latest.retain(|&packed| known.insert(packed));
            let mut next = Vec::new();
            for &packed in &latest {
                growth.expect(packed, 0);
                if plies < DRAWN_BY_LOT {
                    next.extend(choices(&packed.position()).into_iter().map(|(after, _)| after));
                }
            }
            latest = next;
        }
        growth
    }

    /// The cheapest positions that wait, at most so many.
    pub fn next(&self, most: usize) -> Vec<Packed> {
        self.waiting.iter().take(most).map(|&(_, packed)| packed).collect()
    }

    /// A position that waited has no choice: the one that follows waits in its place.
    pub fn add_forced(&mut self, packed: Packed) {
        let Some(cost) = self.finish(packed) else { return };
        for (after, _) in choices(&packed.position()) {
            self.expect(after, cost);
        }
    }

    /// A position that waited was studied: its better moves are expected.
    pub fn add(&mut self, study: Study) {
        let Some(cost) = self.finish(study.packed) else { return };
        if study.score.unsigned_abs() < DECIDED {
            let after = choices(&study.packed.position());
            let most = study.choices.iter().copied().max().unwrap_or_default();
            for (place, &(after, _)) in after.iter().enumerate() {
                let score = study.choices.get(place).copied().unwrap_or(i16::MIN);
                let is_best = place == usize::from(study.best);
                let less = if is_best { 0 } else { i32::from(most) - i32::from(score) };
                if less < UNEXPECTED {
                    self.expect(after, cost + PLY + less.unsigned_abs());
                }
            }
        }
        self.places.insert(study.packed, self.studies.len());
        self.studies.push(study);
    }

    /// The study of a position, if there is one.
    pub fn place(&self, packed: Packed) -> Option<usize> {
        self.places.get(&packed).copied()
    }

    /// Takes a position from those that wait, and tells its cost.
    fn finish(&mut self, packed: Packed) -> Option<u32> {
        let cost = *self.costs.get(&packed)?;
        self.waiting.remove(&(cost, packed)).then_some(cost)
    }

    /// A position may occur at this cost. What was studied is not studied again, were it cheaper.
    pub fn expect(&mut self, packed: Packed, cost: u32) {
        match self.costs.get(&packed) {
            Some(&known) if known <= cost || !self.waiting.remove(&(known, packed)) => {}
            _ => {
                self.costs.insert(packed, cost);
                self.waiting.insert((cost, packed));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_come_first_and_best_lines_before_others() {
        let mut growth = Growth::from_the_openings();
        let openings = growth.waiting.len();
        assert!((100..700).contains(&openings), "{openings}");
        let start = Packed::of(&Position::start());
        growth.add(Study { packed: start, score: 0, best: 2, choices: vec![-9; 7] });
        assert_eq!((growth.waiting.len(), growth.place(start)), (openings - 1, Some(0)));
        let deep = growth.next(1)[0];
        let count = choices(&deep.position()).len();
        growth.add(Study { packed: deep, score: 0, best: 0, choices: vec![0; count] });
        assert!(growth.waiting.iter().all(|&(cost, _)| cost == 0 || cost == PLY));
        growth.add(Study { packed: deep, score: 5, best: 0, choices: vec![0; count] });
        assert_eq!(growth.studies.len(), 2, "nothing is studied twice");
    }

    #[test]
    fn a_cheaper_way_counts_and_decided_positions_end_it() {
        let mut growth = Growth::default();
        let start = Packed::of(&Position::start());
        growth.expect(start, 30);
        growth.expect(start, 10);
        growth.expect(start, 20);
        assert_eq!(growth.waiting.iter().copied().collect::<Vec<_>>(), [(10, start)]);
        growth.add(Study { packed: start, score: -(DECIDED as i16), best: 0, choices: vec![0; 7] });
        assert!(growth.waiting.is_empty());
    }
}
