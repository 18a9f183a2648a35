//! The text-command games, so far as their announcements differ. A new game is added here and
//! nowhere else in the harness; the rules are not known.

use crate::command::CommandLine;
use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextGame {
    Loa,
    Tablut,
    Amazons,
}

impl TextGame {
    /// All games. Their moves differ: no move of one game is a move of another.
    pub const ALL: [TextGame; 3] = [TextGame::Loa, TextGame::Tablut, TextGame::Amazons];

    /// The game that a command's words name. Only the last part of a path counts, cut into words at
    /// whatever is no letter or digit: `staff-loa`, `loa.Main`.
    pub fn of_command(command: &CommandLine) -> Option<Self> {
        command.words().find_map(|word| {
            let file = word.rsplit(['/', '\\']).next().unwrap_or(word).to_lowercase();
            file.split(|c: char| !c.is_ascii_alphanumeric()).find_map(Self::named)
        })
    }

    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|game| game.program() == word)
    }

    const fn program(self) -> &'static str {
        match self {
            TextGame::Loa => "loa",
            TextGame::Tablut => "tablut",
            TextGame::Amazons => "amazons",
        }
    }

    /// A move in the game's notation, for messages.
    pub const fn example(self) -> &'static str {
        match self {
            TextGame::Loa => "c1-c3",
            TextGame::Tablut => "a1-4",
            TextGame::Amazons => "a1-c3(c6)",
        }
    }

    /// True if a game may end with `Tie game.`
    pub const fn has_ties(self) -> bool {
        matches!(self, TextGame::Loa)
    }

    /// True if a text has the form of a move. Small letters and an ASCII hyphen are required.
    pub fn is_move(self, text: &str) -> bool {
        let rest = match self {
            TextGame::Loa => after_step(text, 8),
            TextGame::Tablut => after_square(text, 9).and_then(|rest| {
                let target = rest.strip_prefix('-')?;
                after_row(target, 9).or_else(|| after_column(target, 9))
            }),
            TextGame::Amazons => after_step(text, 10).and_then(|rest| {
                let spear = rest.strip_prefix('(')?;
                after_square(spear, 10)?.strip_prefix(')')
            }),
        };
        rest == Some("")
    }
}

impl fmt::Display for TextGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TextGame::Loa => "Lines of Action",
            TextGame::Tablut => "Tablut",
            TextGame::Amazons => "Amazons",
        })
    }
}

/// The rest of a text behind a square, a hyphen and a square; `None` if it begins otherwise.
fn after_step(text: &str, size: u8) -> Option<&str> {
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

    #[test]
    fn the_command_names_the_game() {
        for (command, expected) in [
            ("java -ea loa.Main", Some(TextGame::Loa)),
            ("staff-tablut", Some(TextGame::Tablut)),
            ("target/release/amazons --strict", Some(TextGame::Amazons)),
            ("/tablut/LOA", Some(TextGame::Loa)),
            (r"C:\tablut\loa.exe", Some(TextGame::Loa)),
            ("upload reload", None),
            ("bash toy.sh", None),
        ] {
            let command = CommandLine::split_at_blanks(command).expect("a program");
            assert_eq!(TextGame::of_command(&command), expected, "{command}");
        }
    }

    #[test]
    fn each_game_has_its_own_moves() {
        let moves = [
            (TextGame::Loa, &["a1-h8", "c1-c3"][..]),
            (TextGame::Tablut, &["a1-9", "i9-a", "b3-6", "b3-f"][..]),
            (TextGame::Amazons, &["a1-c3(c6)", "j10-a10(a1)", "a10-a1(j10)"][..]),
        ];
        for (game, texts) in moves {
            for text in texts.iter().chain([&game.example()]) {
                let found: Vec<_> =
                    TextGame::ALL.into_iter().filter(|game| game.is_move(text)).collect();
                assert_eq!(found, [game], "{text}");
            }
        }
    }
}
