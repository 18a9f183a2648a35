//! The state that all nodes of one search share, and nothing else.

use crate::control::{Control, Stopped};
use crate::evaluator::Evaluator;
use crate::history::History;
use crate::key_history::KeyHistory;
use crate::killers::Killers;
use crate::picker::{MoveOrdering, Pool};
use crate::prune::Selectivity;
use crate::pv_table::PvTable;
use crate::score::{Ply, Score};
use crate::transposition_table::TranspositionTable;
use crate::window::Window;
use games::{MoveHints, Outcome};

/// A running search. After a [`Stopped`] only its line and counts may be used.
pub struct Searcher<'a, G: MoveHints, E> {
    pub(crate) table: &'a mut TranspositionTable,
    pub(crate) control: &'a mut dyn Control,
    pub(crate) evaluator: &'a mut E,
    pub(crate) history: KeyHistory,
    pub(crate) selectivity: Selectivity,
    pub(crate) pool: Pool<G::Move>,
    pub(crate) ordering: MoveOrdering<G::Move>,
    pub(crate) pv: PvTable<G::Move>,
    /// The score of the best root move of the running iteration.
    pub(crate) root_score: Option<Score>,
    /// The result of the root, if the endgame tables hold it.
    pub(crate) root_wdl: Option<Outcome>,
    /// Moves of the root that are not searched: the lines before this one begin with them.
    pub(crate) excluded: Vec<G::Move>,
    /// From this ply on nothing is extended.
    pub(crate) extension_reach: usize,
    /// Nodes visited so far, quiescence included.
    pub(crate) nodes: u64,
    next_poll: u64,
}

impl<'a, G: MoveHints, E: Evaluator<G>> Searcher<'a, G, E> {
    /// A search of `root`, which must be the last position of `history`.
    pub fn new(
        root: &G,
        history: KeyHistory,
        selectivity: Selectivity,
        table: &'a mut TranspositionTable,
        control: &'a mut dyn Control,
        evaluator: &'a mut E,
    ) -> Self {
        let root_wdl = evaluator.probe_wdl(root);
        Searcher {
            table,
            control,
            evaluator,
            history,
            selectivity,
            pool: Pool::new(),
            ordering: MoveOrdering {
                history: History::new(G::HISTORY_SIZE),
                killers: Killers::new(),
            },
            pv: PvTable::new(),
            root_score: None,
            root_wdl,
            excluded: Vec::new(),
            extension_reach: 0,
            nodes: 0,
            next_poll: 0,
        }
    }

    /// Every node begins here: it is counted, the control may stop the search, and a node whose
    /// exact score is wanted clears the line of the last one at its ply.
    #[inline]
    pub(crate) fn visit(&mut self, ply: Ply, window: Window) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            self.poll()?;
        }
        if !window.is_null() {
            self.pv.clear(ply);
        }
        Ok(())
    }

    /// Asks the control whether to go on; apart from [`Self::visit`], because it is rare.
    #[cold]
    #[inline(never)]
    fn poll(&mut self) -> Result<(), Stopped> {
        self.next_poll = self.control.poll(self.nodes)?;
        Ok(())
    }
}
