//! Games in the language of the text programs: what `save` and `--log` write, the `games.txt` of a
//! match, scripts of moves, dumps, lists of moves.

use crate::game::AskedGame;
use crate::read::text_game::CommandGames;
use crate::read::text_reader::TextReader;

/// The line before and after a board.
const FENCE: &str = "===";

/// Reads a text of one game.
pub fn read_command_games<G: AskedGame>(text: &str) -> CommandGames<G> {
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
