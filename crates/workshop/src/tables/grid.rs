//! All table_indices of one material, with what is known of each.
//!
//! The grid is worked on in *tracts* of neighboring indices, by several threads at once: states are
//! atomic bytes, and a note for each tract says whether the next round finds anything in it.

use crate::tables::state::{Decision, State};
use evaluation::checkers::endgame::{IndexDecoder, Material, TableIndex};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

/// The number of indices in a tract.
const TRACT: usize = 1 << 14;

/// The states of one material.
pub struct Grid {
    material: Material,
    states: Vec<AtomicU8>,
    /// Whether a tract may hold states of this round, and of the next: at first any may.
    noted: [Vec<AtomicBool>; 2],
    armies: IndexDecoder,
}

impl Grid {
    /// The grid of a material, nothing known yet.
    pub fn new(material: Material) -> Self {
        let size = material.size();
        let tracts = size.div_ceil(TRACT);
        let notes = || (0..tracts).map(|_| AtomicBool::new(true)).collect();
        let states = (0..size).map(|_| AtomicU8::new(State::IMPOSSIBLE.0)).collect();
        Grid { material, states, noted: [notes(), notes()], armies: IndexDecoder::of(material) }
    }

    /// The material.
    pub fn material(&self) -> Material {
        self.material
    }

    /// How many tracts there are.
    pub fn tracts(&self) -> usize {
        self.noted[0].len()
    }

    /// The indices of a tract.
    fn indices(&self, tract: usize) -> Range<usize> {
        tract * TRACT..((tract + 1) * TRACT).min(self.states.len())
    }

    /// Sets every state of a tract to what `judge` finds. Returns how many indices the tract has.
    pub fn fill(&self, tract: usize, mut judge: impl FnMut(TableIndex) -> State) -> usize {
        for index in self.indices(tract) {
            if let Some(table_index) = self.armies.table_index(index) {
                self.states[index].store(judge(table_index).0, Relaxed);
            }
        }
        self.indices(tract).len()
    }

    /// Hands over every table_index of a tract that was decided at `plies`, if the tract is noted for
    /// that round.
    pub fn each_decided_at(
        &self,
        tract: usize,
        plies: u8,
        mut found: impl FnMut(TableIndex, Decision),
    ) {
        if !self.noted[usize::from(plies) % 2][tract].swap(false, Relaxed) {
            return;
        }
        for index in self.indices(tract) {
            let state = State(self.states[index].load(Relaxed));
            if let Some((decision, at)) = state.decided()
                && at == plies
                && let Some(table_index) = self.armies.table_index(index)
            {
                found(table_index, decision);
            }
        }
    }

    /// A move of `table_index` leads to a position decided at `plies` for the opponent. True if that
    /// decides the table_index too.
    #[inline]
    pub fn learn(&self, table_index: TableIndex, child: Decision, plies: u8) -> bool {
        let index = table_index.index();
        let change = |state| State(state).after(child, plies).map(|next| next.0);
        let Ok(before) = self.states[index].fetch_update(Relaxed, Relaxed, change) else {
            return false;
        };
        let decided = change(before).is_some_and(|next| State(next).decided().is_some());
        if decided {
            self.noted[usize::from(plies + 1) % 2][index / TRACT].store(true, Relaxed);
        }
        decided
    }

    /// The states, once nothing more can be found out.
    pub fn settled(self) -> Vec<State> {
        self.states.into_iter().map(|state| State(state.into_inner()).settled()).collect()
    }
}
