//! What a program announces in lines that begin with `*`: its moves and the results of games.
//!
//! `* c1-c3` in Lines of Action, `* a1-4` or `* a1-d` in Tablut, `* a1-c3(c6)` in Amazons;
//! `* White wins.`, `* Black wins.` and, in Lines of Action only, `* Tie game.` One blank after the
//! star, small letters, an ASCII hyphen. Whether a move is legal is not asked: that is the other
//! program's business, and what the dumps of a script are for.

use crate::dialect::Game;
use std::fmt;

/// How a game ended, as announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// `White wins.`
    White,
    /// `Black wins.`
    Black,
    /// `Tie game.`
    Tie,
}

impl Verdict {
    const ALL: [Verdict; 3] = [Verdict::White, Verdict::Black, Verdict::Tie];

    /// The words after the star.
    pub const fn words(self) -> &'static str {
        match self {
            Verdict::White => "White wins.",
            Verdict::Black => "Black wins.",
            Verdict::Tie => "Tie game.",
        }
    }
}

/// One announcement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// A move, without the star: ready to be told to another program.
    Move(String),
    /// The end of a game.
    Result(Verdict),
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Message::Move(text) => write!(f, "* {text}"),
            Message::Result(verdict) => write!(f, "* {}", verdict.words()),
        }
    }
}

impl Message {
    /// Reads a line that begins with `*`. As long as the game is not known, the moves of all games
    /// are understood, and the first one settles which game it is. None for anything else.
    pub fn parse(line: &str, game: &mut Option<Game>) -> Option<Self> {
        let words = line.strip_prefix("* ")?.trim_end();
        if let Some(verdict) = Verdict::ALL.into_iter().find(|verdict| verdict.words() == words) {
            let is_possible = verdict != Verdict::Tie || game.is_none_or(|game| game == Game::Loa);
            return is_possible.then_some(Message::Result(verdict));
        }
        let played = Game::ALL.into_iter().find(|&game| is_move(words, game))?;
        (*game.get_or_insert(played) == played).then(|| Message::Move(words.to_string()))
    }
}

fn is_move(text: &str, game: Game) -> bool {
    let rest = match game {
        Game::Loa => step(text, 8),
        Game::Tablut => after_square(text, 9).and_then(|rest| {
            let target = rest.strip_prefix('-')?;
            after_row(target, 9).or_else(|| after_column(target, 9))
        }),
        Game::Amazons => step(text, 10).and_then(|rest| {
            let spear = rest.strip_prefix('(')?;
            after_square(spear, 10)?.strip_prefix(')')
        }),
    };
    rest == Some("")
}

/// What follows a square, a hyphen and a square.
fn step(text: &str, size: u8) -> Option<&str> {
    after_square(after_square(text, size)?.strip_prefix('-')?, size)
}

fn after_square(text: &str, size: u8) -> Option<&str> {
    after_row(after_column(text, size)?, size)
}

fn after_column(text: &str, size: u8) -> Option<&str> {
    text.strip_prefix(|c| ('a'..=char::from(b'a' + size - 1)).contains(&c))
}

/// Rows are counted from 1; the longest number that is a row is taken.
fn after_row(text: &str, size: u8) -> Option<&str> {
    (1..=size).rev().find_map(|row| text.strip_prefix(&row.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str, game: Option<Game>) -> Option<Message> {
        Message::parse(text, &mut game.clone())
    }

    #[test]
    fn each_game_has_its_own_moves() {
        let moves = [
            (Game::Loa, &["a1-h8", "c1-c3"][..]),
            (Game::Tablut, &["a1-9", "i9-a", "b3-6", "b3-f"][..]),
            (Game::Amazons, &["a1-c3(c6)", "j10-a10(a1)", "a10-a1(j10)"][..]),
        ];
        for (game, texts) in moves {
            for (&text, asked) in texts.iter().flat_map(|text| Game::ALL.map(|game| (text, game))) {
                let found = parse(&format!("* {text}"), Some(asked));
                let expected = (asked == game).then(|| Message::Move(text.to_string()));
                assert_eq!(found, expected, "{text} in {asked}");
            }
        }
    }

    #[test]
    fn the_first_move_settles_the_game() {
        let mut game = None;
        assert!(Message::parse("* White wins.", &mut game).is_some());
        assert_eq!(game, None);
        assert!(Message::parse("* a1-4", &mut game).is_some());
        assert_eq!(game, Some(Game::Tablut));
        assert_eq!(Message::parse("* c1-c3", &mut game), None);
        assert_eq!(Message::parse("* Tie game.", &mut game), None);
    }

    #[test]
    fn what_is_written_is_read_again() {
        for text in ["* White wins.", "* Black wins.", "* Tie game.", "* c1-c3"] {
            let message = parse(text, None).expect("a message");
            assert_eq!(message.to_string(), text);
            assert_eq!(parse(&format!("{text} \t"), None), Some(message), "blanks at the end");
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
