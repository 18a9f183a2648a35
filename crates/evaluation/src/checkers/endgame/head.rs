//! What both formats of tables begin with: who they are, whether they are whole, and where the
//! blocks of each material begin.
//!
//! ```text
//! 8 bytes   the name and version of the format
//! 4 bytes   the most pieces of a table's endings
//! 4 bytes   a checksum of all of the head that follows
//! 4 bytes   for each material, in the order of its number, and once more at the end:
//!           the number of its first block
//! ```
//! Numbers are little-endian.

use crate::checkers::endgame::material::{MOST_PIECES, Material};
use thiserror::Error;

/// The name and version of a format.
pub type Magic = [u8; 8];

/// Where the blocks of each material begin.
#[derive(Clone, Copy, Debug)]
pub struct Head<'a> {
    pieces: usize,
    firsts: &'a [u8],
}

/// Why bytes are no tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    /// Another format, another version, or something else altogether.
    #[error("this is no file of endgame tables of this version")]
    Magic,
    /// The number of pieces is beyond reason.
    #[error("endings of so many pieces are not known to this program")]
    Pieces,
    /// The head is not what was written.
    #[error("the checksum is wrong; the file is damaged")]
    Checksum,
    /// Something is missing at the end, or there is too much.
    #[error("the length is wrong; the file is damaged")]
    Length,
}

impl<'a> Head<'a> {
    /// Reads the head and returns what follows it.
    ///
    /// # Errors
    /// The bytes are no tables of this format.
    pub fn read(magic: &Magic, bytes: &'a [u8]) -> Result<(Self, &'a [u8]), TableError> {
        let rest = bytes.strip_prefix(magic).ok_or(TableError::Magic)?;
        let (pieces, rest) = rest.split_first_chunk::<4>().ok_or(TableError::Length)?;
        let (checksum, rest) = rest.split_first_chunk::<4>().ok_or(TableError::Length)?;
        let pieces = u32::from_le_bytes(*pieces) as usize;
        if !(2..=MOST_PIECES).contains(&pieces) {
            return Err(TableError::Pieces);
        }
        let length = 4 * (Material::count(pieces) + 1);
        let (firsts, rest) = rest.split_at_checked(length).ok_or(TableError::Length)?;
        if checksum_of(firsts) != u32::from_le_bytes(*checksum) {
            return Err(TableError::Checksum);
        }
        let numbers = || (0..=Material::count(pieces)).map(|nth| number_at(firsts, nth));
        if numbers().zip(numbers().skip(1)).any(|(first, next)| first > next) {
            return Err(TableError::Checksum);
        }
        Ok((Head { pieces, firsts }, rest))
    }

    /// The most pieces of these endings.
    pub fn pieces(&self) -> usize {
        self.pieces
    }

    /// The first block of a material, and the one after its last: the same if it is not among these
    /// endings.
    #[inline]
    pub fn blocks_of(&self, material: Material) -> (usize, usize) {
        if material.pieces() > self.pieces {
            return (0, 0);
        }
        let number = material.number();
        (number_at(self.firsts, number), number_at(self.firsts, number + 1))
    }

    /// The blocks of all materials.
    pub fn blocks(&self) -> usize {
        number_at(self.firsts, Material::count(self.pieces))
    }

    /// The bytes of a head: `firsts` as in the format.
    pub fn written(magic: &Magic, pieces: usize, firsts: &[u32]) -> Vec<u8> {
        let firsts = numbers(firsts);
        let mut bytes = magic.to_vec();
        bytes.extend((pieces as u32).to_le_bytes());
        bytes.extend(checksum_of(&firsts).to_le_bytes());
        bytes.extend(firsts);
        bytes
    }
}

/// The `nth` number of a row of four-byte numbers.
///
/// # Panics
/// If the row is shorter.
#[inline]
pub fn number_at(row: &[u8], nth: usize) -> usize {
    let bytes = &row[4 * nth..4 * nth + 4];
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte))
}

/// A row of four-byte numbers.
pub fn numbers(row: &[u32]) -> Vec<u8> {
    row.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// FNV-1a of 32 bits (Fowler, Noll and Vo 1991): enough against accidents.
fn checksum_of(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811C_9DC5, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAGIC: Magic = *b"test 1.\n";

    #[test]
    fn a_head_is_read_back_and_a_damaged_one_is_refused() {
        let firsts: Vec<u32> = (0..=Material::count(3) as u32).map(|n| 3 * n).collect();
        let mut bytes = Head::written(&MAGIC, 3, &firsts);
        bytes.push(7);
        let (head, rest) = Head::read(&MAGIC, &bytes).expect("as written");
        assert_eq!((head.pieces(), rest), (3, [7].as_slice()));
        assert_eq!(head.blocks(), 3 * Material::count(3));
        for material in Material::all(3) {
            let first = 3 * material.number();
            assert_eq!(head.blocks_of(material), (first, first + 3));
        }
        let read = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = bytes.clone();
            change(&mut bytes);
            Head::read(&MAGIC, &bytes).map(|_| ()).expect_err("damaged")
        };
        assert_eq!(read(&|bytes| bytes[5] ^= 1), TableError::Magic);
        assert_eq!(read(&|bytes| bytes.truncate(3)), TableError::Magic);
        assert_eq!(read(&|bytes| bytes[8] = 99), TableError::Pieces);
        assert_eq!(read(&|bytes| bytes[30] ^= 1), TableError::Checksum);
        assert_eq!(read(&|bytes| bytes.truncate(40)), TableError::Length);
    }
}
