//! One line of a journal: how a record is written, and how it is read, whole or without its moves.
//!
//! A line says the winner too, for other programs; here it always follows from the ending and the
//! side to move, and is not read.

use crate::game::{Ending, Profile, Timing};
use crate::record::game_result::{GameResult, PlayerResult, Texts};
use crate::record::game_rules::GameRules;
use crate::record::recorded_game::{Color, OLDEST_VERSION, RecordedGame, VERSION};
use crate::record::stored_game::StoredGame;
use games::board::Side;
use serde::de::{IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::borrow::Cow;
use std::fmt;
use thiserror::Error;

/// Why a line is no record.
#[derive(Debug, Error)]
pub enum LineError {
    /// It is not JSON, or a field is missing or wrong.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    /// A record of another version.
    #[error("version {0}; this program reads versions {OLDEST_VERSION} to {VERSION}")]
    Version(u32),
}

/// The result as the file spells it.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Winner {
    Black,
    White,
    Draw,
    None,
}

#[derive(Serialize)]
struct WrittenLine<'a> {
    #[serde(flatten)]
    record: &'a RecordedGame,
    /// On the board, or by the other's forfeit; `none` if the game does not count.
    winner: Winner,
    /// Of a drawn game, the side with more time left.
    winner_on_time: Option<Color>,
}

/// The line of a record, with its end.
///
/// # Errors
/// A number in it is infinite or none at all.
pub fn write(record: &RecordedGame) -> Result<String, LineError> {
    let winner = match record.winner() {
        Some(Side::Black) => Winner::Black,
        Some(Side::White) => Winner::White,
        None if record.is_void() => Winner::None,
        None => Winner::Draw,
    };
    let winner_on_time = record.winner_on_time().map(Color::from);
    let mut line = serde_json::to_string(&WrittenLine { record, winner, winner_on_time })?;
    line.push('\n');
    Ok(line)
}

/// The record of a line.
///
/// # Errors
/// The line is no record of a version that is read.
pub fn read(line: &[u8]) -> Result<RecordedGame, LineError> {
    let record: RecordedGame = serde_json::from_slice(line)?;
    checked(record.version).map(|()| record)
}

/// The result in a line, without its moves.
///
/// # Errors
/// As of a whole record; the moves themselves are not looked at.
pub fn read_result(line: &[u8], texts: &mut Texts) -> Result<GameResult, LineError> {
    let line: ResultLine<'_> = serde_json::from_slice(line)?;
    checked(line.version).map(|()| line.result(texts))
}

const fn checked(version: u32) -> Result<(), LineError> {
    match version {
        OLDEST_VERSION..=VERSION => Ok(()),
        other => Err(LineError::Version(other)),
    }
}

/// A text that is copied only where it has escapes.
type Text<'a> = Cow<'a, str>;

#[derive(Deserialize)]
struct ResultLine<'a> {
    version: u32,
    id: u32,
    pair: u32,
    #[serde(default)]
    round: Option<u32>,
    #[serde(borrow)]
    opening: Text<'a>,
    #[serde(borrow)]
    board: Text<'a>,
    begins: Color,
    #[serde(borrow)]
    black: PlayerLine<'a>,
    #[serde(borrow)]
    white: PlayerLine<'a>,
    profile: Profile,
    quiet_turns: u32,
    max_plies: u32,
    sandboxed: bool,
    #[serde(default)]
    untimed: bool,
    seed: u64,
    turns: Count,
    ending: Ending,
    #[serde(borrow, default)]
    detail: Option<Text<'a>>,
    #[serde(borrow, default)]
    evidence: Option<Text<'a>>,
}

#[derive(Deserialize)]
struct PlayerLine<'a> {
    #[serde(borrow)]
    name: Text<'a>,
    #[serde(borrow)]
    sha256: Text<'a>,
    seconds: f64,
    left: f64,
}

impl PlayerLine<'_> {
    fn result(&self, texts: &mut Texts) -> PlayerResult {
        PlayerResult {
            name: texts.share(&self.name),
            sha256: texts.share(&self.sha256),
            seconds: self.seconds,
            left: self.left,
        }
    }
}

impl ResultLine<'_> {
    fn result(&self, texts: &mut Texts) -> GameResult {
        GameResult {
            id: self.id,
            pair: self.pair,
            round: self.round.unwrap_or(1),
            opening: texts.share(&self.opening),
            board: texts.share(&self.board),
            begins: self.begins,
            black: self.black.result(texts),
            white: self.white.result(texts),
            rules: GameRules {
                profile: self.profile,
                quiet_turns: self.quiet_turns,
                max_plies: self.max_plies,
                sandboxed: self.sandboxed,
                timing: Timing::from_untimed(self.untimed),
                seed: self.seed,
            },
            plies: self.turns.0,
            ending: self.ending,
            detail: self.detail.as_deref().map(Into::into),
            evidence: self.evidence.as_deref().map(Into::into),
        }
    }
}

/// The length of a list whose elements are not looked at.
struct Count(u32);

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(CountVisitor)
    }
}

struct CountVisitor;

impl<'de> Visitor<'de> for CountVisitor {
    type Value = Count;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of turns")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Count, A::Error> {
        let mut count: u32 = 0;
        while list.next_element::<IgnoredAny>()?.is_some() {
            count = count.saturating_add(1);
        }
        Ok(Count(count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::random::random_record;
    use proptest::prelude::{any, proptest};

    #[test]
    fn a_line_gives_back_its_record_and_its_result() {
        let mut texts = Texts::default();
        for seed in 0..20 {
            let mut record = random_record(seed, Ending::Repetition);
            record.black.name = "a \"b\"\u{7}\\".to_string();
            record.evidence = Some("évidence".to_string());
            let line = write(&record).expect("plain data");
            assert_eq!(read(line.as_bytes()).expect("our own"), record);
            let result = read_result(line.as_bytes(), &mut texts).expect("our own");
            assert_eq!(result, GameResult::of(&record, &mut texts));
        }
    }

    /// Found by fuzzing: the usual way to read a number may be off in its last digit.
    #[test]
    fn numbers_are_read_to_their_last_digit() {
        let record = random_record(3, Ending::NoMoves);
        let mut value = serde_json::to_value(record).expect("plain data");
        value["turns"][0]["charged"] = 1.333_333_333_333_333_5.into();
        let again = read(value.to_string().as_bytes()).expect("a record");
        assert!(write(&again).expect("plain data").contains("1.3333333333333335"));
    }

    #[test]
    fn a_line_names_the_winner_for_other_programs() {
        let field = |record: &RecordedGame, field: &str| {
            let line = write(record).expect("plain data");
            let value: serde_json::Value = serde_json::from_str(&line).expect("JSON");
            value[field].as_str().map(str::to_string)
        };
        let mut record = random_record(2, Ending::NoMoves);
        record.turns.truncate(4);
        assert_eq!(field(&record, "winner").as_deref(), Some("white"));
        assert_eq!(field(&record, "winner_on_time"), None);
        record.ending = Ending::Repetition;
        assert_eq!(field(&record, "winner").as_deref(), Some("draw"));
        assert_eq!(field(&record, "winner_on_time").as_deref(), Some("white"));
        record.ending = Ending::RefereeFault;
        assert_eq!(field(&record, "winner").as_deref(), Some("none"));
    }

    #[test]
    fn journals_of_version_2_are_read_and_unknown_versions_refused() {
        let line = |version| {
            let record = RecordedGame { version, ..random_record(1, Ending::NoMoves) };
            let mut value = serde_json::to_value(record).expect("plain data");
            let fields = value.as_object_mut().expect("an object");
            for new in ["round", "untimed"] {
                fields.remove(new);
            }
            value.to_string()
        };
        let old = read(line(2).as_bytes()).expect("read");
        assert_eq!((old.round, old.untimed, old.date), (1, false, None));
        assert_eq!(read_result(line(2).as_bytes(), &mut Texts::default()).expect("read").round, 1);
        for version in [1, VERSION + 1] {
            let error = read(line(version).as_bytes()).expect_err("another version").to_string();
            assert!(error.starts_with(&format!("version {version};")), "{error}");
        }
    }

    proptest! {
        #[test]
        fn no_bytes_make_a_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = read(&bytes);
            let _ = read_result(&bytes, &mut Texts::default());
        }
    }
}
