//! The questions, as they stand in JSON.

use crate::api::asked_limit::AskedLimit;
use crate::api::asked_line::LineText;
use cli::visible;
use games::GameName;
use serde::Deserialize;
use std::collections::BTreeMap;

/// One question. `ask` names its kind.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum PageQuestion {
    Line(LineText),
    Knowledge(LineText),
    Analyze(AnalyzeQuestion),
    Choose(ChooseQuestion),
    Edit(EditQuestion),
    /// Positions in which one move is right.
    Problems,
    About,
    Review(ReviewQuestion),
    Read(ReadQuestion),
    ReadPair(PairQuestion),
    Write(WriteQuestion),
    Measure(MeasureQuestion),
}

/// The best lines of the last position of a line.
#[derive(Clone, Debug, Deserialize)]
pub struct AnalyzeQuestion {
    #[serde(flatten)]
    pub line: LineText,
    /// How many; 1 unless said otherwise.
    #[serde(default = "one")]
    pub lines: usize,
    #[serde(default)]
    pub limit: AskedLimit,
    /// The other side is to move, as after a pass: what it threatens.
    #[serde(default)]
    pub threat: bool,
}

const fn one() -> usize {
    1
}

/// The move of a player of a level.
#[derive(Clone, Debug, Deserialize)]
pub struct ChooseQuestion {
    #[serde(flatten)]
    pub line: LineText,
    pub level: AskedLevel,
    /// Whoever asks with another one may get another move.
    #[serde(default)]
    pub seed: u64,
}

/// How well a player plays.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub struct AskedLevel {
    #[serde(flatten)]
    pub limit: AskedLimit,
    /// The share of moves that are drawn by lot from all legal ones, from 0 to 1.
    #[serde(default)]
    pub random: f64,
    /// Whether the opening book is asked.
    #[serde(default)]
    pub book: bool,
}

/// A board that somebody has put together.
#[derive(Clone, Debug, Deserialize)]
pub struct EditQuestion {
    pub game: GameName,
    /// As of [`BoardGame::letters`](games::BoardGame::letters).
    pub letters: String,
    pub to_move: SideName,
}

/// What each move of a line lost.
#[derive(Clone, Debug, Deserialize)]
pub struct ReviewQuestion {
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

/// A text that somebody has pasted, dropped or opened.
#[derive(Clone, Debug, Deserialize)]
pub struct ReadQuestion {
    /// Of the file, for errors.
    #[serde(default)]
    pub name: Option<String>,
    pub text: String,
}

/// An input.txt, and the output.txt that answers it.
#[derive(Clone, Debug, Deserialize)]
pub struct PairQuestion {
    pub input: String,
    pub output: String,
}

/// A game that is to be written. Plies are counted from 0, the first position.
#[derive(Clone, Debug, Deserialize)]
pub struct WriteQuestion {
    #[serde(flatten)]
    pub line: LineText,
    #[serde(default)]
    pub tags: BTreeMap<String, String>,
    #[serde(default)]
    pub variations: Vec<VariationText>,
    /// By the ply that they stand behind.
    #[serde(default)]
    pub comments: TextsByPly,
    /// Signs such as `?`, by the ply that is marked.
    #[serde(default)]
    pub marks: TextsByPly,
    #[serde(default)]
    pub result: Option<String>,
}

/// A search to a fixed depth, as `bench signature` makes them: its nodes are the same everywhere.
#[derive(Clone, Debug, Deserialize)]
pub struct MeasureQuestion {
    #[serde(flatten)]
    pub line: LineText,
    /// In plies.
    pub depth: u32,
}

/// Texts under the plies that they belong to. In JSON a ply is the name of a field.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(try_from = "BTreeMap<String, String>")]
pub struct TextsByPly(pub BTreeMap<usize, String>);

impl TryFrom<BTreeMap<String, String>> for TextsByPly {
    type Error = String;

    fn try_from(texts: BTreeMap<String, String>) -> Result<Self, String> {
        let by_ply = texts.into_iter().map(|(ply, text)| match ply.parse() {
            Ok(ply) => Ok((ply, text)),
            Err(_) => Err(format!("\"{}\" is not the number of a ply", visible::cut(&ply, 40))),
        });
        by_ply.collect::<Result<_, _>>().map(TextsByPly)
    }
}

/// A line that might have been played instead.
#[derive(Clone, Debug, Deserialize)]
pub struct VariationText {
    /// It leaves the line after so many plies.
    pub at: usize,
    pub moves: Vec<String>,
    #[serde(default)]
    pub variations: Vec<VariationText>,
}

/// A side by its name.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SideName {
    Black,
    White,
}

impl From<SideName> for games::board::Side {
    fn from(name: SideName) -> Self {
        match name {
            SideName::Black => games::board::Side::Black,
            SideName::White => games::board::Side::White,
        }
    }
}
