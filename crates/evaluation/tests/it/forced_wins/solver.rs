//! An exhaustive solver: can the side to move force a win within a number of plies?
//!
//! It knows the rules alone, no evaluation and no order but one: moves that leave the opponent few
//! answers first. Repetitions within its tree need no care: a shortest forced win passes no
//! position twice (the later visit would be the shorter win), and a defender who repeats only loses
//! where that is the rule. Its caller says which positions occurred before.

use games::board::Key;
use games::{Game, Outcome, Repetition};
use std::collections::HashMap;

pub struct Solver {
    /// Who brings one of these about has lost, where repetition loses.
    past: Vec<Key>,
    known: HashMap<(Key, u32), bool>,
    left: u64,
}

impl Solver {
    /// A solver that gives up after `limit` nodes.
    pub fn new(limit: u64) -> Self {
        Solver { past: Vec::new(), known: HashMap::new(), left: limit }
    }

    /// The same in a game in which this position has occurred.
    pub fn after<G: Game>(position: &G, limit: u64) -> Self {
        Solver { past: vec![position.key()], ..Solver::new(limit) }
    }

    fn is_lost_by_repeating<G: Game>(&self, child: &G) -> bool {
        G::REPETITION == Repetition::LosesForMover && self.past.contains(&child.key())
    }

    /// Does the side to move win within `plies` plies? `None` if that takes too many nodes.
    pub fn wins<G: Game>(&mut self, position: &G, plies: u32) -> Option<bool> {
        match position.outcome() {
            Some(outcome) => return Some(outcome == Outcome::Win),
            None if plies == 0 => return Some(G::NO_MOVES == Outcome::Win && is_stuck(position)),
            None => {}
        }
        self.left = self.left.checked_sub(1)?;
        let entry = (position.key(), plies);
        if let Some(&known) = self.known.get(&entry) {
            return Some(known);
        }
        let mut next = children(position);
        if plies > 2 {
            next.sort_by_key(G::count_moves);
        }
        let mut wins = false;
        for child in &next {
            if !self.is_lost_by_repeating(child) && self.loses(child, plies - 1)? {
                wins = true;
                break;
            }
        }
        self.known.insert(entry, wins);
        Some(wins)
    }

    /// Does the side to move lose within `plies` plies, whatever it does?
    pub fn loses<G: Game>(&mut self, position: &G, plies: u32) -> Option<bool> {
        if let Some(outcome) = position.outcome() {
            return Some(outcome == Outcome::Loss);
        }
        self.left = self.left.checked_sub(1)?;
        let next = children(position);
        if next.is_empty() {
            return Some(G::NO_MOVES == Outcome::Loss);
        }
        if plies == 0 {
            return Some(false);
        }
        for child in &next {
            if !self.is_lost_by_repeating(child) && !self.wins(child, plies - 1)? {
                return Some(false);
            }
        }
        Some(true)
    }
}

fn children<G: Game>(position: &G) -> Vec<G> {
    let moves = position.move_list();
    moves.into_iter().map(|mv| position.play(mv)).collect()
}

fn is_stuck<G: Game>(position: &G) -> bool {
    position.count_moves() == 0
}
