//! The limits of the search of one position; the first that is reached ends it.

use search::{Control, Progress, Stopped};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Limits of the search of one position. Without any it goes on until all is proved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Effort {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// In plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<i16>,
    /// Wall time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub milliseconds: Option<u64>,
}

/// The smallest and the largest transposition table, in bytes.
const LEAST_TABLE: u64 = 4 << 20;
const MOST_TABLE: u64 = 64 << 20;
/// Bytes of the table for each node of one search. A game has some hundred positions, and most
/// nodes of one occur again in the next.
const TABLE_BYTES_PER_NODE: u64 = 200;
/// Nodes between two looks at the clock: a millisecond or two.
const NODES_BETWEEN_LOOKS: u64 = 1 << 11;

impl Effort {
    pub const fn of_nodes(nodes: u64) -> Self {
        Effort { nodes: Some(nodes), depth: None, milliseconds: None }
    }

    /// The size of the transposition table for such searches.
    pub fn table_bytes(&self) -> usize {
        let wanted = self.nodes.map_or(MOST_TABLE, |nodes| nodes * TABLE_BYTES_PER_NODE);
        wanted.clamp(LEAST_TABLE, MOST_TABLE) as usize
    }

    /// The control of a search that begins now.
    pub fn control(&self) -> EffortControl {
        let end = self.milliseconds.map(|time| Instant::now() + Duration::from_millis(time));
        EffortControl { effort: *self, end, is_first: true }
    }
}

/// Ends a search by an [`Effort`], but not before its first depth: there is always an answer.
#[derive(Clone, Copy, Debug)]
pub struct EffortControl {
    effort: Effort,
    end: Option<Instant>,
    is_first: bool,
}

impl EffortControl {
    fn is_spent(&self, nodes: u64) -> bool {
        self.effort.nodes.is_some_and(|most| nodes >= most)
            || self.end.is_some_and(|end| Instant::now() >= end)
    }
}

impl Control for EffortControl {
    fn poll(&mut self, nodes: u64) -> Result<u64, Stopped> {
        if !self.is_first && self.is_spent(nodes) {
            return Err(Stopped);
        }
        let by_clock = self.end.map(|_| nodes + NODES_BETWEEN_LOOKS);
        let by_nodes = self.effort.nodes.filter(|&most| most > nodes);
        // In the first depth the limit of nodes may have passed; then each further one asks again.
        let next = [by_clock, by_nodes].into_iter().flatten().min();
        Ok(next.unwrap_or(if self.effort.nodes.is_some() { nodes + 1 } else { u64::MAX }))
    }

    fn finished(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.is_first = false;
        let deep_enough = self.effort.depth.is_some_and(|most| progress.depth.plies() >= most);
        if deep_enough || self.is_spent(progress.nodes) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evaluation::checkers::CheckersEvaluator;
    use games::Game;
    use games::checkers::Position;
    use search::{KeyHistory, TranspositionTable, search};

    fn progress(effort: Effort) -> Progress {
        let (root, mut table) = (Position::start(), TranspositionTable::with_bytes(1 << 20));
        let (history, mut evaluator) =
            (KeyHistory::starting_at(&root, 0), CheckersEvaluator::built_in());
        let found = search(&root, history, &mut table, &mut effort.control(), &mut evaluator);
        found.expect("it can move").progress
    }

    #[test]
    fn a_search_ends_at_the_first_limit() {
        let nodes = progress(Effort::of_nodes(5_000));
        assert!((5_000..=5_001).contains(&nodes.nodes), "{nodes:?}");
        let depth = progress(Effort { depth: Some(4), ..Effort::of_nodes(1 << 40) });
        assert_eq!(depth.depth.plies(), 4);
        let time = Effort { milliseconds: Some(20), ..Effort::default() };
        assert!(progress(time).nodes < 1 << 40);
    }

    #[test]
    fn the_first_depth_is_finished_however_small_the_limit_is() {
        for effort in [Effort::of_nodes(1), Effort { milliseconds: Some(0), ..Effort::default() }] {
            assert_eq!(progress(effort).depth.plies(), 1);
        }
    }

    #[test]
    fn the_stored_form_names_only_the_limits_that_there_are() {
        let text = |effort: &Effort| serde_json::to_string(effort).expect("it can be written");
        let effort = Effort::of_nodes(10_000);
        assert_eq!(text(&effort), "{\"nodes\":10000}");
        let read: Effort = serde_json::from_str("{\"depth\":7}").expect("it can be read");
        assert_eq!(read, Effort { depth: Some(7), ..Effort::default() });
    }
}
