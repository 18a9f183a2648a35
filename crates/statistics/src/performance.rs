//! The rating of one player from games against opponents of known ratings: the likeliest one, with
//! a 95 % interval.
//!
//! The model is logistic Elo, a draw being half a win and half a loss. The interval holds all
//! ratings whose likelihood is at least that of the likeliest one by exp(-1.92): the usual
//! likelihood-ratio interval for one parameter (Wilks 1938).

use crate::elo::{Elo, score_of};
use crate::tally::GameScore;

/// Half of the 95 % quantile of chi squared with one degree of freedom.
const DROP: f64 = 1.920_729_410_347_062;
/// Ratings farther than this from those of the opponents are not looked at.
const REACH: f64 = 4_000.0;
const HALVINGS: usize = 80;

/// The rating from games, each with the opponent's rating. A number that does not exist is `None`:
/// all fields without games; the value and one end while all games are won, or all lost.
pub fn performance(games: &[(f64, GameScore)]) -> Elo {
    let ratings = games.iter().map(|&(rating, _)| rating);
    let lowest = ratings.clone().reduce(f64::min);
    let (Some(low), Some(high)) = (lowest, ratings.reduce(f64::max)) else {
        return Elo::default();
    };
    let (low, high) = (low - REACH, high + REACH);
    let [all_won, all_lost] = [GameScore::Win, GameScore::Loss]
        .map(|score| games.iter().all(|&(_, found)| found == score));
    // The slope falls: the likelihood has one maximum.
    let top = falling_root(low, high, |rating| slope(games, rating));
    let limit = log_likelihood(games, top) - DROP;
    let rest = |rating: f64| log_likelihood(games, rating) - limit;
    Elo {
        value: (!all_won && !all_lost).then_some(top),
        low: (!all_lost).then(|| falling_root(low, top, |rating| -rest(rating))),
        high: (!all_won).then(|| falling_root(top, high, rest)),
    }
}

fn log_likelihood(games: &[(f64, GameScore)], rating: f64) -> f64 {
    games
        .iter()
        .map(|&(opponent, score)| {
            let (won, lost) = (score_of(rating - opponent), score_of(opponent - rating));
            let points = score.points();
            points * won.ln() + (1.0 - points) * lost.ln()
        })
        .sum()
}

fn slope(games: &[(f64, GameScore)], rating: f64) -> f64 {
    games.iter().map(|&(opponent, score)| score.points() - score_of(rating - opponent)).sum()
}

/// Where a falling function crosses zero; an end of the interval if it does not.
fn falling_root(mut low: f64, mut high: f64, function: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if function(middle) > 0.0 { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use GameScore::{Draw, Loss, Win};

    fn near(found: Option<f64>, wanted: f64) -> bool {
        found.is_some_and(|found| (found - wanted).abs() < 0.5)
    }

    /// 3 of 4 points against one rating: 400 log10(3) above it.
    #[test]
    fn the_value_is_the_one_worked_out_by_hand() {
        let found = performance(&[(100.0, Win), (100.0, Win), (100.0, Win), (100.0, Loss)]);
        assert!(near(found.value, 100.0 + 190.8), "{found:?}");
        assert!(found.low < found.value && found.value < found.high);
        let drawn = performance(&[(0.0, Draw), (200.0, Draw)]);
        assert!(near(drawn.value, 100.0), "{drawn:?}");
    }

    /// With all of n games won, p^n = exp(-1.92) at the lower end.
    #[test]
    fn all_won_has_a_lower_end_only_and_all_lost_an_upper_one() {
        let won = performance(&[(50.0, Win); 6]);
        let share = (-DROP / 6.0).exp();
        assert!(near(won.low, 50.0 + 400.0 * (share / (1.0 - share)).log10()), "{won:?}");
        assert_eq!((won.value, won.high), (None, None));
        let lost = performance(&[(50.0, Loss); 6]);
        assert!(near(lost.high, 100.0 - won.low.expect("an end")), "{lost:?}");
        assert_eq!((lost.value, lost.low), (None, None));
        assert_eq!(performance(&[]), Elo::default());
    }

    #[test]
    fn more_games_make_the_interval_shorter() {
        assert!(width(8) < width(2) / 1.8, "{} {}", width(8), width(2));
    }

    fn width(pairs: usize) -> f64 {
        let found = performance(&[(0.0, Win), (0.0, Loss)].repeat(pairs));
        found.high.expect("an end") - found.low.expect("an end")
    }
}
