//! One finished game in its stored form. Tables, game files and statistics are derived from such
//! records.
//!
//! Times are seconds. Field names and the names of enum variants are part of the format: a change
//! needs a new [`VERSION`]. Records of version 2 lack the round, the date, the detail and
//! `untimed`; those of version 3 lack the ending `too-much-disk`.

use crate::agent::SandboxLevel;
use crate::game::{Ending, EndingKind, Profile, Timing};
use crate::record::game_rules::GameRules;
use crate::record::stored_game::{StoredGame, StoredPlayer};
use games::board::Side;
use games::checkers::{BoardError, Position};
use games::{Game, Notation};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The version of the records written.
pub const VERSION: u32 = 4;
/// The oldest version that is read.
pub const OLDEST_VERSION: u32 = 2;

/// A side, as the file spells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Color {
    /// The side that moves first from the start position.
    Black,
    /// The other side.
    White,
}

impl From<Side> for Color {
    fn from(side: Side) -> Self {
        match side {
            Side::Black => Color::Black,
            Side::White => Color::White,
        }
    }
}

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Side::Black,
            Color::White => Side::White,
        }
    }
}

/// One of the two players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayerRecord {
    /// The name in tables.
    pub name: String,
    /// The program and its arguments, quoted as for a shell.
    pub command: String,
    /// SHA-256 of its files, in hexadecimal digits.
    pub sha256: String,
    /// Seconds on the clock at the beginning.
    pub seconds: f64,
    /// Seconds left at the end.
    pub left: f64,
}

/// One turn that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordedTurn {
    /// The move in portable draughts notation, every square named.
    pub mv: String,
    /// Seconds charged for it.
    pub charged: f64,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordedGame {
    /// The version of the format.
    pub version: u32,
    /// The game's number in the schedule.
    pub id: u32,
    /// The pair it belongs to: one opening with both colors.
    pub pair: u32,
    /// The round of the tournament, from 1.
    #[serde(default = "first_round")]
    pub round: u32,
    /// The day of the contest, `2026-11-22`; of a tournament the day on which its round was
    /// planned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The opening's name.
    pub opening: String,
    /// The board it begins from, rows joined by `/`.
    pub board: String,
    /// The side to move there.
    pub begins: Color,
    /// The player of the black pieces.
    pub black: PlayerRecord,
    /// The player of the white pieces.
    pub white: PlayerRecord,
    /// Whose rules were applied.
    pub profile: Profile,
    /// Quiet turns that make a draw.
    pub quiet_turns: u32,
    /// Turns after which the game is stopped as drawn.
    pub max_plies: u32,
    /// Whether the agents ran in a sandbox.
    pub sandboxed: bool,
    /// How much of a sandbox it was; older records do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sandbox: Option<SandboxLevel>,
    /// Whether the clocks were not at stake: each move had all the time, and none was recorded.
    #[serde(default)]
    pub untimed: bool,
    /// The seed of the schedule.
    pub seed: u64,
    /// The turns played.
    pub turns: Vec<RecordedTurn>,
    /// How it ended.
    pub ending: Ending,
    /// Seconds charged for the run that ended the game without a legal move, if one did.
    pub last_charge: Option<f64>,
    /// What exactly was wrong with the last answer, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// After a forfeit the file that `referee replay` takes, from the journal's folder; after an
    /// error of the referee its text.
    pub evidence: Option<String>,
}

/// Why a record cannot be replayed: it was edited, or another version of the rules wrote it.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The board it begins from is not valid.
    #[error("game {id}: its opening: {error}")]
    Board {
        /// The game.
        id: u32,
        /// What is wrong.
        error: BoardError,
    },
    /// A move in it is not legal.
    #[error("game {id}, turn {turn}: {error}")]
    Move {
        /// The game.
        id: u32,
        /// The turn, from 1.
        turn: usize,
        /// What is wrong.
        error: games::NotationError,
    },
}

/// Records of version 2 know no rounds.
const fn first_round() -> u32 {
    1
}

impl RecordedGame {
    /// The conditions.
    pub const fn rules(&self) -> GameRules {
        GameRules {
            profile: self.profile,
            quiet_turns: self.quiet_turns,
            max_plies: self.max_plies,
            sandboxed: self.sandboxed,
            timing: Timing::from_untimed(self.untimed),
            seed: self.seed,
        }
    }

    /// The record with its evidence as a path from here, where the journal lies in `folder`.
    #[must_use]
    pub fn with_evidence_in(mut self, folder: &Path) -> Self {
        if self.ending.kind() == EndingKind::Forfeited {
            let from_here = |evidence: String| folder.join(evidence).display().to_string();
            self.evidence = self.evidence.map(from_here);
        }
        self
    }

    /// The positions of the game, the opening first.
    ///
    /// # Errors
    /// The record does not follow the rules.
    pub fn positions(&self) -> Result<Vec<Position>, ReplayError> {
        let start = Position::from_rows(self.board.split('/'), self.begins.into())
            .map_err(|error| ReplayError::Board { id: self.id, error })?;
        let mut positions = vec![start];
        for (index, turn) in self.turns.iter().enumerate() {
            let last = positions[positions.len() - 1];
            let mv = last.read_move(&turn.mv).map_err(|error| ReplayError::Move {
                id: self.id,
                turn: index + 1,
                error,
            })?;
            positions.push(Game::play(&last, mv));
        }
        Ok(positions)
    }

    /// The board on which the game ended.
    ///
    /// # Errors
    /// The record does not follow the rules.
    pub fn last_position(&self) -> Result<Position, ReplayError> {
        let positions = self.positions()?;
        Ok(positions[positions.len() - 1])
    }
}

impl StoredPlayer for PlayerRecord {
    fn name(&self) -> &str {
        &self.name
    }

    fn left(&self) -> f64 {
        self.left
    }
}

impl StoredGame for RecordedGame {
    type Player = PlayerRecord;

    fn number(&self) -> u32 {
        self.id
    }

    fn first_to_move(&self) -> Side {
        self.begins.into()
    }

    fn turn_count(&self) -> usize {
        self.turns.len()
    }

    fn ending(&self) -> Ending {
        self.ending
    }

    fn player(&self, side: Side) -> &PlayerRecord {
        match side {
            Side::Black => &self.black,
            Side::White => &self.white,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::random::random_record;

    #[test]
    fn the_winner_follows_from_the_ending_and_the_turn() {
        let mut record = random_record(2, Ending::NoMoves);
        record.turns.truncate(4);
        assert_eq!((record.to_move(), record.winner()), (Side::Black, Some(Side::White)));
        record.ending = Ending::Malformed;
        assert_eq!(record.winner(), Some(Side::White), "Black forfeited");
        record.ending = Ending::Repetition;
        assert_eq!((record.winner(), record.winner_on_time()), (None, Some(Side::White)));
        record.white.left = record.black.left;
        assert_eq!(record.winner_on_time(), None);
        record.ending = Ending::RefereeFault;
        assert_eq!((record.winner(), record.winner_on_time()), (None, None));
    }

    #[test]
    fn a_record_replays_by_the_rules_or_says_where_it_does_not() {
        for seed in 0..50 {
            let record = random_record(seed, Ending::MaxPlies);
            let positions = record.positions().expect("it followed the rules");
            assert_eq!(positions.len(), record.turns.len() + 1);
        }
        let mut record = random_record(3, Ending::MaxPlies);
        record.turns[2].mv = "1-32".to_string();
        let error = record.positions().expect_err("not legal").to_string();
        assert!(error.starts_with("game 3, turn 3: 1-32 is not legal here"), "{error}");
    }
}
