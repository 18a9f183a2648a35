//! What all nodes of one search share, and nothing else.

use crate::game::{Evaluate, Outcome, Ply, Score};
use crate::search::control::{Control, Stopped};
use crate::search::history::History;
use crate::search::killers::Killers;
use crate::search::line::Lines;
use crate::search::path::Path;
use crate::search::picker::{Ordering, Pool};
use crate::search::prune::Selectivity;
use crate::search::table::Table;
use crate::search::window::Window;

/// The context of a search. After a [`Stopped`] it is of no more use than its lines and counts.
pub struct Searcher<'a, G: Evaluate, C> {
    pub(super) table: &'a mut Table,
    pub(super) control: &'a mut C,
    pub(super) path: Path,
    pub(super) selectivity: Selectivity,
    pub(super) pool: Pool<G::Move>,
    pub(super) ordering: Ordering<G::Move>,
    pub(super) lines: Lines<G::Move>,
    memo: G::Memo,
    /// The score of the best root move of the running iteration.
    pub(super) root_score: Option<Score>,
    /// Was the last move of the path a pass? Two in a row would prove nothing.
    pub(super) has_passed: bool,
    /// By how many plies positions of the path were searched less deep because of their evaluation.
    pub(super) truncated: i16,
    /// Is a leaf of the path being searched one move on? Once is enough.
    pub(super) has_looked_on: bool,
    /// The result of the root, if it is known beforehand.
    pub(super) root_result: Option<Outcome>,
    /// From this ply on nothing is extended.
    pub(super) reach: usize,
    pub(super) nodes: u64,
    next_poll: u64,
}

impl<'a, G: Evaluate, C: Control> Searcher<'a, G, C> {
    /// A fresh context; `path` ends with the root.
    pub fn new(table: &'a mut Table, control: &'a mut C, path: Path, how: Selectivity) -> Self {
        Searcher {
            table,
            control,
            path,
            selectivity: how,
            pool: Pool::new(),
            ordering: Ordering { history: History::new(G::SLOTS), killers: Killers::new() },
            lines: Lines::new(),
            memo: G::Memo::default(),
            root_score: None,
            has_passed: false,
            truncated: 0,
            has_looked_on: false,
            root_result: None,
            reach: 0,
            nodes: 0,
            next_poll: 0,
        }
    }

    /// Every node begins here: it is counted, the control may stop the search, and a node of the
    /// principal variation forgets the line of the last one at its ply.
    #[inline]
    pub(super) fn visit(&mut self, ply: Ply, window: Window) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            self.next_poll = self.control.poll(self.nodes)?;
        }
        if !window.is_null() {
            self.lines.clear(ply);
        }
        Ok(())
    }

    /// The judgement of a position as it stands, for its side to move.
    #[inline]
    pub(super) fn evaluate(&mut self, position: &G, ply: Ply) -> Score {
        position.evaluate_with(&mut self.memo, ply)
    }
}
