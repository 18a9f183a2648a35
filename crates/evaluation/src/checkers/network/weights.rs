//! The parameters of the network, and their file.
//!
//! ```text
//! array         type                      values       meaning
//! inputs        [[i16; 64]; 513]          32,832       feature transformer: a row for each input
//! bias          [i16; 64]                 64           of the feature transformer
//! outputs       [[[i16; 64]; 2]; 32]      4,096        for each output the weights of the mover's
//!                                                      units, then of the opponent's
//! output_bias   [i16; 32]                 32           of each output
//! ```
//!
//! The file holds them in this order, little-endian, without a header: 74,048 bytes. Quantization
//! is that of most NNUE trainers: `inputs` and `bias` are in units of 1/[`QA`], `outputs` and
//! `output_bias` in units of 1/[`QB`].

use crate::checkers::network::features::{INPUTS, KingBuckets};

/// Units of one perspective's half of the accumulator.
pub const HIDDEN: usize = 64;
/// Phases of the game, by the number of pieces.
pub const PHASES: usize = 8;
/// Outputs (output buckets): one for each phase and king bucket.
pub const OUTPUTS: usize = PHASES * KingBuckets::COUNT;
/// The integer that stands for 1.0 in the accumulator.
pub const QA: i16 = 255;
/// The integer that stands for 1.0 in the weights of the output.
pub const QB: i16 = 64;
/// Number of parameters; the file has two bytes for each.
pub const PARAMETER_COUNT: usize = (INPUTS + 1) * HIDDEN + OUTPUTS * (2 * HIDDEN + 1);

/// One number for each unit of a perspective: `[i16; 64]`, aligned to cache lines, so that vector
/// instructions can take their operands from memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Row(pub [i16; HIDDEN]);

/// The quantized network.
#[derive(Clone, Debug)]
pub struct Network {
    /// `[INPUTS][HIDDEN]`: what each active input adds to the units, in 1/[`QA`].
    pub inputs: [Row; INPUTS],
    /// `[HIDDEN]`: the units without any input, in 1/[`QA`].
    pub bias: Row,
    /// `[OUTPUTS][2][HIDDEN]`: for each output the weights of the mover's and of the opponent's
    /// units, in 1/[`QB`]; at most 127 in absolute value.
    pub outputs: [[Row; 2]; OUTPUTS],
    /// `[OUTPUTS]`: what is added to each output, in 1/[`QB`].
    pub output_bias: [i16; OUTPUTS],
}

impl Network {
    /// Reads the bytes of a file; `None` unless there are two for each parameter.
    pub const fn from_bytes(bytes: &[u8]) -> Option<Self> {
        if bytes.len() != 2 * PARAMETER_COUNT {
            return None;
        }
        let mut network = Network {
            inputs: [Row([0; HIDDEN]); INPUTS],
            bias: Row([0; HIDDEN]),
            outputs: [[Row([0; HIDDEN]); 2]; OUTPUTS],
            output_bias: [0; OUTPUTS],
        };
        let mut at = 0;
        while at < PARAMETER_COUNT {
            let number = i16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]]);
            let (row, unit) = (at / HIDDEN, at % HIDDEN);
            if row < INPUTS {
                network.inputs[row].0[unit] = number;
            } else if row == INPUTS {
                network.bias.0[unit] = number;
            } else if row - INPUTS - 1 < 2 * OUTPUTS {
                let output = row - INPUTS - 1;
                network.outputs[output / 2][output % 2].0[unit] = number;
            } else {
                network.output_bias[at - (INPUTS + 1 + 2 * OUTPUTS) * HIDDEN] = number;
            }
            at += 1;
        }
        Some(network)
    }

    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let rows = self.inputs.iter().chain([&self.bias]).chain(self.outputs.as_flattened());
        rows.flat_map(|row| &row.0)
            .chain(&self.output_bias)
            .flat_map(|number| number.to_le_bytes())
            .collect()
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
