//! The limits of a search, and the control that ends it at the first that is reached, or when
//! nobody waits any more.

use crate::api::part_sender::PartSender;
use search::{Control, Progress, Stopped};
use serde::Deserialize;
use std::cell::RefCell;
use std::ops::ControlFlow;

/// Limits of a search. Without any it goes on until it is stopped, all is proved, or another
/// question waits.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub struct AskedLimit {
    #[serde(default)]
    pub nodes: Option<u64>,
    /// In plies.
    #[serde(default)]
    pub depth: Option<u32>,
    #[serde(default)]
    pub milliseconds: Option<u64>,
}

/// The smallest and the largest transposition table, in bytes.
const LEAST_TABLE: u64 = 1 << 20;
const MOST_TABLE: u64 = 32 << 20;
/// Bytes of the table for each node of one search.
const TABLE_BYTES_PER_NODE: u64 = 200;
/// Nodes between two looks at the clock and at the wish to stop: a millisecond or two.
const NODES_BETWEEN_LOOKS: u64 = 1 << 11;

impl AskedLimit {
    pub const fn of_nodes(nodes: u64) -> Self {
        AskedLimit { nodes: Some(nodes), depth: None, milliseconds: None }
    }

    /// True if nothing ends the search but the wish to stop.
    pub const fn is_endless(&self) -> bool {
        self.nodes.is_none() && self.depth.is_none() && self.milliseconds.is_none()
    }

    /// The size of the transposition table for such searches.
    pub fn table_bytes(&self) -> usize {
        let wanted = self.nodes.map_or(MOST_TABLE, |nodes| {
            nodes.saturating_mul(TABLE_BYTES_PER_NODE).next_power_of_two()
        });
        wanted.clamp(LEAST_TABLE, MOST_TABLE) as usize
    }
}

/// Ends a search by a limit, but not before its first depth: there is always an answer.
pub struct AskedControl<'p, 'h> {
    limit: AskedLimit,
    /// By the clock of the host.
    end: Option<f64>,
    parts: &'p RefCell<PartSender<'h>>,
    is_first: bool,
}

impl<'p, 'h> AskedControl<'p, 'h> {
    /// The control of a search that begins now.
    pub fn new(limit: AskedLimit, parts: &'p RefCell<PartSender<'h>>) -> Self {
        let now = parts.borrow().milliseconds();
        let end = limit.milliseconds.map(|time| now + time as f64);
        AskedControl { limit, end, parts, is_first: true }
    }

    fn is_stopped(&self) -> bool {
        let parts = self.parts.borrow();
        parts.is_stopped() || (!self.is_first && self.limit.is_endless() && parts.others_wait())
    }

    fn is_spent(&self, nodes: u64) -> bool {
        self.limit.nodes.is_some_and(|most| nodes >= most)
            || self.end.is_some_and(|end| self.parts.borrow().milliseconds() >= end)
    }
}

impl Control for AskedControl<'_, '_> {
    fn poll(&mut self, nodes: u64) -> Result<u64, Stopped> {
        self.parts.borrow_mut().send_what_is_due();
        let is_over = !self.is_first && self.is_spent(nodes);
        if is_over || self.is_stopped() {
            return Err(Stopped);
        }
        let next = nodes + NODES_BETWEEN_LOOKS;
        Ok(self.limit.nodes.filter(|&most| most > nodes).map_or(next, |most| most.min(next)))
    }

    fn finished(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.is_first = false;
        let plies = u32::from(progress.depth.plies().unsigned_abs());
        let deep_enough = self.limit.depth.is_some_and(|most| plies >= most);
        if deep_enough || self.is_spent(progress.nodes) || self.is_stopped() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}
