//! The file of the DTC table: the distances of lost positions.
//!
//! Distances are in *rounds* of two plies, rounded up, at most 255: enough to see that the winner
//! makes progress with each move. An entry means something only where the side to move has no
//! capture and the conversion takes more than [`SHORT_ROUNDS`]; any other holds what compresses
//! best. (Shorter distances are found by trying all moves, `probe.rs`; without them the table is a
//! third smaller.)
//!
//! ```text
//! header      `header.rs`
//! 4(b+1)      for each of the b blocks the offset of its first byte, and the length of all blocks
//! the rest    the blocks: 8,192 indices each (fewer at the end of a material), one byte for each
//!             index, compressed by DEFLATE (RFC 1951)
//! ```

use crate::checkers::endgame::header::{Magic, TableError, TableHeader, number_at, numbers};
use crate::checkers::endgame::index::material::Material;
use miniz_oxide::{deflate, inflate};

const MAGIC: Magic = *b"CHrnd 3\n";
/// Indices in a block.
pub const BLOCK: usize = 1 << 13;
/// Conversions within this number of rounds are not in the table.
pub const SHORT_ROUNDS: u8 = 2;
/// The slowest and best level of compression.
const LEVEL: u8 = 10;

/// A DTC table in the bytes of its file: nothing is copied.
#[derive(Clone, Copy, Debug)]
pub struct DtcTable<'a> {
    header: TableHeader<'a>,
    offsets: &'a [u8],
    blocks: &'a [u8],
}

/// A decompressed block, kept for the next probes.
#[derive(Clone, Debug)]
pub struct CachedBlock {
    number: usize,
    /// One byte for each index of the block.
    rounds: Vec<u8>,
}

impl<'a> DtcTable<'a> {
    /// Reads the header and checks the length of a file; the blocks are not looked at.
    pub const fn from_bytes(bytes: &'a [u8]) -> Result<Self, TableError> {
        let (header, rest) = match TableHeader::from_bytes(&MAGIC, bytes) {
            Ok(read) => read,
            Err(error) => return Err(error),
        };
        let Some((offsets, blocks)) = rest.split_at_checked(4 * (header.blocks() + 1)) else {
            return Err(TableError::Length);
        };
        if blocks.len() != number_at(offsets, header.blocks()) {
            return Err(TableError::Length);
        }
        Ok(DtcTable { header, offsets, blocks })
    }

    /// The largest number of pieces of its endings.
    pub const fn pieces(&self) -> usize {
        self.header.pieces()
    }

    /// The rounds to conversion of the lost position with this index, if they are more than
    /// [`SHORT_ROUNDS`]; `None` if the table does not hold its material or is damaged. `cache`
    /// holds the blocks that were decompressed before.
    pub fn probe(
        &self,
        material: Material,
        index: usize,
        cache: &mut Vec<CachedBlock>,
    ) -> Option<u8> {
        let number = self.header.blocks_of(material).nth(index / BLOCK)?;
        if let Some(block) = cache.iter().find(|block| block.number == number) {
            return block.rounds.get(index % BLOCK).copied();
        }
        let bytes = number_at(self.offsets, number)..number_at(self.offsets, number + 1);
        let rounds = inflate::decompress_to_vec_with_limit(self.blocks.get(bytes)?, BLOCK).ok()?;
        let found = rounds.get(index % BLOCK).copied();
        cache.push(CachedBlock { number, rounds });
        found
    }

    /// A block of at most [`BLOCK`] rounds in the form of the file.
    pub fn compress(rounds: &[u8]) -> Vec<u8> {
        deflate::compress_to_vec(rounds, LEVEL)
    }

    /// The bytes of a file. `materials`: for each material of 2 to `pieces` pieces, in the order of
    /// its number, its compressed blocks.
    pub fn encode(pieces: usize, materials: &[Vec<Vec<u8>>]) -> Vec<u8> {
        let mut first_blocks = vec![0];
        let (mut offsets, mut blocks) = (vec![0], Vec::new());
        for compressed in materials {
            for block in compressed {
                blocks.extend(block);
                offsets.push(blocks.len() as u32);
            }
            first_blocks.push(offsets.len() as u32 - 1);
        }
        [TableHeader::encode(&MAGIC, pieces, &first_blocks), numbers(&offsets), blocks].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{any, proptest};

    fn some_table() -> Vec<u8> {
        DtcTable::encode(2, &Material::all(2).map(some_blocks).collect::<Vec<_>>())
    }

    fn some_blocks(material: Material) -> Vec<Vec<u8>> {
        let rounds: Vec<_> = (0..material.size()).map(some_rounds).collect();
        rounds.chunks(BLOCK).map(DtcTable::compress).collect()
    }

    fn some_rounds(index: usize) -> u8 {
        (index * index / 11 % 50) as u8
    }

    #[test]
    fn what_was_written_is_read() {
        let bytes = some_table();
        let table = DtcTable::from_bytes(&bytes).expect("a table");
        let mut cache = Vec::new();
        for material in Material::all(2) {
            for index in 0..material.size() {
                assert_eq!(table.probe(material, index, &mut cache), Some(some_rounds(index)));
            }
        }
        assert_eq!(cache.len(), 4, "each block is decompressed once");
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
            if let Ok(table) = DtcTable::from_bytes(&bytes) {
                for material in Material::all(2) {
                    table.probe(material, material.size() - 1, &mut Vec::new());
                }
            }
        }
    }
}
