//! The states of all positions of one material while it is solved, one atomic byte each.
//!
//! Threads work on *chunks* of neighboring indices. For each chunk a flag says whether the next
//! round has anything to do in it.

use crate::tables::state::{PositionState, WonOrLost};
use evaluation::checkers::endgame::{IndexDecoder, Material, TableIndex};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

/// The number of indices in a chunk.
const CHUNK: usize = 1 << 14;

pub struct StateArray {
    material: Material,
    states: Vec<AtomicU8>,
    /// For even and for odd distances: may the chunk hold positions that the round at hand looks
    /// for? At first any chunk may.
    pending: [Vec<AtomicBool>; 2],
    decoder: IndexDecoder,
}

impl StateArray {
    /// All indices of a material, [`PositionState::IMPOSSIBLE`] until [`Self::fill`] is called.
    pub fn new(material: Material) -> Self {
        let size = material.size();
        let chunks = size.div_ceil(CHUNK);
        let states = (0..size).map(|_| AtomicU8::new(PositionState::IMPOSSIBLE.0)).collect();
        StateArray {
            material,
            states,
            pending: [set_flags(chunks), set_flags(chunks)],
            decoder: IndexDecoder::of(material),
        }
    }

    pub fn material(&self) -> Material {
        self.material
    }

    pub fn chunks(&self) -> usize {
        self.pending[0].len()
    }

    fn indices(&self, chunk: usize) -> Range<usize> {
        chunk * CHUNK..((chunk + 1) * CHUNK).min(self.states.len())
    }

    /// Sets the state of every position of a chunk. Returns the number of indices in the chunk.
    pub fn fill(
        &self,
        chunk: usize,
        mut state_of: impl FnMut(TableIndex) -> PositionState,
    ) -> usize {
        for index in self.indices(chunk) {
            if let Some(table_index) = self.decoder.at(index) {
                self.states[index].store(state_of(table_index).0, Relaxed);
            }
        }
        self.indices(chunk).len()
    }

    /// Calls `found` for every position of a chunk that is decided at a distance of `plies`. Skips
    /// the chunk if no such position was set since the last call.
    pub fn each_decided_at(
        &self,
        chunk: usize,
        plies: u8,
        mut found: impl FnMut(TableIndex, WonOrLost),
    ) {
        if !self.pending[usize::from(plies) % 2][chunk].swap(false, Relaxed) {
            return;
        }
        for index in self.indices(chunk) {
            let state = PositionState(self.states[index].load(Relaxed));
            if let Some((decision, at)) = state.decided()
                && at == plies
                && let Some(table_index) = self.decoder.at(index)
            {
                found(table_index, decision);
            }
        }
    }

    /// Updates the position at an index, a move of which leads to one that is decided at `plies`
    /// for the opponent. Returns whether that decides the position, too.
    #[inline]
    pub fn update(&self, index: usize, child: WonOrLost, plies: u8) -> bool {
        let change = |state| PositionState(state).after(child, plies).map(|next| next.0);
        let Ok(before) = self.states[index].fetch_update(Relaxed, Relaxed, change) else {
            return false;
        };
        let decided = change(before).is_some_and(|next| PositionState(next).decided().is_some());
        if decided {
            self.pending[usize::from(plies + 1) % 2][index / CHUNK].store(true, Relaxed);
        }
        decided
    }

    /// The states after the last round, by index.
    pub fn into_final_states(self) -> Vec<PositionState> {
        self.states
            .into_iter()
            .map(|state| PositionState(state.into_inner()).final_state())
            .collect()
    }
}

fn set_flags(chunks: usize) -> Vec<AtomicBool> {
    (0..chunks).map(|_| AtomicBool::new(true)).collect()
}
