//! Solved endings held against the rules, before anything is built on them.
//!
//! The number of positions is counted once more by combinatorics; and for a random sample the state is
//! found again forward, from the states that the legal moves lead to, where solving went backward. A
//! distance is always one more than another, so that a mistake shows close to where it was made.

use crate::error::WorkshopError;
use crate::tables::census::Census;
use crate::tables::library::Library;
use crate::tables::state::{Decision, State};
use evaluation::checkers::endgame::{Material, TableIndex};
use games::{Finality, Game, Outcome, Walker};

/// Positions of each material that are looked at.
const SAMPLE: usize = 2_000;

/// Both sides of an ending: the states of a material and of its mirror image (the same again where
/// that is no other).
#[derive(Clone, Copy)]
pub struct Both<'a> {
    /// The material whose states are proved.
    pub material: Material,
    /// Its states.
    pub states: &'a [State],
    /// The states of its mirror image.
    pub mirrored: &'a [State],
    /// The limit of quiet turns under which they were solved.
    pub quiet_turns: Option<u8>,
}

/// Proves the count of positions and a sample of the states.
///
/// # Errors
/// Something is wrong; it says where.
pub fn prove(ending: Both<'_>, library: &Library) -> Result<(), WorkshopError> {
    let material = ending.material;
    let wrong = |what| WorkshopError::Wrong { material: material.to_string(), what };
    let (counted, expected) = (Census::of(ending.states).total(), positions_of(material));
    if counted != expected {
        return Err(wrong(format!("{counted} positions where there are {expected}")));
    }
    let mut walker = Walker::new(material.number() as u64);
    for _ in 0..SAMPLE {
        let index = walker.below(material.size());
        let Some(table_index) = TableIndex::at(material, index) else { continue };
        let (solved, again) = (ending.states[index], found_again(table_index, ending, library));
        if solved != again {
            return Err(wrong(format!("index {index} is {solved:?}, by its moves {again:?}")));
        }
    }
    Ok(())
}

/// The state of a table_index by the states of what its moves lead to.
fn found_again(table_index: TableIndex, ending: Both<'_>, library: &Library) -> State {
    let position = table_index.position();
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let (mut soonest, mut latest, mut draws) = (None, 0, false);
    for mv in moves {
        let child = position.play(mv);
        let (decision, plies) = if position.finality(mv) == Finality::Resetting {
            (decision_of(library.outcome(&child)), 1)
        } else {
            match ending.mirrored[TableIndex::of(&child).index()].decided() {
                Some((decision, plies)) => (Some(decision), plies + 1),
                None => (None, 0),
            }
        };
        match decision {
            Some(Decision::Lost) => soonest = Some(soonest.map_or(plies, |s: u8| s.min(plies))),
            Some(Decision::Won) => latest = latest.max(plies),
            None => draws = true,
        }
    }
    let in_time = |plies: u8| plies <= ending.quiet_turns.unwrap_or(State::MOST_PLIES);
    match soonest {
        Some(plies) if in_time(plies) => State::won(plies),
        None if !draws && in_time(latest) => State::lost(latest),
        _ => State::DRAWN,
    }
}

fn decision_of(outcome: Outcome) -> Option<Decision> {
    match outcome {
        Outcome::Win => Some(Decision::Won),
        Outcome::Loss => Some(Decision::Lost),
        Outcome::Draw => None,
    }
}

/// How many positions of a material there are, by combinatorics. Men stand on 28 squares each, of
/// which the two sides share 24; `apart` is how many of our men are not on those.
fn positions_of(material: Material) -> u64 {
    let Material { own, enemy } = material;
    let men = (0..=own.men.min(4)).map(|apart| {
        let shared = own.men - apart;
        choose(4, apart) * choose(24, shared) * choose(28 - shared, enemy.men)
    });
    let free = 32 - own.men - enemy.men;
    men.sum::<u64>() * choose(free, own.kings) * choose(free - own.kings, enemy.kings)
}

fn choose(n: usize, k: usize) -> u64 {
    (0..k as u64).fold(1, |product, i| product * (n as u64 - i) / (i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::solve::solve;

    fn kings() -> (Vec<State>, Library, Material) {
        let material = Material::all(2).next().expect("one king each");
        let library = Library::empty();
        let solved = solve(material, None, &library, 1, &|_| {});
        (solved.into_iter().next().expect("solved").1, library, material)
    }

    fn proved(states: &[State], library: &Library, material: Material) -> bool {
        let quiet_turns = None;
        prove(Both { material, states, mirrored: states, quiet_turns }, library).is_ok()
    }

    #[test]
    fn what_is_solved_is_proved_and_what_is_changed_is_refused() {
        let (states, library, material) = kings();
        assert!(proved(&states, &library, material));
        let mut lacking = states.clone();
        let place = lacking.iter().position(|&state| state == State::DRAWN).expect("a draw");
        lacking[place] = State::IMPOSSIBLE;
        assert!(!proved(&lacking, &library, material));
        let late = |state: &State| match state.decided() {
            Some((Decision::Won, plies)) => State::won(plies + 1),
            _ => *state,
        };
        let late: Vec<_> = states.iter().map(late).collect();
        assert!(!proved(&late, &library, material));
    }

    #[test]
    fn positions_are_counted_as_published() {
        let count = |pieces| Material::all(pieces).map(positions_of).sum::<u64>();
        assert_eq!([2, 3, 4, 5].map(count), [3_488, 196_032, 6_209_316, 139_450_808]);
        assert_eq!(count(6), 2_426_085_676);
    }
}
