//! The board as one player sees it: own amazons, enemies and empty squares. The evaluator works on
//! views, so that boards that are not positions (between an amazon's move and its throw) can be
//! evaluated too.

use games::Game;
use games::amazons::position::Position;
use games::amazons::square::SquareSet;

/// The board, seen by the side whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// The amazons of the side to move.
    pub own: SquareSet,
    /// The amazons of the other side.
    pub enemies: SquareSet,
    /// The squares on which nothing stands.
    pub empty: SquareSet,
}

impl View {
    /// The view of the side to move.
    #[inline]
    pub fn of(position: &Position) -> Self {
        let mover = position.side_to_move();
        let (own, enemies) = (position.amazons(mover), position.amazons(!mover));
        View { own, enemies, empty: position.empty() }
    }
}
