//! What positions of a book are worth once everything below them is known, and which of their moves
//! are good.

use crate::games::checkers::Packed;
use crate::games::checkers::book::choices;
use crate::workshop::book::growth::Growth;
use crate::workshop::book::studies::Study;

/// Values travel from the ends of lines to their beginnings; no line is longer.
const MOST_ROUNDS: usize = 200;

/// Where a choice leads.
#[derive(Clone, Copy)]
enum After {
    /// To a position that was studied, at this place.
    Studied(usize),
    /// To another; the long search before thought of it as the best.
    Best,
    /// To another that nobody has looked at for long.
    Unknown,
}

/// For each position of the book the places of the choices that are worth at most `as_good` less than
/// the best.
pub fn good_moves(growth: &Growth, as_good: i16) -> Vec<(Packed, Vec<usize>)> {
    let after: Vec<_> = growth.studies.iter().map(|study| afters(growth, study)).collect();
    let values = values(&growth.studies, &after);
    let good = |(nth, study): (usize, &Study)| {
        let worth = |after: After| worth(after, study, &values);
        let is_good = |after: After| {
            worth(after).is_some_and(|worth| worth >= values[nth].saturating_sub(as_good))
        };
        let places = after[nth].iter().enumerate().filter(|&(_, &after)| is_good(after));
        (study.packed, places.map(|(place, _)| place).collect())
    };
    growth.studies.iter().enumerate().map(good).collect()
}

fn afters(growth: &Growth, study: &Study) -> Vec<After> {
    let choices = choices(&study.packed.position()).into_iter().enumerate();
    let after = |(place, (packed, _)): (usize, (Packed, _))| match growth.place(packed) {
        Some(place) => After::Studied(place),
        None if place == usize::from(study.best) => After::Best,
        None => After::Unknown,
    };
    choices.map(after).collect()
}

/// The values of all positions, for their sides to move: the best of what their choices are worth.
fn values(studies: &[Study], after: &[Vec<After>]) -> Vec<i16> {
    let mut values: Vec<_> = studies.iter().map(|study| study.score).collect();
    for _ in 0..MOST_ROUNDS {
        let mut has_changed = false;
        // Later studies lie deeper.
        for nth in (0..studies.len()).rev() {
            let known = after[nth].iter().filter_map(|&after| worth(after, &studies[nth], &values));
            let value = known.max().unwrap_or(studies[nth].score);
            has_changed |= value != values[nth];
            values[nth] = value;
        }
        if !has_changed {
            break;
        }
    }
    values
}

/// What a choice is worth to the side that chooses; none if nobody knows.
fn worth(after: After, study: &Study, values: &[i16]) -> Option<i16> {
    match after {
        After::Studied(place) => Some(values[place].saturating_neg()),
        After::Best => Some(study.score),
        After::Unknown => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::checkers::Position;

    /// The start and one answer to it, which turns out to be good for who answers.
    #[test]
    fn a_move_that_is_refuted_deeper_down_is_not_good() {
        let mut growth = Growth::from_the_openings();
        let start = Packed::of(&Position::start());
        let choices = choices(&start.position());
        let study =
            |packed, score, best, count| Study { packed, score, best, choices: vec![score; count] };
        growth.add(study(start, 10, 2, 7));
        let good = |growth: &Growth| good_moves(growth, 3)[0].1.clone();
        assert_eq!(good(&growth), [2]);
        growth.add(study(choices[2].0, 30, 0, 7));
        growth.add(study(choices[4].0, 1, 0, 7));
        assert_eq!(good(&growth), [4], "the first is worth -30 now");
        growth.add(study(choices[5].0, 3, 0, 7));
        assert_eq!(good(&growth), [4, 5]);
    }
}
