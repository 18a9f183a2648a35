//! The requests, as they stand in JSON.

use crate::api::game_texts::{LineNotes, TagTexts};
use crate::api::requested_line::LineText;
use crate::limits::SearchLimits;
use games::GameName;
use games::board::Side;
use serde::{Deserialize, Serialize};

/// One request. `ask` names its kind.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum ApiRequest {
    Line(LineText),
    Step(LineText),
    /// Ends the search before it.
    Stop,
    Knowledge(LineText),
    Analyze(AnalyzeRequest),
    Choose(ChooseRequest),
    Edit(EditRequest),
    Problems,
    About,
    Review(ReviewRequest),
    Read(ReadRequest),
    ReadPair(PairRequest),
    Write(WriteRequest),
    Ballot {
        seed: u64,
    },
    Measure(MeasureRequest),
}

/// The best lines of the last position of a line.
#[derive(Clone, Debug, Deserialize)]
pub struct AnalyzeRequest {
    #[serde(flatten)]
    pub line: LineText,
    /// How many; 1 unless said otherwise.
    #[serde(default = "one")]
    pub lines: usize,
    #[serde(default)]
    pub limit: SearchLimits,
    /// The other side is to move, as after a pass: what it threatens.
    #[serde(default)]
    pub threat: bool,
    /// A program gets every part as a line, and its next request ends the search.
    #[serde(default)]
    pub parts: bool,
}

const fn one() -> usize {
    1
}

/// The move of a player of a level.
#[derive(Clone, Debug, Deserialize)]
pub struct ChooseRequest {
    #[serde(flatten)]
    pub line: LineText,
    pub level: RequestedLevel,
    /// A different seed may select a different move.
    #[serde(default)]
    pub seed: u64,
}

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct RequestedLevel {
    #[serde(flatten)]
    pub limit: SearchLimits,
    /// The share of moves that are drawn by lot from all legal ones, from 0 to 1.
    #[serde(default)]
    pub random: f64,
    #[serde(default)]
    pub book: bool,
}

/// A board that a person has put together.
#[derive(Clone, Debug, Deserialize)]
pub struct EditRequest {
    pub game: GameName,
    /// As of [`BoardGame::letters`](games::BoardGame::letters).
    pub letters: String,
    pub to_move: Side,
}

#[derive(Clone, Debug, Deserialize)]
pub struct ReviewRequest {
    #[serde(flatten)]
    pub line: LineText,
    /// Nodes for each position.
    #[serde(default = "review_nodes")]
    pub nodes: u64,
    /// How the game ended by its file: `1-0` where Black has won, `0-1`, `1/2-1/2`.
    #[serde(default)]
    pub result: Option<String>,
}

const fn review_nodes() -> u64 {
    20_000
}

/// A text that a person has pasted, dropped or opened.
#[derive(Clone, Debug, Deserialize)]
pub struct ReadRequest {
    /// Of the file, for errors.
    #[serde(default)]
    pub name: Option<String>,
    pub text: String,
}

/// An input.txt, and the output.txt that answers it.
#[derive(Clone, Debug, Deserialize)]
pub struct PairRequest {
    pub input: String,
    pub output: String,
}

/// A game that is to be written. Plies are counted from 0, the first position.
#[derive(Clone, Debug, Deserialize)]
pub struct WriteRequest {
    #[serde(flatten)]
    pub line: LineText,
    #[serde(default)]
    pub tags: TagTexts,
    #[serde(default)]
    pub variations: Vec<VariationText>,
    #[serde(flatten)]
    pub notes: LineNotes,
    #[serde(default)]
    pub result: Option<String>,
    #[serde(default)]
    pub file: Option<WrittenInto>,
}

/// The file that a written game is to stand in.
#[derive(Clone, Debug, Deserialize)]
pub struct WrittenInto {
    pub text: String,
    /// The game that it replaces, as `read` numbers them; at the end if none.
    #[serde(default)]
    pub index: Option<usize>,
}

/// A search to a fixed depth, as `bench signature` makes them: its nodes are the same everywhere.
#[derive(Clone, Debug, Deserialize)]
pub struct MeasureRequest {
    #[serde(flatten)]
    pub line: LineText,
    pub depth: u32,
}

/// A line that might have been played instead.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct VariationText {
    /// It leaves the line after this number of plies.
    pub at: usize,
    pub moves: Vec<String>,
    #[serde(flatten)]
    pub notes: LineNotes,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<VariationText>,
}
