//! What the page of one game shows, as JSON, and what it gets as an answer to a command.

use games::GameName;
use games::board::Side;
use serde::{Serialize, Serializer};

/// A game that is being played, whole.
#[derive(Clone, Debug, Serialize)]
pub struct GameView {
    /// Counts the changes, so that a page knows an old view from a new one.
    pub version: u64,
    /// Which game.
    pub game: GameName,
    /// Who plays whom: the heading of the page.
    pub title: String,
    /// The board before the first turn, as of
    /// [`BoardGame::letters`](crate::BoardGame::letters).
    pub start: String,
    /// The turns played.
    pub turns: Vec<TurnView>,
    /// The board now.
    pub letters: String,
    /// The side to move; `None` when the game is over.
    #[serde(serialize_with = "side_or_null")]
    pub to_move: Option<Side>,
    /// Black, then White.
    pub players: [PlayerView; 2],
    /// The legal moves if a person is to move; else none.
    pub moves: Vec<MoveView>,
    /// Whether a program is choosing a move.
    pub is_thinking: bool,
    /// How the game has ended, as a sentence without markup.
    pub result: Option<String>,
    /// What the page offers.
    pub controls: Vec<Control>,
    /// What has happened last that is not a move: an announcement, an answer to a command that was
    /// written in the terminal, an error.
    pub message: Option<String>,
}

/// One player.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerView {
    /// Its name. It may come from an untrusted program: it is text, never markup.
    pub name: String,
    /// Who chooses the moves.
    pub kind: PlayerKind,
    /// Its clock, if there is one.
    pub clock: Option<Clock>,
}

/// Who chooses the moves of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PlayerKind {
    /// A person, or whoever writes commands.
    Manual,
    /// A program.
    Automatic,
}

/// A clock as it stood when the view was made.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Clock {
    /// Seconds left.
    pub left: f64,
    /// Whether it runs: then the page counts down by itself.
    pub is_running: bool,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveView {
    /// The command that plays it.
    pub text: String,
    /// The squares to click, as of [`BoardGame::path`](crate::BoardGame::path).
    pub path: Vec<String>,
}

/// A turn that was played, or a change of the board by `set`.
#[derive(Clone, Debug, Serialize)]
pub struct TurnView {
    /// The move in the game's notation.
    pub text: String,
    /// The same in a second notation, if there is one: in checkers the lines of output.txt.
    pub other_text: Option<String>,
    /// The squares of the move; empty for a pass and for `set`.
    pub path: Vec<String>,
    /// Who moved.
    #[serde(serialize_with = "side")]
    pub side: Side,
    /// The board after it.
    pub letters: String,
    /// Seconds it took, if they were counted.
    pub seconds: Option<f64>,
    /// Whether the files of this turn can be asked for (`files/PLY.json`, from 1).
    pub has_files: bool,
}

/// Something that a page can offer. All but `Files` send a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Control {
    /// `new`
    New,
    /// `undo`
    Undo,
    /// `auto black`, `manual white`
    Players,
    /// `seed 7`
    Seed,
    /// `limit 30`
    Limit,
    /// `hint`
    Hint,
    /// `eval`
    Eval,
    /// The page fetches `game.txt`, which the browser saves.
    Save,
    /// `load`, with the text of the file behind the first line.
    Load,
    /// The files of an agent's turn: the page fetches `files/PLY.json`.
    Files,
    /// `resign`
    Resign,
    /// `quit`: ends the program.
    Quit,
}

/// The answer to a command that a page has sent.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Reply {
    /// Why nothing changed, if so.
    pub error: Option<String>,
    /// What the command has to say.
    pub messages: Vec<String>,
    /// What `hint` has found.
    pub hint: Option<Hint>,
}

/// A move that the program would play.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hint {
    /// The move.
    pub text: String,
    /// Its squares.
    pub path: Vec<String>,
    /// Score, depth and line as a sentence.
    pub about: String,
}

fn side<S: Serializer>(side: &Side, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(name(*side))
}

fn side_or_null<S: Serializer>(side: &Option<Side>, serializer: S) -> Result<S::Ok, S::Error> {
    side.map(name).serialize(serializer)
}

const fn name(side: Side) -> &'static str {
    match side {
        Side::Black => "black",
        Side::White => "white",
    }
}
