//! The 46 lines of the board and what stands on each, kept in step with the pieces.
//!
//! Eight ranks, eight files, fifteen diagonals each way. [`Lines`] holds the pattern of every line
//! (`patterns.rs`) and the tally of all moves of both sides, so that counting moves costs nothing and
//! listing them one look-up a line. A piece put or lifted changes the four lines through its square.

use crate::board::Side;
use crate::games::loa::patterns::{
    PATTERNS, Place, TALLIES, Tally, first_pattern, first_tally, patterns_of,
};
use crate::games::loa::squares::{SIZE, Square};

const DIAGONALS: usize = 2 * SIZE - 1;
const FIRST_FILE: usize = SIZE;
const FIRST_RISING: usize = 2 * SIZE;
const FIRST_FALLING: usize = FIRST_RISING + DIAGONALS;
const COUNT: usize = FIRST_FALLING + DIAGONALS;

/// What stands on each line, and what both sides can do there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    codes: [u16; COUNT],
    tally: Tally,
}

impl Lines {
    /// The lines of a board without pieces.
    pub const EMPTY: Lines = Lines { codes: [0; COUNT], tally: Tally::NONE };

    /// All moves of both sides, counted.
    #[inline]
    pub const fn tally(&self) -> Tally {
        self.tally
    }

    /// Notes a piece that has come to stand on an empty square.
    #[inline(always)]
    pub fn put(&mut self, side: Side, square: Square) {
        for crossing in &CROSSINGS[square.index()] {
            self.recode(crossing, |code| code + (crossing.unit << side.index()));
        }
    }

    /// Notes that a piece has left the square it stood on.
    #[inline(always)]
    pub fn lift(&mut self, side: Side, square: Square) {
        for crossing in &CROSSINGS[square.index()] {
            self.recode(crossing, |code| code - (crossing.unit << side.index()));
        }
    }

    #[inline(always)]
    fn recode(&mut self, crossing: &Crossing, change: impl Fn(u16) -> u16) {
        let code = &mut self.codes[usize::from(crossing.line)];
        let tally_of = |code: u16| TALLIES[usize::from(crossing.tallies + code)];
        let before = tally_of(*code);
        *code = change(*code);
        self.tally = self.tally - before + tally_of(*code);
    }

    /// Calls `found` with the ends of every move of `side`, each once.
    #[inline(always)]
    pub fn each_move(&self, side: Side, mut found: impl FnMut(Square, Square)) {
        let mut busy = [Busy { movers: 0, pattern: 0, line: 0 }; COUNT + 1];
        let mut lines = 0;
        for (number, (line, &code)) in LINES.iter().zip(&self.codes).enumerate() {
            let pattern = &PATTERNS[usize::from(line.patterns + code)];
            let movers = u16::from_le_bytes(pattern.movers(side));
            busy[lines] = Busy { movers, pattern: pattern.steps(), line: number as u8 };
            lines += usize::from(movers != 0);
        }
        let mut at = 0;
        let mut movers = busy[0].movers;
        for _ in 0..self.tally.moves(side) {
            let Busy { pattern: steps, line, .. } = busy[at];
            let line = &LINES[usize::from(line)];
            let place = movers.trailing_zeros() as usize;
            let from = usize::from(line.first) + (place & 7) * usize::from(line.step);
            let reach = usize::from(steps) * usize::from(line.step);
            let to = if place < 8 { from + reach } else { from.wrapping_sub(reach) };
            found(Square::from_index(from), Square::from_index(to));
            movers &= movers - 1;
            at += usize::from(movers == 0);
            movers = if movers == 0 { busy[at].movers } else { movers };
        }
    }
}

#[derive(Clone, Copy)]
struct Busy {
    movers: u16,
    pattern: u8,
    line: u8,
}

/// One line: its first square, what a step adds to a square's number, and where its patterns are.
#[derive(Clone, Copy)]
struct Line {
    first: u8,
    step: u8,
    patterns: u16,
}

/// Where a square lies on one of its lines.
#[derive(Clone, Copy)]
struct Crossing {
    line: u8,
    /// Three to the power of the square's place on the line: what a black piece there adds to the
    /// line's pattern; a white one adds twice as much.
    unit: u16,
    /// Where the tallies of the line begin.
    tallies: u16,
}

/// A line as geometry: which one, its first square, step and length.
struct Course {
    line: usize,
    first: (usize, usize),
    step: usize,
    length: usize,
    place: Place,
}

const fn rank_of(rank: usize) -> Course {
    let place = if rank == 0 || rank == SIZE - 1 { Place::Edge } else { Place::Inner };
    Course { line: rank, first: (0, rank), step: 1, length: SIZE, place }
}

const fn file_of(file: usize) -> Course {
    let place = if file == 0 || file == SIZE - 1 { Place::Edge } else { Place::Inner };
    Course { line: FIRST_FILE + file, first: (file, 0), step: SIZE, length: SIZE, place }
}

/// The diagonal towards h8, by its number from the corner h1 to the corner a8.
const fn rising(number: usize) -> Course {
    let (file, rank) = if number < SIZE { (SIZE - 1 - number, 0) } else { (0, number + 1 - SIZE) };
    let length = SIZE - if file > rank { file } else { rank };
    let line = FIRST_RISING + number;
    Course { line, first: (file, rank), step: SIZE + 1, length, place: Place::Inner }
}

/// The diagonal towards a8, by its number from the corner a1 to the corner h8.
const fn falling(number: usize) -> Course {
    let (file, rank) = if number < SIZE { (number, 0) } else { (SIZE - 1, number + 1 - SIZE) };
    let length = 1 + file - rank;
    let line = FIRST_FALLING + number;
    Course { line, first: (file, rank), step: SIZE - 1, length, place: Place::Inner }
}

/// The line of this number.
const fn course(line: usize) -> Course {
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

static LINES: [Line; COUNT] = {
    let mut table = [Line { first: 0, step: 0, patterns: 0 }; COUNT];
    let mut number = 0;
    while number < COUNT {
        let Course { first: (file, rank), step, length, .. } = course(number);
        let first = (rank * SIZE + file) as u8;
        table[number] = Line { first, step: step as u8, patterns: first_pattern(length) as u16 };
        number += 1;
    }
    table
};

static CROSSINGS: [[Crossing; 4]; Square::COUNT] = {
    let mut table = [[Crossing { line: 0, unit: 0, tallies: 0 }; 4]; Square::COUNT];
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
            let (Course { line, length, place, .. }, at) = &through[way];
            let tallies = first_tally(*length, *place) as u16;
            table[index][way] =
                Crossing { line: *line as u8, unit: patterns_of(*at) as u16, tallies };
            way += 1;
        }
        index += 1;
    }
    table
};
