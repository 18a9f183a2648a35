//! Solves one material together with its mirror image, backward from what is known (retrograde
//! analysis; Ströhlein 1970, Thompson 1986).
//!
//! 1. Captures and crownings lead to other materials, which are solved before: they decide some
//!    positions at once, for the rest they say what is at stake, and the quiet moves are counted.
//! 2. Round by round, each position decided after `d` plies tells those from which a quiet move
//!    leads to it: a lost one makes them won after `d + 1`; a won one takes away one of their
//!    hopes, and with the last hope they are lost after `d + 1`.
//! 3. What nobody has decided is drawn; so is, if quiet turns are limited, what is decided later than
//!    the limit allows: a conversion after `d` plies comes after `d - 1` quiet turns.

use crate::tables::grid::Grid;
use crate::tables::library::Library;
use crate::tables::state::State;
use crate::threads;
use evaluation::checkers::endgame::{Material, TableIndex};
use games::checkers::Move;
use games::{Finality, Game, Outcome};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The states of a material and, if it is another one, of its mirror image, by index.
pub fn solve(
    material: Material,
    quiet_turns: Option<u8>,
    library: &Library,
    threads: usize,
    progress: &(impl Fn(usize) + Sync),
) -> Vec<(Material, Vec<State>)> {
    let mut grids = vec![Grid::new(material)];
    if material.mirrored() != material {
        grids.push(Grid::new(material.mirrored()));
    }
    over_tracts(&grids, threads, |_, grid, tract| {
        let mut moves = Vec::new();
        progress(grid.fill(tract, |table_index| first_look(table_index, library, &mut moves)));
    });
    for plies in 0..quiet_turns.unwrap_or(State::MOST_PLIES) {
        let goes_on = AtomicBool::new(plies == 0);
        over_tracts(&grids, threads, |index, grid, tract| {
            let before = &grids[(index + 1) % grids.len()];
            grid.each_decided_at(tract, plies, |table_index, decision| {
                table_index.each_unmove(|retreat| {
                    if before.learn(retreat, decision, plies) {
                        goes_on.store(true, Relaxed);
                    }
                });
            });
        });
        if !goes_on.into_inner() {
            break;
        }
    }
    grids.into_iter().map(|grid| (grid.material(), grid.settled())).collect()
}

/// Does `work` for every tract of every grid, in whatever order the threads come to it.
fn over_tracts(grids: &[Grid], threads: usize, work: impl Fn(usize, &Grid, usize) + Sync) {
    // A material and its mirror image have equally many.
    let tracts = grids[0].tracts();
    threads::share_out(grids.len() * tracts, threads, |job| {
        let (owner, tract) = (job / tracts, job % tracts);
        work(owner, &grids[owner], tract);
    });
}

/// What captures and crownings say about a table_index, and how many quiet moves it has.
fn first_look(table_index: TableIndex, library: &Library, moves: &mut Vec<Move>) -> State {
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
        match library.outcome(&position.play(mv)) {
            Outcome::Loss => return State::won(1),
            Outcome::Draw => draws = true,
            Outcome::Win => {}
        }
    }
    match (draws, quiet) {
        (true, 0) => State::DRAWN,
        (true, _) => State::HELD,
        (false, 0) => State::lost(u8::from(!moves.is_empty())),
        (false, _) => State::open(quiet),
    }
}
