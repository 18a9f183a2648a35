//! What both sides can do along one line, for every pattern of pieces on it.
//!
//! A line of L squares holds one of 3^L patterns, written as a number in base three: digit 0 for an
//! empty square, 1 for a black piece, 2 for a white one, the first square lowest. All pieces of a
//! line move equally far along it, as far as there are pieces on it, and the line alone decides
//! which of them may. So moves and mobility of the whole board are look-ups, one for each line, as
//! Winands describes for his program MIA ("Informed Search in Complex Games", 2004).
//!
//! The tables are made by the compiler: first the lines of one square, then those of two and so on.

use crate::board::Side;
use crate::games::loa::squares::SIZE;
use crate::games::loa::weights;
use std::ops::{Add, Sub};

/// The moves along a line: who may move which way, and how far.
#[derive(Clone, Copy, Debug)]
pub struct Pattern {
    /// For each side, the places on the line from which a piece may move, as bits: those that
    /// move towards the line's end, and those that move towards its beginning.
    movers: [[u8; 2]; 2],
    /// How many pieces stand on the line, and so how far each of them moves.
    pieces: u8,
}

impl Pattern {
    const NONE: Pattern = Pattern { movers: [[0; 2]; 2], pieces: 0 };

    /// The places from which pieces of `side` move towards the line's end and towards its
    /// beginning, as bits.
    #[inline]
    pub const fn movers(&self, side: Side) -> [u8; 2] {
        self.movers[side.index()]
    }

    /// How far each piece moves, in squares.
    #[inline]
    pub const fn steps(&self) -> u8 {
        self.pieces
    }
}

/// Moves counted for both sides, along one line or on the whole board: two counts of moves and two
/// of captures of eight bits each, two sums of the moves' worth of sixteen.
///
/// That is room enough for any board: no line has more than five moves of one side (three pieces on
/// it, two of which can go both ways), so that 46 lines have at most 230.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally(u64);

impl Tally {
    /// No move.
    pub const NONE: Tally = Tally(0);

    /// The number of moves of a side.
    #[inline]
    pub const fn moves(self, side: Side) -> u32 {
        (self.0 >> (8 * side.index())) as u8 as u32
    }

    /// How many of them capture.
    #[inline]
    pub const fn captures(self, side: Side) -> u32 {
        (self.0 >> (16 + 8 * side.index())) as u8 as u32
    }

    /// The sum of the moves' worth (`weights.rs`).
    #[inline]
    pub const fn mobility(self, side: Side) -> u32 {
        (self.0 >> (32 + 16 * side.index())) as u16 as u32
    }

    const fn of(side: Side, moves: u32, captures: u32, mobility: u32) -> Self {
        let side = side.index();
        Tally(
            (moves as u64) << (8 * side)
                | (captures as u64) << (16 + 8 * side)
                | (mobility as u64) << (32 + 16 * side),
        )
    }
}

impl Add for Tally {
    type Output = Tally;

    #[inline]
    fn add(self, other: Tally) -> Tally {
        Tally(self.0 + other.0)
    }
}

impl Sub for Tally {
    type Output = Tally;

    /// Takes away what was added before.
    #[inline]
    fn sub(self, other: Tally) -> Tally {
        Tally(self.0 - other.0)
    }
}

/// Does the whole line lie on the edge of the board, or only its ends?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The ends alone: inner ranks and files, and all diagonals.
    Inner,
    /// The whole line: the first and last rank and file.
    Edge,
}

/// How many patterns a line of this length can hold.
pub const fn patterns_of(length: usize) -> usize {
    3usize.pow(length as u32)
}

/// Where the patterns of lines of this length begin in the table of moves.
pub const fn first_pattern(length: usize) -> usize {
    (patterns_of(length) - 3) / 2
}

/// Where the patterns of such lines begin in the table of tallies. Only lines of full length can
/// lie on the edge.
pub const fn first_tally(length: usize, place: Place) -> usize {
    match place {
        Place::Inner => first_pattern(length),
        Place::Edge => INNER_PATTERNS,
    }
}

const INNER_PATTERNS: usize = first_pattern(SIZE + 1);
const ALL_TALLIES: usize = INNER_PATTERNS + patterns_of(SIZE);

/// The moves for every pattern of every length.
pub static PATTERNS: [Pattern; INNER_PATTERNS] = {
    let mut table = [Pattern::NONE; INNER_PATTERNS];
    let mut length = 1;
    while length <= SIZE {
        let mut code = 0;
        while code < patterns_of(length) {
            table[first_pattern(length) + code] = pattern(length, code);
            code += 1;
        }
        length += 1;
    }
    table
};

/// The tallies for every pattern of every kind of line.
pub static TALLIES: [Tally; ALL_TALLIES] = {
    let mut table = [Tally(0); ALL_TALLIES];
    let mut length = 1;
    while length <= SIZE {
        let mut code = 0;
        while code < patterns_of(length) {
            table[first_tally(length, Place::Inner) + code] = tally(length, Place::Inner, code);
            code += 1;
        }
        length += 1;
    }
    let mut code = 0;
    while code < patterns_of(SIZE) {
        table[first_tally(SIZE, Place::Edge) + code] = tally(SIZE, Place::Edge, code);
        code += 1;
    }
    table
};

/// The places of black and of white pieces in a pattern, as bits.
const fn pieces(mut code: usize) -> [u8; 2] {
    let mut sides = [0; 2];
    let mut place = 1;
    while code > 0 {
        match code % 3 {
            1 => sides[0] |= place,
            2 => sides[1] |= place,
            _ => {}
        }
        code /= 3;
        place <<= 1;
    }
    sides
}

const fn pattern(length: usize, code: usize) -> Pattern {
    let [black, white] = pieces(code);
    let steps = (black | white).count_ones();
    let movers = [movers(black, white, length, steps), movers(white, black, length, steps)];
    Pattern { movers, pieces: steps as u8 }
}

/// The pieces of `own` that may move `steps` places up and down a line.
const fn movers(own: u8, enemy: u8, length: usize, steps: u32) -> [u8; 2] {
    let line = (1u32 << length) - 1;
    let (own, enemy) = (own as u32, enemy as u32);
    let (mut blocked_up, mut blocked_down) = (own >> steps, own << steps);
    let mut between = 1;
    while between < steps {
        blocked_up |= enemy >> between;
        blocked_down |= enemy << between;
        between += 1;
    }
    let up = own & !blocked_up & (line >> steps);
    let down = own & !blocked_down & (line << steps);
    [up as u8, down as u8]
}

const fn tally(length: usize, place: Place, code: usize) -> Tally {
    let Pattern { movers: [black, white], pieces: steps } = PATTERNS[first_pattern(length) + code];
    let [blacks, whites] = pieces(code);
    let edge = match place {
        Place::Edge => u8::MAX,
        Place::Inner => 1 | 1 << (length - 1),
    };
    let black = tally_of(Side::Black, arrivals(black, steps), whites, edge);
    let white = tally_of(Side::White, arrivals(white, steps), blacks, edge);
    Tally(black.0 + white.0)
}

/// Where the movers of each way come to stand.
const fn arrivals(movers: [u8; 2], steps: u8) -> [u8; 2] {
    let [up, down] = movers;
    // A line of eight pieces has no movers, and a shift by eight no meaning.
    if steps >= 8 { [0, 0] } else { [up << steps, down >> steps] }
}

const fn tally_of(side: Side, arrivals: [u8; 2], enemy: u8, edge: u8) -> Tally {
    let [up, down] = arrivals;
    let moves = up.count_ones() + down.count_ones();
    let captures = (up & enemy).count_ones() + (down & enemy).count_ones();
    let to_edge = (up & edge).count_ones() + (down & edge).count_ones();
    let captures_on_edge = (up & enemy & edge).count_ones() + (down & enemy & edge).count_ones();
    let mobility = (moves + captures_on_edge - to_edge - captures) * weights::QUIET_MOVE
        + (to_edge - captures_on_edge) * weights::QUIET_MOVE_TO_EDGE
        + (captures - captures_on_edge) * weights::CAPTURE
        + captures_on_edge * weights::CAPTURE_ON_EDGE;
    Tally::of(side, moves, captures, mobility)
}
