//! The questions, as they stand in JSON.

use crate::asked_limit::AskedLimit;
use crate::asked_line::LineText;
use games::GameName;
use serde::Deserialize;

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
    /// As of [`BoardGame::letters`](boards::BoardGame::letters).
    pub letters: String,
    pub to_move: SideName,
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
