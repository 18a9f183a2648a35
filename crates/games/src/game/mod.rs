//! The contracts of a game: its rules ([`Game`]), what a search needs to know about its moves
//! ([`MoveHints`]), and its text ([`Notation`]).
//!
//! They are three traits because a referee or a perft count needs the rules alone. What a position
//! is worth does not belong to the game: see `Evaluator` in the crate `search`.
//!
//! Here is a whole game, Nim with one heap, from which one to three are taken and whose last
//! object wins:
//!
//! ```
//! use games::board::{Key, KeyStream, Side};
//! use games::game::{Finality, Game, Outcome, Repetition, perft};
//!
//! #[derive(Clone)]
//! struct Nim { heap: u64, side: Side }
//!
//! impl Game for Nim {
//!     type Move = u64;
//!     const NO_MOVES: Outcome = Outcome::Loss;
//!     const REPETITION: Repetition = Repetition::Ignored;
//!     const QUIET_LIMIT: Option<u32> = None;
//!     fn start() -> Self { Nim { heap: 5, side: Side::Black } }
//!     fn side_to_move(&self) -> Side { self.side }
//!     fn outcome(&self) -> Option<Outcome> { None }
//!     fn legal_moves(&self, moves: &mut Vec<u64>) { moves.extend(1..=self.heap.min(3)) }
//!     fn play(&self, taken: u64) -> Self { Nim { heap: self.heap - taken, side: !self.side } }
//!     fn finality(&self, _: u64) -> Finality { Finality::Irreversible }
//!     fn key(&self) -> Key { KeyStream::new(self.heap * 2 + self.side.index() as u64).next().0 }
//! }
//!
//! assert_eq!(perft(&Nim::start(), 2), 8);
//! ```

pub mod hints;
pub mod notation;
pub mod outcome;
pub mod perft;
pub mod plain_search;
pub mod walk;

use crate::board::{Key, Side};
use std::fmt::Debug;

pub use hints::{MoveHints, Noise};
pub use notation::{Notation, NotationError};
pub use outcome::{EndReason, Finality, Outcome, Repetition};
pub use perft::{divide, perft};
pub use walk::Walker;

/// The rules of a two-player game: what may be played and when it is over.
pub trait Game: Clone {
    /// One whole turn of one player.
    type Move: Copy + Eq + Debug;

    /// Result when the side to move has no legal move, seen by that side.
    const NO_MOVES: Outcome;
    /// What the rules say about a position that occurs again.
    const REPETITION: Repetition;
    /// The game ends after this many plies in a row that are not [`Finality::Resetting`]; `None`
    /// without such a rule.
    const QUIET_LIMIT: Option<u32>;
    /// Result for the side to move when that limit is reached, if it still has a move.
    const AT_QUIET_LIMIT: Outcome = Outcome::Draw;

    /// The position in which games begin.
    fn start() -> Self;

    /// Whose turn it is.
    fn side_to_move(&self) -> Side;

    /// The result for the side to move, if the board itself shows that the game is over. A side
    /// without a legal move is not looked for here: an empty list of moves shows it.
    fn outcome(&self) -> Option<Outcome>;

    /// Appends the legal moves to `moves`, and leaves what is in it: a search keeps one buffer for
    /// all its nodes.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// The legal moves in a list of their own.
    fn move_list(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves
    }

    /// Number of legal moves. Games that can count without listing override it.
    fn count_moves(&self) -> u64 {
        self.move_list().len() as u64
    }

    /// Does the side to move have a legal move? Games that can tell without counting override it.
    #[inline]
    fn can_move(&self) -> bool {
        self.count_moves() > 0
    }

    /// The position after `mv`, which must be legal here (copy-make: there is no undo).
    #[must_use]
    fn play(&self, mv: Self::Move) -> Self;

    /// What `mv`, which must be legal here, does to the counts of the draw rules.
    fn finality(&self, mv: Self::Move) -> Finality;

    /// The position key: the same for equal boards with the same side to move. Different positions
    /// have the same key by accident only, with probability 2^-64.
    fn key(&self) -> Key;
}
