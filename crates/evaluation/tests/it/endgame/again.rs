//! All endings of two and three pieces, solved by going over all positions again and again.
//!
//! Nothing is used but the rules: positions are known by their keys, and every pass decides those
//! whose conversion is one ply farther away.

use super::{dtc_probe, result};
use games::board::{Key, Side};
use games::checkers::{PieceKind, Position, Square};
use games::{Finality, Game, Outcome};
use std::collections::HashMap;

/// The result of a position, and the plies to the next conversion.
type Solved = HashMap<Key, (Outcome, u32)>;

#[test]
fn the_small_endings_are_what_solving_them_again_finds() {
    let mut solved = Solved::new();
    let mut counts = HashMap::new();
    for pieces in 2..=3 {
        let all = positions(pieces);
        for men in 0..=pieces {
            let group: Vec<_> = all.iter().filter(|position| men_of(position) == men).collect();
            solve(&group, &mut solved);
        }
        for position in &all {
            let found = solved.get(&position.key()).copied();
            let outcome = found.map_or(Outcome::Draw, |(outcome, _)| outcome);
            assert_eq!(result(position), Some(outcome), "{position:?}");
            if let Some((outcome, plies)) = found {
                let mut probe = dtc_probe();
                let read = match outcome {
                    Outcome::Loss => probe.plies_to_conversion_when_lost(position),
                    _ => probe.plies_to_conversion_when_won(position),
                };
                let read = read.expect("known");
                assert!(read == plies || read == plies + 1, "{read} for {plies}: {position:?}");
            }
            *counts.entry((pieces, outcome as usize)).or_insert(0) += 1;
        }
    }
    let count = |pieces, outcome: Outcome| counts[&(pieces, outcome as usize)];
    let counted = |pieces| [Outcome::Win, Outcome::Loss, Outcome::Draw].map(|o| count(pieces, o));
    // The published counts are those of one side to move.
    assert_eq!(counted(2), [2 * 716, 2 * 402, 2 * 2_370]);
    assert_eq!(counted(3), [2 * 100_250, 2 * 87_305, 2 * 8_477]);
}

/// Decides all positions of a group whose conversions lead to solved positions. What stays out of
/// `solved` is drawn.
fn solve(group: &[&Position], solved: &mut Solved) {
    let mut open: Vec<_> = group.to_vec();
    for plies in 0.. {
        let mut decided = Vec::new();
        open.retain(|position| match decision(position, plies, solved) {
            Some(outcome) => {
                decided.push((position.key(), (outcome, plies)));
                false
            }
            None => true,
        });
        if decided.is_empty() && plies > 1 {
            break;
        }
        solved.extend(decided);
    }
}

/// Is the position won or lost, with the next conversion after `plies`? Everything sooner is
/// solved.
fn decision(position: &Position, plies: u32, solved: &Solved) -> Option<Outcome> {
    let moves = position.move_list();
    let mut lost = true;
    for mv in moves {
        let child = position.play(mv);
        let converts = position.finality(mv) == Finality::Resetting;
        let known = match solved.get(&child.key()) {
            _ if child.own().is_empty() => Some(Outcome::Loss),
            Some(&(outcome, after)) if converts || after < plies => Some(outcome),
            Some(_) => None,
            None if converts => Some(Outcome::Draw),
            None => None,
        };
        if known == Some(Outcome::Loss) && plies > 0 {
            return Some(Outcome::Win);
        }
        lost &= known == Some(Outcome::Win) && plies > 0;
    }
    lost.then_some(Outcome::Loss)
}

fn men_of(position: &Position) -> usize {
    Side::ALL.map(|side| position.men(side).count() as usize).iter().sum()
}

fn positions(pieces: usize) -> Vec<Position> {
    let mut found: Vec<Vec<(Side, PieceKind, Square)>> = vec![Vec::new()];
    for _ in 0..pieces {
        let longer = found.iter().flat_map(|placed| {
            let after = placed.last().map_or(0, |(_, _, square)| square.number());
            (after + 1..=32).filter_map(Square::from_number).flat_map(move |square| {
                contents(square).map(move |(side, rank)| {
                    let mut placed = placed.clone();
                    placed.push((side, rank, square));
                    placed
                })
            })
        });
        found = longer.collect();
    }
    let sides = Side::ALL;
    found.retain(|placed| sides.iter().all(|side| placed.iter().any(|(s, _, _)| s == side)));
    found
        .into_iter()
        .flat_map(|placed| sides.map(|side| Position::new(placed.iter().copied(), side)))
        .collect()
}

/// Anything that may stand on a square: no man on the row where it is crowned.
fn contents(square: Square) -> impl Iterator<Item = (Side, PieceKind)> {
    Side::ALL.into_iter().flat_map(move |side| {
        let man = !crowned_at(side).contains(&square.number());
        man.then_some((side, PieceKind::Man)).into_iter().chain([(side, PieceKind::King)])
    })
}

fn crowned_at(side: Side) -> std::ops::RangeInclusive<u32> {
    if side == Side::Black { 29..=32 } else { 1..=4 }
}
