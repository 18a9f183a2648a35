//! How many games ended how.

use formats::pdn::{Game, Outcome};
use games::board::Side;
use serde::Serialize;

/// Counts of results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Results {
    /// Games.
    pub games: u64,
    /// Won by Black.
    pub black: u64,
    /// Drawn.
    pub drawn: u64,
    /// Won by White.
    pub white: u64,
    /// Without a result.
    pub unknown: u64,
}

impl Results {
    /// Counts a game.
    pub fn add(&mut self, game: &Game) {
        self.games += 1;
        *match game.outcome() {
            Some(Outcome::Won(Side::Black)) => &mut self.black,
            Some(Outcome::Won(Side::White)) => &mut self.white,
            Some(Outcome::Drawn) => &mut self.drawn,
            None => &mut self.unknown,
        } += 1;
    }

    /// Counts the games of another count.
    pub fn add_all(&mut self, other: &Results) {
        self.games += other.games;
        self.black += other.black;
        self.drawn += other.drawn;
        self.white += other.white;
        self.unknown += other.unknown;
    }

    /// The heads of the columns of [`Self::columns`].
    pub const HEADS: &str = "  games   Black   drawn   White       *";

    /// The counts as columns of a table.
    pub fn columns(&self) -> String {
        let Results { games, black, drawn, white, unknown } = self;
        format!("{games:>7} {black:>7} {drawn:>7} {white:>7} {unknown:>7}")
    }
}
