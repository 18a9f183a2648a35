//! The positions from the game's beginning to the node being searched, for the draw rules.
//!
//! A position that occurs again *within the tree* counts as a draw at once: a side that can force
//! it twice can force it again. One that occurred in the game before the root counts only at the
//! occurrence that the rules name, since the opponent need not repeat its earlier moves.

use crate::score::Score;
use games::board::Key;
use games::{Finality, Game, GameLine, Repetition};

/// One position of the game or of the line being searched.
#[derive(Clone, Copy, Debug)]
struct Step {
    key: Key,
    /// The number of reversible moves in a row that led here.
    reversible: u16,
    /// Plies since the last resetting move.
    quiet: u16,
}

/// The fewest plies between two occurrences: each side moves away and back.
const SHORTEST_CYCLE: u16 = 4;

/// The keys of all positions from the start of the game to the node being searched, in order.
#[derive(Clone, Debug)]
pub struct KeyHistory {
    steps: Vec<Step>,
    /// The index of the first position of the tree, behind the root.
    tree: usize,
    /// The limit of quiet plies; `None` without one.
    limit: Option<u32>,
    /// The score of a draw for the side to move at the root.
    draw: Score,
}

impl KeyHistory {
    /// A history that begins with `position`, `quiet` plies after the last resetting move, under
    /// the game's own limit of quiet plies.
    pub fn starting_at<G: Game>(position: &G, quiet: u16) -> Self {
        let first = Step { key: position.key(), reversible: 0, quiet };
        KeyHistory { steps: vec![first], tree: 1, limit: G::QUIET_LIMIT, draw: Score::DRAW }
    }

    /// The history of a game up to its position of this index.
    pub fn of_line<G: Game>(line: &GameLine<G>, index: usize) -> Self {
        let quiet = u16::try_from(line.quiet_at_first()).unwrap_or(u16::MAX);
        let mut history = KeyHistory::starting_at(&line.positions()[0], quiet);
        for (next, &finality) in line.positions()[1..=index].iter().zip(line.finalities()) {
            history.played(next, finality);
        }
        history.limited_to(line.limit())
    }

    /// The history of a game up to now.
    pub fn of_game<G: Game>(line: &GameLine<G>) -> Self {
        KeyHistory::of_line(line, line.moves().len())
    }

    /// The same history with another limit of quiet plies, or `None`.
    #[must_use]
    pub const fn limited_to(mut self, limit: Option<u32>) -> Self {
        self.limit = limit;
        self
    }

    /// The same history with this score of a draw for the side to move. It differs from 0 where
    /// draws are decided by something else: in the course, by the time left.
    #[must_use]
    pub const fn valuing_draws(mut self, worth: Score) -> Self {
        self.draw = worth;
        self
    }

    /// The score of a draw for the side to move in the last position.
    #[inline]
    pub fn draw(&self) -> Score {
        let plies = self.steps.len() - self.tree;
        if plies.is_multiple_of(2) { self.draw } else { -self.draw }
    }

    /// The history to search with if the referee may count quiet plies otherwise than we do.
    ///
    /// Where the next quiet ply reaches the limit, every quiet move would score as the same draw.
    /// But a referee that counts otherwise lets the game go on, so the moves must still be told
    /// apart: the quiet plies so far are then set to 0.
    #[must_use]
    pub fn doubting_the_limit(mut self) -> Self {
        let reached = self.limit.is_some_and(|limit| self.quiet_turns() + 1 >= limit);
        if let Some(last) = self.steps.last_mut().filter(|_| reached) {
            last.quiet = 0;
        }
        self
    }

    /// Has the limit of quiet plies been reached?
    #[inline]
    pub fn is_over_limit(&self) -> bool {
        self.reaches_limit_within(0)
    }

    /// Would this many more quiet plies reach the limit?
    #[inline]
    pub fn reaches_limit_within(&self, plies: i16) -> bool {
        let horizon = i64::from(self.quiet_turns()) + i64::from(plies);
        self.limit.is_some_and(|limit| horizon >= i64::from(limit))
    }

    /// Appends a position of the game, before a search begins. `next` is the position after the
    /// move.
    pub fn played<G: Game>(&mut self, next: &G, finality: Finality) {
        self.push(next.key(), finality);
        self.tree = self.steps.len();
    }

    /// Appends a position of the tree, reached by a move of this finality.
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

    /// Removes the last position of the tree.
    #[inline]
    pub fn pop(&mut self) {
        self.steps.pop();
    }

    /// Plies since the last resetting move.
    #[inline]
    pub fn quiet_turns(&self) -> u32 {
        u32::from(self.last().quiet)
    }

    /// The limit of quiet plies.
    pub const fn limit(&self) -> Option<u32> {
        self.limit
    }

    /// Quiet plies to the limit; `None` without a limit.
    pub fn turns_left(&self) -> Option<u32> {
        self.limit.map(|limit| limit.saturating_sub(self.quiet_turns()))
    }

    /// How often the position of this key has occurred since the last irreversible move.
    pub fn occurrences(&self, key: Key) -> usize {
        let since = self.steps.len() - 1 - usize::from(self.last().reversible);
        self.steps[since..].iter().filter(|step| step.key == key).count()
    }

    /// Does the last position end the game, or count as its end, because it occurred before?
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

    /// Has the last position occurred before in the tree, or `enough` times in all? Rarely called,
    /// and kept out of line because its caller runs at every node.
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
