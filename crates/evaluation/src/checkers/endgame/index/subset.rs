//! Sets of squares as numbers, without gaps: the combinatorial number system (D. H. Lehmer 1964).
//!
//! The sets of `k` squares are counted in the order of their highest squares, so that the sets
//! within the first `n` squares come before all others: men, which stand on 28 squares, and kings,
//! which stand on 32, share one numbering. Squares are counted row by row from a player's own
//! first row, so that neighbors on the board are neighbors in the count as well.

use games::checkers::bitboard::Bitboard;
use games::checkers::square::Square;

/// The largest set that has a number.
pub const MAX_SQUARES: usize = 6;

/// Number of sets of `members` squares among `squares` squares: the binomial coefficient.
#[inline]
pub const fn count(squares: usize, members: usize) -> u32 {
    CHOOSE[members][squares]
}

/// The index of a set of at most [`MAX_SQUARES`] squares among all sets of its size.
#[inline]
pub fn index_of(set: Bitboard) -> u32 {
    let mut rest = by_rows(set);
    let mut index = 0;
    let mut members = 0;
    while rest != 0 {
        members += 1;
        index += CHOOSE[members][rest.trailing_zeros() as usize];
        rest &= rest - 1;
    }
    index
}

/// The set of `members` squares with this index: the inverse of [`index_of`].
pub fn at(members: usize, index: u32) -> Bitboard {
    let mut rest = index;
    let highest_first = (1..=members).rev().map(|members| {
        let fitting = (0..Square::COUNT).rev().find(|&row| CHOOSE[members][row] <= rest);
        let place = fitting.unwrap_or_default();
        rest -= CHOOSE[members][place];
        SQUARES[place]
    });
    highest_first.collect()
}

/// `CHOOSE[k][n]`: the ways to choose `k` of `n` squares.
static CHOOSE: [[u32; Square::COUNT + 1]; MAX_SQUARES + 1] = {
    let mut table = [[0; Square::COUNT + 1]; MAX_SQUARES + 1];
    let mut n = 0;
    while n <= Square::COUNT {
        table[0][n] = 1;
        let mut k = 1;
        while k <= MAX_SQUARES && n > 0 {
            table[k][n] = table[k][n - 1] + table[k - 1][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The squares row by row, from row 1 up.
const SQUARES: [Square; Square::COUNT] = {
    let mut squares = [Square::from_bit(0); Square::COUNT];
    let mut place = 0;
    while place < Square::COUNT {
        if let Some(square) = Square::from_number((Square::COUNT - place) as u32) {
            squares[place] = square;
        }
        place += 1;
    }
    squares
};

/// The bits of a set in the order of [`SQUARES`], looked up byte by byte.
#[inline]
fn by_rows(set: Bitboard) -> u32 {
    let [a, b, c, d] = set.bits().to_le_bytes().map(usize::from);
    BY_ROWS[0][a] | BY_ROWS[1][b] | BY_ROWS[2][c] | BY_ROWS[3][d]
}

/// `BY_ROWS[n][byte]`: the bits of the `n`-th byte of a set, in the order of [`SQUARES`].
static BY_ROWS: [[u32; 256]; 4] = {
    let mut table = [[0; 256]; 4];
    let mut place = 0;
    while place < Square::COUNT {
        let bit = SQUARES[place].index();
        let mut byte = 0;
        while byte < 256 {
            if byte >> (bit % 8) & 1 != 0 {
                table[bit / 8][byte] |= 1 << place;
            }
            byte += 1;
        }
        place += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_sets_are_inverse_to_each_other() {
        for members in 0..=4 {
            for wanted in 0..count(32, members) {
                let set = at(members, wanted);
                assert_eq!((set.count() as usize, index_of(set)), (members, wanted));
            }
        }
        for members in 5..=MAX_SQUARES {
            for wanted in (0..count(32, members)).step_by(977).chain([count(32, members) - 1]) {
                assert_eq!(index_of(at(members, wanted)), wanted);
            }
        }
    }

    #[test]
    fn the_sets_without_the_last_row_come_first() {
        let last_row = Bitboard::rank(7);
        for members in 1..=4 {
            let men = count(28, members);
            assert!((at(members, men - 1) & last_row).is_empty());
            assert!((at(members, men) & last_row).any());
        }
    }
}
