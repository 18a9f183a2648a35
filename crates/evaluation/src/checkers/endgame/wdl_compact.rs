//! The compact form of the WDL table: a third of the size of the other (`wdl_bytes.rs`), because
//! positions in which the side to move is threatened with a capture can be left out, lengths of
//! runs have codes of different lengths, and each material is counted in the order that suits it.
//!
//! ```text
//! header      `header.rs`
//! 4           checksum of the next three
//! 4           the number of pieces from which on threatened positions are left out
//! m           for each of the m materials the number of the order of its positions
//!             (`index_order.rs`)
//! 8192        the decoding tables of the codes (`prefix_codes.rs`)
//! 4b          for each of the b blocks the index of its first result
//! 64b         the blocks
//! 8           zeros
//! ```
//!
//! A material without blocks is left out altogether.

use crate::checkers::endgame::header::{
    Magic, TableError, TableHeader, checksum_of, number_at, numbers,
};
use crate::checkers::endgame::index_order::IndexOrder;
use crate::checkers::endgame::material::Material;
use crate::checkers::endgame::prefix_codes::{
    self, BLOCK, DecodingTable, PADDING, PrefixCodes, TABLE_BYTES,
};
use crate::checkers::endgame::runs::Run;
use crate::checkers::endgame::table_index::TableIndex;
use games::Outcome;
use std::ops::Range;

const MAGIC: Magic = *b"CHwld 2\n";

/// A compact WDL table in the bytes of its file: nothing is copied.
#[derive(Clone, Copy, Debug)]
pub struct CompactTable<'a> {
    header: TableHeader<'a>,
    unthreatened_from: usize,
    orders: &'a [u8],
    codes: &'a DecodingTable,
    first_indices: &'a [u8],
    /// With the padding.
    blocks: &'a [u8],
}

/// What stands in the file for one material; no runs if it is left out.
#[derive(Clone, Debug, Default)]
pub struct CompactMaterial {
    /// The order of the positions.
    pub order: IndexOrder,
    /// Their results.
    pub runs: Vec<Run>,
}

impl CompactMaterial {
    /// The number of bits of the runs in codes made for them alone.
    pub fn bits(&self) -> u64 {
        PrefixCodes::of([self.runs.as_slice()]).bits(&self.runs)
    }
}

impl<'a> CompactTable<'a> {
    /// Reads the header and checks the length of a file; the blocks are not looked at.
    ///
    /// # Errors
    /// [`TableError`]: the bytes are not a compact WDL table, or damaged.
    pub const fn from_bytes(bytes: &'a [u8]) -> Result<Self, TableError> {
        let (header, rest) = match TableHeader::from_bytes(&MAGIC, bytes) {
            Ok(read) => read,
            Err(error) => return Err(error),
        };
        let materials = Material::count(header.pieces());
        let Some((about, rest)) = rest.split_at_checked(8 + materials + TABLE_BYTES) else {
            return Err(TableError::Length);
        };
        let (checksum, checked) = about.split_at(4);
        if checksum_of(checked) as usize != number_at(checksum, 0) {
            return Err(TableError::Checksum);
        }
        let (orders, codes) = checked.split_at(4).1.split_at(materials);
        let (Some(codes), Some((first_indices, blocks))) =
            (codes.first_chunk(), rest.split_at_checked(4 * header.blocks()))
        else {
            return Err(TableError::Length);
        };
        if blocks.len() != BLOCK * header.blocks() + PADDING {
            return Err(TableError::Length);
        }
        let unthreatened_from = number_at(checked, 0);
        Ok(CompactTable { header, unthreatened_from, orders, codes, first_indices, blocks })
    }

    /// The largest number of pieces of these endings.
    pub const fn pieces(&self) -> usize {
        self.header.pieces()
    }

    /// The number of pieces from which on positions are left out in which the side to move is
    /// threatened with a capture.
    pub const fn unthreatened_from(&self) -> usize {
        self.unthreatened_from
    }

    /// The result of a position for the side to move; `None` if the table does not hold its
    /// material or is damaged. Meaningless for positions that the table leaves out.
    #[inline]
    pub fn probe(&self, table_index: TableIndex) -> Option<Outcome> {
        let material = table_index.material();
        let Range { start: mut first, mut end } = self.header.blocks_of(material);
        if first >= end {
            return None;
        }
        let index = IndexOrder::numbered(self.orders[material.number()])?.index(table_index);
        while end - first > 1 {
            let middle = first.midpoint(end);
            let is_before = number_at(self.first_indices, middle) <= index;
            if is_before { first = middle } else { end = middle }
        }
        let place = index.checked_sub(number_at(self.first_indices, first))?;
        prefix_codes::result_at(self.codes, self.blocks, first, place)
    }

    /// How many bytes each material takes in the file that [`Self::encode`] makes of them.
    pub fn sizes(materials: &[CompactMaterial]) -> Vec<usize> {
        let codes = codes_of(materials);
        let size = |material: &CompactMaterial| {
            let (first_indices, blocks) = codes.blocks(&material.runs);
            4 * first_indices.len() + blocks.len()
        };
        materials.iter().map(size).collect()
    }

    /// The bytes of a file. `materials`: each of 2 to `pieces` pieces, in the order of its number.
    pub fn encode(
        pieces: usize,
        unthreatened_from: usize,
        materials: &[CompactMaterial],
    ) -> Vec<u8> {
        let codes = codes_of(materials);
        let mut first_blocks = vec![0];
        let (mut first_indices, mut blocks) = (Vec::new(), Vec::new());
        for material in materials {
            let (indices, bytes) = codes.blocks(&material.runs);
            first_indices.extend(indices);
            blocks.extend(bytes);
            first_blocks.push(first_indices.len() as u32);
        }
        blocks.extend([0; PADDING]);
        let header = TableHeader::encode(&MAGIC, pieces, &first_blocks);
        let orders = materials.iter().map(|material| material.order.number()).collect();
        let about = [numbers(&[unthreatened_from as u32]), orders, codes.table()].concat();
        let checksum = numbers(&[checksum_of(&about)]);
        [header, checksum, about, numbers(&first_indices), blocks].concat()
    }
}

fn codes_of(materials: &[CompactMaterial]) -> PrefixCodes {
    PrefixCodes::of(materials.iter().map(|material| material.runs.as_slice()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkers::endgame::runs::RunFinder;
    use proptest::prelude::{any, proptest};

    /// A table of two pieces in which the result of an index depends on the index alone; without
    /// the last material.
    fn some_table() -> Vec<u8> {
        let mut orders = (0..).map_while(IndexOrder::numbered).cycle();
        let packed = |material: Material| {
            let order = orders.next().unwrap_or_default();
            let mut finder = RunFinder::default();
            order.each_index(material, |index| finder.push(some_result(index)));
            CompactMaterial { order, runs: finder.finish() }
        };
        let mut materials: Vec<_> = Material::all(2).map(packed).collect();
        *materials.last_mut().expect("materials") = CompactMaterial::default();
        CompactTable::encode(2, 2, &materials)
    }

    fn some_result(index: usize) -> Option<Outcome> {
        let results = [None, Some(Outcome::Win), Some(Outcome::Draw), Some(Outcome::Loss)];
        results[index * index / 7 % 4]
    }

    #[test]
    fn what_was_written_is_read_and_what_was_left_out_is_not() {
        let bytes = some_table();
        let table = CompactTable::from_bytes(&bytes).expect("a table");
        assert_eq!((table.pieces(), table.unthreatened_from()), (2, 2));
        let last = Material::all(2).last().expect("materials");
        for material in Material::all(2) {
            for index in 0..material.size() {
                let Some(table_index) = TableIndex::at(material, index) else { continue };
                let read = table.probe(table_index);
                assert_eq!(read.is_none(), material == last);
                assert!(some_result(index).is_none_or(|result| read.is_none_or(|r| r == result)));
            }
        }
    }

    #[test]
    fn damage_before_the_blocks_is_found() {
        let bytes = some_table();
        let error = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = bytes.clone();
            change(&mut bytes);
            CompactTable::from_bytes(&bytes).map(|_| ()).expect_err("damaged")
        };
        let about = 16 + 4 * (Material::count(2) + 1);
        assert_eq!(error(&|bytes| bytes[6] ^= 1), TableError::Magic);
        assert_eq!(error(&|bytes| bytes[20] ^= 1), TableError::Checksum);
        for place in [0, 4, 8, 8 + Material::count(2), 8 + TABLE_BYTES] {
            assert_eq!(error(&|bytes| bytes[about + place] ^= 1), TableError::Checksum);
        }
        assert_eq!(error(&|bytes| bytes.truncate(about + 100)), TableError::Length);
        assert_eq!(error(&|bytes| bytes.push(0)), TableError::Length);
        assert_eq!(error(&|bytes| bytes.truncate(bytes.len() - 1)), TableError::Length);
    }

    proptest! {
        #[test]
        fn damage_is_an_error_or_a_wrong_result_and_never_a_panic(
            place in any::<proptest::sample::Index>(),
            byte in any::<u8>(),
        ) {
            let mut bytes = some_table();
            let place = place.index(bytes.len());
            bytes[place] = byte;
            if let Ok(table) = CompactTable::from_bytes(&bytes) {
                for material in Material::all(2) {
                    for index in (0..material.size()).step_by(61) {
                        TableIndex::at(material, index).map(|asked| table.probe(asked));
                    }
                }
            }
        }
    }
}
