//! The games of a run: each follows from the seed and its number alone, so that one of them can be
//! played again.

use crate::error::SoakError;
use crate::legality::compared::{Compared, side_from_oracle};
use crate::legality::comparison::{Chooser, Counts, Difference, OracleMatch};
use formats::commands::GameHistory;
use games::{GameName, amazons, loa, tablut};
use oracle::{Oracle, Side};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::panic::{self, AssertUnwindSafe};

/// Of this many games one begins with a random board.
const ONE_PLACED: u32 = 4;
/// Of this many games one is played by the search.
const ONE_SEARCHED: u32 = 10;

type Compare = fn(GameCase) -> Result<Counts, Box<Difference>>;

const GAMES: [(GameName, Compare); 3] = [
    (GameName::Loa, GameCase::compare_as::<loa::Position>),
    (GameName::Tablut, GameCase::compare_as::<tablut::Position>),
    (GameName::Amazons, GameCase::compare_as::<amazons::Position>),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameCase {
    pub seed: u64,
    /// The number of the game, from 0. The games of [`GAMES`] take turns.
    pub number: u64,
}

impl GameCase {
    fn game(self) -> (GameName, Compare) {
        GAMES[self.number as usize % GAMES.len()]
    }

    pub fn name(self) -> GameName {
        self.game().0
    }

    pub fn compare(self) -> Result<Counts, SoakError> {
        // Nothing that a panic leaves half done is used again.
        let compared = panic::catch_unwind(AssertUnwindSafe(|| self.game().1(self)));
        let compared = compared.unwrap_or_else(|_| {
            let (commands, what) = (String::new(), "a panic, told above".to_string());
            Err(Box::new(Difference { commands, what }))
        });
        compared.map_err(|difference| SoakError::Difference(self.report(&difference)))
    }

    fn report(self, Difference { commands, what }: &Difference) -> String {
        let (name, Self { seed, number }) = (self.name(), self);
        format!(
            "{name}, game {number}: {what}\n\nTo play the game again: soak legality game {number} --seed \
             {seed}\nTo have the position in {name}:\n\n{commands}"
        )
    }

    fn compare_as<G: Compared>(self) -> Result<Counts, Box<Difference>> {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(self.number);
        let [is_placed, is_searched] =
            [ONE_PLACED, ONE_SEARCHED].map(|games| random.random_range(0..games) == 0);
        let chooser = if is_searched { Chooser::Search } else { Chooser::Chance };
        let (game, oracle) = if is_placed { placed(&mut random) } else { new_game::<G>() };
        let mut counts = OracleMatch::new(game, oracle, chooser, random).play()?;
        counts.placed = u64::from(is_placed);
        counts.searched = u64::from(is_searched);
        Ok(counts)
    }
}

fn new_game<G: Compared>() -> (GameHistory<G>, G::Oracle) {
    (GameHistory::default(), G::Oracle::start())
}

/// A random board, which the program gets by its command `set`.
fn placed<G: Compared>(random: &mut ChaCha8Rng) -> (GameHistory<G>, G::Oracle) {
    let rows = G::placement(random);
    let side = if random.random_bool(0.5) { Side::Black } else { Side::White };
    let oracle = G::Oracle::from_rows(&rows, side).expect("placements are boards");
    let mut game = GameHistory::<G>::default();
    let next = side_from_oracle(side);
    for (rank, row) in rows.lines().rev().enumerate() {
        for (file, letter) in row.chars().enumerate() {
            let square = format!("{}{}", char::from(b'a' + file as u8), rank + 1);
            let letter = letter.to_string();
            let line = format!("set {square} {letter} {next}");
            game.set(&square, &letter, next, &line).expect("the words of the program");
        }
    }
    (game, oracle)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn case(number: u64) -> GameCase {
        GameCase { seed: 1, number }
    }

    #[test]
    fn the_games_take_turns_and_the_same_number_is_the_same_game() {
        let kinds = GAMES.len() as u64;
        let names = [0, 1, 2].map(|number| case(number).name());
        assert_eq!(names, [GameName::Loa, GameName::Tablut, GameName::Amazons]);
        assert!((0..kinds).all(|number| case(number).name() == case(number + kinds).name()));
        let [first, again, other] =
            [1, 1, 1 + kinds].map(|number| case(number).compare().expect("no difference"));
        assert_eq!(first, again);
        assert_ne!(first, other);
    }

    #[test]
    fn a_report_has_the_command_that_plays_the_game_again() {
        let (commands, what) = ("new\na1-b1\n".to_string(), "the board differs".to_string());
        let report = GameCase { seed: 7, number: 1 }.report(&Difference { commands, what });
        assert!(report.starts_with("tablut, game 1: the board differs\n"), "{report}");
        assert!(report.contains("soak legality game 1 --seed 7\n"), "{report}");
        assert!(report.ends_with("\nnew\na1-b1\n"), "{report}");
    }
}
