//! The identity of this build's evaluation, as a number: stored scores are not taken for those of
//! another build.

use crate::checkers::tuning::PARAMETERS;

/// A hash of the network's file, of the hand-crafted weights, which score positions within the DTC
/// table, and of the tuned numbers, found when compiling (*FNV-1a* by bytes). The weights are
/// hashed as their source file, so that none can be forgotten. Endgame tables are left out: larger
/// ones add results, and make no score wrong.
pub const EVALUATION_IDENTITY: u64 = {
    let mut hash = fnv(0xCBF2_9CE4_8422_2325, include_bytes!("network/data/network"));
    hash = fnv(hash, include_bytes!("weights.rs"));
    let mut nth = 0;
    while nth < PARAMETERS.len() {
        hash = fnv(hash, &PARAMETERS[nth].value.to_le_bytes());
        nth += 1;
    }
    hash
};

const fn fnv(mut hash: u64, bytes: &[u8]) -> u64 {
    let mut nth = 0;
    while nth < bytes.len() {
        hash = (hash ^ bytes[nth] as u64).wrapping_mul(0x0100_0000_01B3);
        nth += 1;
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_counts() {
        assert_eq!(fnv(0xCBF2_9CE4_8422_2325, b"foobar"), 0x8594_4171_F739_67E8, "known value");
        assert_ne!(fnv(EVALUATION_IDENTITY, &[0]), EVALUATION_IDENTITY);
    }
}
