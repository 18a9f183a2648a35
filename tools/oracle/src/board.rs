//! A square board of any size: an array of rows of cells, and the squares that name them.

use std::fmt;

/// A square of a board, by its column and row, both counted from 0 at a1.
///
/// A square may lie outside of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// 0 is column a.
    pub column: i8,
    /// 0 is row 1.
    pub row: i8,
}

impl Square {
    /// The square `count` steps away in a direction; it may lie outside.
    pub(crate) fn step(self, (columns, rows): Offset, count: i8) -> Self {
        Self { column: self.column + count * columns, row: self.row + count * rows }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = u8::try_from(self.column).map_or('?', |column| char::from(b'a' + column));
        write!(f, "{letter}{}", self.row + 1)
    }
}

/// Columns and rows of one step.
pub(crate) type Offset = (i8, i8);

pub(crate) const ORTHOGONAL: [Offset; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
pub(crate) const ALL_DIRECTIONS: [Offset; 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// A cell that the dump shows as one letter.
pub(crate) trait Letter: Copy {
    fn read(letter: char) -> Option<Self>;
    fn letter(self) -> char;
}

/// `SIZE` rows of `SIZE` cells, row 1 first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Board<Cell, const SIZE: usize>([[Cell; SIZE]; SIZE]);

impl<Cell: Letter, const SIZE: usize> Board<Cell, SIZE> {
    /// Reads `SIZE` lines of `SIZE` letters, the highest row first.
    pub(crate) fn from_rows(rows: &str) -> Option<Self> {
        let cells: Vec<[Cell; SIZE]> = rows.lines().rev().map(read_row).collect::<Option<_>>()?;
        cells.try_into().ok().map(Self)
    }

    /// The text that [`from_rows`](Self::from_rows) reads.
    pub(crate) fn rows(&self) -> String {
        self.0
            .into_iter()
            .rev()
            .flat_map(|row| row.map(Letter::letter).into_iter().chain(['\n']))
            .collect()
    }

    /// The cell of a square; `None` outside of the board.
    pub(crate) fn get(&self, square: Square) -> Option<Cell> {
        let row = self.0.get(usize::try_from(square.row).ok()?)?;
        row.get(usize::try_from(square.column).ok()?).copied()
    }

    pub(crate) fn set(&mut self, square: Square, cell: Cell) {
        self.0[index(square.row)][index(square.column)] = cell;
    }

    pub(crate) fn squares() -> impl Iterator<Item = Square> {
        Self::numbers().flat_map(|row| Self::numbers().map(move |column| Square { column, row }))
    }

    fn numbers() -> impl Iterator<Item = i8> {
        (0..SIZE).filter_map(|number| i8::try_from(number).ok())
    }
}

fn index(number: i8) -> usize {
    usize::try_from(number).expect("a square of the board")
}

fn read_row<Cell: Letter, const SIZE: usize>(line: &str) -> Option<[Cell; SIZE]> {
    let cells: Vec<Cell> = line.chars().map(Cell::read).collect::<Option<_>>()?;
    cells.try_into().ok()
}
