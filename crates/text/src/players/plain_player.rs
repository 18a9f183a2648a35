//! `--plain N`: the opponent to beat, alpha-beta to a fixed depth as courses teach it: no table, no
//! order of moves, no extensions, a simple evaluation, a random choice among equal moves. With
//! depth 0 all moves are equal.

use crate::dialect::Dialect;
use crate::players::search_player::StopFlag;
use formats::commands::GameHistory;
use games::Walker;
use games::board::Side;
use games::game::plain_search::{ALL, PlainKnowledge, plain_value};
use std::sync::atomic::Ordering;

#[derive(Debug)]
pub struct PlainPlayer {
    depth: u32,
    walker: Walker,
    stop: StopFlag,
}

impl PlainPlayer {
    /// A player that searches `depth` plies; 0 is a random player. Its random choices differ from
    /// process to process.
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
        let moves = game.position().move_list();
        let best = if self.depth == 0 { moves } else { self.best(game, moves) };
        let is_stopped = self.stop.load(Ordering::Relaxed);
        (!best.is_empty() && !is_stopped).then(|| best[self.walker.below(best.len())])
    }

    fn best<G: Dialect>(&self, game: &GameHistory<G>, moves: Vec<G::Move>) -> Vec<G::Move> {
        let mut best: Vec<G::Move> = Vec::new();
        let [mut highest, most] = ALL;
        for mv in moves {
            // Equal moves must get an exact value, hence the window wider by one.
            let alpha = (highest - 1).max(-most);
            let next = game.after_move(mv);
            let value = match next.end().map(|end| end.winner) {
                Some(Some(side)) if side == game.position().side_to_move() => most,
                Some(Some(_)) => -most,
                Some(None) => 0,
                None => -plain_value(next.position(), self.depth - 1, [-most, -alpha], self),
            };
            if value > highest {
                highest = value;
                best.clear();
            }
            if value >= highest {
                best.push(mv);
            }
        }
        best
    }
}

impl<G: Dialect> PlainKnowledge<G> for PlainPlayer {
    fn value(&self, position: &G) -> i32 {
        let for_black = position.simple_evaluation();
        if position.side_to_move() == Side::Black { for_black } else { -for_black }
    }

    fn must_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Game, Notation, loa};
    use std::collections::BTreeSet;

    #[test]
    fn with_depth_0_every_legal_move_is_played() {
        let game = GameHistory::<loa::Position>::default();
        let mut player = PlainPlayer::new(0);
        let mut played = BTreeSet::new();
        for seed in 0..1_000 {
            player.seed(seed);
            let mv = player.choose(&game).expect("a move");
            played.insert(game.position().move_text(mv));
        }
        assert_eq!(played.len(), game.position().move_list().len());
    }
}
