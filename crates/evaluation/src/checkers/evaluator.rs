//! The evaluators of checkers: the agent's, and the hand-crafted one it is measured against.

use crate::checkers::endgame::{DrawCounts, ProbeCache, Tablebases, best_move, is_in_dtc_table};
use crate::checkers::hand_crafted;
use crate::checkers::network::{AccumulatorStack, NETWORK, Network};
use crate::checkers::tuning::TUNING;
use games::Outcome;
use games::board::Key;
use games::checkers::{Move, Position};
use search::{Evaluator, Ply, Score, Tuning};
use std::borrow::Borrow;

/// Network, endgame tables and tuning: what the agent plays with. Each can be replaced by another,
/// to be measured.
#[derive(Clone, Debug)]
pub struct CheckersEvaluator<'a, T = BuiltInTuning> {
    network: &'a Network,
    tables: Tablebases<'a>,
    tuning: T,
    accumulators: AccumulatorStack,
    probes: ProbeCache,
}

/// The tuning that is compiled in. A type of its own makes it a constant to the compiler, which
/// saves 1 % of the instructions of a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuiltInTuning;

impl Borrow<Tuning> for BuiltInTuning {
    #[inline(always)]
    fn borrow(&self) -> &Tuning {
        &TUNING
    }
}

impl CheckersEvaluator<'static> {
    /// The network, tables and tuning that are compiled in.
    pub fn built_in() -> Self {
        CheckersEvaluator::new(&NETWORK, Tablebases::built_in(), BuiltInTuning)
    }
}

impl Default for CheckersEvaluator<'static> {
    fn default() -> Self {
        Self::built_in()
    }
}

impl<'a, T> CheckersEvaluator<'a, T> {
    /// An evaluator of these parts; `tuning` is [`BuiltInTuning`] or a [`Tuning`]. Its accumulators
    /// are allocated at the first evaluation below the root.
    pub fn new(network: &'a Network, tables: Tablebases<'a>, tuning: T) -> Self {
        let (accumulators, probes) = (AccumulatorStack::default(), ProbeCache::default());
        CheckersEvaluator { network, tables, tuning, accumulators, probes }
    }
}

impl<T: Borrow<Tuning>> Evaluator<Position> for CheckersEvaluator<'_, T> {
    #[inline(always)]
    fn tuning(&self) -> &Tuning {
        self.tuning.borrow()
    }

    /// Positions in the DTC table get the hand-crafted evaluation: the games that the network was
    /// trained on ended there, and all that is left to see is who makes progress.
    #[inline]
    fn evaluate(&mut self, position: &Position, ply: Ply) -> Score {
        if is_in_dtc_table(position) {
            hand_crafted::evaluate(position)
        } else {
            self.accumulators.evaluate(self.network, position, ply)
        }
    }

    #[inline]
    fn probe_wdl(&mut self, position: &Position) -> Option<Outcome> {
        self.tables.results().probe_quiet_cached(position, &mut self.probes)
    }

    fn probe_root(
        &self,
        position: &Position,
        turns_left: Option<u32>,
        occurred: impl Fn(Key) -> usize,
    ) -> Option<Move> {
        best_move(self.tables, position, &DrawCounts { turns_left, occurred })
    }
}

/// The hand-crafted evaluation (`hand_crafted.rs`) with the agent's tuning and endgame tables.
#[derive(Clone, Copy, Debug)]
pub struct HandCrafted {
    tables: Tablebases<'static>,
}

impl HandCrafted {
    /// With the tables that are compiled in.
    pub fn built_in() -> Self {
        HandCrafted { tables: Tablebases::built_in() }
    }
}

impl Evaluator<Position> for HandCrafted {
    #[inline(always)]
    fn tuning(&self) -> &Tuning {
        &TUNING
    }

    #[inline]
    fn evaluate(&mut self, position: &Position, _: Ply) -> Score {
        hand_crafted::evaluate(position)
    }

    #[inline]
    fn probe_wdl(&mut self, position: &Position) -> Option<Outcome> {
        self.tables.probe_quiet(position)
    }

    fn probe_root(
        &self,
        position: &Position,
        turns_left: Option<u32>,
        occurred: impl Fn(Key) -> usize,
    ) -> Option<Move> {
        best_move(self.tables, position, &DrawCounts { turns_left, occurred })
    }
}
