//! The rules of Tablut that can be read in more than one way, each with the sentence of the
//! assignment it comes from. `docs/RULES.md` lists them with their tests.
//!
//! The rules of captures are in `captures.rs`, next to the code.

use crate::board::Side;
use crate::game::{Outcome, Repetition};
use crate::tablut::squares::{Square, SquareSet};

/// "The black (Muscovite) side goes first."
pub const FIRST: Side = Side::Black;

/// "A side also loses when it has no legal moves on its turn".
pub const NO_MOVES: Outcome = Outcome::Loss;

/// A side also loses "if its move returns the board to a previous position (same pieces in the
/// same places and the same side to move)". The start is such a position too. A position does not
/// contain the history: callers keep it (`search::KeyHistory`).
pub const REPETITION: Repetition = Repetition::LosesForMover;

/// "As a result, there are no drawn games": no count of turns ends one, unless the text
/// program sets a limit of 2N turns at the command `limit N`. No turn resets the count.
pub const QUIET_TURNS: Option<u32> = None;

/// "A player loses if the game has not ended by the time he must make his (N+1)st move": the side
/// to move, which after 2N turns from the start is Black.
pub const AT_LIMIT: Outcome = Outcome::Loss;

/// "The middle square is called the throne": e5. "No piece other than the king may land on the
/// throne, although any piece may pass through it when it is empty."
pub const THRONE: Square = match Square::at(4, 4) {
    Some(square) => square,
    None => panic!("the board has a middle"),
};

/// "The white side wins if the king reaches one of the edges of the board": any edge square, the
/// corners included.
pub const ESCAPES: SquareSet = SquareSet::EDGE;

/// "The occupied throne is also hostile to white pieces when three of the four squares surrounding
/// it are occupied by black pieces." Three or more; only the king can occupy it.
pub const MUSCOVITES_THAT_TURN_THE_THRONE: u32 = 3;

/// The start position, row 9 first, in the letters of the text of a board.
pub const START: [&[u8; 9]; 9] = [
    b"---BBB---",
    b"----B----",
    b"----W----",
    b"B---W---B",
    b"BBWWKWWBB",
    b"B---W---B",
    b"----W----",
    b"----B----",
    b"---BBB---",
];
