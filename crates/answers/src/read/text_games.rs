//! Games in the language of the text programs: what `save` and `--log` write, the `games.txt` of a
//! match, scripts of moves, dumps, lists of moves.

use crate::game::AskedGame;
use crate::read::text_reader::TextReader;
use analysis::RecordedResult;

/// The line before and after a board.
const FENCE: &str = "===";

/// The games of a text, and what is wrong in it.
#[derive(Clone, Debug)]
pub struct TextGames<G: AskedGame> {
    /// In the order of the text.
    pub games: Vec<TextGame<G>>,
    /// At most one for each game, which is not in `games` then.
    pub faults: Vec<TextFault>,
}

/// A game, or a board, which is a game without moves.
#[derive(Clone, Debug)]
pub struct TextGame<G: AskedGame> {
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
pub struct TextFault {
    /// The number of the game.
    pub number: u32,
    /// The line, from 1.
    pub line: usize,
    /// Without a full stop.
    pub sentence: String,
}

/// Reads a text of one game.
pub fn read_text_games<G: AskedGame>(text: &str) -> TextGames<G> {
    let mut reader = TextReader::new();
    let mut lines = text.lines().zip(1..);
    while let Some((line, place)) = lines.next() {
        if line.trim() == FENCE {
            let inner = lines.by_ref().map(|(line, _)| line);
            let inner: Vec<&str> = inner.take_while(|line| line.trim() != FENCE).collect();
            reader.board(&inner, place);
        } else if reader.line(line.trim(), place).is_break() {
            break;
        }
    }
    reader.finish()
}
