//! Games in the language of the text programs: what `save` and `--log` write, the `games.txt` of a
//! match, scripts of moves, dumps, lists of moves.

use crate::api::AskedGame;
use crate::review::summary::RecordedResult;

/// The games of a text, and what is wrong in it.
#[derive(Clone, Debug)]
pub struct WrittenGames<G: AskedGame> {
    /// In the order of the text.
    pub games: Vec<WrittenGame<G>>,
    /// At most one for each game, which is not in `games` then.
    pub faults: Vec<WrittenFault>,
}

/// A game, or a board, which is a game without moves.
#[derive(Clone, Debug)]
pub struct WrittenGame<G: AskedGame> {
    /// The number that a comment gives it, else its place in the text, from 1.
    pub number: u32,
    /// Black's name, then White's, if a comment tells them.
    pub names: Option<[String; 2]>,
    /// Where the moves begin.
    pub start: G,
    /// Passes included, which the text leaves out.
    pub moves: Vec<G::Move>,
    /// Moves for each side, as `limit` sets them.
    pub limit: Option<u32>,
    /// As the text tells it.
    pub result: RecordedResult,
    /// The sentence in which the referee tells the end.
    pub ending: Option<String>,
}

/// What is wrong with a game of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenFault {
    /// The number of the game.
    pub number: u32,
    /// The line, from 1.
    pub line: usize,
    /// Without a full stop.
    pub sentence: String,
}
