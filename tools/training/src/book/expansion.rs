//! The order in which opening positions are studied: *drop-out expansion* (Lincke 2000, "Strategies
//! for the Automatic Construction of Opening Books"; Computers and Games, LNCS 2063).
//!
//! The cheapest position is studied next. The cost of a position is the sum of the costs of the
//! moves that lead to it: a constant for each ply, and the loss of the move against the best one.
//! All positions after up to three moves cost nothing, because tournaments draw such openings by
//! lot.

use crate::book::study::Study;
use evaluation::checkers::book::distinct_moves;
use games::Game;
use games::checkers::{PackedPosition, Position};
use std::collections::{BTreeSet, HashMap, HashSet};

/// The cost of a ply, in units of the evaluation.
const PLY_COST: u32 = 8;
/// A move that is worth this much less than the best, in units of the evaluation, is not expected.
const UNEXPECTED: i32 = 40;
/// The number of plies that tournaments draw by lot.
const BALLOT_PLIES: usize = 3;
/// The score, in units of the evaluation, from which on no move is expected: one side has won the
/// opening.
const DECIDED: u16 = 120;

/// The studied positions, and those that wait for a study.
#[derive(Debug, Default)]
pub struct Expansion {
    pub studies: Vec<Study>,
    /// The index of each in `studies`.
    places: HashMap<PackedPosition, usize>,
    /// The positions that wait for a study, the cheapest first.
    waiting: BTreeSet<(u32, PackedPosition)>,
    costs: HashMap<PackedPosition, u32>,
}

impl Expansion {
    /// Begins with all openings, which wait for their studies.
    pub fn from_the_openings() -> Self {
        let mut expansion = Expansion::default();
        let mut known = HashSet::new();
        let mut latest = vec![PackedPosition::of(&Position::start())];
        for plies in 0..=BALLOT_PLIES {
            latest.retain(|&packed| known.insert(packed));
            let mut next = Vec::new();
            for &packed in &latest {
                expansion.expect(packed, 0);
                if plies < BALLOT_PLIES {
                    next.extend(
                        distinct_moves(&packed.position()).into_iter().map(|(after, _)| after),
                    );
                }
            }
            latest = next;
        }
        expansion
    }

    /// The cheapest positions that wait, at most `limit`.
    pub fn next(&self, limit: usize) -> Vec<PackedPosition> {
        self.waiting.iter().take(limit).map(|&(_, packed)| packed).collect()
    }

    /// Replaces a position without a choice by the one after its only move.
    pub fn add_forced(&mut self, packed: PackedPosition) {
        let Some(cost) = self.remove(packed) else { return };
        for (after, _) in distinct_moves(&packed.position()) {
            self.expect(after, cost);
        }
    }

    /// Adds the study of a position that waited. The positions after its better moves wait now.
    pub fn add(&mut self, study: Study) {
        let Some(cost) = self.remove(study.packed) else { return };
        if study.score.unsigned_abs() < DECIDED {
            let after = distinct_moves(&study.packed.position());
            let best = study.choices.iter().copied().max().unwrap_or_default();
            for (place, &(after, _)) in after.iter().enumerate() {
                let score = study.choices.get(place).copied().unwrap_or(i16::MIN);
                let is_best = place == usize::from(study.best);
                let loss = if is_best { 0 } else { i32::from(best) - i32::from(score) };
                if loss < UNEXPECTED {
                    self.expect(after, cost + PLY_COST + loss.unsigned_abs());
                }
            }
        }
        self.places.insert(study.packed, self.studies.len());
        self.studies.push(study);
    }

    /// The index of the study of a position, if there is one.
    pub fn place(&self, packed: PackedPosition) -> Option<usize> {
        self.places.get(&packed).copied()
    }

    /// Removes a position from those that wait, and returns its cost.
    fn remove(&mut self, packed: PackedPosition) -> Option<u32> {
        let cost = *self.costs.get(&packed)?;
        self.waiting.remove(&(cost, packed)).then_some(cost)
    }

    /// Lets a position wait at this cost, if it does not wait at a lower one. A position that is
    /// studied already does not wait again.
    pub fn expect(&mut self, packed: PackedPosition, cost: u32) {
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
        let mut expansion = Expansion::from_the_openings();
        let openings = expansion.waiting.len();
        assert!((100..700).contains(&openings), "{openings}");
        let start = PackedPosition::of(&Position::start());
        expansion.add(Study { packed: start, score: 0, best: 2, choices: vec![-9; 7] });
        assert_eq!((expansion.waiting.len(), expansion.place(start)), (openings - 1, Some(0)));
        let deep = expansion.next(1)[0];
        let count = distinct_moves(&deep.position()).len();
        expansion.add(Study { packed: deep, score: 0, best: 0, choices: vec![0; count] });
        assert!(expansion.waiting.iter().all(|&(cost, _)| cost == 0 || cost == PLY_COST));
        expansion.add(Study { packed: deep, score: 5, best: 0, choices: vec![0; count] });
        assert_eq!(expansion.studies.len(), 2, "nothing is studied twice");
    }

    #[test]
    fn the_cheapest_way_counts_and_decided_positions_are_not_expanded() {
        let mut expansion = Expansion::default();
        let start = PackedPosition::of(&Position::start());
        expansion.expect(start, 30);
        expansion.expect(start, 10);
        expansion.expect(start, 20);
        assert_eq!(expansion.waiting.iter().copied().collect::<Vec<_>>(), [(10, start)]);
        expansion.add(Study {
            packed: start,
            score: -(DECIDED as i16),
            best: 0,
            choices: vec![0; 7],
        });
        assert!(expansion.waiting.is_empty());
    }
}
