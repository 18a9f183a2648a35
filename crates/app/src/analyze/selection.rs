//! `--games 3,7-9`: which games of a file.

use std::ops::RangeInclusive;
use std::str::FromStr;

/// Numbers of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection(Vec<RangeInclusive<u32>>);

impl Selection {
    /// Is the game of this number meant?
    pub fn has(&self, number: u32) -> bool {
        self.0.iter().any(|range| range.contains(&number))
    }
}

impl FromStr for Selection {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let range = |word: &str| {
            let wrong = || {
                format!("\"{word}\" is not a number of a game or a range; write 3,7-9 or the like")
            };
            let (first, last) = word.split_once('-').unwrap_or((word, word));
            let number = |word: &str| word.trim().parse::<u32>().map_err(|_| wrong());
            let (first, last) = (number(first)?, number(last)?);
            if first <= last { Ok(first..=last) } else { Err(wrong()) }
        };
        text.split(',').map(range).collect::<Result<_, _>>().map(Selection)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{any, prop_assert_eq, proptest};

    #[test]
    fn a_list_names_games_and_ranges() {
        let list: Selection = "3, 7-9,12".parse().expect("a list");
        let found: Vec<u32> = (0..20).filter(|&number| list.has(number)).collect();
        assert_eq!(found, [3, 7, 8, 9, 12]);
        for wrong in ["", "a", "3,", "9-7", "1-2-3", "-1", "4294967296"] {
            assert!(wrong.parse::<Selection>().is_err(), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn a_range_has_what_lies_between_its_ends(
            first in any::<u32>(),
            last in any::<u32>(),
            number in any::<u32>(),
        ) {
            match format!("{first}-{last}").parse::<Selection>() {
                Ok(list) => prop_assert_eq!(list.has(number), first <= number && number <= last),
                Err(_) => prop_assert_eq!(first > last, true),
            }
        }
    }
}
