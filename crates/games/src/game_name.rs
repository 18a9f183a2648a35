//! The names of the games, and the one place that turns a name into a type.
//!
//! A new game is a variant here, an entry of [`GameName::ALL`], its text, an arm of [`with_game!`]
//! and an `impl` of [`Named`].
//!
//! [`with_game!`]: crate::with_game

use crate::game::NotationError;
use crate::{amazons, checkers, loa, tablut};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A game, as command lines and files name it: in small letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the variants are the games")]
pub enum GameName {
    Checkers,
    Loa,
    Tablut,
    Amazons,
}

/// A position of a game that has a name.
pub trait Named {
    /// Its game.
    const NAME: GameName;
}

impl GameName {
    /// All games.
    pub const ALL: [GameName; 4] =
        [GameName::Checkers, GameName::Loa, GameName::Tablut, GameName::Amazons];

    /// The name, for example `loa`.
    pub const fn text(self) -> &'static str {
        match self {
            GameName::Checkers => "checkers",
            GameName::Loa => "loa",
            GameName::Tablut => "tablut",
            GameName::Amazons => "amazons",
        }
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

impl FromStr for GameName {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let found = GameName::ALL.into_iter().find(|name| name.text() == text);
        found.ok_or_else(|| {
            let all = GameName::ALL.map(GameName::text).join(", ");
            NotationError::new(format!("`{text}` is not a game; there are {all}"))
        })
    }
}

impl Named for checkers::Position {
    const NAME: GameName = GameName::Checkers;
}

impl Named for loa::Position {
    const NAME: GameName = GameName::Loa;
}

impl Named for tablut::Position {
    const NAME: GameName = GameName::Tablut;
}

impl Named for amazons::Position {
    const NAME: GameName = GameName::Amazons;
}

/// Evaluates an expression with the position type of a game that is known only at run time. The
/// expression is compiled for each game.
///
/// ```
/// use games::{Game, GameName, perft, with_game};
///
/// let first_moves = |game| with_game!(game, Position => perft(&Position::start(), 1));
/// assert_eq!([GameName::Checkers, GameName::Loa].map(first_moves), [7, 36]);
/// ```
#[macro_export]
macro_rules! with_game {
    ($name:expr, $Position:ident => $body:expr) => {
        match $name {
            $crate::GameName::Checkers => {
                type $Position = $crate::checkers::Position;
                $body
            }
            $crate::GameName::Loa => {
                type $Position = $crate::loa::Position;
                $body
            }
            $crate::GameName::Tablut => {
                type $Position = $crate::tablut::Position;
                $body
            }
            $crate::GameName::Amazons => {
                type $Position = $crate::amazons::Position;
                $body
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_as_it_is_written_and_leads_to_its_game() {
        for name in GameName::ALL {
            assert_eq!(name.text().parse(), Ok(name));
            assert_eq!(with_game!(name, Position => Position::NAME), name);
        }
        let error = "chess".parse::<GameName>().expect_err("not one of ours").to_string();
        assert!(GameName::ALL.iter().all(|name| error.contains(name.text())), "{error}");
    }
}
