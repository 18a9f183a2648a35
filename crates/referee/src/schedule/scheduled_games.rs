//! The list of games of one round, in playing order.
//!
//! Games come in pairs: two players take one opening twice, with colors exchanged. An opening that
//! favors one color then favors no player. If the number of games is odd, the last pair has one
//! game only. In a round all play an opening before any plays the next one, which keeps an
//! interrupted tournament fair. The first pair of the first round begins in the start position.
//!
//! The list depends on its arguments alone. A longer contest begins with the games of a shorter
//! one, numbers included: a match is resumed, or made longer, by skipping the finished games.

use crate::pairing::{Pairing, Player};
use crate::schedule::openings::OpeningIndex;
use std::fmt;

/// Games of two players in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamesEach(pub usize);

impl GamesEach {
    /// An odd number is rounded up to an even one.
    pub const fn in_pairs(games: usize) -> Self {
        GamesEach(games.next_multiple_of(2))
    }

    /// Pairs of games, the last of which may have one game only.
    pub const fn pairs(self) -> usize {
        self.0.div_ceil(2)
    }
}

/// One of the two games of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Leg {
    /// The first player of the pairing has Black.
    First,
    /// With exchanged colors.
    Second,
}

/// The number of a game in its contest as pair and leg, shown as `9.1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId {
    pair: usize,
    leg: Leg,
}

impl GameId {
    /// The pair is counted from 0.
    pub const fn new(pair: usize, leg: Leg) -> Self {
        GameId { pair, leg }
    }

    /// The pair's number, from 1 over the whole contest.
    pub const fn pair(self) -> usize {
        self.pair + 1
    }

    pub const fn leg(self) -> Leg {
        self.leg
    }

    /// The game's number, from 1 over the whole contest.
    pub const fn number(self) -> usize {
        self.pair * 2 + self.leg as usize + 1
    }

    /// The game with this number, from 1; `None` for 0.
    pub fn from_number(number: usize) -> Option<Self> {
        let index = number.checked_sub(1)?;
        let leg = if index.is_multiple_of(2) { Leg::First } else { Leg::Second };
        Some(GameId { pair: index / 2, leg })
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.pair(), self.leg as usize + 1)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduledGame {
    pub id: GameId,
    /// The round of the contest, from 1.
    pub round: u32,
    pub opening: OpeningIndex,
    pub black: Player,
    pub white: Player,
}

impl ScheduledGame {
    pub const fn number(&self) -> u32 {
        self.id.number() as u32
    }
}

/// Everything that the games of a round depend on, beside its pairings.
#[derive(Clone, Copy, Debug)]
pub struct RoundSchedule<'a> {
    /// The round of the contest, from 1.
    pub round: u32,
    pub pairs_before: usize,
    pub games: GamesEach,
    /// The openings of the contest in their order, which begins again when all are used up.
    pub openings: &'a [OpeningIndex],
}

impl RoundSchedule<'_> {
    /// All games of the round, in playing order.
    pub fn games(&self, pairings: &[Pairing]) -> Vec<ScheduledGame> {
        let cycles = self.games.pairs();
        let skipped = (self.round as usize).saturating_sub(1) * cycles;
        let openings = self.openings.iter().cycle().skip(skipped % self.openings.len().max(1));
        let meetings = openings.take(cycles).enumerate().flat_map(|(cycle, &opening)| {
            pairings.iter().map(move |pairing| (cycle, opening, pairing))
        });
        let games = meetings.enumerate().flat_map(|(index, (cycle, opening, pairing))| {
            let is_single = self.games.0 % 2 == 1 && cycle + 1 == cycles;
            let legs: &[Leg] = if is_single { &[Leg::First] } else { &[Leg::First, Leg::Second] };
            legs.iter().map(move |&leg| self.game(index, leg, opening, pairing))
        });
        games.collect()
    }

    fn game(&self, index: usize, leg: Leg, opening: OpeningIndex, of: &Pairing) -> ScheduledGame {
        let id = GameId::new(self.pairs_before + index, leg);
        let (black, white) = match leg {
            Leg::First => (of.first, of.second),
            Leg::Second => (of.second, of.first),
        };
        ScheduledGame { id, round: self.round, opening, black, white }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pairing::{Format, next_round};
    use crate::schedule::openings::{OpeningOrder, Seed};
    use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};
    use std::collections::HashMap;
    use std::num::NonZeroUsize;

    fn round_robin(
        players: usize,
        openings: usize,
        games: GamesEach,
        seed: u64,
    ) -> Vec<ScheduledGame> {
        let size = NonZeroUsize::new(openings).expect("not empty");
        let openings = OpeningOrder::USUAL.indices(size, Seed(seed));
        let round = next_round(Format::RoundRobin, players, &[]).expect("two players or more");
        let round = round.expect("the first one");
        let schedule = RoundSchedule { round: 1, pairs_before: 0, games, openings: &openings };
        schedule.games(&round.pairings)
    }

    fn line(game: &ScheduledGame) -> String {
        let ScheduledGame { id, opening, black, white, .. } = game;
        format!("{id} {} {}-{}", opening.number(), black.0, white.0)
    }

    #[test]
    fn a_match_from_the_start_alternates_colors() {
        let found = lines(GamesEach::in_pairs(3));
        assert_eq!(found, ["1.1 0 0-1", "1.2 0 1-0", "2.1 0 0-1", "2.2 0 1-0"]);
        assert_eq!(lines(GamesEach(3)), ["1.1 0 0-1", "1.2 0 1-0", "2.1 0 0-1"]);
    }

    fn lines(games: GamesEach) -> Vec<String> {
        round_robin(2, 1, games, 1).iter().map(line).collect::<Vec<_>>()
    }

    #[test]
    fn in_a_tournament_all_play_an_opening_before_any_plays_the_next() {
        let games = round_robin(3, 9, GamesEach(4), 1);
        let openings: Vec<_> = games.iter().map(|game| game.opening).collect();
        assert_eq!(openings[..6], [OpeningIndex::START; 6]);
        assert!(openings[6] != openings[0] && openings[6..].iter().all(|&o| o == openings[6]));
        let meet: Vec<_> = games[..6].iter().step_by(2).map(line).collect();
        assert_eq!(meet, ["1.1 0 1-2", "2.1 0 0-2", "3.1 0 0-1"]);
    }

    #[test]
    fn the_next_round_goes_on_with_the_next_openings_and_numbers() {
        let openings = OpeningOrder::USUAL.indices(NonZeroUsize::new(5).expect("five"), Seed(1));
        let pairings = [Pairing { first: Player(1), second: Player(0) }];
        let games = GamesEach(2);
        let third = RoundSchedule { round: 3, pairs_before: 7, games, openings: &openings };
        let games = third.games(&pairings);
        assert_eq!(games.iter().map(|game| game.id.number()).collect::<Vec<_>>(), [15, 16]);
        assert!(games.iter().all(|game| game.opening == openings[2] && game.round == 3));
        assert_eq!((games[0].black, games[1].black), (Player(1), Player(0)));
    }

    #[test]
    fn a_number_names_one_game() {
        assert_eq!(GameId::from_number(0), None);
        assert_eq!(
            [1, 2, 17].map(|number| GameId::from_number(number).map(|id| id.to_string())),
            ["1.1", "1.2", "9.1"].map(|id| Some(id.to_string()))
        );
    }

    proptest! {
        #[test]
        fn any_two_play_each_opening_with_both_colors(
            players in 2_usize..9, openings in 1_usize..20, games in 0_usize..60, seed in any::<u64>(),
        ) {
            let games = GamesEach::in_pairs(games);
            let list = round_robin(players, openings, games, seed);
            prop_assert_eq!(list.len(), players * (players - 1) / 2 * games.0);
            let mut counts = HashMap::new();
            for game in &list {
                prop_assert!(game.black != game.white && game.opening.number() < openings);
                *counts.entry((game.opening, game.black, game.white)).or_insert(0) += 1;
            }
            for (&(opening, black, white), count) in &counts {
                prop_assert_eq!(counts.get(&(opening, white, black)), Some(count));
                // No opening is taken once more before all others are taken as often.
                let pairs = games.pairs();
                prop_assert!((pairs / openings..=pairs.div_ceil(openings)).contains(count));
            }
        }

        #[test]
        fn games_of_a_pair_stand_together_and_are_numbered_through(
            players in 2_usize..9, openings in 1_usize..20, games in 0_usize..60, seed in any::<u64>(),
        ) {
            let list = round_robin(players, openings, GamesEach::in_pairs(games), seed);
            for (index, game) in list.iter().enumerate() {
                prop_assert_eq!(game.id.number(), index + 1);
                prop_assert_eq!(GameId::from_number(index + 1), Some(game.id));
            }
            for pair in list.chunks(2) {
                prop_assert_eq!((pair[0].id.leg(), pair[1].id.leg()), (Leg::First, Leg::Second));
                prop_assert_eq!(pair[0].opening, pair[1].opening);
                prop_assert_eq!((pair[0].black, pair[0].white), (pair[1].white, pair[1].black));
            }
        }

        #[test]
        fn a_longer_contest_begins_with_the_shorter_one(
            players in 2_usize..9, openings in 1_usize..20, games in 0_usize..40,
            more in 0_usize..40, seed in any::<u64>(),
        ) {
            let play = |games| round_robin(players, openings, GamesEach::in_pairs(games), seed);
            let (short, long) = (play(games), play(games + more));
            prop_assert_eq!(&long[..short.len()], &short[..]);
            prop_assert_eq!(play(games), short);
        }
    }
}
