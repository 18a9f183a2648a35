//! The parameters of the network, and their file.
//!
//! ```text
//! array        type                   values  meaning
//! inputs       [[i16; 96]; 513]       49,248  feature transformer: a row for each input
//! bias         [i16; 96]                  96  of the feature transformer
//! second       [[[i16; 96]; 8]; 32]   24,576  for each bucket and unit of the second layer the
//!                                             weights of the mover's 48 products, then of the
//!                                             opponent's
//! second_bias  [[i16; 8]; 32]            256  of the second layer
//! output       [[i16; 8]; 32]            256  the weight of each unit of the second layer; that
//!                                             of the first, the linear one, is not used
//! ```
//!
//! The file holds them in this order, little-endian, without a header: 148,864 bytes. `inputs` and
//! `bias` are in units of 1/[`QA`], `second` and `second_bias` of 1/[`QB`], `output` of 1/[`QC`].

use crate::checkers::network::features::{INPUTS, KingBuckets};

/// Units of one perspective's half of the accumulator.
pub const HIDDEN: usize = 96;
/// Products of one perspective: each of two units.
pub const PRODUCTS: usize = HIDDEN / 2;
/// Units of the second layer: a linear one and others with an activation.
pub const SECOND: usize = 8;
/// Phases of the game, by the number of pieces.
pub const PHASES: usize = 8;
/// Output buckets, each with a second layer of its own: one for each phase and king bucket.
pub const BUCKETS: usize = PHASES * KingBuckets::COUNT;
/// The integer that stands for 1.0 in the accumulator.
pub const QA: i16 = 255;
/// The integer that stands for 1.0 in the weights of the second layer.
pub const QB: i16 = 256;
/// The integer that stands for 1.0 in the weights of the output.
pub const QC: i16 = 128;
/// Number of parameters; the file has two bytes for each.
pub const PARAMETER_COUNT: usize = (INPUTS + 1) * HIDDEN + BUCKETS * SECOND * (HIDDEN + 2);

/// One number for each unit of a perspective: `[i16; HIDDEN]`, aligned to cache lines, so that
/// vector instructions can take their operands from memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct HiddenRow(pub [i16; HIDDEN]);

/// The quantized network.
#[derive(Clone, Debug)]
pub struct Network {
    /// `[INPUTS][HIDDEN]`: what each active input adds to the units, in 1/[`QA`].
    pub inputs: [HiddenRow; INPUTS],
    /// `[HIDDEN]`: the units without any input, in 1/[`QA`].
    pub bias: HiddenRow,
    /// `[BUCKETS][SECOND][HIDDEN]`: the weights of the mover's products, then of the opponent's, in
    /// 1/[`QB`].
    pub second: [[HiddenRow; SECOND]; BUCKETS],
    /// `[BUCKETS][SECOND]`: what is added to each unit of the second layer, in 1/[`QB`].
    pub second_bias: [[i16; SECOND]; BUCKETS],
    /// `[BUCKETS][SECOND]`: the weight of each unit of the second layer, in 1/[`QC`].
    pub output: [[i16; SECOND]; BUCKETS],
}

impl Network {
    /// Reads the bytes of a file; `None` unless there are two for each parameter.
    pub const fn from_bytes(bytes: &[u8]) -> Option<Self> {
        if bytes.len() != 2 * PARAMETER_COUNT {
            return None;
        }
        let mut network = Network {
            inputs: [HiddenRow([0; HIDDEN]); INPUTS],
            bias: HiddenRow([0; HIDDEN]),
            second: [[HiddenRow([0; HIDDEN]); SECOND]; BUCKETS],
            second_bias: [[0; SECOND]; BUCKETS],
            output: [[0; SECOND]; BUCKETS],
        };
        let rows = INPUTS + 1 + BUCKETS * SECOND;
        let mut at = 0;
        while at < PARAMETER_COUNT {
            let number = i16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]]);
            let (row, unit) = (at / HIDDEN, at % HIDDEN);
            if row < INPUTS {
                network.inputs[row].0[unit] = number;
            } else if row == INPUTS {
                network.bias.0[unit] = number;
            } else if row < rows {
                let place = row - INPUTS - 1;
                network.second[place / SECOND][place % SECOND].0[unit] = number;
            } else {
                let place = at - rows * HIDDEN;
                let (bucket, unit) = (place / SECOND % BUCKETS, place % SECOND);
                if place < BUCKETS * SECOND {
                    network.second_bias[bucket][unit] = number;
                } else {
                    network.output[bucket][unit] = number;
                }
            }
            at += 1;
        }
        Some(network)
    }

    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let rows = self.inputs.iter().chain([&self.bias]).chain(self.second.as_flattened());
        let last = self.second_bias.as_flattened().iter().chain(self.output.as_flattened());
        rows.flat_map(|row| &row.0).chain(last).flat_map(|number| number.to_le_bytes()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read() {
        let bytes: Vec<u8> =
            (0..2 * PARAMETER_COUNT).map(|place| (place * 7 % 251) as u8).collect();
        let network = Network::from_bytes(&bytes).expect("the right length");
        assert_eq!(network.to_bytes(), bytes);
        assert!(Network::from_bytes(&bytes[1..]).is_none());
    }
}
