//! A hash of what an evaluator is made of, found when compiling. Files of stored scores name it, so
//! that scores are not taken for those of another evaluator.
//!
//! Sources are hashed as they are, so that no weight can be forgotten; a changed comment costs no
//! more than a computation.

/// The hash before the first byte (*FNV-1a*).
pub(crate) const BEGIN: u64 = 0xCBF2_9CE4_8422_2325;

/// The hash after more bytes.
pub(crate) const fn fnv(mut hash: u64, bytes: &[u8]) -> u64 {
    let mut nth = 0;
    while nth < bytes.len() {
        hash = (hash ^ bytes[nth] as u64).wrapping_mul(0x0100_0000_01B3);
        nth += 1;
    }
    hash
}

/// The hash of several files.
pub(crate) const fn of_files<const N: usize>(files: [&[u8]; N]) -> u64 {
    let mut hash = BEGIN;
    let mut nth = 0;
    while nth < N {
        hash = fnv(hash, files[nth]);
        nth += 1;
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_counts() {
        assert_eq!(fnv(BEGIN, b"foobar"), 0x8594_4171_F739_67E8, "known value");
        assert_eq!(of_files([b"foo", b"bar"]), fnv(BEGIN, b"foobar"));
        assert_ne!(of_files([b"foobar", &[0]]), of_files([b"foobar"]));
    }
}
