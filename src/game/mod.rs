//! Floor 1: the contracts that every game signs. Pure: no input or output, no clock, no failure.
//!
//! *Rules* ([`Game`]) and *judgement* ([`Evaluate`]) are two traits, and *text* ([`Notation`]) is
//! a third: a referee, a perft count and the conformance tests need the rules alone.
//!
//! Here is a whole game, Nim with one heap, from which one to three are taken and whose last
//! object wins:
//!
//! ```
//! use crownhead::board::{Key, KeyStream, Side};
//! use crownhead::game::{Finality, Game, Outcome, Repetition, perft};
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

pub mod notation;
pub mod outcome;
pub mod perft;
pub mod score;
pub mod tuning;
pub mod walk;

use crate::board::{Key, Side};
use std::fmt::Debug;

pub use notation::{Notation, NotationError};
pub use outcome::{Finality, Outcome, Repetition};
pub use perft::{divide, perft};
pub use score::{Ply, Score};
pub use tuning::{Foresight, Margins, Tuning};
pub use walk::Walker;

/// The rules of a two-player game: what may be played and when it is over.
pub trait Game: Clone {
    /// One whole turn of one player.
    type Move: Copy + Eq + Debug;

    /// What a side to move without a legal move has earned.
    const NO_MOVES: Outcome;
    /// What becomes of a position that occurs again.
    const REPETITION: Repetition;
    /// After this many turns (plies) in a row that are not [`Finality::Resetting`] the game ends,
    /// if it has such a rule.
    const QUIET_LIMIT: Option<u32>;
    /// How the game then ends for the side to move, if it still has a move.
    const AT_QUIET_LIMIT: Outcome = Outcome::Draw;

    /// The position in which games begin.
    fn start() -> Self;

    /// Whose turn it is.
    fn side_to_move(&self) -> Side;

    /// The result, if the board itself shows that the game is over. Cheap: a side that has no
    /// move is found by the empty list of its moves, not here.
    fn outcome(&self) -> Option<Outcome>;

    /// Appends the legal moves to `moves`; what stands in it stays. The caller owns the buffer,
    /// so that a search can keep one for all its nodes.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// How many legal moves there are. Games that can count without listing say how.
    fn count_moves(&self) -> u64 {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.len() as u64
    }

    /// Has the side to move a legal move? Games that know without counting say how.
    #[inline]
    fn can_move(&self) -> bool {
        self.count_moves() > 0
    }

    /// The position after `mv`, which must be legal here.
    #[must_use]
    fn play(&self, mv: Self::Move) -> Self;

    /// What `mv`, which must be legal here, does to the counts of the draw rules.
    fn finality(&self, mv: Self::Move) -> Finality;

    /// The key of the position: equal boards with the same side to move have equal keys.
    fn key(&self) -> Key;
}

/// Whether a player may decline the noisy moves of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noise {
    /// The evaluation holds as a lower bound: the player may do something quiet instead.
    Optional,
    /// Noisy moves are compulsory, so that a position that has one cannot be judged as it stands.
    Forced,
}

/// The judgement a search needs beyond the rules.
pub trait Evaluate: Game {
    /// The number of history slots.
    const SLOTS: usize;
    /// Whether noisy moves may be declined.
    const NOISE: Noise;
    /// What judging one position leaves behind to judge its neighbors faster; `()` for nothing. A
    /// search keeps one.
    type Memo: Default;

    /// How the game is searched. The search asks the position, so that other numbers can be tried.
    #[inline(always)]
    fn tuning(&self) -> &Tuning {
        &Tuning::PLAIN
    }

    /// The history slot of a move, below [`Evaluate::SLOTS`] and below 65,535. Moves that share
    /// a slot share their statistics and may stand for each other in the transposition table.
    fn slot(mv: Self::Move) -> usize;

    /// The value of the position as it stands, for the side to move.
    fn evaluate(&self) -> Score;

    /// The same value for a position at `ply` of a search, which `memo` may help to find.
    #[inline]
    fn evaluate_with(&self, _memo: &mut Self::Memo, _ply: Ply) -> Score {
        self.evaluate()
    }

    /// Appends the legal moves that change the balance at once: those with a [`Evaluate::gain`].
    fn noisy_moves(&self, moves: &mut Vec<Self::Move>);

    /// What a legal move wins at once, in any unit, for the order of moves; 0 for a quiet move.
    fn gain(&self, mv: Self::Move) -> i32;

    /// How good a legal quiet move looks at first sight, for the order of moves: within
    /// [`MOST_PROMISING`] on either side of 0. Called once for every quiet move of a node, so it
    /// must be cheap.
    #[inline]
    fn promise(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// The value for the side to move of a game that is as good as over, so that no search would
    /// change it: found out at bounded cost.
    #[inline]
    fn settled(&self) -> Option<Score> {
        None
    }

    /// The result with best play by both sides, for the side to move, where it is known beforehand:
    /// from tables, say. Asked at every node, so it must be cheap.
    #[inline]
    fn known(&self) -> Option<Outcome> {
        None
    }

    /// The move to play where results are known beforehand, so that there is nothing to search.
    /// `turns_left` is the number of turns after which the game ends as at [`Game::QUIET_LIMIT`],
    /// none if it does not; `occurred` tells how often the position of a key has been there already.
    fn known_move(
        &self,
        _turns_left: Option<u32>,
        _occurred: impl Fn(Key) -> usize,
    ) -> Option<Self::Move> {
        None
    }

    /// Has the side to move no noisy move? Asked at inner nodes, of games with [`Tuning::foresight`].
    #[inline]
    fn is_calm(&self) -> bool {
        let mut moves = Vec::new();
        self.noisy_moves(&mut moves);
        moves.is_empty()
    }

    /// Would the opponent have a noisy move, if it were its turn? Asked at leaves, of games with
    /// [`Tuning::foresight`].
    #[inline]
    fn is_threatened(&self) -> bool {
        false
    }

    /// The position after the side to move has let its turn go by, if a search may ask "what if I
    /// did nothing?" here: only where doing nothing is almost never the best (no zugzwang).
    #[inline]
    fn passed(&self) -> Option<Self> {
        None
    }
}

/// The bound of [`Evaluate::promise`].
pub const MOST_PROMISING: i32 = 4_096;
