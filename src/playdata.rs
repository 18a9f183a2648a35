//! `playdata.txt`: what the agent keeps between the moves of one game.
//!
//! One line of JSON with a version, for example (broken into lines, and boards shortened):
//!
//! ```text
//! {"version":4,"side":"Black",
//!  "boards":[".b.b.b.b/b.b.b.b./...",".b.b.b.b/b.b.b.b./..."],
//!  "turns":[{"left":100.0,"used":0.412}],
//!  "opponent":{"initial":100.0,
//!              "waits":{"count":2,"total":1.7,"shortest":0.6,"latest":1.1,"previous":0.6,
//!                       "steady":1.2},
//!              "own_cpu":{"used":0.82,"elapsed":0.83,"start_delay":0.0001}},
//!  "left_at":86400.25,"draw":0}
//! ```
//!
//! `boards` are the positions since the last capture or crowning, in order, as often as they
//! occurred; the last one is the position after our move. Their number less one is the count of
//! quiet turns. `turns` is our own clock (`time/own_turns.rs`), `opponent` what we know of the
//! opponent's (`time/opponent.rs`); it has `"observed":"PartOfGame"` after `initial` if we have not
//! seen the beginning of the game. `left_at` is the time at which we left, by the machine's clock
//! (`time/system.rs`), 0 if unknown. All times are seconds. `draw` is the score of a draw in our
//! last search. `"asked"` is added after a capture or crowning of ours: the board before it, by
//! which we see that the same move is requested again. Nothing read from here is trusted: the
//! caller checks it against the rules.
//!
//! After the line comes an opaque snapshot of the transposition table, if the last search left
//! one; what is damaged or was made by another build is dropped without a warning.

use crate::error::AgentFileError;
use crate::time::{OpponentClock, OwnTurns};
use evaluation::checkers::EVALUATION_IDENTITY;
use games::board::Side;
use games::checkers::Position;
use search::TableSnapshot;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Bytes of the largest file: fifty boards of 71 bytes, two clocks, room to spare; and a snapshot.
pub const SIZE_LIMIT: u64 = 64 * 1024 + TableSnapshot::MOST_BYTES as u64;

const VERSION: u32 = 4;

#[derive(Clone, Debug, PartialEq)]
pub struct PlayData {
    pub side: Side,
    /// The positions since the last capture or crowning, the last one after our move.
    pub positions: Vec<Position>,
    /// The position before our move, if that move has begun `positions` anew.
    pub asked: Option<Position>,
    /// Our clock at our latest moves.
    pub turns: OwnTurns,
    pub opponent: OpponentClock,
    /// When we left, by `machine_time`; `None` if that is not known.
    pub left_at: Option<Duration>,
    /// The score of a draw in our last search, in units of the evaluation.
    pub draw: i32,
    /// Left by the search for our last move.
    pub snapshot: TableSnapshot,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayDataLine {
    version: u32,
    #[serde(with = "SerializedSide")]
    side: Side,
    boards: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    asked: Option<String>,
    turns: OwnTurns,
    opponent: OpponentClock,
    #[serde(with = "crate::time::seconds")]
    left_at: Duration,
    draw: i32,
}

/// [`Side`] by its names; the crate `games` knows no serde.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Side")]
enum SerializedSide {
    Black,
    White,
}

/// A snapshot without entries, for searches with this build's evaluation.
pub const fn no_snapshot() -> TableSnapshot {
    TableSnapshot::from_bytes(Vec::new(), EVALUATION_IDENTITY)
}

impl PlayData {
    /// A game in which only our side and these positions are known.
    pub fn of(side: Side, positions: Vec<Position>) -> Self {
        PlayData {
            side,
            positions,
            asked: None,
            turns: OwnTurns::default(),
            opponent: OpponentClock::default(),
            left_at: None,
            draw: 0,
            snapshot: no_snapshot(),
        }
    }

    /// Reads the bytes of the file. An impossible clock is read as an unknown one.
    pub fn parse(mut bytes: Vec<u8>) -> Result<Self, AgentFileError> {
        let json = json_line(&bytes);
        let end = json.len();
        let read: PlayDataLine = serde_json::from_slice(json).map_err(wrong_json)?;
        let (side, found) = (read.side, read.version);
        if found != VERSION {
            return Err(AgentFileError::new(format!(
                "playdata.txt has version {found}; this program writes version {VERSION}"
            )));
        }
        let positions = formats::playdata::positions(side, &read.boards)
            .map_err(|error| AgentFileError::new(format!("playdata.txt, {error}")))?;
        // A board that cannot be read is no board of any game.
        let asked = read.asked.and_then(|rows| Position::from_rows(rows.split('/'), side).ok());
        bytes.drain(..end);
        let snapshot = TableSnapshot::from_bytes(bytes, EVALUATION_IDENTITY);
        let opponent = read.opponent.sanitized();
        let PlayDataLine { turns, draw, .. } = read;
        // Anything but a time is read as zero, which must not be taken for the start of the
        // machine.
        let left_at = Some(read.left_at).filter(|left_at| !left_at.is_zero());
        Ok(PlayData { side, positions, asked, turns, opponent, left_at, draw, snapshot })
    }

    /// The bytes of the file. No case is known in which the JSON cannot be made; the caller can do
    /// without the file.
    pub fn into_bytes(self) -> Result<Vec<u8>, AgentFileError> {
        let written = PlayDataLine {
            version: VERSION,
            side: self.side,
            boards: self.positions.iter().map(|position| position.rows_text('/')).collect(),
            asked: self.asked.map(|position| position.rows_text('/')),
            turns: self.turns,
            opponent: self.opponent,
            left_at: self.left_at.unwrap_or_default(),
            draw: self.draw,
        };
        let mut json = serde_json::to_vec(&written).map_err(wrong_json)?;
        json.push(b'\n');
        let mut bytes = self.snapshot.into_bytes();
        bytes.splice(..0, json);
        Ok(bytes)
    }
}

fn wrong_json(error: serde_json::Error) -> AgentFileError {
    AgentFileError::new(format!("playdata.txt: {error}"))
}

/// The line of JSON of these bytes, with its end: alone it is the same data without the snapshot.
pub fn json_line(bytes: &[u8]) -> &[u8] {
    bytes.split_inclusive(|&byte| byte == b'\n').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::{MAX_TURNS, Observed, OpponentWaits, OwnCpu, OwnTurn};
    use evaluation::checkers::CheckersEvaluator;
    use games::{Game, Walker};
    use proptest::prelude::{any, proptest};
    use search::{KeyHistory, NodeLimit, TranspositionTable, search};

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn playdata() -> PlayData {
        let positions = Walker::new(1).game(Position::start(), 3);
        PlayData {
            // The last of the four positions is White's turn, so that we play Black.
            side: !positions[3].side_to_move(),
            asked: Some(positions[2]),
            positions,
            turns: [OwnTurn { left: ms(100_000), used: ms(250) }].into_iter().collect(),
            opponent: OpponentClock {
                initial: ms(300_000),
                observed: Observed::WholeGame,
                waits: OpponentWaits {
                    count: 2,
                    total: ms(1_700),
                    shortest: ms(600),
                    latest: ms(1_100),
                    previous: ms(600),
                    steady: ms(1_200),
                },
                own_cpu: OwnCpu { used: ms(820), elapsed: ms(830), start_delay: ms(3) },
            },
            left_at: Some(ms(86_400_250)),
            draw: -20,
            snapshot: snapshot(),
        }
    }

    fn snapshot() -> TableSnapshot {
        let start = Position::start();
        let mut table = TranspositionTable::with_bytes(1 << 16);
        let history = KeyHistory::starting_at(&start, 0);
        let mut evaluator = CheckersEvaluator::built_in();
        search(&start, history, &mut table, &mut NodeLimit(5_000), &mut evaluator);
        let mut snapshot = no_snapshot();
        snapshot.take_from(&table, 100);
        snapshot
    }

    fn bytes() -> Vec<u8> {
        playdata().into_bytes().expect("plain data")
    }

    #[test]
    fn what_is_written_is_read_back() {
        assert!(!playdata().snapshot.is_empty());
        assert_eq!(PlayData::parse(bytes()).expect("our own bytes"), playdata());
    }

    #[test]
    fn the_line_alone_is_the_same_without_the_snapshot() {
        let bytes = bytes();
        let read = PlayData::parse(json_line(&bytes).to_vec()).expect("the line of JSON is whole");
        assert_eq!(read, PlayData { snapshot: no_snapshot(), ..playdata() });
    }

    #[test]
    fn other_versions_fields_and_boards_are_refused() {
        let json = PlayData { snapshot: no_snapshot(), ..playdata() }.into_bytes();
        let json = String::from_utf8(json.expect("plain data")).expect("text");
        let refused =
            |text: String| PlayData::parse(text.into_bytes()).expect_err("refused").to_string();
        let ours = format!("\"version\":{VERSION}");
        assert!(refused(json.replace(&ours, "\"version\":9")).contains("version 9"));
        assert!(refused(json.replace("\"turns\"", "\"turnz\"")).contains("turnz"));
        assert!(refused(json.replacen(".b.b", ".q.b", 1)).contains("board 1"));
        assert!(refused(String::new()).starts_with("playdata.txt"));
    }

    #[test]
    fn a_clock_that_cannot_be_is_one_of_which_nothing_is_known() {
        let mut data = PlayData { snapshot: no_snapshot(), ..playdata() };
        data.opponent.waits.total = ms(400_000);
        let read = PlayData::parse(data.into_bytes().expect("plain data")).expect("our own bytes");
        assert_eq!(read.opponent, OpponentClock::unknown(ms(300_000)));
    }

    /// A file of an ordinary game has no word for it, so that files of before are read as they were
    /// written.
    #[test]
    fn an_opponent_whose_clock_is_unknown_stays_so() {
        let text = |opponent: OpponentClock| {
            let data = PlayData { opponent, snapshot: no_snapshot(), ..playdata() };
            String::from_utf8(data.into_bytes().expect("plain data")).expect("text")
        };
        let known = playdata().opponent;
        let unknown = OpponentClock { observed: Observed::PartOfGame, ..known };
        let added = "\"observed\":\"PartOfGame\",";
        assert_eq!(text(unknown).replace(added, ""), text(known));
        assert_ne!(text(unknown), text(known));
        for opponent in [known, unknown] {
            let read = PlayData::parse(text(opponent).into_bytes()).expect("our own bytes");
            assert_eq!(read.opponent, opponent);
        }
        let nonsense = text(unknown).replace("PartOfGame", "Half");
        assert!(PlayData::parse(nonsense.into_bytes()).is_err());
    }

    #[test]
    fn a_time_of_leaving_that_cannot_be_is_not_known() {
        let data = PlayData { snapshot: no_snapshot(), ..playdata() };
        let unknown = PlayData { left_at: None, ..data.clone() };
        let json = data.into_bytes().expect("plain data");
        let json = String::from_utf8(json).expect("text");
        assert_eq!(json.matches("86400.25").count(), 1);
        for nonsense in ["0", "-1.0", "1e300"] {
            let text = json.replace("86400.25", nonsense);
            assert_eq!(PlayData::parse(text.into_bytes()).expect("a number"), unknown);
        }
        let again = unknown.clone().into_bytes().expect("plain data");
        assert_eq!(PlayData::parse(again).expect("our own bytes"), unknown);
    }

    #[test]
    fn only_the_latest_turns_are_kept() {
        let turns = (0..100).map(|n| OwnTurn { left: ms(1_000 - n), used: ms(5) });
        let data = PlayData { turns: turns.collect(), ..playdata() };
        let read = data.clone().into_bytes().expect("plain data");
        let read = PlayData::parse(read).expect("our own bytes");
        assert_eq!((read.turns.len(), read.turns.last()), (MAX_TURNS, data.turns.last()));
    }

    proptest! {
        #[test]
        fn no_edit_of_the_file_makes_the_reader_panic(at in any::<usize>(), byte in any::<u8>()) {
            let mut bytes = bytes();
            let at = at % bytes.len();
            bytes[at] = byte;
            let _ = PlayData::parse(bytes);
        }
    }
}
