//! What the pages need of a game of the referee: rules, boards, its own notation, our player's
//! opinion. Every game of the referee has all of it.

use analysis::Explained;
use referee::play::Protocol;
use text::dialect::Dialect;

/// A game that is refereed, shown and explained.
pub trait ShownGame: Protocol + Dialect + Explained {}

impl<G: Protocol + Dialect + Explained> ShownGame for G {}
