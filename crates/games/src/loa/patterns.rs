//! The moves of both sides along one line, for every pattern of pieces on it.
//!
//! A line of L squares has one of 3^L patterns, numbered in base three: digit 0 for an empty
//! square, 1 for a black piece, 2 for a white one, the first square lowest. All pieces of a line
//! move along it by the number of pieces on it, and the line alone decides which of them can. So
//! moves and mobility of the whole board are look-ups, one for each line, as Winands describes for
//! his program MIA ("Informed Search in Complex Games", 2004).
//!
//! The tables are computed by the compiler, ordered by length: 9,840 patterns.

use crate::board::Side;
use crate::loa::squares::SIZE;
use std::ops::{Add, Sub};

/// `[side][way]`: the places of a line from which pieces can move, as bits; way 0 is towards the
/// line's end, way 1 towards its beginning.
pub type Movers = [[u8; 2]; 2];

/// Numbers of moves along one line or on the whole board: for each side moves, captures, quiet
/// moves to the edge and captures on the edge, in eight bits each.
///
/// They cannot overflow: no line has more than five moves of one side (three pieces on it, two of
/// which can go both ways), so that 46 lines have at most 230 moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveCounts(u64);

impl MoveCounts {
    /// No move.
    pub const NONE: MoveCounts = MoveCounts(0);

    /// Number of moves of a side.
    #[inline]
    pub const fn moves(self, side: Side) -> u32 {
        (self.0 >> (8 * side.index())) as u8 as u32
    }

    /// Number of captures of a side.
    #[inline]
    pub const fn captures(self, side: Side) -> u32 {
        (self.0 >> (16 + 8 * side.index())) as u8 as u32
    }

    /// Number of moves of a side to an empty square on the edge.
    #[inline]
    pub const fn quiet_to_edge(self, side: Side) -> u32 {
        (self.0 >> (32 + 8 * side.index())) as u8 as u32
    }

    /// Number of captures of a side on the edge.
    #[inline]
    pub const fn captures_on_edge(self, side: Side) -> u32 {
        (self.0 >> (48 + 8 * side.index())) as u8 as u32
    }

    const fn of(side: Side, counts: [u32; 4]) -> Self {
        let [moves, captures, quiet_to_edge, captures_on_edge] = counts;
        let bytes = moves as u64
            | (captures as u64) << 16
            | (quiet_to_edge as u64) << 32
            | (captures_on_edge as u64) << 48;
        MoveCounts(bytes << (8 * side.index()))
    }
}

impl Add for MoveCounts {
    type Output = MoveCounts;

    #[inline]
    fn add(self, other: MoveCounts) -> MoveCounts {
        MoveCounts(self.0 + other.0)
    }
}

impl Sub for MoveCounts {
    type Output = MoveCounts;

    /// Subtracts what was added before.
    #[inline]
    fn sub(self, other: MoveCounts) -> MoveCounts {
        MoveCounts(self.0 - other.0)
    }
}

/// Is the whole line on the edge of the board, or only its ends?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// Only the ends: inner ranks and files, and all diagonals.
    Inner,
    /// The whole line: the first and last rank and file.
    Edge,
}

/// Number of patterns of a line of this length.
pub const fn patterns_of(length: usize) -> usize {
    3usize.pow(length as u32)
}

/// The first pattern of lines of this length in the table of moves.
pub const fn first_pattern(length: usize) -> usize {
    (patterns_of(length) - 3) / 2
}

/// The first pattern of such lines in the table of counts. Only lines of full length can be on the
/// edge.
pub const fn first_counts(length: usize, kind: LineKind) -> usize {
    match kind {
        LineKind::Inner => first_pattern(length),
        LineKind::Edge => PATTERNS,
    }
}

/// Number of patterns of lines of all lengths.
pub const PATTERNS: usize = first_pattern(SIZE + 1);
const ALL_COUNTS: usize = PATTERNS + patterns_of(SIZE);

/// The moves along a line, for every pattern of every length.
pub struct Tables {
    /// The pieces that may move.
    pub movers: [Movers; PATTERNS],
    /// Those of them that capture.
    pub captors: [Movers; PATTERNS],
    /// The distance that each piece of the line moves: the number of pieces on it.
    pub steps: [u8; PATTERNS],
}

/// The tables of moves.
pub static TABLES: Tables = {
    let mut movers = [[[0; 2]; 2]; PATTERNS];
    let mut captors = [[[0; 2]; 2]; PATTERNS];
    let mut steps = [0; PATTERNS];
    let mut length = 1;
    while length <= SIZE {
        let mut code = 0;
        while code < patterns_of(length) {
            let index = first_pattern(length) + code;
            let [black, white] = pieces(code);
            steps[index] = (black | white).count_ones() as u8;
            movers[index][0] = movers_of(black, white, length);
            movers[index][1] = movers_of(white, black, length);
            captors[index][0] = captors_of(movers[index][0], white, steps[index]);
            captors[index][1] = captors_of(movers[index][1], black, steps[index]);
            code += 1;
        }
        length += 1;
    }
    Tables { movers, captors, steps }
};

/// The counts for every pattern of every kind of line.
pub static MOVE_COUNTS: [MoveCounts; ALL_COUNTS] = {
    let mut table = [MoveCounts::NONE; ALL_COUNTS];
    let mut length = 1;
    while length <= SIZE {
        let (inner, edge) =
            (first_counts(length, LineKind::Inner), first_counts(length, LineKind::Edge));
        let ends = 1 | 1 << (length - 1);
        let mut code = 0;
        while code < patterns_of(length) {
            let index = first_pattern(length) + code;
            table[inner + code] = counts(index, ends);
            if length == SIZE {
                table[edge + code] = counts(index, u8::MAX);
            }
            code += 1;
        }
        length += 1;
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

/// The pieces of `own` that can move up and down a line: not off it, not over an enemy, not onto an
/// own piece.
const fn movers_of(own: u8, enemy: u8, length: usize) -> [u8; 2] {
    let steps = (own | enemy).count_ones();
    let line = (1u32 << length) - 1;
    let (own, enemy) = (own as u32, enemy as u32);
    let (mut blocked_up, mut blocked_down) = (own >> steps, own << steps);
    let mut passed = 1;
    while passed < steps {
        blocked_up |= enemy >> passed;
        blocked_down |= enemy << passed;
        passed += 1;
    }
    let up = own & !blocked_up & (line >> steps);
    let down = own & !blocked_down & (line << steps);
    [up as u8, down as u8]
}

/// The movers that end on an enemy.
const fn captors_of(movers: [u8; 2], enemy: u8, steps: u8) -> [u8; 2] {
    // As `u32`, because `steps` is 8 on a full line, whose pieces cannot move.
    let enemy = enemy as u32;
    [movers[0] & (enemy >> steps) as u8, movers[1] & (enemy << steps) as u8]
}

/// The counts of both sides for the pattern at `index`; `edge` are the places of the line on the
/// edge of the board.
const fn counts(index: usize, edge: u8) -> MoveCounts {
    let (black, white) = (counts_of(Side::Black, index, edge), counts_of(Side::White, index, edge));
    MoveCounts(black.0 + white.0)
}

const fn counts_of(side: Side, index: usize, edge: u8) -> MoveCounts {
    let movers = TABLES.movers[index][side.index()];
    let captors = TABLES.captors[index][side.index()];
    let (edge, steps) = (edge as u32, TABLES.steps[index]);
    let to_edge = [(edge >> steps) as u8, (edge << steps) as u8];
    let (moves, captures) = (count(movers, [u8::MAX; 2]), count(captors, [u8::MAX; 2]));
    let (moves_to_edge, captures_on_edge) = (count(movers, to_edge), count(captors, to_edge));
    MoveCounts::of(side, [moves, captures, moves_to_edge - captures_on_edge, captures_on_edge])
}

/// Number of bits of the two sets that are also in the masks.
const fn count(sets: [u8; 2], masks: [u8; 2]) -> u32 {
    (sets[0] & masks[0]).count_ones() + (sets[1] & masks[1]).count_ones()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The board's counts have eight bits for each count, and no count exceeds that of moves.
    #[test]
    fn a_board_full_of_the_busiest_lines_has_room_in_a_tally() {
        const LINES: u32 = 46;
        for side in Side::ALL {
            let most = MOVE_COUNTS.iter().map(|counts| counts.moves(side)).max();
            assert_eq!(most, Some(5));
            assert!(5 * LINES <= u32::from(u8::MAX));
        }
    }

    #[test]
    fn captors_are_movers_and_the_other_side_sees_the_same_with_colors_exchanged() {
        for length in 1..=SIZE {
            for code in 0..patterns_of(length) {
                let index = first_pattern(length) + code;
                let swapped = (0..length).map(|place| code / patterns_of(place) % 3);
                let digits =
                    swapped.enumerate().map(|(place, digit)| (3 - digit) % 3 * patterns_of(place));
                let other = first_pattern(length) + digits.sum::<usize>();
                for side in Side::ALL {
                    let (here, there) = (side.index(), side.opponent().index());
                    assert_eq!(TABLES.movers[index][here], TABLES.movers[other][there]);
                    assert_eq!(TABLES.captors[index][here], TABLES.captors[other][there]);
                    for way in 0..2 {
                        let captors = TABLES.captors[index][here][way];
                        assert_eq!(captors & !TABLES.movers[index][here][way], 0);
                    }
                }
            }
        }
    }
}
