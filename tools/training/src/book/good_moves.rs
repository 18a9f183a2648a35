//! The good moves of the book: the scores of all studies are propagated from the leaves to the
//! openings by negamax, and moves close to the best value are kept.

use crate::book::expansion::Expansion;
use crate::book::study::Study;
use evaluation::checkers::book::distinct_moves;
use games::checkers::PackedPosition;

/// The limit of rounds in which values are propagated; no line of the book is longer.
const MAX_ROUNDS: usize = 200;

/// A position whose value is this much below the score of its study, in units of the evaluation, is
/// left out of the book if some of its choices were not studied: the best move may be one of those.
const MAX_DROP: i16 = 12;
/// The longest sequence of forced moves that is followed, in plies.
const MAX_FORCED_PLIES: usize = 12;

/// The position that a choice leads to.
#[derive(Clone, Copy)]
enum Successor {
    Studied {
        /// The index of its study.
        place: usize,
        /// Is the opponent to move there? Not so after an odd number of forced moves.
        opponents: bool,
    },
    /// Another one, after the move that the long search took.
    Best,
    Unknown,
}

/// For each position of the book the indices of the choices that are worth at most `tolerance` less
/// than the best, in units of the evaluation.
pub fn good_moves(expansion: &Expansion, tolerance: i16) -> Vec<(PackedPosition, Vec<usize>)> {
    let studies = &expansion.studies;
    let successors: Vec<_> = studies.iter().map(|study| successors(expansion, study)).collect();
    let values = propagated(studies, &successors);
    studies
        .iter()
        .enumerate()
        .filter(|&(nth, study)| {
            values[nth] > study.score.saturating_sub(MAX_DROP)
                || successors[nth].iter().all(|after| matches!(after, Successor::Studied { .. }))
        })
        .map(|(nth, study)| {
            let least = values[nth].saturating_sub(tolerance);
            let indices = successors[nth].iter().enumerate().filter(|&(_, &after)| {
                value(after, study, &values).is_some_and(|value| value >= least)
            });
            (study.packed, indices.map(|(index, _)| index).collect())
        })
        .collect()
}

fn successors(expansion: &Expansion, study: &Study) -> Vec<Successor> {
    let choices = distinct_moves(&study.packed.position()).into_iter().enumerate();
    let successors = choices.map(|(index, (packed, _))| match studied(expansion, packed) {
        Some(successor) => successor,
        None if index == usize::from(study.best) => Successor::Best,
        None => Successor::Unknown,
    });
    successors.collect()
}

/// A studied position, or the studied one after its forced moves.
fn studied(expansion: &Expansion, mut packed: PackedPosition) -> Option<Successor> {
    for plies in 0..MAX_FORCED_PLIES {
        if let Some(place) = expansion.place(packed) {
            return Some(Successor::Studied { place, opponents: plies % 2 == 0 });
        }
        match distinct_moves(&packed.position())[..] {
            [(after, _)] => packed = after,
            _ => return None,
        }
    }
    None
}

/// The values of all positions, for their sides to move: the maximum over their choices.
fn propagated(studies: &[Study], successors: &[Vec<Successor>]) -> Vec<i16> {
    let mut values: Vec<_> = studies.iter().map(|study| study.score).collect();
    for _ in 0..MAX_ROUNDS {
        let mut has_changed = false;
        // Later studies lie deeper.
        for nth in (0..studies.len()).rev() {
            let study = &studies[nth];
            let known = successors[nth].iter().filter_map(|&after| value(after, study, &values));
            let best = known.max().unwrap_or(study.score);
            has_changed |= best != values[nth];
            values[nth] = best;
        }
        if !has_changed {
            break;
        }
    }
    values
}

/// The value of a choice for the side to move before it, if it is known.
fn value(successor: Successor, study: &Study, values: &[i16]) -> Option<i16> {
    match successor {
        Successor::Studied { place, opponents: true } => Some(values[place].saturating_neg()),
        Successor::Studied { place, opponents: false } => Some(values[place]),
        Successor::Best => Some(study.score),
        Successor::Unknown => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::checkers::Position;
    use games::{Game, Walker};

    /// The start and one answer to it, which turns out to be good for the opponent.
    #[test]
    fn a_move_that_is_refuted_deeper_down_is_not_good() {
        let mut expansion = Expansion::from_the_openings();
        let start = PackedPosition::of(&Position::start());
        let choices = distinct_moves(&start.position());
        expansion.add(study(start, 10, 2, 7));
        assert_eq!(good_at_start(&expansion, start), [2]);
        expansion.add(study(choices[2].0, 30, 0, 7));
        assert!(
            good_moves(&expansion, 3).iter().all(|&(at, _)| at != start),
            "nothing good is known"
        );
        expansion.add(study(choices[4].0, 1, 0, 7));
        assert_eq!(good_at_start(&expansion, start), [4], "the first is worth -30 now");
        expansion.add(study(choices[5].0, 3, 0, 7));
        assert_eq!(good_at_start(&expansion, start), [4, 5]);
    }

    fn study(packed: PackedPosition, score: i16, best: u8, count: usize) -> Study {
        Study { packed, score, best, choices: vec![score; count] }
    }

    fn good_at_start(expansion: &Expansion, start: PackedPosition) -> Vec<usize> {
        let moves = good_moves(expansion, 3).into_iter().find(|&(at, _)| at == start);
        moves.expect("it is in the book").1
    }

    /// A choice is worth what comes after the forced moves that follow it.
    #[test]
    fn forced_moves_are_followed() {
        let walks = (0..200).flat_map(|seed| Walker::new(seed).game(Position::start(), 20));
        let mut lengths = [0; 3];
        for position in walks {
            for (packed, _) in distinct_moves(&position) {
                let [(reply, _)] = distinct_moves(&packed.position())[..] else { continue };
                let next = distinct_moves(&reply.position());
                let (last, plies) = if let [(last, _)] = next[..] { (last, 2) } else { (reply, 1) };
                let count = distinct_moves(&last.position()).len();
                if count < 2 {
                    continue;
                }
                let mut expansion = Expansion::default();
                expansion.expect(packed, 0);
                expansion.add_forced(packed);
                if plies == 2 {
                    expansion.add_forced(reply);
                }
                expansion.add(Study { packed: last, score: 7, best: 0, choices: vec![7; count] });
                let after = studied(&expansion, packed).expect("it was studied");
                let study = Study { packed: last, score: 0, best: 0, choices: Vec::new() };
                let expected = if plies == 1 { 7 } else { -7 };
                assert_eq!(value(after, &study, &[7]), Some(expected));
                lengths[plies] += 1;
            }
        }
        assert!(lengths[1] > 100 && lengths[2] > 10, "{lengths:?}");
    }
}
