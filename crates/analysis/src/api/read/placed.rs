//! The command `set` of the text programs: one square of a board is changed.

use crate::api::AskedGame;
use crate::api::game::rows_of;
use cli::visible;
use games::board::Side;

/// The same board with `piece` on `square`, and `side` to move.
pub fn placed<G: AskedGame>(
    position: &G,
    square: &str,
    piece: &str,
    side: Side,
) -> Result<G, String> {
    let letter = letter(piece).filter(|&letter| G::LETTERS.contains(letter)).ok_or_else(|| {
        format!("set: \"{}\" is not a piece of {}", visible::cut(piece, 20), G::TITLE)
    })?;
    let (file, row) = place::<G>(square)
        .ok_or_else(|| format!("set: \"{}\" is not a square", visible::cut(square, 20)))?;
    let mut letters: Vec<char> = position.letters().chars().collect();
    letters[(G::SIZE - 1 - row) * G::SIZE + file] = letter;
    let rows = rows_of(&letters.into_iter().collect::<String>(), G::SIZE);
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    G::of_rows(&rows, side).map_err(|error| format!("set: {error}"))
}

/// File and row, from 0.
fn place<G: AskedGame>(square: &str) -> Option<(usize, usize)> {
    let mut letters = square.chars();
    let file = (letters.next()?.to_ascii_lowercase() as usize).checked_sub('a' as usize)?;
    let row: usize = letters.as_str().parse().ok()?;
    let row = row.checked_sub(1)?;
    (file < G::SIZE && row < G::SIZE).then_some((file, row))
}

fn letter(piece: &str) -> Option<char> {
    match piece.to_ascii_lowercase().as_str() {
        "-" => Some('.'),
        "black" | "b" => Some('b'),
        "white" | "w" => Some('w'),
        "black-king" => Some('B'),
        "white-king" => Some('W'),
        "king" | "k" => Some('k'),
        "spear" | "s" => Some('x'),
        _ => None,
    }
}
