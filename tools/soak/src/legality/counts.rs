//! Counts of all that a run has compared.

use games::GameName;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::AddAssign;

/// Counts of the games of one kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Games played to their end.
    pub games: u64,
    /// Of them, those that began with a random board.
    pub placed: u64,
    /// Of them, those in which the players' own search chose most moves.
    pub searched: u64,
    /// Positions whose moves and end were compared.
    pub positions: u64,
    /// Legal moves of all those positions.
    pub moves: u64,
    /// Boards after a move that were compared, each with the end of the game there.
    pub boards: u64,
    /// Turns without a move of a piece.
    pub passes: u64,
    /// The commands `limit`.
    pub limits: u64,
    /// Positions and boards after a move on which the game was over, by the oracle's cause.
    pub ends: BTreeMap<String, u64>,
    pub black: u64,
    pub white: u64,
    pub ties: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, more: Self) {
        let fields = [
            (&mut self.games, more.games),
            (&mut self.placed, more.placed),
            (&mut self.searched, more.searched),
            (&mut self.positions, more.positions),
            (&mut self.moves, more.moves),
            (&mut self.boards, more.boards),
            (&mut self.passes, more.passes),
            (&mut self.limits, more.limits),
            (&mut self.black, more.black),
            (&mut self.white, more.white),
            (&mut self.ties, more.ties),
        ];
        for (sum, summand) in fields {
            *sum += summand;
        }
        for (cause, ends) in more.ends {
            *self.ends.entry(cause).or_default() += ends;
        }
    }
}

/// The counts of each kind of game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountsByKind(BTreeMap<GameName, Counts>);

impl CountsByKind {
    /// Adds to the counts of one kind.
    pub fn add(&mut self, kind: GameName, counts: Counts) {
        *self.0.entry(kind).or_default() += counts;
    }

    /// Adds all counts of another run.
    pub fn add_all(&mut self, other: &Self) {
        for (&kind, counts) in &other.0 {
            self.add(kind, counts.clone());
        }
    }
}

/// One line for each kind, and one for all.
impl fmt::Display for CountsByKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut all = Counts::default();
        for (kind, counts) in &self.0 {
            line(f, kind, counts)?;
            all += counts.clone();
        }
        line(f, "all", &all)
    }
}

fn line(f: &mut fmt::Formatter<'_>, name: impl fmt::Display, counts: &Counts) -> fmt::Result {
    let Counts { games, placed, searched, positions, moves, boards, passes, limits, .. } = counts;
    let Counts { black, white, ties, .. } = counts;
    let ends: Vec<String> =
        counts.ends.iter().map(|(cause, ends)| format!("{cause} {ends}")).collect();
    writeln!(
        f,
        "{name}: {games} games ({placed} from random boards, {searched} by the search; Black won \
         {black}, White {white}, ties {ties}), {positions} positions, {moves} moves, {passes} \
         passes, {boards} boards after a move, {limits} limits; ends of the game there: {}",
        ends.join(", ")
    )
}
