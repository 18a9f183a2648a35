//! Players of this process: a search of a fixed number of nodes with one evaluator or another.

use crate::error::TrainingError;
use crate::learn::playing::sampling::{Reservoir, Sampling};
use agent::time::Deadline;
use evaluation::checkers::endgame::Tablebases;
use evaluation::checkers::network::{NETWORK, Network};
use evaluation::checkers::tuning::TUNING;
use evaluation::checkers::{CheckersEvaluator, HandCrafted};
use games::checkers::{Move, Position};
use search::{
    AdjustedEvaluator, Control, Evaluator, KeyHistory, NodeLimit, Ply, Score, TranspositionTable,
    Tuning, search,
};
use sha2::{Digest, Sha256};
use std::convert::Infallible;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;
use std::{fmt, fs};

/// An evaluation, as the command line names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvaluatorChoice {
    /// `network`: the network that is compiled in.
    BuiltIn,
    /// `hand-crafted`: the evaluation that the network replaced.
    HandCrafted,
    File(PathBuf),
}

impl FromStr for EvaluatorChoice {
    type Err = Infallible;

    fn from_str(word: &str) -> Result<Self, Infallible> {
        Ok(match word {
            "network" => EvaluatorChoice::BuiltIn,
            "hand-crafted" => EvaluatorChoice::HandCrafted,
            path => EvaluatorChoice::File(path.into()),
        })
    }
}

impl fmt::Display for EvaluatorChoice {
    /// As the command line names it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvaluatorChoice::BuiltIn => f.write_str("network"),
            EvaluatorChoice::HandCrafted => f.write_str("hand-crafted"),
            EvaluatorChoice::File(path) => path.display().fmt(f),
        }
    }
}

#[derive(Debug)]
pub enum LoadedEvaluator {
    HandCrafted,
    Network(Box<Network>),
}

impl EvaluatorChoice {
    /// Reads the file, if there is one.
    pub fn load(&self) -> Result<LoadedEvaluator, TrainingError> {
        let path = match self {
            EvaluatorChoice::HandCrafted => return Ok(LoadedEvaluator::HandCrafted),
            EvaluatorChoice::BuiltIn => {
                return Ok(LoadedEvaluator::Network(Box::new(NETWORK.clone())));
            }
            EvaluatorChoice::File(path) => path,
        };
        let bytes = fs::read(path).map_err(TrainingError::file("read", path))?;
        let network = Network::from_bytes(&bytes).ok_or_else(|| {
            let what = "is not a network of this version: give a file that training fit has \
                        written, or the word network or hand-crafted";
            TrainingError::about(path, what)
        })?;
        Ok(LoadedEvaluator::Network(Box::new(network)))
    }
}

impl fmt::Display for LoadedEvaluator {
    /// Which evaluation it is: a network by the beginning of its SHA-256.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadedEvaluator::HandCrafted => f.write_str("hand-crafted evaluation"),
            LoadedEvaluator::Network(network) => {
                f.write_str("network ")?;
                let sum = Sha256::digest(network.to_bytes());
                sum.iter().take(4).try_for_each(|byte| write!(f, "{byte:02x}"))
            }
        }
    }
}

impl LoadedEvaluator {
    /// The static evaluation of a position, for the side to move.
    pub fn static_eval(&self, position: &Position) -> Score {
        match self {
            LoadedEvaluator::HandCrafted => HandCrafted::built_in().evaluate(position, Ply::ROOT),
            LoadedEvaluator::Network(network) => {
                let tables = Tablebases::built_in();
                CheckersEvaluator::new(network, tables, &TUNING).evaluate(position, Ply::ROOT)
            }
        }
    }

    /// Searches a position for so much CPU time; `None` if there is no legal move.
    pub fn think_for(&self, time: Duration, position: &Position) -> Option<SearchedMove> {
        let deadline = &mut Deadline::in_cpu_time(time);
        let history = KeyHistory::starting_at(position, 0);
        self.player(NODES_BY_TIME).think_until(deadline, position, history)
    }

    /// A player that searches `nodes` nodes for each move.
    pub fn player(&self, nodes: u64) -> Box<dyn MoveChooser + '_> {
        self.sampling_player(nodes, Reservoir::new(0, 0), 0)
    }

    /// The same; `reservoir` is shown every position with at least this many pieces that its
    /// searches evaluate.
    pub fn sampling_player(
        &self,
        nodes: u64,
        reservoir: Reservoir,
        least_pieces: u32,
    ) -> Box<dyn MoveChooser + '_> {
        match self {
            LoadedEvaluator::HandCrafted => {
                let evaluator = HandCrafted::built_in();
                let evaluator = sampled(evaluator, reservoir, least_pieces);
                Box::new(NodeLimitChooser::new(evaluator, nodes))
            }
            LoadedEvaluator::Network(network) => {
                let tables = Tablebases::built_in();
                let evaluator = CheckersEvaluator::new(network, tables, &TUNING);
                let evaluator = sampled(evaluator, reservoir, least_pieces);
                Box::new(NodeLimitChooser::new(evaluator, nodes))
            }
        }
    }
}

/// A player with the network that is compiled in and another tuning of the search.
pub fn tuned_player(tuning: &Tuning, nodes: u64) -> Box<dyn MoveChooser + '_> {
    let evaluator = CheckersEvaluator::new(&NETWORK, Tablebases::built_in(), tuning);
    let evaluator = sampled(evaluator, Reservoir::new(0, 0), 0);
    Box::new(NodeLimitChooser::new(evaluator, nodes))
}

/// The table of a search by time, as large as for this many nodes.
const NODES_BY_TIME: u64 = 1_000_000;
/// The smallest transposition table of a player, in bytes: for searches of up to 65,000 nodes.
const LEAST_TABLE_BYTES: usize = 1 << 20;
const MOST_TABLE_BYTES: usize = 1 << 28;
const TABLE_BYTES_PER_NODE: u64 = 16;

#[derive(Clone, Copy, Debug)]
pub struct SearchedMove {
    pub best: Move,
    /// The score after the search, for the side to move.
    pub score: Score,
}

/// A trait object: it is called once for each search, not for each node.
pub trait MoveChooser {
    /// Searches its number of nodes from `position`, which is the last one of `history`; `None` if
    /// there is no legal move.
    fn think(&mut self, position: &Position, history: KeyHistory) -> Option<SearchedMove>;

    /// The same until `control` ends the search.
    fn think_until(
        &mut self,
        control: &mut dyn Control,
        position: &Position,
        history: KeyHistory,
    ) -> Option<SearchedMove>;

    /// The positions that its reservoir has drawn from all that it evaluated.
    fn sampled(&self) -> Vec<Position>;
}

/// A search of a fixed number of nodes for each move.
struct NodeLimitChooser<E> {
    evaluator: AdjustedEvaluator<E, Sampling>,
    nodes: u64,
    table: TranspositionTable,
}

impl<E: Evaluator<Position>> NodeLimitChooser<E> {
    fn new(evaluator: AdjustedEvaluator<E, Sampling>, nodes: u64) -> Self {
        let bytes = (nodes.saturating_mul(TABLE_BYTES_PER_NODE) as usize)
            .clamp(LEAST_TABLE_BYTES, MOST_TABLE_BYTES);
        NodeLimitChooser { evaluator, nodes, table: TranspositionTable::with_bytes(bytes) }
    }
}

const fn sampled<E>(
    evaluator: E,
    reservoir: Reservoir,
    least_pieces: u32,
) -> AdjustedEvaluator<E, Sampling> {
    AdjustedEvaluator { evaluator, adjustment: Sampling { reservoir, least_pieces } }
}

impl<E: Evaluator<Position>> MoveChooser for NodeLimitChooser<E> {
    fn think(&mut self, position: &Position, history: KeyHistory) -> Option<SearchedMove> {
        let limit = &mut NodeLimit(self.nodes);
        self.think_until(limit, position, history)
    }

    fn think_until(
        &mut self,
        control: &mut dyn Control,
        position: &Position,
        history: KeyHistory,
    ) -> Option<SearchedMove> {
        let report = search(position, history, &mut self.table, control, &mut self.evaluator)?;
        Some(SearchedMove { best: report.best, score: report.progress.score })
    }

    fn sampled(&self) -> Vec<Position> {
        self.evaluator.adjustment.reservoir.positions().collect()
    }
}
