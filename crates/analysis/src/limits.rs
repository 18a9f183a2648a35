//! The limits of a search, and the control that ends it at the first limit, or when its watcher
//! says so.

use search::{Control, Progress, Stopped};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// The most lines of a position.
pub const MOST_LINES: usize = 200;
/// The most plies of a search that somebody asks for.
pub const MOST_DEPTH: u32 = 120;

/// Limits of a search. Without any, it runs until the result is proved or it is stopped.
#[expect(missing_docs, reason = "names that say it")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SearchLimits {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// In plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// By the clock of the [`SearchWatch`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub milliseconds: Option<u64>,
}

/// Where a search runs, which decides on the size of its transposition table.
#[expect(missing_docs, reason = "names that say it")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchPlace {
    Page,
    Program,
}

/// Bytes of the table for each node of one search. A game has some hundred positions, and most
/// nodes of one occur again in the next.
const TABLE_BYTES_PER_NODE: u64 = 200;
/// Nodes between two checks of the clock and the stop signal: a millisecond or two.
const NODES_BETWEEN_LOOKS: u64 = 1 << 11;

impl SearchLimits {
    /// A limit of nodes alone.
    pub const fn of_nodes(nodes: u64) -> Self {
        SearchLimits { nodes: Some(nodes), depth: None, milliseconds: None }
    }

    /// True if only a stop can end the search.
    pub const fn is_endless(&self) -> bool {
        self.nodes.is_none() && self.depth.is_none() && self.milliseconds.is_none()
    }

    /// The size of the transposition table for such searches.
    pub fn table_bytes(&self, place: SearchPlace) -> usize {
        let wanted = self.nodes.unwrap_or(u64::MAX).saturating_mul(TABLE_BYTES_PER_NODE);
        let bytes = match place {
            SearchPlace::Page => wanted.clamp(1 << 20, 32 << 20).next_power_of_two(),
            SearchPlace::Program => wanted.clamp(4 << 20, 64 << 20),
        };
        bytes as usize
    }

    /// The control of a search that begins now.
    pub fn control<W: SearchWatch>(self, watch: W) -> LimitedControl<W> {
        let end = self.milliseconds.map(|time| watch.milliseconds() + time as f64);
        LimitedControl { limits: self, end, watch, has_answer: false, nodes: 0 }
    }
}

/// Watches a search, and gives it a clock.
pub trait SearchWatch {
    /// Milliseconds since any moment.
    fn milliseconds(&self) -> f64;

    /// Is called with the nodes searched so far, the depth that was just finished, and whether
    /// there is a best move yet. True ends the search.
    fn stops(&mut self, nodes: u64, depth: Option<u32>, has_answer: bool) -> bool {
        let _ = (nodes, depth, has_answer);
        false
    }
}

impl<W: SearchWatch + ?Sized> SearchWatch for &mut W {
    fn milliseconds(&self) -> f64 {
        (**self).milliseconds()
    }

    fn stops(&mut self, nodes: u64, depth: Option<u32>, has_answer: bool) -> bool {
        (**self).stops(nodes, depth, has_answer)
    }
}

/// No watcher and no clock: for searches limited by nodes or depth.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl SearchWatch for Unwatched {
    fn milliseconds(&self) -> f64 {
        0.0
    }
}

/// Ends a search by [`SearchLimits`], but not before its first depth: there is always an answer,
/// unless it is stopped.
#[derive(Clone, Copy, Debug)]
pub struct LimitedControl<W> {
    limits: SearchLimits,
    end: Option<f64>,
    watch: W,
    has_answer: bool,
    nodes: u64,
}

impl<W: SearchWatch> LimitedControl<W> {
    /// Nodes at the last check, including those of an unfinished depth.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    fn is_over(&mut self, nodes: u64, depth: Option<u32>) -> bool {
        self.nodes = nodes;
        let is_spent = self.limits.nodes.is_some_and(|most| nodes >= most)
            || self.end.is_some_and(|end| self.watch.milliseconds() >= end)
            || depth.zip(self.limits.depth).is_some_and(|(plies, most)| plies >= most);
        self.watch.stops(nodes, depth, self.has_answer) || self.has_answer && is_spent
    }
}

impl<W: SearchWatch> Control for LimitedControl<W> {
    fn poll(&mut self, nodes: u64) -> Result<u64, Stopped> {
        if self.is_over(nodes, None) {
            return Err(Stopped);
        }
        let next = nodes + NODES_BETWEEN_LOOKS;
        Ok(self.limits.nodes.filter(|&most| most > nodes).map_or(next, |most| most.min(next)))
    }

    fn finished(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.has_answer = true;
        let depth = u32::from(progress.depth.plies().unsigned_abs());
        if self.is_over(progress.nodes, Some(depth)) {
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
    use std::cell::Cell;

    /// Its clock goes on by a millisecond at each look.
    #[derive(Default)]
    struct Watch {
        looks: Cell<u32>,
        stops_at: Option<u64>,
    }

    impl SearchWatch for Watch {
        fn milliseconds(&self) -> f64 {
            self.looks.set(self.looks.get() + 1);
            f64::from(self.looks.get())
        }

        fn stops(&mut self, nodes: u64, _: Option<u32>, _: bool) -> bool {
            self.stops_at.is_some_and(|most| nodes >= most)
        }
    }

    fn progress(limits: SearchLimits, stops_at: Option<u64>) -> Progress {
        let (root, mut table) = (Position::start(), TranspositionTable::with_bytes(1 << 20));
        let (history, mut evaluator) =
            (KeyHistory::starting_at(&root, 0), CheckersEvaluator::built_in());
        let mut control = limits.control(Watch { stops_at, ..Watch::default() });
        let found = search(&root, history, &mut table, &mut control, &mut evaluator);
        found.expect("it can move").progress
    }

    #[test]
    fn a_search_ends_at_the_first_limit_or_when_it_is_stopped() {
        let nodes = progress(SearchLimits::of_nodes(5_000), None);
        assert!((5_000..=5_001).contains(&nodes.nodes), "{nodes:?}");
        let depth = SearchLimits { depth: Some(4), ..SearchLimits::of_nodes(1 << 40) };
        assert_eq!(progress(depth, None).depth.plies(), 4);
        let time = SearchLimits { milliseconds: Some(20), ..SearchLimits::default() };
        assert!(progress(time, None).nodes < 1 << 20);
        assert!(progress(SearchLimits::default(), Some(10_000)).nodes < 20_000);
    }

    #[test]
    fn the_first_depth_is_finished_however_small_the_limit_is() {
        let time = SearchLimits { milliseconds: Some(0), ..SearchLimits::default() };
        for limits in [SearchLimits::of_nodes(1), time] {
            assert_eq!(progress(limits, None).depth.plies(), 1);
        }
    }

    #[test]
    fn any_number_of_nodes_has_a_table() {
        let bytes = |nodes| SearchLimits::of_nodes(nodes).table_bytes(SearchPlace::Page);
        assert_eq!([1, 20_000, u64::MAX].map(bytes), [1 << 20, 1 << 22, 32 << 20]);
        assert_eq!(SearchLimits::default().table_bytes(SearchPlace::Page), 32 << 20);
    }

    #[test]
    fn the_stored_form_names_only_the_limits_that_there_are() {
        let limits = SearchLimits::of_nodes(10_000);
        assert_eq!(serde_json::to_string(&limits).expect("written"), "{\"nodes\":10000}");
        let read: SearchLimits = serde_json::from_str("{\"depth\":7}").expect("it can be read");
        assert_eq!(read, SearchLimits { depth: Some(7), ..SearchLimits::default() });
    }
}
