//! What positions of a book are worth once everything below them is known, and which of their moves
//! are good.

use crate::book::growth::Growth;
use crate::book::studies::Study;
use evaluation::checkers::book::choices;
use games::checkers::Packed;

/// Values travel from the ends of lines to their beginnings; no line is longer.
const MOST_ROUNDS: usize = 200;

/// A position of the book that is worth so much less than its study said, while some of its choices
/// were not studied, is not told about: the better choice may be one of those.
const DISAPPOINTING: i16 = 12;
/// No exchange is longer than so many plies.
const LONGEST_EXCHANGE: usize = 12;

/// Where a choice leads.
#[derive(Clone, Copy)]
enum After {
    /// To a position that was studied, at this place.
    Studied {
        /// The place.
        place: usize,
        /// Is the other side to move there? Not so behind an odd number of forced moves.
        opponents: bool,
    },
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
    let is_sound = |&(nth, study): &(usize, &Study)| {
        let is_known = |after: &After| matches!(after, After::Studied { .. });
        values[nth] > study.score.saturating_sub(DISAPPOINTING) || after[nth].iter().all(is_known)
    };
    growth.studies.iter().enumerate().filter(is_sound).map(good).collect()
}

fn afters(growth: &Growth, study: &Study) -> Vec<After> {
    let choices = choices(&study.packed.position()).into_iter().enumerate();
    let after = |(place, (packed, _)): (usize, (Packed, _))| match studied(growth, packed) {
        Some(after) => after,
        None if place == usize::from(study.best) => After::Best,
        None => After::Unknown,
    };
    choices.map(after).collect()
}

/// A studied position, or the one behind its forced moves.
fn studied(growth: &Growth, mut packed: Packed) -> Option<After> {
    for plies in 0..LONGEST_EXCHANGE {
        if let Some(place) = growth.place(packed) {
            return Some(After::Studied { place, opponents: plies % 2 == 0 });
        }
        match choices(&packed.position())[..] {
            [(after, _)] => packed = after,
            _ => return None,
        }
    }
    None
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
        After::Studied { place, opponents: true } => Some(values[place].saturating_neg()),
        After::Studied { place, opponents: false } => Some(values[place]),
        After::Best => Some(study.score),
        After::Unknown => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::checkers::Position;
    use games::{Game, Walker};

    /// The start and one answer to it, which turns out to be good for who answers.
    #[test]
    fn a_move_that_is_refuted_deeper_down_is_not_good() {
        let mut growth = Growth::from_the_openings();
        let start = Packed::of(&Position::start());
        let choices = choices(&start.position());
        let study =
            |packed, score, best, count| Study { packed, score, best, choices: vec![score; count] };
        growth.add(study(start, 10, 2, 7));
        let good = |growth: &Growth| {
            let moves = good_moves(growth, 3).into_iter().find(|&(at, _)| at == start);
            moves.expect("it is told about").1
        };
        assert_eq!(good(&growth), [2]);
        growth.add(study(choices[2].0, 30, 0, 7));
        assert!(good_moves(&growth, 3).iter().all(|&(at, _)| at != start), "nothing good is known");
        growth.add(study(choices[4].0, 1, 0, 7));
        assert_eq!(good(&growth), [4], "the first is worth -30 now");
        growth.add(study(choices[5].0, 3, 0, 7));
        assert_eq!(good(&growth), [4, 5]);
    }

    /// Behind an exchange, in which both sides have no choice, lies what a choice is worth.
    #[test]
    fn forced_moves_are_looked_through() {
        let walks = (0..200).flat_map(|seed| Walker::new(seed).game(Position::start(), 20));
        let mut lengths = [0; 3];
        for position in walks {
            for (packed, _) in choices(&position) {
                let [(reply, _)] = choices(&packed.position())[..] else { continue };
                let next = choices(&reply.position());
                let (last, plies) = if let [(last, _)] = next[..] { (last, 2) } else { (reply, 1) };
                let count = choices(&last.position()).len();
                if count < 2 {
                    continue;
                }
                let mut growth = Growth::default();
                growth.expect(packed, 0);
                growth.add_forced(packed);
                if plies == 2 {
                    growth.add_forced(reply);
                }
                growth.add(Study { packed: last, score: 7, best: 0, choices: vec![7; count] });
                let after = studied(&growth, packed).expect("it was studied");
                let study = Study { packed: last, score: 0, best: 0, choices: Vec::new() };
                let expected = if plies == 1 { 7 } else { -7 };
                assert_eq!(worth(after, &study, &[7]), Some(expected));
                lengths[plies] += 1;
            }
        }
        assert!(lengths[1] > 100 && lengths[2] > 10, "{lengths:?}");
    }
}
