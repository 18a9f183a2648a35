//! The JSON of the page of one game: the view, and the answer to a command.

use games::GameName;
use games::board::Side;
use serde::Serialize;

#[derive(Clone, Debug, Serialize)]
pub struct GameView {
    /// Grows with each change, so that a page can tell an old view from a new one.
    pub version: u64,
    pub game: GameName,
    /// The heading of the page: the players.
    pub title: String,
    /// The board before the first turn, as of
    /// `BoardGame::letters`.
    pub start: String,
    pub turns: Vec<TurnView>,
    pub letters: String,
    /// The side to move; `None` when the game is over.
    pub to_move: Option<Side>,
    /// Black, then White.
    pub players: [PlayerView; 2],
    /// The legal moves if a person is to move; else empty.
    pub moves: Vec<MoveView>,
    pub is_thinking: bool,
    /// A sentence without markup, once the game is over.
    pub result: Option<String>,
    pub controls: Vec<PageControl>,
    /// The last event that is not a move: an announcement, the answer to a command of the terminal,
    /// an error.
    pub message: Option<String>,
    /// The answer of an agent that the rules forbid, if it ended the game.
    pub rejected: Option<RejectedView>,
}

#[derive(Clone, Debug, Serialize)]
pub struct PlayerView {
    /// It may come from an untrusted program: it is text, never markup.
    pub name: String,
    pub kind: PlayerKind,
    pub clock: Option<ClockView>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PlayerKind {
    /// A person, or a program that writes commands.
    Manual,
    Automatic,
}

/// A clock as it stood when the view was made.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ClockView {
    /// Seconds left.
    pub left: f64,
    /// If it runs, the page counts down by itself.
    pub is_running: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveView {
    pub text: String,
    /// The squares to click, as of `BoardGame::path`.
    pub path: Vec<String>,
}

/// An answer that the rules forbid, on the last board of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RejectedView {
    /// What the agent answered: text, never markup. Empty if it is not kept.
    pub text: String,
    pub path: Vec<String>,
    /// The legal moves; where there are very many, some of them.
    pub legal: Vec<MoveView>,
    pub legal_count: usize,
}

/// A turn that was played, or a change of the board by `set`.
#[derive(Clone, Debug, Serialize)]
pub struct TurnView {
    /// The move in the game's notation.
    pub text: String,
    /// A second notation, if there is one: in checkers the lines of output.txt.
    pub other_text: Option<String>,
    /// The squares of the move; empty for a pass and for `set`.
    pub path: Vec<String>,
    pub side: Side,
    pub letters: String,
    /// The player's time, if it was measured.
    pub seconds: Option<f64>,
    /// The page can ask for the files of this turn (`files/PLY.json`, from 1).
    pub has_files: bool,
}

/// A button of the page. All but `Files` and `Save` send a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PageControl {
    New,
    Undo,
    /// `auto black`, `manual white`
    Players,
    /// `seed 7`
    Seed,
    /// `limit 30`
    Limit,
    Hint,
    Eval,
    /// The page fetches `game.txt`, which the browser saves.
    Save,
    /// `load`, with the text of the file after the first line.
    Load,
    /// The files of an agent's turn: the page fetches `files/PLY.json`.
    Files,
    Resign,
    /// `quit`: ends the program.
    Quit,
}

/// The answer to a command that a page has sent.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CommandReply {
    /// Then nothing has changed.
    pub error: Option<String>,
    pub messages: Vec<String>,
    pub hint: Option<Hint>,
}

impl CommandReply {
    /// Only an error: nothing has changed.
    pub fn error(error: impl ToString) -> Self {
        CommandReply { error: Some(error.to_string()), ..CommandReply::default() }
    }

    pub fn message(message: impl Into<String>) -> Self {
        CommandReply { messages: vec![message.into()], ..CommandReply::default() }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hint {
    pub text: String,
    pub path: Vec<String>,
    /// Score, depth and line as a sentence.
    pub about: String,
}
