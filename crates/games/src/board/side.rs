//! The two players.
//!
//! Which of them begins is a rule of each game; here they are only two opposite values.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Not;

/// One of the two players. `!side` is the opponent. In JSON it is its [`Self::word`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The player of the dark pieces.
    Black,
    /// The player of the light pieces.
    White,
}

impl Side {
    /// Both sides, in the order of their indices.
    pub const ALL: [Side; 2] = [Side::Black, Side::White];

    /// 0 for Black and 1 for White, to index tables of two.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `black` or `white`: as commands, files and pages name a side.
    pub const fn word(self) -> &'static str {
        match self {
            Side::Black => "black",
            Side::White => "white",
        }
    }

    /// The side with this [`Self::word`], in any case.
    pub fn of_word(word: &str) -> Option<Self> {
        Side::ALL.into_iter().find(|side| side.word().eq_ignore_ascii_case(word))
    }

    /// The opponent, for places where `!side` cannot stand: constant expressions.
    pub const fn opponent(self) -> Self {
        match self {
            Side::Black => Side::White,
            Side::White => Side::Black,
        }
    }
}

impl Not for Side {
    type Output = Side;

    #[inline]
    fn not(self) -> Side {
        self.opponent()
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Black => "Black",
            Side::White => "White",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opponent_of_the_opponent_is_the_side_itself() {
        for side in Side::ALL {
            assert_ne!(side, !side);
            assert_eq!(side, !!side);
            assert_eq!(Side::ALL[side.index()], side);
        }
    }

    #[test]
    fn a_side_is_known_by_its_word_in_any_case_and_by_nothing_else() {
        for side in Side::ALL {
            assert_eq!(Side::of_word(side.word()), Some(side));
            assert_eq!(Side::of_word(&side.to_string().to_uppercase()), Some(side));
        }
        assert_eq!(["", "b", "blac", "black "].map(Side::of_word), [None; 4]);
    }
}
