//! Pressure: who stands worse against a hasty opponent plays where the hasty go wrong.
//!
//! The best move of a deep search supposes the best reply. In a position that is not to be held by best
//! play the second best move may be worth more, if the reply that a shallow search would choose is a
//! mistake by the deep one. So each move is searched once more for what it is worth; of those that cost
//! little, the reply of a shallow search is found, and what that reply is worth; and the move that
//! promises most is played.

use crate::game::{Evaluate, Outcome, Ply, Score};
use crate::search::{Control, DepthLimit, Path, Progress, Report, Stopped, Table, search};
use std::ops::ControlFlow;

/// From this many units on, downwards, a position is worse.
const WORSE: i32 = -20;
/// A move may be worth so many units less than the best.
const MAY_COST: i32 = 40;
/// More than this is not counted of what a reply gives away.
const MOST_GIVEN: i32 = 400;
/// So many units better is the best move for being the best.
const BONUS_OF_THE_BEST: i32 = 5;
/// Plies that a hasty opponent looks ahead.
const HASTY: i16 = 4;
/// We must have looked so many plies farther, or we know no better.
const FARTHER: i16 = 3;
const HASTY_TABLE_BYTES: usize = 1 << 16;
/// Each of the searches has one part in so many of the nodes of the main search.
const SHARE: u64 = 4;

/// The move by which a worse position puts a hasty opponent to the test; none where the position is not
/// worse, where it is decided, and where `control` stops the searches.
pub fn testing_move<G: Evaluate, C: Control>(
    position: &G,
    path: &Path,
    report: &Report<G::Move>,
    table: &mut Table,
    control: &mut C,
) -> Option<G::Move> {
    let Progress { score, nodes, depth, .. } = report.progress;
    if score.units() > WORSE || score.is_assured() || depth.plies() < HASTY + FARTHER {
        return None;
    }
    let mut deep = Depths { table, control, nodes: nodes / SHARE };
    let tries = tries(position, path, &mut deep)?;
    let best = tries.iter().map(|at| at.worth).max()?;
    let mut chosen = None;
    for at in tries.iter().filter(|at| at.worth.units() + MAY_COST >= best.units()) {
        let bonus = if at.mv == report.best { BONUS_OF_THE_BEST } else { 0 };
        let promise = bonus + at.promise(&mut deep)?;
        if chosen.is_none_or(|(highest, _)| promise > highest) {
            chosen = Some((promise, at.mv));
        }
    }
    chosen.map(|(_, mv)| mv)
}

/// A move, what comes after it, and what it is worth to us.
struct Try<G: Evaluate> {
    mv: G::Move,
    after: G,
    path: Path,
    worth: Score,
}

/// All moves, each searched deeply; none if there is no time for it.
fn tries<G: Evaluate>(
    position: &G,
    path: &Path,
    deep: &mut Depths<'_, impl Control>,
) -> Option<Vec<Try<G>>> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let tried = moves.into_iter().map(|mv| {
        let (after, path) = played(position, path, mv);
        let worth = -deep.worth(&after, &path)?;
        Some(Try { mv, after, path, worth })
    });
    tried.collect()
}

impl<G: Evaluate> Try<G> {
    /// What the move promises against a hasty opponent, in units; none if there is no time to tell.
    fn promise(&self, deep: &mut Depths<'_, impl Control>) -> Option<i32> {
        let safe = self.worth.units();
        let mut small = Table::with_bytes(HASTY_TABLE_BYTES);
        let hasty = search(&self.after, self.path.clone(), &mut small, &mut DepthLimit(HASTY));
        let Some(hasty) = hasty else { return Some(safe) };
        let (next, path) = played(&self.after, &self.path, hasty.best);
        let given = deep.worth(&next, &path)?.units() - safe;
        Some(safe + given.clamp(0, MOST_GIVEN))
    }
}

/// The position after a move, and the path to it.
fn played<G: Evaluate>(position: &G, path: &Path, mv: G::Move) -> (G, Path) {
    let next = position.play(mv);
    let mut further = path.clone().valuing_draws(-path.draw());
    further.played(&next, position.finality(mv));
    (next, further)
}

/// Deep searches under one control.
struct Depths<'a, C> {
    table: &'a mut Table,
    control: &'a mut C,
    /// Of each.
    nodes: u64,
}

impl<C: Control> Depths<'_, C> {
    /// What a position is worth to its side to move; none if the control has stopped the search.
    fn worth<G: Evaluate>(&mut self, position: &G, path: &Path) -> Option<Score> {
        if path.is_repetition(G::REPETITION) || path.is_over_limit() {
            return Some(path.draw());
        }
        match position.known() {
            Some(Outcome::Win) => return Some(Score::assured_win(Ply::ROOT)),
            Some(Outcome::Loss) => return Some(Score::assured_loss(Ply::ROOT)),
            Some(Outcome::Draw) => return Some(path.draw()),
            None => {}
        }
        let mut share = Share { control: self.control, nodes: self.nodes, stopped: false };
        let report = search(position, path.clone(), self.table, &mut share);
        let stopped = share.stopped;
        match report {
            _ if stopped => None,
            Some(report) => Some(report.progress.score),
            None => Some(Score::loss_in(Ply::ROOT)),
        }
    }
}

/// So many nodes, unless the whole control stops it before.
struct Share<'a, C> {
    control: &'a mut C,
    nodes: u64,
    stopped: bool,
}

impl<C: Control> Control for Share<'_, C> {
    fn poll(&mut self, nodes: u64) -> Result<u64, Stopped> {
        if nodes >= self.nodes {
            return Err(Stopped);
        }
        let next = self.control.poll(nodes).inspect_err(|_| self.stopped = true)?;
        Ok(next.min(self.nodes))
    }

    fn finished(&mut self, progress: &Progress) -> ControlFlow<()> {
        if progress.nodes < self.nodes { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Side;
    use crate::game::Game;
    use crate::games::checkers::Position;
    use crate::search::NodeLimit;

    /// White is a man down.
    fn worse() -> Position {
        let rows = ".b.b.b.b/b.b.b.b./.b.b.b.b/......../......../w.w.w.w./.w...w.w/w.w.w.w.";
        Position::from_rows(rows.split('/'), Side::White).expect("a board")
    }

    fn tested(position: &Position, nodes: u64, control: &mut impl Control) -> (Option<u64>, bool) {
        let path = Path::starting_at(position, 0);
        let mut table = Table::with_bytes(1 << 20);
        let report = search(position, path.clone(), &mut table, &mut NodeLimit(nodes));
        let report = report.expect("there are moves");
        let mv = testing_move(position, &path, &report, &mut table, control);
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        (mv.map(|_| report.progress.nodes), mv.is_none_or(|mv| legal.contains(&mv)))
    }

    #[test]
    fn only_who_stands_worse_tests_the_opponent() {
        let (tested_worse, legal) = tested(&worse(), 20_000, &mut NodeLimit(u64::MAX));
        assert!(tested_worse.is_some() && legal);
        let even = Position::start();
        assert_eq!(tested(&even, 20_000, &mut NodeLimit(u64::MAX)).0, None);
    }

    #[test]
    fn without_time_or_foresight_the_best_move_has_to_do() {
        assert_eq!(tested(&worse(), 20_000, &mut NodeLimit(0)).0, None, "no time");
        assert_eq!(tested(&worse(), 100, &mut NodeLimit(u64::MAX)).0, None, "no foresight");
    }

    #[test]
    fn a_draw_is_worth_the_opposite_after_each_move() {
        let position = worse();
        let path = Path::starting_at(&position, 0).valuing_draws(Score::judged(30));
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        let (after, path) = played(&position, &path, legal[0]);
        assert_eq!(path.draw(), Score::judged(-30));
        let mut replies = Vec::new();
        after.legal_moves(&mut replies);
        assert_eq!(played(&after, &path, replies[0]).1.draw(), Score::judged(30));
    }
}
