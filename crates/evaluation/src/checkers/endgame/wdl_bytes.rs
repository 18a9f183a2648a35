//! The older form of the WDL table: every position whose side to move has no capture, in run-length
//! codes of one byte each.
//!
//! ```text
//! header      `header.rs`
//! 4b          for each of the b blocks the index of its first result
//! 256b        the blocks: 256 run-length codes each (`run_length.rs`), the last block of a
//!             material filled up
//! ```
//!
//! A probe finds the block by binary search and adds up the lengths of the codes before the index:
//! nothing is decompressed, as in the Chinook databases (Schaeffer and others 2003).

use crate::checkers::endgame::header::{Magic, TableError, TableHeader, number_at, numbers};
use crate::checkers::endgame::material::Material;
use crate::checkers::endgame::run_length;
use games::Outcome;
use std::ops::Range;

const MAGIC: Magic = *b"CHwld 1\n";
/// Codes, of one byte each, in a block.
const BLOCK: usize = 256;

/// A WDL table of this form in the bytes of its file: nothing is copied.
#[derive(Clone, Copy, Debug)]
pub struct BytesTable<'a> {
    header: TableHeader<'a>,
    first_indices: &'a [u8],
    blocks: &'a [u8],
}

impl<'a> BytesTable<'a> {
    /// Reads the header and checks the length of a file; the blocks are not looked at.
    ///
    /// # Errors
    /// [`TableError`]: the bytes are not a WDL table, or damaged.
    pub const fn from_bytes(bytes: &'a [u8]) -> Result<Self, TableError> {
        let (header, rest) = match TableHeader::from_bytes(&MAGIC, bytes) {
            Ok(read) => read,
            Err(error) => return Err(error),
        };
        let count = header.blocks();
        let Some((first_indices, blocks)) = rest.split_at_checked(4 * count) else {
            return Err(TableError::Length);
        };
        if blocks.len() != BLOCK * count {
            return Err(TableError::Length);
        }
        Ok(BytesTable { header, first_indices, blocks })
    }

    /// The largest number of pieces of these endings.
    pub const fn pieces(&self) -> usize {
        self.header.pieces()
    }

    /// Does the table hold positions of this material?
    #[inline]
    pub fn holds(&self, material: Material) -> bool {
        !self.header.blocks_of(material).is_empty()
    }

    /// The result of the position with this index, for the side to move; `None` if the table does
    /// not hold its material or is damaged. Meaningless where the side to move has a capture.
    #[inline]
    pub fn probe(&self, material: Material, index: usize) -> Option<Outcome> {
        let Range { start: mut first, mut end } = self.header.blocks_of(material);
        if first >= end {
            return None;
        }
        while end - first > 1 {
            let middle = first.midpoint(end);
            let is_before = number_at(self.first_indices, middle) <= index;
            if is_before { first = middle } else { end = middle }
        }
        let place = index.checked_sub(number_at(self.first_indices, first))?;
        run_length::result_at(&self.blocks[BLOCK * first..BLOCK * (first + 1)], place)
    }

    /// The bytes of a file. `materials`: for each material of 2 to `pieces` pieces, in the order of
    /// its number, the codes of its results.
    pub fn encode(pieces: usize, materials: &[Vec<u8>]) -> Vec<u8> {
        let mut first_blocks = vec![0];
        let (mut first_indices, mut blocks) = (Vec::new(), Vec::new());
        for codes in materials {
            let mut index = 0;
            for block in codes.chunks(BLOCK) {
                first_indices.push(index as u32);
                index += block.iter().map(|&code| run_length::length(code)).sum::<usize>();
                blocks.extend(block);
                blocks.resize(blocks.len().next_multiple_of(BLOCK), 0);
            }
            first_blocks.push(first_indices.len() as u32);
        }
        let header = TableHeader::encode(&MAGIC, pieces, &first_blocks);
        [header, numbers(&first_indices), blocks].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{any, proptest};

    /// A table of two pieces in which the result of an index depends on the index alone.
    fn some_table() -> Vec<u8> {
        let row = |material: Material| (0..material.size()).map(some_result).collect::<Vec<_>>();
        let rows: Vec<_> =
            Material::all(2).map(|material| run_length::encode(&row(material))).collect();
        BytesTable::encode(2, &rows)
    }

    fn some_result(index: usize) -> Option<Outcome> {
        let results = [None, Some(Outcome::Win), Some(Outcome::Draw), Some(Outcome::Loss)];
        results[index * index / 7 % 4]
    }

    #[test]
    fn what_was_written_is_read() {
        let bytes = some_table();
        let table = BytesTable::from_bytes(&bytes).expect("a table");
        assert_eq!(table.pieces(), 2);
        for material in Material::all(2) {
            for index in 0..material.size() {
                let read = table.probe(material, index).expect("every index has a result");
                assert!(some_result(index).is_none_or(|result| result == read));
            }
        }
    }

    proptest! {
        #[test]
        fn damage_is_an_error_or_a_wrong_result_and_never_a_panic(
            place in any::<proptest::sample::Index>(),
            byte in any::<u8>(),
            end in any::<proptest::sample::Index>(),
        ) {
            let mut bytes = some_table();
            let place = place.index(bytes.len());
            bytes[place] = byte;
            let end = end.index(2 * bytes.len());
            bytes.truncate(end);
            if let Ok(table) = BytesTable::from_bytes(&bytes) {
                for material in Material::all(2) {
                    for index in (0..material.size()).step_by(61) {
                        table.probe(material, index);
                    }
                }
            }
        }
    }
}
