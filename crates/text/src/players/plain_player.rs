//! `--plain N`: the opponent to beat, alpha-beta to a fixed depth as courses teach it: no table, no
//! order of moves, no extensions, a simple evaluation, a random choice among equal moves.

use crate::dialect::{Dialect, GameEnd};
use crate::game_history::GameHistory;
use crate::players::search_player::StopFlag;
use games::board::Side;
use games::{Outcome, Walker};
use std::sync::atomic::Ordering;

/// More than any simple evaluation.
const WIN: i32 = 1_000_000;

#[derive(Debug)]
pub struct PlainPlayer {
    depth: u32,
    walker: Walker,
    stop: StopFlag,
}

impl PlainPlayer {
    /// A player that searches `depth` plies, 1 or more. Its random choices differ from process to
    /// process.
    pub fn new(depth: u32) -> Self {
        PlainPlayer { depth, walker: Walker::new(rand::random()), stop: StopFlag::default() }
    }

    /// The same, stopped by a flag that the caller keeps a copy of.
    #[must_use]
    pub fn stopped_by(self, stop: StopFlag) -> Self {
        PlainPlayer { stop, ..self }
    }

    /// Makes the random choices repeat.
    pub fn seed(&mut self, seed: i64) {
        self.walker = Walker::new(seed as u64);
    }

    /// One of the best moves; `None` if there is no legal move, or if the flag stopped the search.
    pub fn choose<G: Dialect>(&mut self, game: &GameHistory<G>) -> Option<G::Move> {
        let mut moves = Vec::new();
        game.position().legal_moves(&mut moves);
        let mut best: Vec<G::Move> = Vec::new();
        let mut highest = -WIN - 1;
        for mv in moves {
            // Equal moves must get an exact value, hence the window wider by one.
            let alpha = (highest - 1).max(-WIN - 1);
            let next = game.after_move(mv);
            let value = match next.result() {
                Some(GameEnd::Won(side)) if side == game.position().side_to_move() => WIN,
                Some(GameEnd::Won(_)) => -WIN,
                Some(GameEnd::Tie) => 0,
                None => -self.value(next.position(), self.depth - 1, [-WIN - 1, -alpha], 1),
            };
            if value > highest {
                highest = value;
                best.clear();
            }
            if value >= highest {
                best.push(mv);
            }
        }
        let is_stopped = self.stop.load(Ordering::Relaxed);
        (!best.is_empty() && !is_stopped).then(|| best[self.walker.below(best.len())])
    }

    /// The value for the side to move, `ply` moves after the root: an early win is worth more.
    fn value<G: Dialect>(&self, position: &G, depth: u32, window: [i32; 2], ply: i32) -> i32 {
        if let Some(outcome) = position.outcome() {
            return of_outcome(outcome, ply);
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        if moves.is_empty() {
            return of_outcome(G::NO_MOVES, ply);
        }
        if depth == 0 {
            let for_black = position.simple_evaluation();
            return if position.side_to_move() == Side::Black { for_black } else { -for_black };
        }
        let [mut alpha, beta] = window;
        for mv in moves {
            if self.stop.load(Ordering::Relaxed) {
                break;
            }
            let score = -self.value(&position.play(mv), depth - 1, [-beta, -alpha], ply + 1);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        alpha
    }
}

fn of_outcome(outcome: Outcome, ply: i32) -> i32 {
    match outcome {
        Outcome::Win => WIN - ply,
        Outcome::Loss => ply - WIN,
        Outcome::Draw => 0,
    }
}
