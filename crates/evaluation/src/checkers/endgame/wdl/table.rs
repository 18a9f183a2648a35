//! The file of the WDL table: runs of equal results in codes of different lengths, each material
//! counted in the order that suits it.
//!
//! Left out may be whole materials, and from a number of pieces on all positions in which the side
//! to move is threatened with a capture. Positions in which it *has* a capture are never looked up:
//! the capture leads to fewer pieces, where the result is looked up.
//!
//! ```text
//! header      `header.rs`
//! 4           checksum of the next two
//! 4           the number of pieces from which on threatened positions are left out
//! m           for each of the m materials the number of the order of its positions
//!             (`order.rs`) and 24 times that of its class of codes (`code_classes.rs`)
//! 8 x 16384   for each class the decoding tables of its codes (`prefix_codes.rs`)
//! 4b          for each of the b blocks the index of its first result
//! 64b         the blocks
//! 8           zeros
//! ```
//!
//! A material without blocks is left out altogether.

use crate::checkers::endgame::header::{
    Magic, TableError, TableHeader, checksum_of, number_at, numbers,
};
use crate::checkers::endgame::index::material::Material;
use crate::checkers::endgame::index::order::IndexOrder;
use crate::checkers::endgame::index::table_index::TableIndex;
use crate::checkers::endgame::wdl::code_classes::{CLASSES, CodeClasses};
use crate::checkers::endgame::wdl::prefix_codes::{
    self, BLOCK, DecodingTable, PADDING, PrefixCodes, TABLE_BYTES,
};
use crate::checkers::endgame::wdl::run_ends::cheapest_runs;
use crate::checkers::endgame::wdl::runs::{Run, RunFinder, Stretch, round_runs};
use games::Outcome;
use std::ops::Range;

const MAGIC: Magic = *b"CHwld 2\n";

/// From this number of indices on, each order is tried with a part of them; that is more than any
/// material of six pieces has.
const SAMPLED_FROM: usize = 1 << 28;
/// One in this number of the sets of squares of the kind that an order counts last is in that part.
const SAMPLED_ONE_OF: usize = 8;

/// A WDL table in the bytes of its file: nothing is copied.
#[derive(Clone, Copy, Debug)]
pub struct WdlTable<'a> {
    header: TableHeader<'a>,
    unthreatened_from: usize,
    /// For each material its order and class.
    kinds: &'a [u8],
    /// The decoding tables of all classes.
    codes: &'a [u8],
    first_indices: &'a [u8],
    /// With the padding.
    blocks: &'a [u8],
}

/// The runs that stand in the file for one material; none, the default, if it is left out.
#[derive(Clone, Debug, Default)]
pub struct PackedMaterial {
    order: IndexOrder,
    runs: Vec<Run>,
}

impl PackedMaterial {
    /// The positions in the order that takes the fewest bits. `results`: for each index that of its
    /// position; `None` if it does not matter.
    ///
    /// # Panics
    /// If there are not as many results as the material has indices.
    pub fn of(material: Material, results: &[Option<Outcome>]) -> Self {
        let one_of = if material.size() < SAMPLED_FROM { 1 } else { SAMPLED_ONE_OF };
        let order = IndexOrder::all_for(material)
            .min_by_key(|order| {
                let runs = round_runs(&stretches(material, results, *order, one_of));
                PrefixCodes::of([runs.as_slice()]).bits(&runs)
            })
            .unwrap_or_default();
        let runs = cheapest_runs(&stretches(material, results, order, 1));
        PackedMaterial { order, runs }
    }

    /// Bytes from which [`Self::from_bytes`] makes the same: the number of the order, and the runs
    /// as numbers of seven bits a byte, the lowest first, of which all but the last have bit 7 set.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![self.order.number()];
        for run in &self.runs {
            let mut rest = run.to_number();
            while rest >= 128 {
                bytes.push(rest as u8 | 128);
                rest >>= 7;
            }
            bytes.push(rest as u8);
        }
        bytes
    }

    /// The inverse of [`Self::to_bytes`]; `None` for bytes that do not hold every index of this
    /// material.
    pub fn from_bytes(material: Material, bytes: &[u8]) -> Option<Self> {
        let (&order, bytes) = bytes.split_first()?;
        let (mut runs, mut number, mut shift, mut indices) = (Vec::new(), 0, 0, 0);
        for byte in bytes {
            number |= u32::from(byte & 127).checked_shl(shift)?;
            shift += 7;
            if byte & 128 == 0 {
                let run = Run::from_number(number)?;
                indices += run.length();
                runs.push(run);
                (number, shift) = (0, 0);
            }
        }
        let is_whole = shift == 0 && indices == material.size();
        is_whole.then_some(PackedMaterial { order: IndexOrder::numbered(order)?, runs })
    }
}

fn stretches(
    material: Material,
    results: &[Option<Outcome>],
    order: IndexOrder,
    one_of: usize,
) -> Vec<Stretch> {
    let mut finder = RunFinder::default();
    order.each_index(material, one_of, |index| finder.push(results[index]));
    finder.finish()
}

impl<'a> WdlTable<'a> {
    /// Reads the header and checks the length of a file; the blocks are not looked at.
    pub const fn from_bytes(bytes: &'a [u8]) -> Result<Self, TableError> {
        let (header, rest) = match TableHeader::from_bytes(&MAGIC, bytes) {
            Ok(read) => read,
            Err(error) => return Err(error),
        };
        let materials = Material::count(header.pieces());
        let Some((about, rest)) = rest.split_at_checked(8 + materials) else {
            return Err(TableError::Length);
        };
        let (checksum, checked) = about.split_at(4);
        if checksum_of(checked) as usize != number_at(checksum, 0) {
            return Err(TableError::Checksum);
        }
        let Some((codes, rest)) = rest.split_at_checked(CLASSES * TABLE_BYTES) else {
            return Err(TableError::Length);
        };
        let Some((first_indices, blocks)) = rest.split_at_checked(4 * header.blocks()) else {
            return Err(TableError::Length);
        };
        if blocks.len() != BLOCK * header.blocks() + PADDING {
            return Err(TableError::Length);
        }
        let (unthreatened_from, kinds) = checked.split_at(4);
        let unthreatened_from = number_at(unthreatened_from, 0);
        Ok(WdlTable { header, unthreatened_from, kinds, codes, first_indices, blocks })
    }

    /// The same table without its endings of more pieces.
    pub fn limited_to(self, pieces: u32) -> Self {
        WdlTable { header: self.header.limited_to(pieces), ..self }
    }

    /// The largest number of pieces of these endings.
    pub const fn pieces(&self) -> usize {
        self.header.pieces()
    }

    /// Does the table hold positions of this many pieces in which the side to move is threatened
    /// with a capture?
    #[inline]
    pub const fn holds_threatened(&self, pieces: usize) -> bool {
        pieces < self.unthreatened_from
    }

    /// Does the table hold positions of this material?
    #[inline]
    pub fn holds(&self, material: Material) -> bool {
        !self.header.blocks_of(material).is_empty()
    }

    /// Number of materials that the table holds.
    pub fn materials(&self) -> usize {
        let all = (2..=self.pieces()).flat_map(Material::all);
        all.filter(|&material| self.holds(material)).count()
    }

    /// The stored result of a position for the side to move; `None` if the table does not hold its
    /// material or is damaged. Meaningless where the side to move has a capture, and where it is
    /// threatened if the table leaves such positions out.
    #[inline]
    pub fn stored(&self, table_index: TableIndex) -> Option<Outcome> {
        let material = table_index.material();
        let Range { start: mut first, mut end } = self.header.blocks_of(material);
        if first >= end {
            return None;
        }
        let (class, order) = self.kind_of(material)?;
        let index = order.index(table_index);
        while end - first > 1 {
            let middle = first.midpoint(end);
            let is_before = number_at(self.first_indices, middle) <= index;
            if is_before { first = middle } else { end = middle }
        }
        let place = index.checked_sub(number_at(self.first_indices, first))?;
        prefix_codes::result_at(class, self.blocks, first, place)
    }

    /// The codes of a material and the order of its positions; `None` if its byte is not one.
    #[inline]
    fn kind_of(&self, material: Material) -> Option<(&'a DecodingTable, IndexOrder)> {
        let kind = self.kinds[material.number()];
        let class = usize::from(kind) / IndexOrder::COUNT;
        let table = self.codes.get(TABLE_BYTES * class..)?.first_chunk()?;
        Some((table, IndexOrder::numbered(kind % IndexOrder::COUNT as u8)?))
    }

    /// The bytes of a file, and how many of them each material takes. `materials`: each of 2 to
    /// `pieces` pieces, in the order of its number.
    pub fn encode(
        pieces: usize,
        unthreatened_from: usize,
        materials: &[PackedMaterial],
    ) -> (Vec<u8>, Vec<usize>) {
        let runs: Vec<_> = materials.iter().map(|material| material.runs.as_slice()).collect();
        let classes = CodeClasses::of(&runs);
        let (mut first_blocks, mut kinds, mut sizes) = (vec![0], Vec::new(), Vec::new());
        let (mut first_indices, mut blocks) = (Vec::new(), Vec::new());
        for (material, class) in materials.iter().zip(classes.class_of) {
            let (indices, bytes) = classes.codes[class].blocks(&material.runs);
            sizes.push(4 * indices.len() + bytes.len());
            first_indices.extend(indices);
            blocks.extend(bytes);
            first_blocks.push(first_indices.len() as u32);
            kinds.push(material.order.number() + (IndexOrder::COUNT * class) as u8);
        }
        blocks.extend([0; PADDING]);
        let header = TableHeader::encode(&MAGIC, pieces, &first_blocks);
        let about = [numbers(&[unthreatened_from as u32]), kinds].concat();
        let checksum = numbers(&[checksum_of(&about)]);
        let codes = classes.codes.iter().flat_map(PrefixCodes::table).collect();
        let parts = [header, checksum, about, codes, numbers(&first_indices), blocks];
        (parts.concat(), sizes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{any, proptest};

    /// A table of two pieces in which the result of an index depends on the index alone; without
    /// the last material.
    fn some_table() -> Vec<u8> {
        let mut materials: Vec<_> = Material::all(2)
            .map(|material| {
                let results: Vec<_> = (0..material.size()).map(some_result).collect();
                PackedMaterial::of(material, &results)
            })
            .collect();
        *materials.last_mut().expect("materials") = PackedMaterial::default();
        WdlTable::encode(2, 2, &materials).0
    }

    fn some_result(index: usize) -> Option<Outcome> {
        let results = [None, Some(Outcome::Win), Some(Outcome::Draw), Some(Outcome::Loss)];
        results[index * index / 7 % 4]
    }

    #[test]
    fn what_was_written_is_read_and_what_was_left_out_is_not() {
        let bytes = some_table();
        let table = WdlTable::from_bytes(&bytes).expect("a table");
        assert_eq!((table.pieces(), table.unthreatened_from), (2, 2));
        let last = Material::all(2).last().expect("materials");
        for material in Material::all(2) {
            for index in 0..material.size() {
                let Some(table_index) = TableIndex::at(material, index) else { continue };
                let read = table.stored(table_index);
                assert_eq!(read.is_none(), material == last);
                assert!(some_result(index).is_none_or(|result| read.is_none_or(|r| r == result)));
            }
        }
    }

    #[test]
    fn runs_are_read_back_from_their_bytes_and_half_of_them_are_refused() {
        for material in Material::all(3) {
            let results: Vec<_> = (0..material.size()).map(some_result).collect();
            let packed = PackedMaterial::of(material, &results);
            let bytes = packed.to_bytes();
            let read = PackedMaterial::from_bytes(material, &bytes).expect("as written");
            assert_eq!((read.order, &read.runs), (packed.order, &packed.runs));
            let half = PackedMaterial::from_bytes(material, &bytes[..bytes.len() / 2]);
            assert!(half.is_none());
        }
        let first = Material::all(2).next().expect("a material");
        for bytes in [vec![], vec![0], vec![99, 4], vec![0, 255, 255, 255, 255, 255, 255]] {
            assert!(PackedMaterial::from_bytes(first, &bytes).is_none(), "{bytes:?}");
        }
    }

    #[test]
    fn damage_before_the_blocks_is_found() {
        let bytes = some_table();
        let about = 16 + 4 * (Material::count(2) + 1);
        assert_eq!(error_after(&bytes, &|bytes| bytes[6] ^= 1), TableError::Magic);
        assert_eq!(error_after(&bytes, &|bytes| bytes[20] ^= 1), TableError::Checksum);
        for place in [0, 4, 8, 7 + Material::count(2)] {
            assert_eq!(
                error_after(&bytes, &|bytes| bytes[about + place] ^= 1),
                TableError::Checksum
            );
        }
        assert_eq!(error_after(&bytes, &|bytes| bytes.truncate(about + 100)), TableError::Length);
        assert_eq!(error_after(&bytes, &|bytes| bytes.push(0)), TableError::Length);
        assert_eq!(
            error_after(&bytes, &|bytes| bytes.truncate(bytes.len() - 1)),
            TableError::Length
        );
    }

    fn error_after(bytes: &[u8], change: &dyn Fn(&mut Vec<u8>)) -> TableError {
        let mut bytes = bytes.to_vec();
        change(&mut bytes);
        WdlTable::from_bytes(&bytes).map(|_| ()).expect_err("damaged")
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
            if let Ok(table) = WdlTable::from_bytes(&bytes) {
                for material in Material::all(2) {
                    for index in (0..material.size()).step_by(61) {
                        TableIndex::at(material, index).map(|asked| table.stored(asked));
                    }
                }
            }
        }
    }
}
