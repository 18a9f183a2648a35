//! The 46 lines of the board and the pieces on each, updated incrementally.
//!
//! Eight ranks, eight files, fifteen diagonals each way. [`LinePatterns`] holds the pattern of
//! every line (`patterns.rs`) and the number of all moves of both sides: counting moves costs
//! nothing, and listing them costs one look-up for each line. A piece put or lifted changes the
//! four lines of its square.

use crate::board::Side;
use crate::loa::patterns::{
    LineKind, MOVE_COUNTS, MoveCounts, Movers, PATTERNS, TABLES, first_counts, first_pattern,
    patterns_of,
};
use crate::loa::squares::{SIZE, Square};

const DIAGONALS: usize = 2 * SIZE - 1;
const FIRST_FILE: usize = SIZE;
const FIRST_RISING: usize = 2 * SIZE;
const FIRST_FALLING: usize = FIRST_RISING + DIAGONALS;
const COUNT: usize = FIRST_FALLING + DIAGONALS;

/// The pattern of each line, and the moves of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinePatterns {
    /// For each line the number of its pattern among those of its length.
    codes: [u16; COUNT],
    counts: MoveCounts,
}

impl LinePatterns {
    /// The lines of a board without pieces.
    pub const EMPTY: LinePatterns = LinePatterns { codes: [0; COUNT], counts: MoveCounts::NONE };

    /// All moves of both sides, counted.
    #[inline]
    pub const fn counts(&self) -> MoveCounts {
        self.counts
    }

    /// Adds a piece on an empty square.
    #[inline(always)]
    pub fn put(&mut self, side: Side, square: Square) {
        for crossing in &CROSSINGS[square.index()] {
            self.recode(crossing, |code| code + (crossing.unit << side.index()));
        }
    }

    /// Removes the piece of a side from its square.
    #[inline(always)]
    pub fn lift(&mut self, side: Side, square: Square) {
        for crossing in &CROSSINGS[square.index()] {
            self.recode(crossing, |code| code - (crossing.unit << side.index()));
        }
    }

    #[inline(always)]
    fn recode(&mut self, crossing: &Crossing, change: impl Fn(u16) -> u16) {
        let code = &mut self.codes[usize::from(crossing.line)];
        let before = MOVE_COUNTS[usize::from(crossing.first_counts + *code)];
        *code = change(*code);
        self.counts =
            self.counts - before + MOVE_COUNTS[usize::from(crossing.first_counts + *code)];
    }

    /// Calls `found` once with the start and end of each move of `side`.
    #[inline]
    pub fn each_move(&self, side: Side, found: impl FnMut(Square, Square)) {
        self.each(&TABLES.movers, side, self.counts.moves(side), found);
    }

    /// Calls `found` once with the start and end of each capture of `side`.
    #[inline]
    pub fn each_capture(&self, side: Side, found: impl FnMut(Square, Square)) {
        let captures = self.counts.captures(side);
        if captures > 0 {
            self.each(&TABLES.captors, side, captures, found);
        }
    }

    /// The `count` moves of the pieces in `movers`.
    ///
    /// Two loops, of which the first collects the lines with moves. Their trip counts are known:
    /// the processor does not mispredict the end of a short loop on each of 46 lines.
    #[inline(always)]
    fn each(
        &self,
        movers: &[Movers; PATTERNS],
        side: Side,
        count: u32,
        mut found: impl FnMut(Square, Square),
    ) {
        let mut busy = [Busy { movers: 0, line: 0, steps: 0 }; COUNT + 1];
        let mut lines = 0;
        for (number, (&first, &code)) in FIRST_PATTERNS.iter().zip(&self.codes).enumerate() {
            let pattern = usize::from(first + code);
            let movers = u16::from_le_bytes(movers[pattern][side.index()]);
            busy[lines] = Busy { movers, line: number as u8, steps: TABLES.steps[pattern] };
            lines += usize::from(movers != 0);
        }
        let mut at = 0;
        let mut movers = busy[0].movers;
        for _ in 0..count {
            let (from, to) = busy[at].ends(movers.trailing_zeros() as u8);
            found(from, to);
            movers &= movers - 1;
            at += usize::from(movers == 0);
            movers = if movers == 0 { busy[at].movers } else { movers };
        }
    }
}

/// A line on which something can move.
#[derive(Clone, Copy)]
struct Busy {
    /// The places on the line from which pieces move: towards its end in the lower byte, towards
    /// its beginning in the upper byte.
    movers: u16,
    line: u8,
    steps: u8,
}

impl Busy {
    /// The squares that the mover at this bit leaves and reaches.
    #[inline(always)]
    fn ends(self, bit: u8) -> (Square, Square) {
        let squares = &SQUARES[usize::from(self.line)];
        let (place, steps) = (bit % 8, self.steps);
        let target = if bit < 8 { place + steps } else { place.wrapping_sub(steps) };
        (squares[usize::from(place)], squares[usize::from(target % 8)])
    }
}

/// The squares of each line in order; the entries behind the end of a short line are not used.
static SQUARES: [[Square; SIZE]; COUNT] = {
    let mut table = [[Square::from_index(0); SIZE]; COUNT];
    let mut number = 0;
    while number < COUNT {
        let LineGeometry { first: (file, rank), step, length, .. } = course(number);
        let mut place = 0;
        while place < length {
            table[number][place] = Square::from_index(rank * SIZE + file + place * step);
            place += 1;
        }
        number += 1;
    }
    table
};

/// The place of a square on one of its lines.
#[derive(Clone, Copy)]
struct Crossing {
    line: u8,
    /// 3 to the power of the square's place on the line: what a black piece there adds to the
    /// number of the pattern; a white piece adds twice as much.
    unit: u16,
    /// The first entry of the line's patterns in [`MOVE_COUNTS`].
    first_counts: u16,
}

/// A line as geometry: which one, its first square, step and length.
struct LineGeometry {
    line: usize,
    first: (usize, usize),
    step: usize,
    length: usize,
    kind: LineKind,
}

const fn rank_of(rank: usize) -> LineGeometry {
    let kind = if rank == 0 || rank == SIZE - 1 { LineKind::Edge } else { LineKind::Inner };
    LineGeometry { line: rank, first: (0, rank), step: 1, length: SIZE, kind }
}

const fn file_of(file: usize) -> LineGeometry {
    let kind = if file == 0 || file == SIZE - 1 { LineKind::Edge } else { LineKind::Inner };
    LineGeometry { line: FIRST_FILE + file, first: (file, 0), step: SIZE, length: SIZE, kind }
}

/// The diagonal towards h8, by its number from the corner h1 to the corner a8.
const fn rising(number: usize) -> LineGeometry {
    let (file, rank) = if number < SIZE { (SIZE - 1 - number, 0) } else { (0, number + 1 - SIZE) };
    let length = SIZE - if file > rank { file } else { rank };
    let line = FIRST_RISING + number;
    LineGeometry { line, first: (file, rank), step: SIZE + 1, length, kind: LineKind::Inner }
}

/// The diagonal towards a8, by its number from the corner a1 to the corner h8.
const fn falling(number: usize) -> LineGeometry {
    let (file, rank) = if number < SIZE { (number, 0) } else { (SIZE - 1, number + 1 - SIZE) };
    let length = 1 + file - rank;
    let line = FIRST_FALLING + number;
    LineGeometry { line, first: (file, rank), step: SIZE - 1, length, kind: LineKind::Inner }
}

/// The line of this number.
const fn course(line: usize) -> LineGeometry {
    if line < FIRST_FILE {
        rank_of(line)
    } else if line < FIRST_RISING {
        file_of(line - FIRST_FILE)
    } else if line < FIRST_FALLING {
        rising(line - FIRST_RISING)
    } else {
        falling(line - FIRST_FALLING)
    }
}

/// The first pattern of each line in the table of moves.
static FIRST_PATTERNS: [u16; COUNT] = {
    let mut table = [0; COUNT];
    let mut number = 0;
    while number < COUNT {
        table[number] = first_pattern(course(number).length) as u16;
        number += 1;
    }
    table
};

static CROSSINGS: [[Crossing; 4]; Square::COUNT] = {
    let mut table = [[Crossing { line: 0, unit: 0, first_counts: 0 }; 4]; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let (file, rank) = (index % SIZE, index / SIZE);
        let through = [
            (rank_of(rank), file),
            (file_of(file), rank),
            (rising(SIZE - 1 + rank - file), if file < rank { file } else { rank }),
            (falling(file + rank), if file + rank < SIZE { rank } else { SIZE - 1 - file }),
        ];
        let mut way = 0;
        while way < 4 {
            let (LineGeometry { line, length, kind, .. }, at) = &through[way];
            let first_counts = first_counts(*length, *kind) as u16;
            table[index][way] =
                Crossing { line: *line as u8, unit: patterns_of(*at) as u16, first_counts };
            way += 1;
        }
        index += 1;
    }
    table
};
