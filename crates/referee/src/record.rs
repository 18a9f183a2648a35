//! One finished game, as the journal keeps it: everything else is derived from such records.

use crate::ending::{Ending, Kind};
use crate::profile::Profile;
use crate::schedule::{GameId, Leg};
use games::board::Side;
use games::checkers::{BoardError, Position};
use games::{Game, Notation};
use serde::{Deserialize, Serialize};

/// The version of the records written.
pub const VERSION: u32 = 2;

/// A side, in the words of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Color {
    /// Begins from the start position.
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
pub struct Player {
    /// The name in tables.
    pub name: String,
    /// The program with all its words.
    pub command: String,
    /// SHA-256 of its files, in hexadecimal digits.
    pub sha256: String,
    /// Seconds at the beginning.
    pub seconds: f64,
    /// Seconds left at the end.
    pub left: f64,
}

/// One turn that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// The move in portable draughts notation, every square named.
    pub mv: String,
    /// Seconds charged for it.
    pub charged: f64,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The version of the format.
    pub version: u32,
    /// The game's number in the schedule.
    pub id: u32,
    /// The pair it belongs to: one opening with both colors.
    pub pair: u32,
    /// The opening's name.
    pub opening: String,
    /// The board it begins from, rows joined by `/`.
    pub board: String,
    /// The side to move there.
    pub begins: Color,
    /// The player of the black pieces.
    pub black: Player,
    /// The player of the white pieces.
    pub white: Player,
    /// The judge that was imitated.
    pub profile: Profile,
    /// Quiet turns that make a draw.
    pub quiet_turns: u32,
    /// Turns after which the game is broken off.
    pub max_plies: u32,
    /// Were the agents shut in?
    pub sandboxed: bool,
    /// The seed of the schedule.
    pub seed: u64,
    /// The turns played.
    pub turns: Vec<Turn>,
    /// How it ended.
    pub ending: Ending,
    /// Seconds charged for the run that ended the game without a legal move, if one did.
    pub last_charge: Option<f64>,
    /// Where the files of a bad answer are kept.
    pub evidence: Option<String>,
}

/// Why a record cannot be replayed.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The board it begins from is none.
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

impl GameRecord {
    /// The player of a side.
    pub const fn player(&self, side: Side) -> &Player {
        match side {
            Side::Black => &self.black,
            Side::White => &self.white,
        }
    }

    /// The side that was to move when the game ended.
    pub fn to_move(&self) -> Side {
        let begins = Side::from(self.begins);
        if self.turns.len().is_multiple_of(2) { begins } else { !begins }
    }

    /// Does the game count for nobody?
    pub fn is_void(&self) -> bool {
        self.ending.kind() == Kind::Void
    }

    /// The winner on the board or by forfeit; none if the game is drawn or void.
    pub fn winner(&self) -> Option<Side> {
        match self.ending.kind() {
            Kind::LostOnBoard | Kind::Forfeited => Some(!self.to_move()),
            Kind::Drawn | Kind::Void => None,
        }
    }

    /// The side with more time left in a drawn game, which the rules let win; none if both have
    /// the same or the game was not drawn.
    pub fn winner_on_time(&self) -> Option<Side> {
        if self.ending.kind() != Kind::Drawn {
            return None;
        }
        thriftier([self.black.left, self.white.left])
    }

    /// The names of the pair's first player, who has Black in its first game, and of the other.
    pub fn pair_names(&self) -> [&str; 2] {
        let [black, white] = [&self.black.name, &self.white.name].map(String::as_str);
        match GameId::from_number(self.id as usize).map(GameId::leg) {
            Some(Leg::Second) => [white, black],
            Some(Leg::First) | None => [black, white],
        }
    }

    /// How the game ended, in a sentence without an end mark.
    pub fn result_text(&self) -> String {
        let names = [&self.black.name, &self.white.name].map(String::as_str);
        result_text(self.ending, self.to_move(), [self.black.left, self.white.left], names)
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
}

/// The side with more of anything left; none if both have the same.
fn thriftier<T: PartialOrd>([black, white]: [T; 2]) -> Option<Side> {
    if black > white { Some(Side::Black) } else { (white > black).then_some(Side::White) }
}

/// How a game ended, in a sentence without an end mark, for two players by their names.
pub fn result_text<T: PartialOrd>(
    ending: Ending,
    to_move: Side,
    left: [T; 2],
    names: [&str; 2],
) -> String {
    let name = |side: Side| names[side.index()];
    match (ending.kind(), thriftier(left)) {
        (Kind::Drawn, Some(side)) => {
            format!("drawn ({ending}); {side} ({}) has more time left", name(side))
        }
        (Kind::Drawn, None) => format!("drawn ({ending}); both have the same time left"),
        (Kind::Void, _) => format!("void: {ending}"),
        (Kind::LostOnBoard | Kind::Forfeited, _) => {
            format!("{} ({}) wins: {to_move}: {ending}", !to_move, name(!to_move))
        }
    }
}

impl GameRecord {
    /// The board on which the game ended.
    ///
    /// # Errors
    /// The record does not follow the rules.
    pub fn last_position(&self) -> Result<Position, ReplayError> {
        let positions = self.positions()?;
        Ok(positions[positions.len() - 1])
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use games::Walker;

    /// A random game that ends as `ending` says after some turns.
    pub fn random_record(seed: u64, ending: Ending) -> GameRecord {
        let start = Position::start();
        let mut walker = Walker::new(seed);
        let mut position = start;
        let mut turns = Vec::new();
        for _ in 0..40 + seed % 40 {
            let Some(mv) = walker.step(&position) else { break };
            turns.push(Turn { mv: position.move_text(mv), charged: 0.25 });
            position = position.play(mv);
        }
        let player = |name: &str, left: f64| Player {
            name: name.to_string(),
            command: name.to_string(),
            sha256: "0".repeat(64),
            seconds: 100.0,
            left,
        };
        GameRecord {
            version: VERSION,
            id: seed as u32,
            pair: seed as u32 / 2,
            opening: "start".to_string(),
            board: start.rows_text('/'),
            begins: Color::Black,
            black: player("alpha", 90.5),
            white: player("beta", 91.25),
            profile: Profile::Spec,
            quiet_turns: 50,
            max_plies: 400,
            sandboxed: true,
            seed,
            turns,
            ending,
            last_charge: None,
            evidence: None,
        }
    }

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
