//! A position in one line: the letter of the side to move, a blank, and the rows of the board in
//! the letters of a page, the top one first, joined by `/`: `b ...bbb.../...`.

use cli::visible;
use games::board::Side;

/// The most characters of a text that an error quotes.
const SHOWN: usize = 60;

/// The boards of a game.
#[derive(Clone, Copy, Debug)]
pub struct RowsShape {
    /// The game, for people.
    pub title: &'static str,
    /// Rows, and columns.
    pub size: usize,
    /// All letters that a board may have.
    pub letters: &'static str,
}

/// Writes a position by the letters of all its squares.
pub fn rows_text(side: Side, letters: &str, size: usize) -> String {
    let side = match side {
        Side::Black => 'b',
        Side::White => 'w',
    };
    format!("{side} {}", rows_of(letters, size).join("/"))
}

/// The letters of a board as rows.
pub fn rows_of(letters: &str, size: usize) -> Vec<String> {
    let letters: Vec<char> = letters.chars().collect();
    letters.chunks(size).map(|row| row.iter().collect()).collect()
}

impl RowsShape {
    /// Reads what `rows_text` writes: the side to move, and the rows.
    pub fn read<'t>(&self, text: &'t str) -> Result<(Side, Vec<&'t str>), String> {
        let (side, rows) = text.trim().split_once(' ').ok_or_else(|| self.form(text))?;
        let side = match side {
            "b" => Side::Black,
            "w" => Side::White,
            _ => return Err(self.form(text)),
        };
        let rows: Vec<&str> = rows.split('/').collect();
        self.check(&rows)?;
        Ok((side, rows))
    }

    fn form(&self, text: &str) -> String {
        let RowsShape { title, size, letters } = self;
        format!(
            "\"{}\" is not a position of {title}: write b or w for the side to move, a blank, and \
             {size} rows of the letters {letters} with / between them",
            visible::cut(text, SHOWN),
        )
    }

    /// The shape of a board: rows, columns, letters.
    pub fn check(&self, rows: &[&str]) -> Result<(), String> {
        let RowsShape { size, letters, .. } = *self;
        if rows.len() != size {
            return Err(format!("the board has {} rows; it needs {size}", rows.len()));
        }
        for (row, nth) in rows.iter().zip(1..) {
            let found = row.chars().count();
            if found != size {
                return Err(format!("row {nth} of the board has {found} letters; it needs {size}"));
            }
            if let Some(letter) = row.chars().find(|&letter| !letters.contains(letter)) {
                let letter = visible::cut(&letter.to_string(), SHOWN);
                return Err(format!("'{letter}' in row {nth} is not one of the letters {letters}"));
            }
        }
        Ok(())
    }
}
