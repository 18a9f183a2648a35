//! The positions from the game's beginning to the node being searched, for the draw rules.
//!
//! A position that occurs again *within the tree* counts as drawn at once: whoever could force it
//! twice can force it once more. One that occurred in the game before the root counts only at the
//! occurrence that the rules name, for the opponent will not repeat his past choices to please us.

use crate::score::Score;
use games::board::Key;
use games::{Finality, Game, Repetition};

/// One position on the path.
#[derive(Clone, Copy, Debug)]
struct Step {
    key: Key,
    /// How many of the moves that led here could be taken back, counted backwards from here.
    reversible: u16,
    /// Turns since the quiet count began anew.
    quiet: u16,
}

/// Each side has to move away and come back.
const SHORTEST_CYCLE: u16 = 4;

/// The positions so far, the latest last.
#[derive(Clone, Debug)]
pub struct KeyHistory {
    steps: Vec<Step>,
    /// Where the positions of the tree begin: behind the root.
    tree: usize,
    /// The game ends after so many quiet turns, if it does.
    limit: Option<u32>,
    /// What a draw is worth to the side to move at the root.
    draw: Score,
}

impl KeyHistory {
    /// The path that begins with `position`, `quiet` turns after the last resetting move, under the
    /// game's own limit of quiet turns.
    pub fn starting_at<G: Game>(position: &G, quiet: u16) -> Self {
        let first = Step { key: position.key(), reversible: 0, quiet };
        KeyHistory { steps: vec![first], tree: 1, limit: G::QUIET_LIMIT, draw: Score::DRAW }
    }

    /// The same path under another limit of quiet turns, or under none.
    #[must_use]
    pub const fn limited_to(mut self, limit: Option<u32>) -> Self {
        self.limit = limit;
        self
    }

    /// The same path where a draw is worth this to the side to move: something else than an even game,
    /// if who wins a drawn game is settled otherwise.
    #[must_use]
    pub const fn valuing_draws(mut self, worth: Score) -> Self {
        self.draw = worth;
        self
    }

    /// What a draw is worth to the side to move in the latest position.
    #[inline]
    pub fn draw(&self) -> Score {
        let plies = self.steps.len() - self.tree;
        if plies.is_multiple_of(2) { self.draw } else { -self.draw }
    }

    /// The path as a search should see it if the judge may count quiet turns otherwise than we do.
    ///
    /// Where the next quiet turn reaches the limit, every quiet move would count as the same draw.
    /// But such a judge may let the game go on, so that the moves must still be told apart: the
    /// turns so far are then forgotten.
    #[must_use]
    pub fn doubting_the_limit(mut self) -> Self {
        let reached = self.limit.is_some_and(|limit| self.quiet_turns() + 1 >= limit);
        if let Some(last) = self.steps.last_mut().filter(|_| reached) {
            last.quiet = 0;
        }
        self
    }

    /// Has the limit of quiet turns been reached?
    #[inline]
    pub fn is_over_limit(&self) -> bool {
        self.reaches_limit_within(0)
    }

    /// Will so many more quiet turns reach the limit?
    #[inline]
    pub fn reaches_limit_within(&self, plies: i16) -> bool {
        let horizon = i64::from(self.quiet_turns()) + i64::from(plies);
        self.limit.is_some_and(|limit| horizon >= i64::from(limit))
    }

    /// Extends the game by a move, before a search begins. `next` is the position after it.
    pub fn played<G: Game>(&mut self, next: &G, finality: Finality) {
        self.push(next.key(), finality);
        self.tree = self.steps.len();
    }

    /// Extends the path by a move of the tree.
    #[inline]
    pub fn push(&mut self, key: Key, finality: Finality) {
        let last = self.last();
        let step = match finality {
            Finality::Reversible => {
                Step { key, reversible: last.reversible + 1, quiet: last.quiet + 1 }
            }
            Finality::Irreversible => Step { key, reversible: 0, quiet: last.quiet + 1 },
            Finality::Resetting => Step { key, reversible: 0, quiet: 0 },
        };
        self.steps.push(step);
    }

    /// Takes back the last move of the tree.
    #[inline]
    pub fn pop(&mut self) {
        self.steps.pop();
    }

    /// Turns in a row that reset nothing.
    #[inline]
    pub fn quiet_turns(&self) -> u32 {
        u32::from(self.last().quiet)
    }

    /// After how many more quiet turns the game ends, if it does.
    pub fn turns_left(&self) -> Option<u32> {
        self.limit.map(|limit| limit.saturating_sub(self.quiet_turns()))
    }

    /// How often the position of this key has occurred since the last move that cannot be taken back.
    pub fn occurrences(&self, key: Key) -> usize {
        let since = self.steps.len() - 1 - usize::from(self.last().reversible);
        self.steps[since..].iter().filter(|step| step.key == key).count()
    }

    /// Does the latest position end the game, or stand for its end, because it occurred before?
    #[inline]
    pub fn is_repetition(&self, rule: Repetition) -> bool {
        if self.last().reversible < SHORTEST_CYCLE {
            return false;
        }
        match rule {
            Repetition::Ignored => false,
            Repetition::Draws { occurrences } => self.occurs_again(occurrences - 1),
            Repetition::LosesForMover => self.occurs_again(1),
        }
    }

    /// Has the latest position an earlier occurrence in the tree, or `enough` in all? Seldom asked, and
    /// kept apart from what is asked at every node.
    #[inline(never)]
    fn occurs_again(&self, enough: usize) -> bool {
        let latest = self.steps.len() - 1;
        let Step { key, reversible, .. } = self.steps[latest];
        let earliest = latest.saturating_sub(usize::from(reversible));
        let mut met = 0;
        // Equal positions have the same side to move.
        let candidates = (earliest..=latest.saturating_sub(usize::from(SHORTEST_CYCLE))).rev();
        for index in candidates.step_by(2) {
            if self.steps[index].key == key {
                met += 1;
                if met >= enough || index >= self.tree {
                    return true;
                }
            }
        }
        false
    }

    #[inline]
    fn last(&self) -> Step {
        self.steps[self.steps.len() - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::board::KeyStream;

    const THREE_TIMES: Repetition = Repetition::Draws { occurrences: 3 };

    fn key(name: u64) -> Key {
        KeyStream::new(name).next().0
    }

    fn path(game: &[u64]) -> KeyHistory {
        let first = Step { key: key(game[0]), reversible: 0, quiet: 0 };
        let mut path = KeyHistory { steps: vec![first], tree: 1, limit: None, draw: Score::DRAW };
        for &name in &game[1..] {
            path.push(key(name), Finality::Reversible);
        }
        path.tree = path.steps.len();
        path
    }

    #[test]
    fn one_occurrence_in_the_game_is_not_yet_a_draw_but_two_are() {
        let mut once = path(&[1, 2, 3, 4]);
        once.push(key(1), Finality::Reversible);
        assert!(!once.is_repetition(THREE_TIMES));
        let mut twice = path(&[1, 2, 3, 4, 1, 2, 3, 4]);
        twice.push(key(1), Finality::Reversible);
        assert!(twice.is_repetition(THREE_TIMES));
    }

    #[test]
    fn one_occurrence_in_the_tree_stands_for_a_draw() {
        let mut path = path(&[9]);
        for name in [1, 2, 3, 4, 1] {
            path.push(key(name), Finality::Reversible);
        }
        assert!(path.is_repetition(THREE_TIMES));
        path.pop();
        assert!(!path.is_repetition(THREE_TIMES));
    }

    #[test]
    fn nothing_before_an_irreversible_move_can_occur_again() {
        let mut path = path(&[1, 2, 3, 4, 1, 2, 3]);
        path.push(key(4), Finality::Irreversible);
        path.push(key(1), Finality::Reversible);
        assert!(!path.is_repetition(THREE_TIMES));
        assert_eq!(path.quiet_turns(), 8);
        path.push(key(5), Finality::Resetting);
        assert_eq!(path.quiet_turns(), 0);
    }

    #[test]
    fn a_draw_is_worth_the_opposite_to_the_opponent() {
        let mut path = path(&[1, 2, 3]).valuing_draws(Score::from_eval(30));
        for units in [30, -30, 30] {
            assert_eq!(path.draw(), Score::from_eval(units));
            path.push(key(7), Finality::Resetting);
        }
    }
}
