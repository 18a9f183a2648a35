//! Checks a solved ending against the rules before anything is built on it.
//!
//! The number of positions must be the one that combinatorics gives. For a random sample the state
//! is computed again, forward from the legal moves, while the solver works backward. A distance is
//! always one more than that of another position, so a mistake shows close to where it was made.

use crate::error::TrainingError;
use crate::tables::outcome_counts::OutcomeCounts;
use crate::tables::solved::Solved;
use crate::tables::state::{PositionState, WonOrLost};
use evaluation::checkers::endgame::{Material, TableIndex};
use games::{Finality, Game, Outcome, Walker};

/// The least number of indices of each material that are checked.
const SAMPLES: usize = 2_000;
/// Of large materials one in this number of indices is checked.
const ONE_OF: usize = 100_000;

/// The states of a material and of its mirror image (the same again where a material is its own).
#[derive(Clone, Copy)]
pub struct SolvedPair<'a> {
    /// The material whose states are checked.
    pub material: Material,
    pub states: &'a [PositionState],
    pub mirrored: &'a [PositionState],
    /// The limit of quiet turns under which they were solved.
    pub quiet_turns: Option<u8>,
}

/// Checks the number of positions and a sample of the states.
pub fn verify(ending: SolvedPair<'_>, solved: &Solved) -> Result<(), TrainingError> {
    let material = ending.material;
    let (counted, expected) = (OutcomeCounts::of(ending.states).total(), position_count(material));
    if counted != expected {
        return Err(wrong(material, format!("{counted} positions instead of {expected}")));
    }
    let mut walker = Walker::new(material.number() as u64);
    for _ in 0..SAMPLES.max(material.size() / ONE_OF) {
        let index = walker.below(material.size());
        let Some(table_index) = TableIndex::at(material, index) else { continue };
        let (stored, forward) = (ending.states[index], state_by_moves(table_index, ending, solved));
        if stored != forward {
            return Err(wrong(
                material,
                format!("index {index} is {stored:?}, by its moves {forward:?}"),
            ));
        }
    }
    Ok(())
}

fn wrong(material: Material, what: String) -> TrainingError {
    let bug = "is solved wrongly, which is a bug in this program";
    TrainingError::Failed(format!("{material} {bug}: {what}"))
}

/// The state of a position by the states of the positions after its moves.
fn state_by_moves(
    table_index: TableIndex,
    ending: SolvedPair<'_>,
    solved: &Solved,
) -> PositionState {
    let position = table_index.position();
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let (mut soonest, mut latest, mut draws) = (None, 0, false);
    for mv in moves {
        let child = position.play(mv);
        let (decision, plies) = if position.finality(mv) == Finality::Resetting {
            (decision_of(solved.outcome(&child)), 1)
        } else {
            match ending.mirrored[TableIndex::of(&child).index()].decided() {
                Some((decision, plies)) => (Some(decision), plies + 1),
                None => (None, 0),
            }
        };
        match decision {
            Some(WonOrLost::Lost) => soonest = Some(soonest.map_or(plies, |s: u8| s.min(plies))),
            Some(WonOrLost::Won) => latest = latest.max(plies),
            None => draws = true,
        }
    }
    let most = ending.quiet_turns.unwrap_or(PositionState::MAX_PLIES);
    match soonest {
        Some(plies) if plies <= most => PositionState::won(plies),
        None if !draws && latest <= most => PositionState::lost(latest),
        _ => PositionState::DRAWN,
    }
}

fn decision_of(outcome: Outcome) -> Option<WonOrLost> {
    match outcome {
        Outcome::Win => Some(WonOrLost::Won),
        Outcome::Loss => Some(WonOrLost::Lost),
        Outcome::Draw => None,
    }
}

/// The number of positions of a material, by combinatorics. The men of each side have 28 squares,
/// of which the two sides share 24; `apart` is the number of our men on the other 4.
fn position_count(material: Material) -> u64 {
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

    fn kings() -> (Vec<PositionState>, Solved, Material) {
        let material = Material::all(2).next().expect("one king each");
        let solved = Solved::empty();
        let states = solve(material, None, &solved, std::num::NonZeroUsize::MIN, &|_| {});
        (states.into_iter().next().expect("solved").1, solved, material)
    }

    fn passes(states: &[PositionState], solved: &Solved, material: Material) -> bool {
        let quiet_turns = None;
        verify(SolvedPair { material, states, mirrored: states, quiet_turns }, solved).is_ok()
    }

    #[test]
    fn solved_states_pass_and_changed_ones_do_not() {
        let (states, solved, material) = kings();
        assert!(passes(&states, &solved, material));
        let mut lacking = states.clone();
        let place =
            lacking.iter().position(|&state| state == PositionState::DRAWN).expect("a draw");
        lacking[place] = PositionState::IMPOSSIBLE;
        assert!(!passes(&lacking, &solved, material));
        let late = |state: &PositionState| match state.decided() {
            Some((WonOrLost::Won, plies)) => PositionState::won(plies + 1),
            _ => *state,
        };
        let late: Vec<_> = states.iter().map(late).collect();
        assert!(!passes(&late, &solved, material));
    }

    #[test]
    fn positions_are_counted_as_published() {
        assert_eq!([2, 3, 4, 5].map(positions_of), [3_488, 196_032, 6_209_316, 139_450_808]);
        assert_eq!(positions_of(6), 2_426_085_676);
    }

    fn positions_of(pieces: usize) -> u64 {
        Material::all(pieces).map(position_count).sum::<u64>()
    }
}
