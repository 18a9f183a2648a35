//! The header of a table file, the same for both formats: identification, checksum, and where the
//! blocks of each material begin.
//!
//! ```text
//! offset  bytes    content
//! 0       8        name and version of the format
//! 8       4        the largest number of pieces of the endings, 2 to 7
//! 12      4        checksum of the rest of the header
//! 16      4(m+1)   for each of the m materials, in the order of its number, the number of its
//!                  first block; then the number of all blocks
//! ```
//! Integers are unsigned and little-endian. `m` is [`Material::count`] of the pieces.

use crate::checkers::endgame::index::material::{MAX_PIECES, Material};
use std::ops::Range;
use thiserror::Error;

/// Name and version of a format: the first bytes of its files.
pub type Magic = [u8; 8];

/// The header of a table file, in its bytes.
#[derive(Clone, Copy, Debug)]
pub struct TableHeader<'a> {
    /// The largest number of pieces.
    pieces: usize,
    /// `Material::count(pieces) + 1` block numbers of four bytes, ascending.
    first_blocks: &'a [u8],
}

/// An error in the bytes of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages speak for the variants")]
pub enum TableError {
    #[error("this is not a file of endgame tables of this version")]
    Magic,
    #[error("the file is for a number of pieces that this program does not support")]
    Pieces,
    #[error("the checksum is wrong; the file is damaged")]
    Checksum,
    #[error("the length is wrong; the file is damaged")]
    Length,
}

impl<'a> TableHeader<'a> {
    /// Reads the header of a file with this magic; returns it with the bytes behind it. Tables that
    /// are compiled in are read by the compiler. The checksum is also called wrong if block numbers
    /// do not ascend.
    pub const fn from_bytes(
        magic: &Magic,
        bytes: &'a [u8],
    ) -> Result<(Self, &'a [u8]), TableError> {
        let Some((found, rest)) = bytes.split_first_chunk::<8>() else {
            return Err(TableError::Magic);
        };
        if u64::from_le_bytes(*found) != u64::from_le_bytes(*magic) {
            return Err(TableError::Magic);
        }
        let Some((pieces, rest)) = rest.split_first_chunk::<4>() else {
            return Err(TableError::Length);
        };
        let Some((checksum, rest)) = rest.split_first_chunk::<4>() else {
            return Err(TableError::Length);
        };
        let pieces = u32::from_le_bytes(*pieces) as usize;
        if pieces < 2 || pieces > MAX_PIECES {
            return Err(TableError::Pieces);
        }
        let materials = Material::count(pieces);
        let Some((first_blocks, rest)) = rest.split_at_checked(4 * (materials + 1)) else {
            return Err(TableError::Length);
        };
        if checksum_of(first_blocks) != u32::from_le_bytes(*checksum) {
            return Err(TableError::Checksum);
        }
        let mut nth = 0;
        while nth < materials {
            if number_at(first_blocks, nth) > number_at(first_blocks, nth + 1) {
                return Err(TableError::Checksum);
            }
            nth += 1;
        }
        Ok((TableHeader { pieces, first_blocks }, rest))
    }

    /// The same header without the endings of more pieces.
    pub fn limited_to(self, pieces: u32) -> Self {
        TableHeader { pieces: self.pieces.min(pieces as usize), ..self }
    }

    /// The largest number of pieces of these endings.
    pub const fn pieces(&self) -> usize {
        self.pieces
    }

    /// The numbers of the blocks of a material: empty if it is not among these endings.
    #[inline]
    pub fn blocks_of(&self, material: Material) -> Range<usize> {
        if material.pieces() > self.pieces {
            return 0..0;
        }
        let number = material.number();
        number_at(self.first_blocks, number)..number_at(self.first_blocks, number + 1)
    }

    /// The number of blocks of all materials.
    pub const fn blocks(&self) -> usize {
        number_at(self.first_blocks, Material::count(self.pieces))
    }

    /// The bytes of a header. `first_blocks` as in the format: one for each material, and the
    /// number of all blocks.
    pub fn encode(magic: &Magic, pieces: usize, first_blocks: &[u32]) -> Vec<u8> {
        let first_blocks = numbers(first_blocks);
        let mut bytes = magic.to_vec();
        bytes.extend((pieces as u32).to_le_bytes());
        bytes.extend(checksum_of(&first_blocks).to_le_bytes());
        bytes.extend(first_blocks);
        bytes
    }
}

/// The `nth` of the four-byte integers in `array`.
///
/// # Panics
/// If the array is too short.
#[inline]
pub const fn number_at(array: &[u8], nth: usize) -> usize {
    match array.split_at(4 * nth).1.first_chunk() {
        Some(bytes) => u32::from_le_bytes(*bytes) as usize,
        None => panic!("the array is too short"),
    }
}

/// The bytes of an array of four-byte integers.
pub fn numbers(array: &[u32]) -> Vec<u8> {
    array.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// FNV-1a of 32 bits (Fowler, Noll and Vo 1991): finds accidents, not attacks.
pub const fn checksum_of(bytes: &[u8]) -> u32 {
    let mut sum: u32 = 0x811C_9DC5;
    let mut nth = 0;
    while nth < bytes.len() {
        sum = (sum ^ bytes[nth] as u32).wrapping_mul(0x0100_0193);
        nth += 1;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAGIC: Magic = *b"test 1.\n";

    #[test]
    fn a_header_is_read_back_and_a_damaged_one_is_refused() {
        let first_blocks: Vec<u32> = (0..=Material::count(3) as u32).map(|n| 3 * n).collect();
        let mut bytes = TableHeader::encode(&MAGIC, 3, &first_blocks);
        bytes.push(7);
        let (header, rest) = TableHeader::from_bytes(&MAGIC, &bytes).expect("as written");
        assert_eq!((header.pieces(), rest), (3, [7].as_slice()));
        assert_eq!(header.blocks(), 3 * Material::count(3));
        for material in Material::all(3) {
            let first = 3 * material.number();
            assert_eq!(header.blocks_of(material), first..first + 3);
        }
        assert_eq!(error_after(&bytes, &|bytes| bytes[5] ^= 1), TableError::Magic);
        assert_eq!(error_after(&bytes, &|bytes| bytes.truncate(3)), TableError::Magic);
        assert_eq!(error_after(&bytes, &|bytes| bytes[8] = 99), TableError::Pieces);
        assert_eq!(error_after(&bytes, &|bytes| bytes[30] ^= 1), TableError::Checksum);
        assert_eq!(error_after(&bytes, &|bytes| bytes.truncate(40)), TableError::Length);
    }

    fn error_after(bytes: &[u8], change: &dyn Fn(&mut Vec<u8>)) -> TableError {
        let mut bytes = bytes.to_vec();
        change(&mut bytes);
        TableHeader::from_bytes(&MAGIC, &bytes).map(|_| ()).expect_err("damaged")
    }
}
