//! The one door to files of games: PDN, or positions in FEN, one in each line.
//!
//! A line of FEN may have a text behind it, after `;` or `#`, which becomes the event of the game.
//! A line that begins with `;`, `#` or `%` is a remark.

use crate::error::{FormatError, TextPlace};
use crate::pdn::game::PdnGame;
use crate::pdn::read::{Games, read};
use crate::pdn::warning::PdnWarning;
use cli::{lines::lines, visible};
use games::checkers::Position;
use std::iter::Enumerate;

/// The games of a text; a position is a game without moves.
pub struct AnyGames<'t>(AnyForm<'t>);

enum AnyForm<'t> {
    Pdn(Box<Games<'t>>),
    Fen { lines: Enumerate<Box<dyn Iterator<Item = &'t str> + 't>>, offset: usize, line: usize },
}

/// Reads the games or positions of a text, one after the other.
pub fn read_any(text: &str) -> AnyGames<'_> {
    AnyGames(if is_fen(text) {
        let lines: Box<dyn Iterator<Item = _>> = Box::new(lines(text));
        AnyForm::Fen { lines: lines.enumerate(), offset: 0, line: 1 }
    } else {
        AnyForm::Pdn(Box::new(read(text)))
    })
}

/// True if the first line that is not a remark begins as a position in FEN does.
pub fn is_fen(text: &str) -> bool {
    let first = lines(text).map(str::trim).find(|line| !is_remark(line)).unwrap_or_default();
    let mut letters = first.chars();
    letters.next().is_some_and(|side| "WwBb".contains(side))
        && letters.find(|c| !c.is_whitespace()) == Some(':')
}

fn is_remark(line: &str) -> bool {
    line.is_empty() || line.starts_with([';', '#', '%'])
}

impl AnyGames<'_> {
    /// Bytes of the text read so far, to show progress.
    pub fn offset(&self) -> usize {
        match &self.0 {
            AnyForm::Pdn(games) => games.offset(),
            AnyForm::Fen { offset, .. } => *offset,
        }
    }

    /// What the text holds, in one word: games or positions.
    pub fn item(&self) -> &'static str {
        match &self.0 {
            AnyForm::Pdn(_) => "game",
            AnyForm::Fen { .. } => "position",
        }
    }

    pub fn place(&mut self) -> TextPlace {
        match &mut self.0 {
            AnyForm::Pdn(games) => games.place(),
            AnyForm::Fen { line, .. } => TextPlace { line: *line, column: 1 },
        }
    }

    pub fn warnings(&self) -> &[PdnWarning] {
        match &self.0 {
            AnyForm::Pdn(games) => games.warnings(),
            AnyForm::Fen { .. } => &[],
        }
    }
}

impl Iterator for AnyGames<'_> {
    type Item = Result<PdnGame, FormatError>;

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.0 {
            AnyForm::Pdn(games) => games.next(),
            AnyForm::Fen { lines, offset, line: last } => loop {
                let (index, line) = lines.next()?;
                *offset += line.len() + 1;
                if !is_remark(line.trim()) {
                    *last = index + 1;
                    return Some(position(index + 1, line));
                }
            },
        }
    }
}

fn position(number: usize, line: &str) -> Result<PdnGame, FormatError> {
    let (fen, title) = line.split_once([';', '#']).unwrap_or((line, ""));
    let position = Position::from_fen(fen).map_err(|error| {
        let place = TextPlace { line: number, column: error.column().unwrap_or(1) };
        FormatError::from(error).at(place)
    })?;
    let mut game = PdnGame::starting_at(position);
    if !title.trim().is_empty() {
        game.set_tag("Event", visible::line(title.trim()));
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Game as _;

    #[test]
    fn positions_stand_one_in_each_line_with_titles_and_remarks() {
        let text = "# problems\r\n; more\rB:W21-32:B1-12 ; the start\rW:W18:B1,x\n\nw : w5 : b2";
        assert!(is_fen(text));
        let found: Vec<_> = read_any(text).collect();
        let [Ok(first), Err(error), Ok(_)] = &found[..] else { panic!("{found:?}") };
        assert_eq!((first.start, first.tag("Event")), (Position::start(), Some("the start")));
        assert_eq!(error.place(), "line 4, column 10");
        assert!(!is_fen("; W:\n[Event \"a\"]") && !is_fen("") && !is_fen("Beware: x"));
    }
}
