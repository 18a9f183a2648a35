//! Solves one material together with its mirror image by retrograde analysis (Ströhlein 1970;
//! Thompson 1986, "Retrograde Analysis of Certain Endgames"; for checkers Lake, Schaeffer and Lu
//! 1994, "Solving Large Retrograde Analysis Problems Using a Network of Workstations").
//!
//! 1. Conversions (captures and crownings) lead to other materials, which are solved before: they
//!    decide some positions at once. For the others the quiet moves are counted.
//! 2. Round `d` takes back every quiet move that leads to a position decided after `d` plies. If
//!    that position is lost, the one before is won after `d + 1`; if it is won, the one before has
//!    one untried move less, and without any it is lost after `d + 1`.
//! 3. What stays undecided is drawn. With a limit of quiet turns, so is what is decided later than
//!    the limit allows: a conversion after `d` plies comes after `d - 1` quiet turns.

use crate::tables::solved::Solved;
use crate::tables::state::PositionState;
use crate::tables::state_array::StateArray;
use cli::pool;
use evaluation::checkers::endgame::{Material, TableIndex};
use games::checkers::Move;
use games::{Finality, Game, Outcome};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// What has been done so far.
#[derive(Clone, Copy, Debug)]
pub enum SolveStep {
    /// The conversions of this number of further indices were looked up.
    Filled(usize),
    /// The round of positions that are decided after this number of plies begins.
    Round(u8),
}

/// The final states, by index, of a material and, if it is another one, of its mirror image.
pub fn solve(
    material: Material,
    quiet_turns: Option<u8>,
    solved: &Solved,
    threads: NonZeroUsize,
    progress: &(impl Fn(SolveStep) + Sync),
) -> Vec<(Material, Vec<PositionState>)> {
    let mut arrays = vec![StateArray::new(material)];
    if material.mirrored() != material {
        arrays.push(StateArray::new(material.mirrored()));
    }
    for_each_chunk(&arrays, threads, |_, array, chunk| {
        let mut moves = Vec::new();
        progress(SolveStep::Filled(
            array.fill(chunk, |table_index| initial_state(table_index, solved, &mut moves)),
        ));
    });
    for plies in 0..quiet_turns.unwrap_or(PositionState::MAX_PLIES) {
        progress(SolveStep::Round(plies));
        let goes_on = AtomicBool::new(plies == 0);
        for_each_chunk(&arrays, threads, |index, array, chunk| {
            let before = &arrays[(index + 1) % arrays.len()];
            array.each_decided_at(chunk, plies, |table_index, decision| {
                table_index.each_unmove_index(|index_before| {
                    if before.update(index_before, decision, plies) {
                        goes_on.store(true, Relaxed);
                    }
                });
            });
        });
        if !goes_on.into_inner() {
            break;
        }
    }
    arrays.into_iter().map(|array| (array.material(), array.into_final_states())).collect()
}

/// Does `work` for every chunk of every array, in any order.
fn for_each_chunk(
    arrays: &[StateArray],
    threads: NonZeroUsize,
    work: impl Fn(usize, &StateArray, usize) + Sync,
) {
    // A material and its mirror image have equally many.
    let chunks = arrays[0].chunks();
    pool::map(arrays.len() * chunks, threads, |job| {
        let (owner, chunk) = (job / chunks, job % chunks);
        work(owner, &arrays[owner], chunk);
    });
}

/// The state of a position by its conversions and the number of its quiet moves.
fn initial_state(table_index: TableIndex, solved: &Solved, moves: &mut Vec<Move>) -> PositionState {
    if let Some(quiet) = table_index.count_if_all_quiet() {
        return if quiet == 0 { PositionState::lost(0) } else { PositionState::open(quiet) };
    }
    let position = table_index.position();
    moves.clear();
    position.legal_moves(moves);
    let mut quiet = 0;
    let mut draws = false;
    for &mv in moves.iter() {
        if position.finality(mv) != Finality::Resetting {
            quiet += 1;
            continue;
        }
        match solved.outcome(&position.play(mv)) {
            Outcome::Loss => return PositionState::won(1),
            Outcome::Draw => draws = true,
            Outcome::Win => {}
        }
    }
    match (draws, quiet) {
        (true, 0) => PositionState::DRAWN,
        (true, _) => PositionState::NOT_LOST,
        (false, 0) => PositionState::lost(u8::from(!moves.is_empty())),
        (false, _) => PositionState::open(quiet),
    }
}
