//! A part of a plan for one of many processes: `3/40` is every fortieth pair of games, from the
//! third one on. Both games of a pair are in one slice, and so on one machine.

use crate::error::MatchError;
use crate::schedule::ScheduledGame;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// One part of a plan, such as `3/40`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    number: usize,
    of: usize,
}

impl Slice {
    /// From 1.
    pub const fn number(self) -> usize {
        self.number
    }

    /// The games of the slice, in playing order.
    pub fn of(self, games: &[ScheduledGame]) -> Vec<ScheduledGame> {
        let of_slices = games.iter().zip(Slice::slices(games, self.of));
        of_slices.filter(|(_, slice)| *slice == self).map(|(game, _)| *game).collect()
    }

    /// For each of these games its slice, one of `of` in all.
    pub fn slices(games: &[ScheduledGame], of: usize) -> Vec<Slice> {
        // The place of each pair among all, counted from 0.
        let mut places = BTreeMap::new();
        games
            .iter()
            .map(|game| {
                let next = places.len();
                let place = *places.entry(game.id.pair()).or_insert(next);
                Slice { number: place % of + 1, of }
            })
            .collect()
    }
}

impl FromStr for Slice {
    type Err = MatchError;

    fn from_str(text: &str) -> Result<Self, MatchError> {
        let both = text.split_once('/').and_then(|(one, all)| above_zero(one).zip(above_zero(all)));
        let slice = both.filter(|(number, of)| number <= of);
        let slice = slice.map(|(number, of)| Slice { number, of });
        slice.ok_or_else(|| {
            let what = "is not a slice; write its number and how many there are, like 3/40";
            MatchError::Correctable(format!("\"{text}\" {what}"))
        })
    }
}

fn above_zero(text: &str) -> Option<usize> {
    text.parse().ok().filter(|&number: &usize| number > 0)
}

impl fmt::Display for Slice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pairing::Player;
    use crate::schedule::{GameId, OpeningIndex};
    use proptest::prelude::{any, prop_assert_eq, proptest};

    fn games(pairs: &[usize]) -> Vec<ScheduledGame> {
        pairs
            .iter()
            .flat_map(|pair| [2 * pair + 1, 2 * pair + 2])
            .map(|number| ScheduledGame {
                id: GameId::from_number(number).expect("from 1"),
                round: 1,
                opening: OpeningIndex::START,
                black: Player(0),
                white: Player(1),
            })
            .collect()
    }

    proptest! {
        #[test]
        fn every_game_is_in_one_slice_and_pairs_stay_together(
            count in 0_usize..60, of in 1_usize..9, shift in any::<u8>(),
        ) {
            let pairs: Vec<_> = (0..count).map(|pair| (pair * 7 + usize::from(shift)) % 101).collect();
            let all = games(&pairs);
            let slices = (1..=of).map(|number| Slice { number, of }.of(&all));
            let slices: Vec<_> = slices.collect();
            let mut together: Vec<_> = slices.concat();
            together.sort_by_key(|game| all.iter().position(|one| one == game));
            prop_assert_eq!(&together, &all);
            for (number, slice) in (1..).zip(&slices) {
                prop_assert_eq!(slice.len() % 2, 0);
                for game in slice {
                    let index = all.iter().position(|one| one == game).expect("of the plan");
                    prop_assert_eq!(Slice::slices(&all, of)[index], Slice { number, of });
                }
            }
        }
    }

    #[test]
    fn a_slice_is_read_as_it_is_shown() {
        assert_eq!("3/40".parse::<Slice>().expect("a slice").to_string(), "3/40");
        for wrong in ["", "3", "0/4", "5/4", "1/0", "a/b", "-1/2"] {
            let error = wrong.parse::<Slice>().expect_err("no slice").to_string();
            assert!(error.contains("like 3/40"), "{error}");
        }
    }
}
