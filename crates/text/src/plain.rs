//! `--plain N`: the opponent to beat, alpha-beta to a fixed depth as courses teach it: no table, no
//! order of moves, no extensions, a simple evaluation, chance among equals.

use crate::dialect::{Dialect, GameResult};
use crate::playing::Playing;
use games::board::Side;
use games::{Outcome, Walker};

/// Beyond what any simple evaluation gives.
const WON: i32 = 1_000_000;

/// A player of fixed depth.
#[derive(Debug)]
pub struct Plain {
    depth: u32,
    walker: Walker,
}

impl Plain {
    /// A player who looks `depth` plies ahead; chance differs from process to process.
    pub fn new(depth: u32) -> Self {
        Plain { depth, walker: Walker::new(rand::random()) }
    }

    /// Makes the choices of chance repeat.
    pub fn seed(&mut self, seed: i64) {
        self.walker = Walker::new(seed as u64);
    }

    /// One of the best moves; none if there is no move.
    pub fn think<G: Dialect>(&mut self, playing: &Playing<G>) -> Option<G::Move> {
        let mut moves = Vec::new();
        playing.position().legal_moves(&mut moves);
        let mut best: Vec<G::Move> = Vec::new();
        let mut highest = -WON - 1;
        for mv in moves {
            // Equals must be told from worse ones, hence the window one wider.
            let alpha = (highest - 1).max(-WON - 1);
            let next = playing.after(mv);
            let value = match next.result() {
                Some(GameResult::Won(side)) if side == playing.position().side_to_move() => WON,
                Some(GameResult::Won(_)) => -WON,
                Some(GameResult::Tie) => 0,
                None => -value(next.position(), self.depth - 1, -WON - 1, -alpha, 1),
            };
            if value > highest {
                highest = value;
                best.clear();
            }
            if value >= highest {
                best.push(mv);
            }
        }
        (!best.is_empty()).then(|| best[self.walker.below(best.len())])
    }
}

/// The value for the side to move, `ply` moves after the root: an early win is worth more.
fn value<G: Dialect>(position: &G, depth: u32, mut alpha: i32, beta: i32, ply: i32) -> i32 {
    if let Some(outcome) = position.outcome() {
        return of_outcome(outcome, ply);
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    if moves.is_empty() {
        return of_outcome(G::NO_MOVES, ply);
    }
    if depth == 0 {
        let for_black = position.simple();
        return if position.side_to_move() == Side::Black { for_black } else { -for_black };
    }
    for mv in moves {
        let score = -value(&position.play(mv), depth - 1, -beta, -alpha, ply + 1);
        alpha = alpha.max(score);
        if alpha >= beta {
            break;
        }
    }
    alpha
}

fn of_outcome(outcome: Outcome, ply: i32) -> i32 {
    match outcome {
        Outcome::Win => WON - ply,
        Outcome::Loss => ply - WON,
        Outcome::Draw => 0,
    }
}
