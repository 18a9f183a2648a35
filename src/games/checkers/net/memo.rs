//! The sums of the boards that a search has judged last, one for each ply.
//!
//! A node's board differs from its parent's by one move and from its brother's by two. If the parent was
//! judged, its sums are where the node's are taken from, and else those of the last board at the same
//! ply; nobody has to say what was played.

use crate::game::{Ply, Score};
use crate::games::checkers::net::features::Pieces;
use crate::games::checkers::net::layers::Hidden;
use crate::games::checkers::net::score;
use crate::games::checkers::net::weights::Net;
use crate::games::checkers::position::Position;

/// The differences that one move makes: a piece leaves a square and comes to another, one is captured.
const ONE_MOVE: u32 = 3;

/// What one search remembers of one network.
#[derive(Clone, Debug, Default)]
pub struct Memo {
    by_ply: Vec<Hidden>,
}

impl Memo {
    /// What the network says of a position at `ply`, for the side to move: always the same network.
    #[inline]
    pub fn judge(&mut self, net: &Net, position: &Position, ply: Ply) -> Score {
        if self.by_ply.is_empty() {
            self.by_ply = vec![Hidden::of_nothing(net); Ply::MAX.index() + 1];
        }
        let pieces = Pieces::of(position);
        let (above, here) = self.by_ply.split_at_mut(ply.index());
        let hidden = &mut here[0];
        match above.last() {
            Some(parent) if pieces.differences(parent.pieces()) <= ONE_MOVE => {
                hidden.follow(net, parent, pieces);
            }
            _ => {
                let last = hidden.clone();
                hidden.follow(net, &last, pieces);
            }
        }
        score(hidden.output(net, position.side_to_move()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Walker;
    use crate::games::checkers::net::NET;

    #[test]
    fn what_was_judged_before_changes_no_value() {
        let mut memo = Memo::default();
        for seed in 0..30 {
            let game = Walker::new(seed).game(Position::start(), 60);
            for (nth, position) in game.iter().enumerate() {
                let ply = Ply::new((nth * 7 % 13) as u16);
                let anew = Memo::default().judge(&NET, position, Ply::ROOT);
                assert_eq!(memo.judge(&NET, position, ply), anew);
            }
        }
    }
}
