//! The numbers of the network and their file.
//!
//! Two-byte integers, little-endian, without a head: the weights of each input to the accumulator units,
//! input by input; the biases of the accumulator units; for each output its weights, first those of the
//! mover's accumulator units; the biases of the outputs.

use crate::checkers::network::features::{INPUTS, KingBuckets};

/// Accumulator units in the eyes of one player.
pub const HIDDEN: usize = 64;
/// Parts of the game, by the number of pieces.
pub const PHASES: usize = 8;
/// Outputs: one for each part of the game and each case of who has kings.
pub const OUTPUTS: usize = PHASES * KingBuckets::COUNT;
/// What stands for 1 in a accumulator unit.
pub const QA: i16 = 255;
/// What stands for 1 in a weight of the output.
pub const QB: i16 = 64;
/// The numbers of a network.
pub const PARAMETER_COUNT: usize = (INPUTS + 1) * HIDDEN + OUTPUTS * (2 * HIDDEN + 1);

/// A number for each accumulator unit of one player; in step with cache lines, so that the processor's
/// vector instructions can take their operands from memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Row(pub [i16; HIDDEN]);

/// The network.
#[derive(Clone, Debug)]
pub struct Network {
    /// For each input, what it adds to the accumulator units.
    pub inputs: [Row; INPUTS],
    /// What the accumulator units begin with.
    pub bias: Row,
    /// For each output the weights of the mover's units and of the opponent's.
    pub outputs: [[Row; 2]; OUTPUTS],
    /// What each output begins with.
    pub output_bias: [i16; OUTPUTS],
}

impl Network {
    /// The network of a file's bytes; none if their number is wrong.
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

    /// The bytes of its file.
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
