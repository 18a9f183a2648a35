//! The list of games of a contest, in playing order.
//!
//! Games come in pairs: two players take one opening twice, with colors exchanged, so that an
//! opening that favors one color favors no player. The first pair of any two players begins in the
//! start position. In a tournament all play an opening before any plays the next one, so that an
//! interrupted tournament is still a fair one.
//!
//! The list depends on its arguments alone. A longer match begins with the games of a shorter one,
//! numbers included: a match can be resumed, or made longer, by skipping the games that are done.

use crate::schedule::openings::{OpeningIndex, Seed, order};
use std::fmt;
use std::num::NonZeroUsize;

/// Which players meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contest {
    /// Two players.
    Match,
    /// Every player meets every other.
    RoundRobin {
        /// Number of players.
        players: usize,
    },
    /// The first player meets all others, and these do not meet each other.
    Gauntlet {
        /// Number of players, the first one included.
        players: usize,
    },
}

/// A player's place in the list of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerIndex(usize);

impl PlayerIndex {
    /// The first player: of a match, of a gauntlet.
    pub const FIRST: PlayerIndex = PlayerIndex(0);

    /// The player at a place, counted from 0.
    pub const fn of_number(number: usize) -> Self {
        PlayerIndex(number)
    }

    /// The place, counted from 0.
    pub const fn number(self) -> usize {
        self.0
    }
}

/// How many pairs of games two players play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairs(usize);

impl Pairs {
    /// The pairs for at least `games` games: an odd number is rounded up.
    pub const fn for_games(games: usize) -> Self {
        Pairs(games.div_ceil(2))
    }

    /// The number of games.
    pub const fn games(self) -> usize {
        self.0 * 2
    }
}

/// One of the two games of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Leg {
    /// The player with the lower index has Black.
    First,
    /// Colors exchanged.
    Second,
}

/// The number of a game in its contest as pair and leg, shown as `9.1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId {
    pair: usize,
    leg: Leg,
}

impl GameId {
    /// The pair's number, counted from 1 over the whole contest.
    pub const fn pair(self) -> usize {
        self.pair + 1
    }

    /// Which of the pair's games it is.
    pub const fn leg(self) -> Leg {
        self.leg
    }

    /// The game's number, counted from 1 over the whole contest.
    pub const fn number(self) -> usize {
        self.pair * 2 + self.leg as usize + 1
    }

    /// The game with this number, counted from 1; `None` for 0.
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

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduledGame {
    /// Its number, as pair and leg.
    pub id: GameId,
    /// Where it begins.
    pub opening: OpeningIndex,
    /// The player of the black pieces.
    pub black: PlayerIndex,
    /// The player of the white pieces.
    pub white: PlayerIndex,
}

#[cfg(test)]
impl ScheduledGame {
    /// The player for whom results of the pair are counted: it has Black in the first leg.
    pub const fn first_player(&self) -> PlayerIndex {
        match self.id.leg {
            Leg::First => self.black,
            Leg::Second => self.white,
        }
    }
}

/// All games of a contest, in playing order. Any two players that meet play `pairs` pairs. When all
/// `openings` positions are used up, the list of openings begins again.
pub fn schedule(
    contest: Contest,
    openings: NonZeroUsize,
    pairs: Pairs,
    seed: Seed,
) -> Vec<ScheduledGame> {
    let pairings = pairings(contest);
    let rounds = order(openings, seed).into_iter().cycle().take(pairs.0);
    let meetings =
        rounds.flat_map(|opening| pairings.iter().map(move |&players| (opening, players)));
    let games = meetings.enumerate().flat_map(|(pair, (opening, (first, second)))| {
        [(Leg::First, first, second), (Leg::Second, second, first)].map(|(leg, black, white)| {
            ScheduledGame { id: GameId { pair, leg }, opening, black, white }
        })
    });
    games.collect()
}

/// Every two players that meet, once; in a pairing the one with the lower index comes first.
fn pairings(contest: Contest) -> Vec<(PlayerIndex, PlayerIndex)> {
    match contest {
        Contest::Match => vec![(PlayerIndex(0), PlayerIndex(1))],
        Contest::RoundRobin { players } => round_robin(players),
        Contest::Gauntlet { players } => {
            (1..players).map(|other| (PlayerIndex::FIRST, PlayerIndex(other))).collect()
        }
    }
}

/// The circle method (Schurig 1886): all but one player sit in a circle and move on by one place
/// after each round, so that no player plays twice in a round.
fn round_robin(players: usize) -> Vec<(PlayerIndex, PlayerIndex)> {
    // With an odd number of players, the opponent of the missing one has a rest.
    let places = players.next_multiple_of(2);
    let circle = places.saturating_sub(1);
    let rounds = (0..circle).flat_map(|round| {
        let facing = move |step| ((round + step) % circle, (round + circle - step) % circle);
        std::iter::once((round, circle)).chain((1..places / 2).map(facing))
    });
    let in_order = rounds.map(|(one, other)| (one.min(other), one.max(other)));
    let present = in_order.filter(|&(_, later)| later < players);
    present.map(|(first, second)| (PlayerIndex(first), PlayerIndex(second))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{
        Just, Strategy, any, prop_assert, prop_assert_eq, prop_oneof, proptest,
    };
    use std::collections::{HashMap, HashSet};

    fn size(openings: usize) -> NonZeroUsize {
        NonZeroUsize::new(openings).expect("not empty")
    }

    fn line(game: &ScheduledGame) -> String {
        let ScheduledGame { id, opening, black, white } = game;
        format!("{id} {} {}-{}", opening.number(), black.number(), white.number())
    }

    #[test]
    fn a_match_from_the_start_alternates_colors() {
        let games = schedule(Contest::Match, size(1), Pairs::for_games(3), Seed(1));
        let lines: Vec<_> = games.iter().map(line).collect();
        assert_eq!(lines, ["1.1 0 0-1", "1.2 0 1-0", "2.1 0 0-1", "2.2 0 1-0"]);
    }

    #[test]
    fn in_a_tournament_all_play_an_opening_before_any_plays_the_next() {
        let contest = Contest::RoundRobin { players: 3 };
        let games = schedule(contest, size(9), Pairs::for_games(4), Seed(1));
        let openings: Vec<_> = games.iter().map(|game| game.opening).collect();
        assert_eq!(openings[..6], [OpeningIndex::START; 6]);
        assert!(openings[6] != openings[0] && openings[6..].iter().all(|&o| o == openings[6]));
        let meet: Vec<_> = games[..6].iter().step_by(2).map(line).collect();
        assert_eq!(meet, ["1.1 0 1-2", "2.1 0 0-2", "3.1 0 0-1"]);
    }

    #[test]
    fn no_player_plays_twice_in_a_round() {
        for players in 2..=9_usize {
            let meetings = round_robin(players);
            for round in meetings.chunks(players / 2) {
                let names: HashSet<_> = round.iter().flat_map(|&(one, two)| [one, two]).collect();
                assert_eq!(names.len(), round.len() * 2, "{players} players: {round:?}");
            }
        }
    }

    #[test]
    fn an_odd_number_of_games_is_made_even() {
        for (asked, played) in [(0, 0), (1, 2), (2, 2), (101, 102)] {
            assert_eq!(Pairs::for_games(asked).games(), played);
        }
    }

    #[test]
    fn fewer_than_two_players_give_no_games() {
        for players in [0, 1] {
            for contest in [Contest::RoundRobin { players }, Contest::Gauntlet { players }] {
                assert_eq!(schedule(contest, size(3), Pairs::for_games(8), Seed(0)), []);
            }
        }
    }

    #[test]
    fn a_number_names_one_game() {
        assert_eq!(GameId::from_number(0), None);
        let name = |number| GameId::from_number(number).map(|id| id.to_string());
        assert_eq!([1, 2, 17].map(name), ["1.1", "1.2", "9.1"].map(|id| Some(id.to_string())));
    }

    fn contests() -> impl Strategy<Value = Contest> {
        prop_oneof![
            Just(Contest::Match),
            (0_usize..9).prop_map(|players| Contest::RoundRobin { players }),
            (0_usize..9).prop_map(|players| Contest::Gauntlet { players }),
        ]
    }

    /// How many pairs of players meet.
    fn meetings(contest: Contest) -> usize {
        match contest {
            Contest::Match => 1,
            Contest::RoundRobin { players } => players * players.saturating_sub(1) / 2,
            Contest::Gauntlet { players } => players.saturating_sub(1),
        }
    }

    proptest! {
        #[test]
        fn any_two_who_meet_play_each_opening_with_both_colors(
            contest in contests(), openings in 1_usize..20, games in 0_usize..60, seed in any::<u64>(),
        ) {
            let pairs = Pairs::for_games(games);
            let list = schedule(contest, size(openings), pairs, Seed(seed));
            prop_assert_eq!(list.len(), meetings(contest) * pairs.games());
            let mut counts = HashMap::new();
            for game in &list {
                prop_assert!(game.black != game.white && game.opening.number() < openings);
                *counts.entry((game.opening, game.black, game.white)).or_insert(0) += 1;
            }
            for (&(opening, black, white), count) in &counts {
                prop_assert_eq!(counts.get(&(opening, white, black)), Some(count));
                // No opening is taken once more before all others are taken as often.
                let rounds = pairs.games() / 2;
                prop_assert!((rounds / openings..=rounds.div_ceil(openings)).contains(count));
            }
            let met: HashSet<_> = list.iter().map(|game| (game.black, game.white)).collect();
            prop_assert_eq!(met.len(), if games == 0 { 0 } else { meetings(contest) * 2 });
        }

        #[test]
        fn the_first_pair_of_any_two_begins_in_the_start_position(
            contest in contests(), openings in 1_usize..20, seed in any::<u64>(),
        ) {
            let list = schedule(contest, size(openings), Pairs::for_games(10), Seed(seed));
            let first = &list[..meetings(contest) * 2];
            prop_assert!(first.iter().all(|game| game.opening == OpeningIndex::START));
        }

        #[test]
        fn games_of_a_pair_stand_together_and_are_numbered_through(
            contest in contests(), openings in 1_usize..20, games in 0_usize..60, seed in any::<u64>(),
        ) {
            let list = schedule(contest, size(openings), Pairs::for_games(games), Seed(seed));
            for (index, game) in list.iter().enumerate() {
                prop_assert_eq!(game.id.number(), index + 1);
                prop_assert_eq!(GameId::from_number(index + 1), Some(game.id));
            }
            for pair in list.chunks(2) {
                prop_assert_eq!(pair[0].id.pair(), pair[1].id.pair());
                prop_assert_eq!((pair[0].id.leg(), pair[1].id.leg()), (Leg::First, Leg::Second));
                prop_assert_eq!(pair[0].opening, pair[1].opening);
                prop_assert_eq!((pair[0].black, pair[0].white), (pair[1].white, pair[1].black));
                prop_assert!(pair.iter().all(|game| game.first_player() == pair[0].black));
            }
        }

        #[test]
        fn a_longer_contest_begins_with_the_shorter_one(
            contest in contests(), openings in 1_usize..20, games in 0_usize..40,
            more in 0_usize..40, seed in any::<u64>(),
        ) {
            let play = |games| schedule(contest, size(openings), Pairs::for_games(games), Seed(seed));
            let (short, long) = (play(games), play(games + more));
            prop_assert_eq!(&long[..short.len()], &short[..]);
            prop_assert_eq!(play(games), short);
        }
    }
}
