//! The table of distances: how far a lost position is from the next capture, crowning or end, for
//! table_indices whose side to move has no capture.
//!
//! DtcTable are counted in *rounds* of two plies, rounded up: enough to see that the winner makes
//! progress at each of his moves. After the head (`head.rs`) comes for each block the offset of its
//! first byte, four bytes each and once more for the end, and then the blocks: 4,096 indices each,
//! a byte for an index, packed by DEFLATE. A position that is not lost has whatever packs best.

use crate::checkers::endgame::head::{Head, Magic, TableError, number_at, numbers};
use crate::checkers::endgame::material::Material;
use miniz_oxide::{deflate, inflate};

const MAGIC: Magic = *b"CHrnd 2\n";
/// The indices of a block.
pub const BLOCK: usize = 1 << 12;
/// The slowest and best packing there is.
const LEVEL: u8 = 10;

/// The table, in its bytes.
#[derive(Clone, Copy, Debug)]
pub struct DtcTable<'a> {
    head: Head<'a>,
    offsets: &'a [u8],
    blocks: &'a [u8],
}

/// An unpacked block, which may serve the next lookup as well.
#[derive(Clone, Debug)]
pub struct Unpacked {
    number: usize,
    rounds: Vec<u8>,
}

impl<'a> DtcTable<'a> {
    /// The table that these bytes are.
    ///
    /// # Errors
    /// They are none.
    pub fn read(bytes: &'a [u8]) -> Result<Self, TableError> {
        let (head, rest) = Head::read(&MAGIC, bytes)?;
        let length = 4 * (head.blocks() + 1);
        let (offsets, blocks) = rest.split_at_checked(length).ok_or(TableError::Length)?;
        if blocks.len() != number_at(offsets, head.blocks()) {
            return Err(TableError::Length);
        }
        Ok(DtcTable { head, offsets, blocks })
    }

    /// The rounds at an index, which must be that of a lost position; none if the table is damaged.
    /// `unpacked` holds the blocks seen before.
    pub fn at(&self, material: Material, index: usize, unpacked: &mut Vec<Unpacked>) -> Option<u8> {
        let (first, end) = self.head.blocks_of(material);
        let number = first + index / BLOCK;
        if number >= end {
            return None;
        }
        if let Some(block) = unpacked.iter().find(|block| block.number == number) {
            return block.rounds.get(index % BLOCK).copied();
        }
        let packed = number_at(self.offsets, number)..number_at(self.offsets, number + 1);
        let rounds = inflate::decompress_to_vec_with_limit(self.blocks.get(packed)?, BLOCK).ok()?;
        let found = rounds.get(index % BLOCK).copied();
        unpacked.push(Unpacked { number, rounds });
        found
    }

    /// A block packed.
    pub fn packed(rounds: &[u8]) -> Vec<u8> {
        deflate::compress_to_vec(rounds, LEVEL)
    }

    /// The bytes of a table: for each material in the order of its number its packed blocks.
    pub fn written(pieces: usize, materials: &[Vec<Vec<u8>>]) -> Vec<u8> {
        let mut firsts = vec![0];
        let (mut offsets, mut blocks) = (vec![0], Vec::new());
        for packed in materials {
            for block in packed {
                blocks.extend(block);
                offsets.push(blocks.len() as u32);
            }
            firsts.push(offsets.len() as u32 - 1);
        }
        [Head::written(&MAGIC, pieces, &firsts), numbers(&offsets), blocks].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{any, proptest};

    fn some_table() -> Vec<u8> {
        let blocks = |material: Material| {
            let rounds: Vec<_> = (0..material.size()).map(some_rounds).collect();
            rounds.chunks(BLOCK).map(DtcTable::packed).collect()
        };
        DtcTable::written(2, &Material::all(2).map(blocks).collect::<Vec<_>>())
    }

    fn some_rounds(index: usize) -> u8 {
        (index * index / 11 % 50) as u8
    }

    #[test]
    fn what_was_written_is_read() {
        let bytes = some_table();
        let table = DtcTable::read(&bytes).expect("a table");
        let mut unpacked = Vec::new();
        for material in Material::all(2) {
            for index in 0..material.size() {
                assert_eq!(table.at(material, index, &mut unpacked), Some(some_rounds(index)));
            }
        }
        assert_eq!(unpacked.len(), 4, "each block is unpacked once");
    }

    proptest! {
        #[test]
        fn damage_is_an_error_or_a_wrong_distance_and_never_a_panic(
            place in any::<proptest::sample::Index>(),
            byte in any::<u8>(),
        ) {
            let mut bytes = some_table();
            let place = place.index(bytes.len());
            bytes[place] = byte;
            if let Ok(table) = DtcTable::read(&bytes) {
                for material in Material::all(2) {
                    table.at(material, material.size() - 1, &mut Vec::new());
                }
            }
        }
    }
}
