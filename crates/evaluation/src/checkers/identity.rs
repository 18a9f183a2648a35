//! The identity of this build's evaluation, as a number: stored scores are not taken for those of
//! another build.

use crate::checkers::tuning::PARAMETERS;
use crate::source_hash::{BEGIN, fnv};

/// A hash of the network's file, of the hand-crafted weights, which score positions within the DTC
/// table, and of the tuned numbers, found when compiling (*FNV-1a* by bytes). The weights are
/// hashed as their source file, so that none can be forgotten. Endgame tables are left out: larger
/// ones add results, and make no score wrong.
pub const EVALUATION_IDENTITY: u64 = {
    let mut hash = fnv(BEGIN, include_bytes!("network/data/network"));
    hash = fnv(hash, include_bytes!("weights.rs"));
    let mut nth = 0;
    while nth < PARAMETERS.len() {
        hash = fnv(hash, &PARAMETERS[nth].value.to_le_bytes());
        nth += 1;
    }
    hash
};
