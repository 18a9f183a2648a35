//! The table of distances: how far a lost position is from the next capture, crowning or end, for
//! placements whose side to move has no capture.
//!
//! Distances are counted in *rounds* of two plies, rounded up: enough to see that the winner makes
//! progress at each of his moves. After the head (`head.rs`) comes for each block the offset of its
//! first byte, four bytes each and once more for the end, and then the blocks: 16,384 indices each,
//! a byte for an index, packed by DEFLATE. A position that is not lost has whatever packs best.

use crate::games::checkers::endgame::head::{Head, Magic, TableError, number_at, numbers};
use crate::games::checkers::endgame::material::Material;
use miniz_oxide::{deflate, inflate};

const MAGIC: Magic = *b"CHrnd 1\n";
/// The indices of a block.
pub const BLOCK: usize = 1 << 14;
/// The slowest and best packing there is.
const LEVEL: u8 = 10;

/// The table, in its bytes.
#[derive(Clone, Copy, Debug)]
pub struct Distances<'a> {
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

impl<'a> Distances<'a> {
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
        Ok(Distances { head, offsets, blocks })
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
