//! `playdata.txt`: what we keep between the moves of one game.
//!
//! JSON with a version, for example (boards shortened):
//!
//! ```text
//! {"version":3,"side":"Black",
//!  "boards":[".b.b.b.b/b.b.b.b./...",".b.b.b.b/b.b.b.b./..."],
//!  "turns":[{"left":100.0,"used":0.412}],
//!  "rival":{"began":100.0,"waits":2,"total":1.7,"shortest":0.6,"latest":1.1,"steady":1.2,
//!           "we_used":0.82,"we_took":0.83},
//!  "left_at":86400.25,"draw":0}
//! ```
//!
//! The boards are the positions since the last capture or crowning, in order, as often as they
//! occurred; the last one is the position after our move. Their number less one is the count of
//! quiet turns. `rival` is what we know of the opponent's clock (`time/rival.rs`), in seconds; `left_at`
//! is the time at which we left, in seconds that the machine had been awake; `draw` is what a draw was worth to us in
//! our last search. Nothing read from here is trusted: the caller checks it against the rules.
//!
//! After the line of JSON come the bytes of what our last search has left to the next
//! (`search/snapshot.rs`), if anything: a help that is left out where it is damaged, without a word.

use games::board::Side;
use games::checkers::{BoardError, Position};
use search::TableSnapshot;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Fifty boards of 71 bytes, and the clock of a long game, with room to spare; and a snapshot.
pub const SIZE_LIMIT: u64 = 64 * 1024 + TableSnapshot::MOST_BYTES as u64;

const VERSION: u32 = 3;
/// The turns of our clock that are kept; older ones tell nothing more.
pub const MOST_TURNS: usize = 8;

/// What we remember of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Memory {
    /// The side we play.
    pub side: Side,
    /// The positions since the last capture or crowning, the last one after our move.
    pub positions: Vec<Position>,
    /// Our clock at our latest moves, in order.
    pub turns: Vec<Turn>,
    /// What we have seen of the opponent's clock.
    pub rival: RivalRecord,
    /// The time when we left, in seconds that the machine had been awake.
    pub left_at: f64,
    /// What a draw was worth to us in our last search, in units of the evaluation.
    pub draw: i32,
    /// What the search for our last move has left.
    pub snapshot: TableSnapshot,
}

/// Our clock at one move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// Seconds left by the judge's account, before the move.
    pub left: f64,
    /// Seconds of CPU time we measured ourselves.
    pub used: f64,
}

/// What we have seen of the opponent's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RivalRecord {
    /// Seconds that both sides began with.
    pub began: f64,
    /// How often we have waited for its move.
    pub waits: u32,
    /// Seconds of all waits together.
    pub total: f64,
    /// Seconds of the shortest.
    pub shortest: f64,
    /// Seconds of the latest.
    pub latest: f64,
    /// Seconds of all together, each as short as the one before it if that was shorter.
    pub steady: f64,
    /// Seconds of CPU time that we have used ourselves, ...
    pub we_used: f64,
    /// ... and seconds that passed meanwhile.
    pub we_took: f64,
}

/// Why a memory cannot be used.
#[derive(Debug, Error)]
pub enum MemoryError {
    /// The text is not the JSON that we write.
    #[error("playdata.txt: {0}")]
    Format(#[from] serde_json::Error),
    /// Another version of the program wrote it.
    #[error("playdata.txt has version {found}; this program writes version {VERSION}")]
    Version {
        /// The version read.
        found: u32,
    },
    /// A board in it is none.
    #[error("playdata.txt, board {index}: {error}")]
    Board {
        /// Which one, from 1.
        index: usize,
        /// What is wrong with it.
        error: BoardError,
    },
}

/// The file as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    version: u32,
    side: WrittenSide,
    boards: Vec<String>,
    turns: Vec<Turn>,
    rival: RivalRecord,
    left_at: f64,
    draw: i32,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
enum WrittenSide {
    Black,
    White,
}

impl Memory {
    /// The memory of `side` that knows nothing but these positions.
    pub fn of(side: Side, positions: Vec<Position>) -> Self {
        Memory {
            side,
            positions,
            turns: Vec::new(),
            rival: RivalRecord::default(),
            left_at: 0.0,
            draw: 0,
            snapshot: TableSnapshot::default(),
        }
    }

    /// Reads a memory.
    ///
    /// # Errors
    /// The bytes are no memory of this version.
    pub fn parse(mut bytes: Vec<u8>) -> Result<Self, MemoryError> {
        let json = line(&bytes);
        let end = json.len();
        let written: Written = serde_json::from_slice(json)?;
        if written.version != VERSION {
            return Err(MemoryError::Version { found: written.version });
        }
        let side = match written.side {
            WrittenSide::Black => Side::Black,
            WrittenSide::White => Side::White,
        };
        // The last position is the opponent's turn, and turns alternate.
        let count = written.boards.len();
        let mover = |index: usize| if (count - index) % 2 == 1 { !side } else { side };
        let read = |(index, board): (usize, &String)| {
            Position::from_rows(board.split('/'), mover(index))
                .map_err(|error| MemoryError::Board { index: index + 1, error })
        };
        let positions = written.boards.iter().enumerate().map(read).collect::<Result<_, _>>()?;
        bytes.drain(..end);
        let snapshot = TableSnapshot::from_bytes(bytes);
        let Written { turns, rival, left_at, draw, .. } = written;
        Ok(Memory { side, positions, turns, rival, left_at, draw, snapshot })
    }

    /// The bytes of the file.
    ///
    /// # Errors
    /// None is known for numbers and strings; the caller can do without a memory.
    pub fn written(self) -> Result<Vec<u8>, MemoryError> {
        let written = Written {
            version: VERSION,
            side: match self.side {
                Side::Black => WrittenSide::Black,
                Side::White => WrittenSide::White,
            },
            boards: self.positions.iter().map(|position| position.rows_text('/')).collect(),
            turns: self.turns[self.turns.len().saturating_sub(MOST_TURNS)..].to_vec(),
            rival: self.rival,
            left_at: self.left_at,
            draw: self.draw,
        };
        let mut json = serde_json::to_vec(&written)?;
        json.push(b'\n');
        let mut bytes = self.snapshot.into_bytes();
        bytes.splice(..0, json);
        Ok(bytes)
    }
}

/// The line of JSON, with its end: a memory as well, without the snapshot.
pub fn line(bytes: &[u8]) -> &[u8] {
    bytes.split_inclusive(|&byte| byte == b'\n').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Game, Walker};
    use proptest::prelude::{any, proptest};
    use search::{KeyHistory, NodeLimit, TranspositionTable, search};

    fn memory() -> Memory {
        let positions = Walker::new(1).game(Position::start(), 3);
        let turns = vec![Turn { left: 100.0, used: 0.25 }];
        // The last of the four positions is White's turn, so that we play Black.
        Memory {
            side: !positions[3].side_to_move(),
            positions,
            turns,
            rival: RivalRecord {
                began: 300.0,
                waits: 2,
                total: 1.7,
                shortest: 0.6,
                latest: 1.1,
                steady: 1.2,
                we_used: 0.82,
                we_took: 0.83,
            },
            left_at: 86_400.25,
            draw: -20,
            snapshot: a_keepsake(),
        }
    }

    /// What a short search leaves.
    fn a_keepsake() -> TableSnapshot {
        let start = Position::start();
        let mut table = TranspositionTable::with_bytes(1 << 16);
        search(&start, KeyHistory::starting_at(&start, 0), &mut table, &mut NodeLimit(5_000));
        let mut left = TableSnapshot::default();
        left.take_from(&table, 100);
        left
    }

    fn bytes() -> Vec<u8> {
        memory().written().expect("plain data")
    }

    #[test]
    fn what_is_written_is_read_back() {
        assert_ne!(memory().snapshot, TableSnapshot::default());
        assert_eq!(Memory::parse(bytes()).expect("our own bytes"), memory());
    }

    #[test]
    fn the_line_alone_is_a_memory_without_a_keepsake() {
        let bytes = bytes();
        let read = Memory::parse(line(&bytes).to_vec()).expect("the line of JSON is whole");
        assert_eq!(read, Memory { snapshot: TableSnapshot::default(), ..memory() });
    }

    #[test]
    fn other_versions_fields_and_boards_are_refused() {
        let json = Memory { snapshot: TableSnapshot::default(), ..memory() }.written();
        let json = String::from_utf8(json.expect("plain data")).expect("text");
        let refused =
            |text: String| Memory::parse(text.into_bytes()).expect_err("refused").to_string();
        let ours = format!("\"version\":{VERSION}");
        assert!(refused(json.replace(&ours, "\"version\":9")).contains("version 9"));
        assert!(refused(json.replace("\"turns\"", "\"turnz\"")).contains("turnz"));
        assert!(refused(json.replacen(".b.b", ".q.b", 1)).contains("board 1"));
        assert!(refused(String::new()).starts_with("playdata.txt"));
    }

    #[test]
    fn only_the_latest_turns_are_kept() {
        let mut memory = memory();
        memory.turns = (0..100).map(|n| Turn { left: f64::from(100 - n), used: 0.5 }).collect();
        let read =
            Memory::parse(memory.clone().written().expect("plain data")).expect("our own bytes");
        assert_eq!(read.turns.len(), MOST_TURNS);
        assert_eq!(read.turns.last(), memory.turns.last());
    }

    proptest! {
        #[test]
        fn no_edit_of_a_memory_makes_the_reader_panic(at in any::<usize>(), byte in any::<u8>()) {
            let mut bytes = bytes();
            let at = at % bytes.len();
            bytes[at] = byte;
            let _ = Memory::parse(bytes);
        }
    }
}
