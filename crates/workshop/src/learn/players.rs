//! Who plays here: a search of a fixed number of nodes under one evaluation or another.

use crate::error::WorkshopError;
use evaluation::checkers::endgame::Tablebases;
use evaluation::checkers::network::{NETWORK, Network};
use evaluation::checkers::{BuiltInTuning, CheckersEvaluator, HandCrafted};
use games::checkers::{Move, Position};
use search::{Evaluator, KeyHistory, NodeLimit, Ply, Score, TranspositionTable, Tuning, search};
use sha2::{Digest, Sha256};
use std::convert::Infallible;
use std::fmt;
use std::fs;
use std::path::PathBuf;
use std::str::FromStr;

/// An evaluation, as the command line names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// The network that is compiled in.
    Learned,
    /// The evaluation by hand.
    HandCrafted,
    /// The network of a file.
    File(PathBuf),
}

impl FromStr for Who {
    type Err = Infallible;

    fn from_str(word: &str) -> Result<Self, Infallible> {
        Ok(match word {
            "learned" => Who::Learned,
            "hand-crafted" => Who::HandCrafted,
            path => Who::File(path.into()),
        })
    }
}

/// An evaluation, ready to be used.
#[derive(Debug)]
pub enum Loaded {
    /// The one by hand.
    HandCrafted,
    /// A network.
    Network(Box<Network>),
}

impl Who {
    /// Reads what has to be read.
    ///
    /// # Errors
    /// The file cannot be read, or is no network of today's size.
    pub fn load(&self) -> Result<Loaded, WorkshopError> {
        let path = match self {
            Who::HandCrafted => return Ok(Loaded::HandCrafted),
            Who::Learned => return Ok(Loaded::Network(Box::new(NETWORK.clone()))),
            Who::File(path) => path,
        };
        let bytes = fs::read(path).map_err(WorkshopError::file("read", path))?;
        let net = Network::from_bytes(&bytes)
            .ok_or_else(|| WorkshopError::NoNet { path: path.clone() })?;
        Ok(Loaded::Network(Box::new(net)))
    }
}

impl fmt::Display for Loaded {
    /// Which evaluation it is: a network by the beginning of its SHA-256.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loaded::HandCrafted => f.write_str("hand-crafted evaluation"),
            Loaded::Network(net) => {
                f.write_str("network ")?;
                let sum = Sha256::digest(net.to_bytes());
                sum.iter().take(4).try_for_each(|byte| write!(f, "{byte:02x}"))
            }
        }
    }
}

impl Loaded {
    /// A player who searches `nodes` nodes a move.
    pub fn player(&self, nodes: u64) -> Box<dyn Player + '_> {
        match self {
            Loaded::HandCrafted => Box::new(NodePlayer::new(HandCrafted::built_in(), nodes)),
            Loaded::Network(network) => {
                let tables = Tablebases::built_in();
                Box::new(NodePlayer::new(
                    CheckersEvaluator::new(network, tables, BuiltInTuning),
                    nodes,
                ))
            }
        }
    }
}

/// A player with the network that is compiled in and another tuning of the search.
pub fn tuned_player(tuning: &Tuning, nodes: u64) -> Box<dyn Player + '_> {
    let evaluator = CheckersEvaluator::new(&NETWORK, Tablebases::built_in(), *tuning);
    Box::new(NodePlayer::new(evaluator, nodes))
}

/// Memory of a player; nodes are few.
const TABLE_BYTES: usize = 1 << 20;

/// What a player thinks of a position.
#[derive(Clone, Copy, Debug)]
pub struct Thought {
    /// What to play.
    pub best: Move,
    /// The score after a search, for the side to move.
    pub score: Score,
    /// The static evaluation of the position.
    pub static_eval: Score,
}

/// Chooses moves.
pub trait Player {
    /// Thinks about the last position of a history; `None` if there is no move.
    fn think(&mut self, position: &Position, history: KeyHistory) -> Option<Thought>;
}

/// A search of a fixed number of nodes a move.
struct NodePlayer<E> {
    evaluator: E,
    nodes: u64,
    table: TranspositionTable,
}

impl<E: Evaluator<Position>> NodePlayer<E> {
    fn new(evaluator: E, nodes: u64) -> Self {
        NodePlayer { evaluator, nodes, table: TranspositionTable::with_bytes(TABLE_BYTES) }
    }
}

impl<E: Evaluator<Position>> Player for NodePlayer<E> {
    fn think(&mut self, position: &Position, history: KeyHistory) -> Option<Thought> {
        let limit = &mut NodeLimit(self.nodes);
        let report = search(position, history, &mut self.table, limit, &mut self.evaluator)?;
        let static_eval = self.evaluator.evaluate(position, Ply::ROOT);
        Some(Thought { best: report.best, score: report.progress.score, static_eval })
    }
}
