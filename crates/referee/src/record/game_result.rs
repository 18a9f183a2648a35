//! What tables, ratings and plans need of a finished game: everything but its moves.
//!
//! A journal of a million games fits into memory in this form. Texts that many games have in
//! common are kept once ([`Texts`]).

use crate::game::Ending;
use crate::record::game_rules::GameRules;
use crate::record::recorded_game::{Color, RecordedGame};
use crate::record::stored_game::{StoredGame, StoredPlayer};
use games::board::Side;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// The results of a contest in the order of their numbers.
pub type Results = BTreeMap<u32, GameResult>;

/// One of the two players.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerResult {
    /// The name in tables.
    pub name: Arc<str>,
    /// SHA-256 of its files, in hexadecimal digits.
    pub sha256: Arc<str>,
    /// Seconds on the clock at the beginning.
    pub seconds: f64,
    /// Seconds left at the end.
    pub left: f64,
}

/// A finished game without its moves.
#[derive(Clone, Debug, PartialEq)]
pub struct GameResult {
    /// The game's number in the schedule.
    pub id: u32,
    /// The pair it belongs to: one opening with both colors.
    pub pair: u32,
    /// The round, from 1.
    pub round: u32,
    /// The opening's name.
    pub opening: Arc<str>,
    /// The board it begins from, rows joined by `/`.
    pub board: Arc<str>,
    /// The side to move there.
    pub begins: Color,
    /// The player of the black pieces.
    pub black: PlayerResult,
    /// The player of the white pieces.
    pub white: PlayerResult,
    /// The conditions.
    pub rules: GameRules,
    /// Number of turns played.
    pub plies: u32,
    /// How it ended.
    pub ending: Ending,
    /// What exactly was wrong with the last answer, for people.
    pub detail: Option<Arc<str>>,
    /// After a forfeit the file that `referee replay` takes, from the journal's folder; after an
    /// error of the referee its text.
    pub evidence: Option<Arc<str>>,
}

/// The results of these records.
pub fn results_of<'a>(records: impl IntoIterator<Item = &'a RecordedGame>) -> Results {
    let mut texts = Texts::default();
    records.into_iter().map(|record| (record.id, GameResult::of(record, &mut texts))).collect()
}

/// Texts that are kept once, however many games have them.
#[derive(Debug, Default)]
pub struct Texts(HashSet<Arc<str>>);

impl Texts {
    /// The text, shared with all that are equal.
    pub fn share(&mut self, text: &str) -> Arc<str> {
        if let Some(known) = self.0.get(text) {
            return Arc::clone(known);
        }
        let new: Arc<str> = text.into();
        self.0.insert(Arc::clone(&new));
        new
    }
}

impl GameResult {
    /// The result of a recorded game.
    pub fn of(record: &RecordedGame, texts: &mut Texts) -> Self {
        let mut player = |side: Side| {
            let player = record.player(side);
            PlayerResult {
                name: texts.share(&player.name),
                sha256: texts.share(&player.sha256),
                seconds: player.seconds,
                left: player.left,
            }
        };
        let (black, white) = (player(Side::Black), player(Side::White));
        GameResult {
            id: record.id,
            pair: record.pair,
            round: record.round,
            opening: texts.share(&record.opening),
            board: texts.share(&record.board),
            begins: record.begins,
            black,
            white,
            rules: record.rules(),
            plies: u32::try_from(record.turns.len()).unwrap_or(u32::MAX),
            ending: record.ending,
            detail: record.detail.as_deref().map(Into::into),
            evidence: record.evidence.as_deref().map(Into::into),
        }
    }
}

impl StoredPlayer for PlayerResult {
    fn name(&self) -> &str {
        &self.name
    }

    fn left(&self) -> f64 {
        self.left
    }
}

impl StoredGame for GameResult {
    type Player = PlayerResult;

    fn number(&self) -> u32 {
        self.id
    }

    fn first_to_move(&self) -> Side {
        self.begins.into()
    }

    fn turn_count(&self) -> usize {
        self.plies as usize
    }

    fn ending(&self) -> Ending {
        self.ending
    }

    fn player(&self, side: Side) -> &PlayerResult {
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
    fn a_result_says_the_same_as_its_record() {
        let mut texts = Texts::default();
        let endings =
            [Ending::NoMoves, Ending::Repetition, Ending::Malformed, Ending::RefereeFault];
        for (seed, ending) in (0..40).zip(endings.into_iter().cycle()) {
            let record = random_record(seed, ending);
            let result = GameResult::of(&record, &mut texts);
            assert_eq!(result.to_move(), record.to_move());
            assert_eq!(result.winner(), record.winner());
            assert_eq!(result.winner_on_time(), record.winner_on_time());
            assert_eq!(result.is_void(), record.is_void());
            assert_eq!(result.pair_names(), record.pair_names());
            assert_eq!(result.result_text(), record.result_text());
        }
        assert_eq!(texts.0.len(), 5, "names, digest, opening and board are kept once: {texts:?}");
    }
}
