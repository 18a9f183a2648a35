//! The blocks of the compact WDL table: runs in prefix codes, 64 bytes to a block.
//!
//! The codes depend on the result of the run before, since two runs in a row seldom have the same;
//! the first run of a block has codes of its own. Bits are counted from the lowest
//! of the first byte. A run is the code of its symbol (`runs.rs`) and the rest of its length.
//!
//! The codes stand in the file as the table that a decoder needs, four bytes for each next
//! [`CODE_BITS`] bits; zero where no code begins so:
//!
//! ```text
//! bit 0-5     the number of bits of the code and of the rest of the length together
//! bit 6-9     the number of bits of the code
//! bit 10-19   the symbol
//! ```

use crate::checkers::endgame::wdl::huffman;
use crate::checkers::endgame::wdl::runs::{RESULTS, Run, SYMBOLS, Symbol};
use games::Outcome;

/// Bytes in a block.
pub const BLOCK: usize = 64;
/// The longest code.
const CODE_BITS: usize = 10;
/// The most bits of a run: the longest code and the rest of the longest length.
const RUN_BITS: u32 = 32;
/// One for each result before, one for the first run of a block.
const CONTEXTS: usize = RESULTS.len() + 1;
const AT_START: usize = RESULTS.len();
/// Bytes of the decoding table of one context.
const CONTEXT_BYTES: usize = 4 << CODE_BITS;
/// Bytes of the decoding tables.
pub const TABLE_BYTES: usize = CONTEXTS * CONTEXT_BYTES;
/// Bytes behind the last block, so that eight bytes can be read at once everywhere.
pub const PADDING: usize = 8;

/// The decoding tables, in the bytes of a file.
pub type DecodingTable = [u8; TABLE_BYTES];

/// The result at `index` of the array that the block with this number stands for; `None` if the
/// array is shorter or the block damaged. `blocks`: all of them and the padding.
#[inline]
pub fn result_at(
    table: &DecodingTable,
    blocks: &[u8],
    number: usize,
    index: usize,
) -> Option<Outcome> {
    let block: &[u8; BLOCK + PADDING] = blocks.get(BLOCK * number..)?.first_chunk()?;
    let (mut left, mut context) = (index as u64, AT_START);
    // The bits from the `next`-th on, of which `ready` are certain.
    let (mut bits, mut ready, mut next) = (0u64, 0, 0);
    while next < 8 * BLOCK {
        if ready < RUN_BITS {
            bits = u64::from_le_bytes(*block[next / 8..].first_chunk()?) >> (next % 8);
            ready = u64::BITS - 7;
        }
        let entry = entry_at(table, context, bits);
        let (used, code_bits, symbol) = (entry & 63, entry >> 6 & 15, symbol_of(entry));
        let rest = (bits & !(u64::MAX << used)) >> code_bits;
        let length = symbol.base() + rest;
        if left < length {
            return RESULTS.get(symbol.result()).copied();
        }
        // A damaged table could say so.
        if used == 0 || used > RUN_BITS {
            return None;
        }
        left -= length;
        bits >>= used;
        ready -= used;
        next += used as usize;
        context = symbol.result();
    }
    None
}

#[inline(always)]
fn entry_at(table: &DecodingTable, context: usize, bits: u64) -> u32 {
    let place = context % CONTEXTS * CONTEXT_BYTES + 4 * (bits as usize % (1 << CODE_BITS));
    u32::from_le_bytes([table[place], table[place + 1], table[place + 2], table[place + 3]])
}

#[inline(always)]
const fn symbol_of(entry: u32) -> Symbol {
    Symbol((entry >> 10) as u16 % SYMBOLS as u16)
}

/// The codes for some runs, the fewest bits for them together.
#[derive(Clone, Debug)]
pub struct PrefixCodes {
    /// For each context and symbol the bits of its code and their number.
    codes: Vec<Vec<(u32, usize)>>,
}

impl PrefixCodes {
    /// The codes for these arrays of runs.
    pub fn of<'a>(arrays: impl IntoIterator<Item = &'a [Run]>) -> Self {
        let mut counts = vec![vec![0; SYMBOLS]; CONTEXTS];
        for runs in arrays {
            count(runs, &mut counts);
        }
        let codes = counts.iter().map(|counts| {
            let lengths = huffman::code_lengths(counts, CODE_BITS);
            huffman::codes(&lengths).into_iter().zip(lengths).collect()
        });
        PrefixCodes { codes: codes.collect() }
    }

    /// The bits of these runs in one endless block. A symbol without a code here counts as one with
    /// a long code.
    pub fn bits(&self, runs: &[Run]) -> u64 {
        let mut context = AT_START;
        let bits = runs.iter().map(|run| {
            let bits = self.bits_of(run, context);
            context = run.result();
            bits
        });
        bits.sum()
    }

    /// The bits of one run in this context; without a code here, as many as a long one.
    #[inline]
    pub fn bits_of(&self, run: &Run, context: usize) -> u64 {
        let symbol = run.symbol().0;
        let (_, code_bits) = self.codes[context][usize::from(symbol.0)];
        let code_bits = if code_bits == 0 { 2 * CODE_BITS } else { code_bits };
        code_bits as u64 + u64::from(symbol.rest_bits())
    }

    /// The decoding tables.
    pub fn table(&self) -> Vec<u8> {
        self.codes.iter().flat_map(|codes| table_of_context(codes)).collect()
    }

    /// The blocks that these runs fill, and the index of the first result of each.
    pub fn blocks(&self, runs: &[Run]) -> (Vec<u32>, Vec<u8>) {
        let (mut first_indices, mut blocks) = (Vec::new(), Vec::<BitWriter>::new());
        let (mut index, mut context) = (0, AT_START);
        for run in runs {
            if !blocks.last_mut().is_some_and(|block| self.append(run, context, block)) {
                let mut block = BitWriter::default();
                let fits = self.append(run, AT_START, &mut block);
                assert!(fits, "a block holds more than one run");
                blocks.push(block);
                first_indices.push(index as u32);
            }
            index += run.length();
            context = run.result();
        }
        (first_indices, blocks.into_iter().flat_map(|block| block.bytes).collect())
    }

    /// Appends a run to a block; false if it has no room.
    fn append(&self, run: &Run, context: usize, block: &mut BitWriter) -> bool {
        let (symbol, rest) = run.symbol();
        let (code, code_bits) = self.codes[context][usize::from(symbol.0)];
        let bits = code_bits + symbol.rest_bits() as usize;
        block.append(u64::from(code) | rest << code_bits, bits)
    }
}

/// The number of the context after a run of this result, or of the first run of a block.
pub fn context_after(result: Option<u8>) -> usize {
    result.map_or(AT_START, usize::from)
}

/// Counts the symbols of some runs, by context. Where blocks begin is not known yet: each run may
/// be the first.
fn count(runs: &[Run], counts: &mut [Vec<u64>]) {
    let mut context = AT_START;
    for run in runs {
        let symbol = usize::from(run.symbol().0.0);
        counts[AT_START][symbol] += 1;
        if context != AT_START {
            counts[context][symbol] += 1;
        }
        context = run.result();
    }
}

fn table_of_context(codes: &[(u32, usize)]) -> Vec<u8> {
    let mut entries = vec![0u32; 1 << CODE_BITS];
    for (symbol, &(code, code_bits)) in codes.iter().enumerate().filter(|(_, code)| code.1 > 0) {
        for entry in entries.iter_mut().skip(code as usize).step_by(1 << code_bits) {
            let used = code_bits as u32 + Symbol(symbol as u16).rest_bits();
            *entry = (symbol << 10 | code_bits << 6) as u32 | used;
        }
    }
    entries.into_iter().flat_map(u32::to_le_bytes).collect()
}

/// A block that is being written.
struct BitWriter {
    bytes: [u8; BLOCK],
    used: usize,
}

impl Default for BitWriter {
    fn default() -> Self {
        BitWriter { bytes: [0; BLOCK], used: 0 }
    }
}

impl BitWriter {
    /// Appends the lowest bits of a number; false if there is no room.
    fn append(&mut self, number: u64, bits: usize) -> bool {
        if self.used + bits > 8 * BLOCK {
            return false;
        }
        for nth in 0..bits {
            let bit = (number >> nth & 1) as u8;
            self.bytes[self.used / 8] |= bit << (self.used % 8);
            self.used += 1;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkers::endgame::wdl::runs::{RunFinder, round_runs};
    use proptest::collection::vec;
    use proptest::prelude::{any, proptest};

    fn runs_of(results: &[usize]) -> Vec<Run> {
        let mut finder = RunFinder::default();
        results.iter().for_each(|&nth| finder.push(RESULTS.get(nth).copied()));
        round_runs(&finder.finish())
    }

    proptest! {
        #[test]
        fn what_matters_is_read_back(
            stretches in vec((0..4usize, 1..90usize), 1..400),
        ) {
            let lengths = stretches.iter().map(|&(nth, length)| (nth, 1 + length * length % 61));
            let results: Vec<_> = lengths.flat_map(|(nth, length)| vec![nth; length]).collect();
            let runs = runs_of(&results);
            let codes = PrefixCodes::of([runs.as_slice()]);
            let table: DecodingTable = codes.table().try_into().expect("its size");
            let (first_indices, mut blocks) = codes.blocks(&runs);
            blocks.extend([0; PADDING]);
            for (index, &nth) in results.iter().enumerate() {
                let number = first_indices.partition_point(|&first| first as usize <= index) - 1;
                let place = index - first_indices[number] as usize;
                let read = result_at(&table, &blocks, number, place).expect("every index has one");
                assert!(RESULTS.get(nth).is_none_or(|&result| result == read));
            }
        }

        #[test]
        fn any_bytes_can_be_read(
            table in vec(any::<u8>(), TABLE_BYTES),
            blocks in vec(any::<u8>(), 0..3 * BLOCK),
            number in 0..4usize,
            index in any::<u32>(),
        ) {
            let table: DecodingTable = table.try_into().expect("its size");
            let read = result_at(&table, &blocks, number, index as usize);
            assert!(read.is_none() || BLOCK * (number + 1) <= blocks.len());
        }
    }

    #[test]
    fn runs_take_the_bits_that_were_counted() {
        let results: Vec<_> = (0..100).map(|nth| nth % 7 % 3).collect();
        let runs = runs_of(&results);
        let codes = PrefixCodes::of([runs.as_slice()]);
        let mut block = BitWriter::default();
        let mut context = AT_START;
        for run in &runs {
            assert!(codes.append(run, context, &mut block));
            context = run.result();
        }
        assert_eq!(codes.bits(&runs), block.used as u64);
    }
}
