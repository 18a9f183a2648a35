//! The table of results: won, lost or drawn, for every table_index whose side to move has no capture
//! (a capture must be played and leads to fewer pieces, so those are looked up there).
//!
//! After the head (`head.rs`) comes for each block the index of its first table_index, four bytes
//! each, and then the blocks: 256 codes each (`runs.rs`), the last of a material filled up. A lookup
//! finds the block by halving and adds up the codes before its place: nothing is unpacked.

use crate::checkers::endgame::head::{Head, Magic, TableError, number_at, numbers};
use crate::checkers::endgame::material::Material;
use crate::checkers::endgame::runs;
use games::Outcome;

const MAGIC: Magic = *b"CHwld 1\n";
/// The codes of a block.
const BLOCK: usize = 256;

/// The table, in its bytes.
#[derive(Clone, Copy, Debug)]
pub struct WdlTable<'a> {
    head: Head<'a>,
    starts: &'a [u8],
    blocks: &'a [u8],
}

impl<'a> WdlTable<'a> {
    /// The table that these bytes are.
    ///
    /// # Errors
    /// They are none.
    pub fn read(bytes: &'a [u8]) -> Result<Self, TableError> {
        let (head, rest) = Head::read(&MAGIC, bytes)?;
        let count = head.blocks();
        let (starts, blocks) = rest.split_at_checked(4 * count).ok_or(TableError::Length)?;
        if blocks.len() != BLOCK * count {
            return Err(TableError::Length);
        }
        Ok(WdlTable { head, starts, blocks })
    }

    /// The most pieces of these endings.
    pub fn pieces(&self) -> usize {
        self.head.pieces()
    }

    /// The result at an index for the side to move; none if the table is damaged. Where the side to
    /// move has a capture, it means nothing.
    #[inline]
    pub fn at(&self, material: Material, index: usize) -> Option<Outcome> {
        let (mut first, mut end) = self.head.blocks_of(material);
        if first >= end {
            return None;
        }
        while end - first > 1 {
            let middle = first.midpoint(end);
            if number_at(self.starts, middle) <= index { first = middle } else { end = middle }
        }
        let place = index.checked_sub(number_at(self.starts, first))?;
        runs::result_at(&self.blocks[BLOCK * first..BLOCK * (first + 1)], place)
    }

    /// The bytes of a table: for each material in the order of its number the codes of its row.
    pub fn written(pieces: usize, rows: &[Vec<u8>]) -> Vec<u8> {
        let mut firsts = vec![0];
        let (mut starts, mut blocks) = (Vec::new(), Vec::new());
        for codes in rows {
            let mut index = 0;
            for block in codes.chunks(BLOCK) {
                starts.push(index as u32);
                index += block.iter().map(|&code| runs::length(code)).sum::<usize>();
                blocks.extend(block);
                blocks.resize(blocks.len().next_multiple_of(BLOCK), 0);
            }
            firsts.push(starts.len() as u32);
        }
        [Head::written(&MAGIC, pieces, &firsts), numbers(&starts), blocks].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{any, proptest};

    /// A table of two pieces in which the result of an index depends on the index alone.
    fn some_table() -> Vec<u8> {
        let row = |material: Material| (0..material.size()).map(some_result).collect::<Vec<_>>();
        let rows: Vec<_> = Material::all(2).map(|material| runs::encoded(&row(material))).collect();
        WdlTable::written(2, &rows)
    }

    fn some_result(index: usize) -> Option<Outcome> {
        let results = [None, Some(Outcome::Win), Some(Outcome::Draw), Some(Outcome::Loss)];
        results[index * index / 7 % 4]
    }

    #[test]
    fn what_was_written_is_read() {
        let bytes = some_table();
        let table = WdlTable::read(&bytes).expect("a table");
        assert_eq!(table.pieces(), 2);
        for material in Material::all(2) {
            for index in 0..material.size() {
                let read = table.at(material, index).expect("every index has a result");
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
            if let Ok(table) = WdlTable::read(&bytes) {
                for material in Material::all(2) {
                    for index in (0..material.size()).step_by(61) {
                        table.at(material, index);
                    }
                }
            }
        }
    }
}
