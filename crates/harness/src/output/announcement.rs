//! Lines that begin with `*`: a program announces its moves and the results of games.
//!
//! `* c1-c3` in Lines of Action, `* a1-4` or `* a1-d` in Tablut, `* a1-c3(c6)` in Amazons; `* White
//! wins.`, `* Black wins.` and, in Lines of Action only, `* Tie game.` One blank after the star,
//! small letters, an ASCII hyphen. The harness does not know the rules: whether a move is legal is
//! left to the other program and to the dumps of a script.

use crate::game::TextGame;
use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnnouncedResult {
    White,
    Black,
    Tie,
}

impl AnnouncedResult {
    pub const ALL: [AnnouncedResult; 3] =
        [AnnouncedResult::White, AnnouncedResult::Black, AnnouncedResult::Tie];

    /// The words after the star.
    pub const fn words(self) -> &'static str {
        match self {
            AnnouncedResult::White => "White wins.",
            AnnouncedResult::Black => "Black wins.",
            AnnouncedResult::Tie => "Tie game.",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Announcement {
    /// A move, without the star: as it is sent to another program.
    Move(String),
    Result(AnnouncedResult),
}

impl fmt::Display for Announcement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Announcement::Move(text) => write!(f, "* {text}"),
            Announcement::Result(result) => write!(f, "* {}", result.words()),
        }
    }
}

impl Announcement {
    /// Reads a line that begins with `*` and has its exact form; `None` for anything else. While
    /// the game is not known, the moves of all games are understood, and the first one decides
    /// which game it is.
    pub fn parse(line: &str, game: &mut Option<TextGame>) -> Option<Self> {
        let words = line.strip_prefix("* ")?.trim_end();
        if let Some(result) =
            AnnouncedResult::ALL.into_iter().find(|result| result.words() == words)
        {
            let is_possible = result != AnnouncedResult::Tie || game.is_none_or(TextGame::has_ties);
            return is_possible.then_some(Announcement::Result(result));
        }
        let played = TextGame::ALL.into_iter().find(|game| game.is_move(words))?;
        (*game.get_or_insert(played) == played).then(|| Announcement::Move(words.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str, game: Option<TextGame>) -> Option<Announcement> {
        Announcement::parse(text, &mut game.clone())
    }

    #[test]
    fn the_first_move_decides_the_game() {
        let mut game = None;
        assert!(Announcement::parse("* White wins.", &mut game).is_some());
        assert_eq!(game, None);
        assert!(Announcement::parse("* a1-4", &mut game).is_some());
        assert_eq!(game, Some(TextGame::Tablut));
        assert_eq!(Announcement::parse("* c1-c3", &mut game), None);
        assert_eq!(Announcement::parse("* Tie game.", &mut game), None);
    }

    #[test]
    fn what_is_written_is_read_again() {
        for text in ["* White wins.", "* Black wins.", "* Tie game.", "* c1-c3"] {
            let announcement = parse(text, None).expect("a announcement");
            assert_eq!(announcement.to_string(), text);
            assert_eq!(parse(&format!("{text} \t"), None), Some(announcement), "blanks at the end");
        }
    }

    #[test]
    fn nearly_right_is_wrong() {
        for text in [
            "*",
            "* ",
            "*c1-c3",
            "*  c1-c3",
            "* C1-C3",
            "* c1-c9",
            "* c0-c1",
            "* i1-i2",
            "* c1–c3",
            "* c1-c3 x",
            "* c1 c3",
            "* a1-10",
            "* a1-j",
            "* a1-c3(c6",
            "* a1-c3(c11)",
            "* a01-c3(c6)",
            "* White wins",
            "* white wins.",
            "* White wins.!",
            "* Tie game",
            "** White wins.",
        ] {
            assert_eq!(parse(text, None), None, "{text}");
        }
    }
}
