//! Who plays here: a search of a fixed number of nodes under one evaluation or another.

use crate::game::{Evaluate, Score, Tuning};
use crate::games::checkers::net::{NET, Net};
use crate::games::checkers::{ByHand, ByNet, Judge, Judged, Move, Position};
use crate::search::{NodeLimit, Path, Table, search};
use crate::workshop::error::WorkshopError;
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
    ByHand,
    /// The network of a file.
    File(PathBuf),
}

impl FromStr for Who {
    type Err = Infallible;

    fn from_str(word: &str) -> Result<Self, Infallible> {
        Ok(match word {
            "learned" => Who::Learned,
            "by-hand" => Who::ByHand,
            path => Who::File(path.into()),
        })
    }
}

/// An evaluation, ready to be used.
#[derive(Debug)]
pub enum Loaded {
    /// The one by hand.
    ByHand,
    /// A network.
    ByNet(Box<Net>),
}

impl Who {
    /// Reads what has to be read.
    ///
    /// # Errors
    /// The file cannot be read, or is no network of today's size.
    pub fn load(&self) -> Result<Loaded, WorkshopError> {
        let path = match self {
            Who::ByHand => return Ok(Loaded::ByHand),
            Who::Learned => return Ok(Loaded::ByNet(Box::new(NET.clone()))),
            Who::File(path) => path,
        };
        let bytes = fs::read(path).map_err(WorkshopError::file("read", path))?;
        let net = Net::read(&bytes).ok_or_else(|| WorkshopError::NoNet { path: path.clone() })?;
        Ok(Loaded::ByNet(Box::new(net)))
    }
}

impl fmt::Display for Loaded {
    /// Which evaluation it is: a network by the beginning of its SHA-256.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loaded::ByHand => f.write_str("judged by hand"),
            Loaded::ByNet(net) => {
                f.write_str("judged by the network ")?;
                let sum = Sha256::digest(net.written());
                sum.iter().take(4).try_for_each(|byte| write!(f, "{byte:02x}"))
            }
        }
    }
}

impl Loaded {
    /// A player who searches so many nodes a move.
    pub fn player(&self, nodes: u64) -> Box<dyn Player + '_> {
        let table = Table::with_bytes(TABLE_BYTES);
        match self {
            Loaded::ByHand => Box::new(Searcher { judge: ByHand, nodes, table }),
            Loaded::ByNet(net) => {
                Box::new(Searcher { judge: ByNet { net, ..ByNet::default() }, nodes, table })
            }
        }
    }
}

/// A player with the network that is compiled in, whose search is tuned otherwise.
pub fn tuned_player(tuning: &Tuning, nodes: u64) -> Box<dyn Player + '_> {
    let judge = ByNet { tuning, ..ByNet::default() };
    Box::new(Searcher { judge, nodes, table: Table::with_bytes(TABLE_BYTES) })
}

/// Memory of a player; nodes are few.
const TABLE_BYTES: usize = 1 << 20;

/// What a player thinks of a position.
#[derive(Clone, Copy, Debug)]
pub struct Thought {
    /// What to play.
    pub best: Move,
    /// The value after a search, for the side to move.
    pub score: Score,
    /// The value as the position stands.
    pub at_sight: Score,
}

/// One who chooses moves.
pub trait Player {
    /// Thinks about the last position of a path; none if there is no move.
    fn think(&mut self, position: &Position, path: Path) -> Option<Thought>;
}

struct Searcher<J> {
    judge: J,
    nodes: u64,
    table: Table,
}

impl<J: Judge> Player for Searcher<J> {
    fn think(&mut self, position: &Position, path: Path) -> Option<Thought> {
        let judged = Judged { position: *position, judge: self.judge };
        let report = search(&judged, path, &mut self.table, &mut NodeLimit(self.nodes))?;
        let score = report.progress.score;
        Some(Thought { best: report.best, score, at_sight: judged.evaluate() })
    }
}
