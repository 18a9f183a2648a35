//! Ratings of any number of players from all their results, with 95 % intervals.
//!
//! Unlike a player's share of points, a rating takes the strength of the opponents into account.
//! The model is that of Bradley, Terry and Davidson (`davidson.rs`).
//!
//! - **Scale.** Elo as on the rest of the page: between near equals, the expected share of points
//!   is the logistic formula's. The odds of a win against a loss are larger where draws are
//!   common; they are divided by 1 + `nu` / 2, as bayeselo does (Coulom 2005).
//! - **Origin.** The mean of the players that are connected by games is 0. Players of different
//!   components cannot be compared: no chain of games leads from one to the other.
//! - **Perfect scores** stay finite by a weak assumption: besides its results, each player has a
//!   tenth of a win and a tenth of a loss against an average player. So 11 wins of 11 are about
//!   820 Elo more than the opponents have.
//! - **Intervals** are 1.96 standard deviations of the information matrix. They take single games
//!   as independent, and assume that players have one strength for all opponents and openings.
//!
//! Source: R. R. Davidson, "On Extending the Bradley-Terry Model to Accommodate Ties in Paired
//! Comparison Experiments" (Journal of the American Statistical Association 65, 1970).

use crate::components::Components;
use crate::davidson::{self, Fit, OutcomeChances, PairComparison};
use crate::elo::Z_95;

/// Elo of one logistic unit.
const ELO_SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// The strength of a player among those that it is connected to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The difference to the mean player of the component, in Elo.
    pub elo: f64,
    /// Half the length of the 95 % interval, in Elo.
    pub error: f64,
    /// Players with the same number can be compared. Components are numbered from 0, in the order
    /// of their first player.
    pub component: usize,
}

/// The share of draws, independent of the strengths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawRate {
    log_nu: f64,
}

impl DrawRate {
    /// The rate at which equal players draw this share of their games. A share outside of 0.000001
    /// to 0.999999 is replaced by the nearer of the two.
    #[cfg(test)]
    fn of_equal_players(share: f64) -> Self {
        let share = share.clamp(1e-6, 1.0 - 1e-6);
        DrawRate { log_nu: (2.0 * share / (1.0 - share)).ln() }
    }

    /// The share of draws between equal players, from 0 to 1.
    pub fn share(self) -> f64 {
        OutcomeChances::at(0.0, self.log_nu).draw
    }

    /// The chances of a player that is `elo` stronger, by the model of the ratings.
    pub fn outcome(self, elo: f64) -> OutcomeChances {
        OutcomeChances::at(elo / self.elo_of_unit(), self.log_nu)
    }

    /// Elo of one unit of Davidson's strengths.
    fn elo_of_unit(self) -> f64 {
        ELO_SCALE / (1.0 + self.log_nu.exp() / 2.0)
    }
}

/// The ratings of all players.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// One for each player; `None` for a player without a game against another.
    pub players: Vec<Option<Rating>>,
    /// The number of components.
    pub components: usize,
    /// `None` if no player has a rating.
    pub draws: Option<DrawRate>,
}

impl Ratings {
    /// Rates `players` players. A comparison with a higher number adds players. Games of a player
    /// against itself say nothing and are left out.
    ///
    /// The cost grows with the third power of the players, and linearly with the comparisons.
    pub fn of(players: usize, comparisons: &[PairComparison]) -> Self {
        let results: Vec<PairComparison> = comparisons.iter().copied().filter(counts).collect();
        let numbers = results.iter().map(|result| result.first.max(result.second) + 1);
        let players = numbers.fold(players, usize::max);
        let components = Components::of(players, &results);
        let ranks = components.ranks();
        let rated = ranks.iter().flatten().count();
        let mut number = vec![0; players];
        let active = (0..players).filter(|&player| ranks[player].is_some());
        for (rank, player) in active.enumerate() {
            number[player] = rank;
        }
        let results: Vec<PairComparison> = results
            .iter()
            .map(|result| PairComparison {
                first: number[result.first],
                second: number[result.second],
                ..*result
            })
            .collect();
        let unknown = Ratings { players: vec![None; players], components: 0, draws: None };
        let Some(fit) = (rated > 0).then(|| davidson::fit(rated, &results)).flatten() else {
            return unknown;
        };
        let groups: Vec<usize> = ranks.iter().copied().flatten().collect();
        let mut ratings = rate(&fit, &groups).into_iter();
        Ratings {
            players: ranks.iter().map(|rank| rank.and_then(|_| ratings.next())).collect(),
            components: components.count(),
            draws: Some(DrawRate { log_nu: fit.parameters[rated] }),
        }
    }
}

/// True for games of two different players.
fn counts(comparison: &PairComparison) -> bool {
    let PairComparison { first, second, wins, draws, losses } = *comparison;
    first != second && (wins > 0 || draws > 0 || losses > 0)
}

/// Rates players whose components are `groups`.
fn rate(fit: &Fit, groups: &[usize]) -> Vec<Rating> {
    let size = groups.len();
    let (strengths, draws) = (&fit.parameters[..size], DrawRate { log_nu: fit.parameters[size] });
    let variances = fit.information.inverse_diagonal();
    let unit = |index: usize| -> Vec<f64> {
        (0..=size).map(|i| f64::from(u8::from(i == index))).collect()
    };
    let with_draws = fit.information.solve(&unit(size));
    // The scale depends on the draws: its derivative by their parameter, for one unit of strength.
    let nu = draws.log_nu.exp();
    let change = -(nu / 2.0) / (1.0 + nu / 2.0);
    let mut ratings: Vec<Option<Rating>> = vec![None; size];
    let components = groups.iter().max().map_or(0, |last| last + 1);
    for component in 0..components {
        let members: Vec<usize> = (0..size).filter(|&i| groups[i] == component).collect();
        let count = members.len() as f64;
        let mut share = vec![0.0; size + 1];
        for &member in &members {
            share[member] = 1.0 / count;
        }
        // Covariances of the mean with every parameter.
        let with_mean = fit.information.solve(&share);
        let [strength, variance] = [strengths, &with_mean]
            .map(|numbers| members.iter().map(|&i| numbers[i]).sum::<f64>() / count);
        for &i in &members {
            let difference = strengths[i] - strength;
            let own = variances[i] - 2.0 * with_mean[i] + variance;
            let mixed = with_draws[i] - with_mean[size];
            let slope = change * difference;
            let total = own + 2.0 * slope * mixed + slope * slope * variances[size];
            let scale = draws.elo_of_unit();
            ratings[i] = Some(Rating {
                elo: scale * difference,
                error: scale * Z_95 * total.max(0.0).sqrt(),
                component,
            });
        }
    }
    ratings.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elo::Elo;
    use crate::tally::GameCounts;
    use proptest::prelude::{Just, Strategy, prop, prop_assert, proptest};

    fn versus(first: usize, second: usize, [wins, draws, losses]: [u64; 3]) -> PairComparison {
        PairComparison { first, second, wins, draws, losses }
    }

    fn elo(ratings: &Ratings, player: usize) -> f64 {
        ratings.players[player].expect("it has games").elo
    }

    /// Random numbers for tests, the same on any machine (Vigna's splitmix64).
    struct Random(u64);

    impl Random {
        /// At least 0 and less than 1.
        fn share(&mut self) -> f64 {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = self.0;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
        }

        /// Nearly normal, with this standard deviation: the sum of twelve shares.
        fn normal(&mut self, deviation: f64) -> f64 {
            ((0..12).map(|_| self.share()).sum::<f64>() - 6.0) * deviation
        }

        fn game(&mut self, first: usize, second: usize, outcome: OutcomeChances) -> PairComparison {
            let share = self.share();
            let counts = if share < outcome.win {
                [1, 0, 0]
            } else if share < outcome.win + outcome.draw {
                [0, 1, 0]
            } else {
                [0, 0, 1]
            };
            versus(first, second, counts)
        }
    }

    /// Strengths around 0, and `rounds` rounds in which neighbors by strength and chance meet.
    fn swiss(players: usize, rounds: usize, seed: u64) -> (Vec<f64>, Vec<PairComparison>) {
        let mut random = Random(seed);
        let draws = DrawRate::of_equal_players(0.4);
        let mut strengths: Vec<f64> = (0..players).map(|_| random.normal(250.0)).collect();
        let mean = strengths.iter().sum::<f64>() / players as f64;
        strengths.iter_mut().for_each(|strength| *strength -= mean);
        let mut games = Vec::new();
        for round in 0..rounds {
            let spread = 400.0 / (round + 1) as f64;
            let mut order: Vec<(f64, usize)> = (0..players)
                .map(|player| (strengths[player] + random.normal(spread), player))
                .collect();
            order.sort_by(|one, other| one.0.total_cmp(&other.0));
            for pair in order.chunks_exact(2) {
                let (one, other) = (pair[0].1, pair[1].1);
                let outcome = draws.outcome(strengths[one] - strengths[other]);
                games.push(random.game(one, other, outcome));
            }
        }
        (strengths, games)
    }

    #[test]
    fn two_players_differ_by_the_logistic_formula() {
        for counts in [[75_000, 0, 25_000], [60_000, 20_000, 20_000], [52_000, 40_000, 8_000]] {
            let ratings = Ratings::of(2, &[versus(0, 1, counts)]);
            let [wins, draws, losses] = counts;
            let wanted = Elo::logistic(&GameCounts::new([losses, draws, wins])).value;
            let (found, wanted) = (elo(&ratings, 0) - elo(&ratings, 1), wanted.expect("finite"));
            // Without draws they agree; with draws the curves differ far from equality.
            let tolerance = if draws == 0 { 0.05 } else { wanted * 0.03 };
            assert!((found - wanted).abs() < tolerance, "{found} is not {wanted}");
        }
    }

    #[test]
    fn the_interval_of_two_players_is_that_of_their_score() {
        let ratings = Ratings::of(2, &[versus(0, 1, [5_200, 0, 4_800])]);
        let wanted = Elo::logistic(&GameCounts::new([4_800, 0, 5_200])).error().expect("both ends");
        let found = 2.0 * ratings.players[0].expect("rated").error;
        assert!((found / wanted - 1.0).abs() < 0.01, "{found} is not {wanted}");
    }

    #[test]
    fn simulated_strengths_lie_within_nearly_all_intervals() {
        let (mut inside, mut all) = (0, 0);
        for seed in 0..40 {
            let (strengths, games) = swiss(60, 11, seed);
            let ratings = Ratings::of(60, &games);
            for (strength, rating) in strengths.iter().zip(&ratings.players) {
                let rating = rating.expect("all played");
                inside += usize::from((rating.elo - strength).abs() <= rating.error);
                all += 1;
            }
        }
        let share = inside as f64 / all as f64;
        assert!((0.93..=0.97).contains(&share), "{share} of the intervals hold the strength");
    }

    #[test]
    fn five_hundred_players_are_rated_in_any_schedule() {
        let (strengths, games) = swiss(500, 11, 7);
        let by_swiss = mean_error(&strengths, &Ratings::of(500, &games));
        let mut random = Random(8);
        let draws = DrawRate::of_equal_players(0.4);
        let mut all = Vec::new();
        for one in 0..500 {
            for other in one + 1..500 {
                let outcome = draws.outcome(strengths[one] - strengths[other]);
                all.push(random.game(one, other, outcome));
            }
        }
        let ratings = Ratings::of(500, &all);
        assert_eq!((all.len(), ratings.components), (124_750, 1));
        let (by_all, found) =
            (mean_error(&strengths, &ratings), ratings.draws.expect("games").share());
        assert!(by_all < 15.0 && by_swiss < 110.0, "{by_all} {by_swiss}");
        assert!((found - 0.4).abs() < 0.01, "{found}");
    }

    fn mean_error(strengths: &[f64], ratings: &Ratings) -> f64 {
        let errors = strengths.iter().zip(&ratings.players);
        errors.map(|(s, r)| (r.expect("rated").elo - s).abs()).sum::<f64>() / 500.0
    }

    #[test]
    fn perfect_scores_are_finite_and_better_with_every_game() {
        let mut last = 0.0;
        for games in [1, 2, 11, 1_000, 1_000_000] {
            let ratings = Ratings::of(2, &[versus(0, 1, [games, 0, 0])]);
            let rating = ratings.players[0].expect("rated");
            assert!(rating.elo.is_finite() && rating.error.is_finite() && rating.elo > last);
            last = rating.elo;
        }
    }

    #[test]
    fn draws_alone_are_equality() {
        let ratings = Ratings::of(2, &[versus(0, 1, [0, 1_000_000, 0])]);
        let rating = ratings.players[0].expect("rated");
        assert!(rating.elo.abs() < 1e-6 && rating.error.is_finite(), "{rating:?}");
    }

    #[test]
    fn groups_without_common_games_are_kept_apart() {
        let games = [versus(4, 1, [3, 1, 0]), versus(0, 5, [1, 1, 1]), versus(5, 2, [2, 0, 1])];
        let lonely = versus(3, 3, [7, 0, 0]);
        let ratings = Ratings::of(8, &[games[0], games[1], games[2], lonely]);
        let found: Vec<_> =
            (0..8).map(|player| ratings.players[player].map(|rating| rating.component)).collect();
        assert_eq!(found, [Some(0), Some(1), Some(0), None, Some(1), Some(0), None, None]);
        assert_eq!(ratings.components, 2);
        assert!((elo(&ratings, 4) + elo(&ratings, 1)).abs() < 1e-6, "each has its own mean");
        assert!((elo(&ratings, 0) + elo(&ratings, 2) + elo(&ratings, 5)).abs() < 1e-6);
    }

    #[test]
    fn without_games_there_are_no_ratings() {
        let nothing = Ratings { players: vec![None; 3], components: 0, draws: None };
        assert_eq!(Ratings::of(3, &[]), nothing);
        assert_eq!(Ratings::of(3, &[versus(0, 1, [0, 0, 0])]), nothing);
    }

    fn some_games() -> impl Strategy<Value = Vec<PairComparison>> {
        let counts = [0_u64..4, 0..4, 0..4];
        let game = (0_usize..6, 0_usize..6, counts);
        prop::collection::vec(game.prop_map(|(one, other, n)| versus(one, other, n)), 0..12)
    }

    proptest! {
        #[test]
        fn numbering_the_players_anew_changes_no_rating(
            games in some_games(),
            order in Just(vec![0, 1, 2, 3, 4, 5]).prop_shuffle(),
        ) {
            let others: Vec<PairComparison> = games.iter().rev().map(|game| PairComparison {
                first: order[game.second],
                second: order[game.first],
                wins: game.losses,
                draws: game.draws,
                losses: game.wins,
            }).collect();
            let (ratings, others) = (Ratings::of(6, &games), Ratings::of(6, &others));
            for (player, rating) in ratings.players.iter().enumerate() {
                let other = others.players[order[player]];
                let same = match (rating, other) {
                    (Some(one), Some(other)) => {
                        (one.elo - other.elo).abs() + (one.error - other.error).abs() < 1e-3
                    }
                    (one, other) => one.is_none() && other.is_none(),
                };
                prop_assert!(same, "{rating:?} {other:?}");
            }
        }

        #[test]
        fn a_better_result_gives_a_better_rating(games in some_games()) {
            let mut more = games.clone();
            more.push(versus(0, 1, [0, 0, 1]));
            let less = Ratings::of(6, &more);
            more.pop();
            more.push(versus(0, 1, [1, 0, 0]));
            prop_assert!(elo(&Ratings::of(6, &more), 0) > elo(&less, 0));
        }
    }
}
