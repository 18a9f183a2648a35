//! One line of a journal: writing a record, and reading it, whole or without its moves.
//!
//! A line also names the winner, for other programs; the referee derives it from the ending and the
//! side to move, and does not read it.

use crate::checksum::{is_unchanged, with_checksum};
use crate::error::JournalError;
use crate::journal::stored_game::{GameResult, RecordedGame, StoredGame, VERSION};
use cli::{WholeLine, visible};
use games::board::Side;
use serde::{Deserialize, Serialize};

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
    /// In a drawn game, the side with more time left.
    winner_on_time: Option<Side>,
}

/// Ends with a line end.
pub fn write(record: &RecordedGame) -> Result<String, JournalError> {
    let winner = match record.winner() {
        Some(Side::Black) => Winner::Black,
        Some(Side::White) => Winner::White,
        None if record.is_void() => Winner::None,
        None => Winner::Draw,
    };
    let winner_on_time = record.winner_on_time();
    let line = WrittenLine { record, winner, winner_on_time };
    let line = serde_json::to_string(&line).map_err(|error| not_json(&error))?;
    Ok(with_checksum(&line) + "\n")
}

pub fn read(line: &[u8]) -> Result<RecordedGame, JournalError> {
    checked(line)
}

/// Reads the result alone; the moves are skipped.
pub fn read_result(line: &[u8]) -> Result<GameResult, JournalError> {
    checked(line)
}

pub fn record_in(line: &WholeLine<'_>) -> Result<RecordedGame, JournalError> {
    read(line.bytes).map_err(|error| JournalError::no_game(line.path, line.number, error))
}

pub fn result_in(line: &WholeLine<'_>) -> Result<GameResult, JournalError> {
    read_result(line.bytes).map_err(|error| JournalError::no_game(line.path, line.number, error))
}

fn checked<'a, T: Deserialize<'a>>(line: &'a [u8]) -> Result<StoredGame<T>, JournalError> {
    let error = match serde_json::from_slice::<StoredGame<T>>(line) {
        Ok(game) if game.version == VERSION => {
            return if is_unchanged(line) { Ok(game) } else { Err(changed()) };
        }
        Ok(game) => return Err(other_version(game.version)),
        Err(error) => error,
    };
    // What a line of another version lacks would say nothing to a reader.
    match serde_json::from_slice(line) {
        Ok(LineVersion { version }) if version != VERSION => Err(other_version(version)),
        _ => Err(not_json(&error)),
    }
}

fn changed() -> JournalError {
    JournalError::Text("the game was changed since it was recorded".to_string())
}

fn other_version(found: u16) -> JournalError {
    JournalError::Text(format!("version {found}; this program reads version {VERSION}"))
}

/// The line is not JSON, or a field is missing or wrong.
fn not_json(error: &serde_json::Error) -> JournalError {
    JournalError::Text(visible::line(&error.to_string()).into_owned())
}

#[derive(Deserialize)]
struct LineVersion {
    version: u16,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::random::random_record;
    use crate::rules::{AdjudicatedResults, Ending, TableAdjudication};
    use proptest::prelude::{any, proptest};

    #[test]
    fn a_line_gives_back_its_record_and_its_result() {
        for seed in 0..20 {
            let mut record = random_record(seed, Ending::Repetition);
            record.black.name = "a \"b\"\\".into();
            record.evidence = Some("évidence".to_string());
            let line = write(&record).expect("plain data");
            assert_eq!(read(line.as_bytes()).expect("our own"), record);
            let result = read_result(line.as_bytes()).expect("our own");
            assert_eq!(result, record.result());
        }
    }

    #[test]
    fn texts_of_a_stranger_are_read_with_everything_shown() {
        let hostile = "a\u{1b}[2J\n\u{202e}b";
        let shown = "a\\u{1b}[2J\\n\\u{202e}b";
        let mut record = random_record(1, Ending::Malformed);
        for player in [&mut record.black, &mut record.white] {
            (player.name, player.command) = (hostile.into(), hostile.into());
        }
        (record.opening, record.date) = (hostile.into(), Some(hostile.into()));
        record.turns[0].mv = hostile.to_string();
        (record.detail, record.evidence) = (Some(hostile.into()), Some(hostile.into()));
        let line = write(&record).expect("plain data");
        let found = read(line.as_bytes()).expect("a record");
        assert_eq!((found.names(), &*found.black.command), ([shown; 2], shown));
        assert_eq!((&*found.opening, found.date.as_deref()), (shown, Some(shown)));
        let texts = [Some(&found.turns[0].mv), found.detail.as_ref(), found.evidence.as_ref()];
        assert_eq!(texts.map(|text| text.map_or("", String::as_str)), [shown; 3]);
        assert_eq!(read_result(line.as_bytes()).expect("a result"), found.result());
        let again = write(&found).expect("plain data");
        assert_eq!(read(again.as_bytes()).expect("a record"), found, "once is enough");
    }

    #[test]
    fn a_long_name_is_cut_and_an_unknown_word_is_shown() {
        let mut record = random_record(1, Ending::NoMoves);
        record.white.name = "\u{9b}x".repeat(1 << 16).as_str().into();
        let line = write(&record).expect("plain data");
        let name = read_result(line.as_bytes()).expect("a result").white.name;
        assert!(name.chars().count() < 210 && name.ends_with("..."), "{name}");
        let wrong = line.replace("no-moves", "\\u001b\\n\\u202e");
        let error = read(wrong.as_bytes()).expect_err("no ending").to_string();
        assert!(error.contains("`\\u{1b}\\n\\u{202e}`"), "{error}");
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

    fn field(record: &RecordedGame, field: &str) -> Option<String> {
        let line = write(record).expect("plain data");
        let value: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        value[field].as_str().map(str::to_string)
    }

    #[test]
    fn other_versions_are_refused() {
        for version in [VERSION - 1, VERSION + 1] {
            let record = RecordedGame { version, ..random_record(1, Ending::NoMoves) };
            let line = serde_json::to_string(&record).expect("plain data");
            let error = read(line.as_bytes()).expect_err("another version").to_string();
            assert!(error.starts_with(&format!("version {version};")), "{error}");
        }
        let error = read(br#"{"version":2,"id":1}"#).expect_err("an old line").to_string();
        assert!(error.starts_with("version 2;"), "{error}");
    }

    /// An adjudicated game says so, and the journals of other matches are as they were.
    #[test]
    fn an_adjudicated_game_is_read_as_it_was_written() {
        let usual = write(&random_record(3, Ending::MaxPlies)).expect("written");
        assert!(!usual.contains("adjudicat"), "{usual}");
        let results = AdjudicatedResults::WinLoss;
        for (ending, text) in [
            (Ending::TableWin(Side::White), r#""ending":{"table-win":"white"}"#),
            (Ending::TableDraw, r#""ending":"table-draw""#),
        ] {
            let mut record = random_record(3, ending);
            record.adjudication = Some(TableAdjudication { results, pieces: 5 });
            let line = write(&record).expect("written");
            assert!(line.contains(r#""adjudication":{"results":"win-loss","pieces":5}"#), "{line}");
            assert!(line.contains(text), "{line}");
            assert_eq!(read(line.as_bytes()).expect("read"), record);
            assert_eq!(record.result().rules(), record.rules());
        }
    }

    /// Journals of checkers have the bytes that they had before there were other games.
    #[test]
    fn a_line_of_checkers_names_no_game() {
        let mut record = random_record(3, Ending::NoMoves);
        record.turns.truncate(1);
        let line = write(&record).expect("written");
        let start = r#"{"version":5,"id":3,"pair":1,"round":1,"opening":"start","board":""#;
        assert!(line.starts_with(start) && !line.contains("game"), "{line}");
        record.game = games::GameName::Loa;
        let line = write(&record).expect("written");
        assert!(line.starts_with(r#"{"version":5,"game":"loa","id":3,"#), "{line}");
        assert_eq!(read(line.as_bytes()).expect("read"), record);
    }

    proptest! {
        #[test]
        fn no_bytes_make_a_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = read(&bytes);
            let _ = read_result(&bytes);
        }
    }
}
