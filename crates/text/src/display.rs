//! `--display`: the board as a picture in the terminal, on standard error, drawn anew after each
//! change. Standard output stays what scripts expect.

use crate::dialect::Dialect;
use games::board::Side;
use std::io::{self, Write};

/// Clears the terminal and puts the cursor into its first place (control sequences of ECMA-48).
const CLEAR: &str = "\x1b[2J\x1b[H";
const LIGHT: &str = "\x1b[48;5;180m";
const DARK: &str = "\x1b[48;5;137m";
const BLACK_INK: &str = "\x1b[38;5;16m";
const WHITE_INK: &str = "\x1b[38;5;231m";
const PLAIN: &str = "\x1b[0m";

/// Draws the position, with a caption below it.
///
/// # Errors
/// Standard error cannot be written.
pub fn draw<G: Dialect>(position: &G, caption: &str) -> io::Result<()> {
    io::stderr().lock().write_all(picture(position, caption).as_bytes())
}

fn picture<G: Dialect>(position: &G, caption: &str) -> String {
    let text = position.board_text();
    let rows: Vec<Vec<char>> = text.lines().map(cells).filter(|cells| !cells.is_empty()).collect();
    let mut drawn = format!("{CLEAR}{}\n\n", G::NAME);
    for (row, cells) in rows.iter().enumerate() {
        drawn += &format!(" {:>2} ", rows.len() - row);
        for (column, &cell) in cells.iter().enumerate() {
            let ground = if (row + column) % 2 == 0 { LIGHT } else { DARK };
            drawn += &format!("{ground}{}{PLAIN}", glyph(cell));
        }
        drawn.push('\n');
    }
    let files = rows.first().map_or(0, Vec::len);
    let letters = ('a'..).take(files).map(|letter| format!(" {letter} ")).collect::<String>();
    drawn + &format!("    {letters}\n\n{caption}\n")
}

/// The cells of a row of a board's text: single characters that stand alone, row numbers left out.
fn cells(line: &str) -> Vec<char> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_letters = words.windows(2).all(|pair| pair[0] < pair[1]) && words.first() == Some(&"a");
    if is_letters {
        return Vec::new();
    }
    let single =
        |word: &&str| word.chars().count() == 1 && !word.starts_with(|c: char| c.is_ascii_digit());
    words.iter().filter(|word| single(word)).flat_map(|word| word.chars()).collect()
}

/// Three columns of the terminal: a symbol for the pieces that have one, other letters as they are.
fn glyph(cell: char) -> String {
    match cell {
        'b' | 'B' => format!("{BLACK_INK} \u{25cf} "),
        'w' | 'W' => format!("{WHITE_INK} \u{25cf} "),
        'k' | 'K' => format!("{WHITE_INK} \u{2654} "),
        's' | 'S' => format!("{BLACK_INK} \u{2191} "),
        cell if cell.is_alphanumeric() => format!("{BLACK_INK} {cell} "),
        _ => "   ".to_string(),
    }
}

/// The caption: what has happened last, and whose turn it is.
pub fn caption(to_move: Option<Side>, last: &str) -> String {
    match to_move {
        Some(side) => format!("{last}{}{side} to move", if last.is_empty() { "" } else { "; " }),
        None => last.to_string(),
    }
}
