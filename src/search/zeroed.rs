//! A large piece of memory, all zero at first, that a process which lives for one move can afford.
//!
//! Memory is given by the system page by page when it is first touched. A small page costs about as
//! much as six nodes of the search, and a table is touched all over, so that large pages (2 MB) are
//! asked for where the system has them: two hundred times fewer faults, and addresses that are
//! translated faster.

use memmap2::{Advice, MmapMut};
use std::ops::{Deref, DerefMut};

/// Some bytes, at the beginning of a page.
#[derive(Debug)]
pub struct Zeroed(MmapMut);

/// A large page.
const LARGE: usize = 2 << 20;
/// Zeroing a large page costs less than so many bytes in small ones.
const WORTH_A_LARGE: usize = LARGE / 4;
/// Less than this is never asked for.
const LEAST: usize = 64;

impl Zeroed {
    /// About so many bytes, rounded up to large pages; if so much memory is refused, half of it, and
    /// so on.
    ///
    /// # Panics
    /// Not even the least is granted.
    pub fn about(bytes: usize) -> Self {
        let whole = bytes.checked_next_multiple_of(LARGE).filter(|_| bytes >= WORTH_A_LARGE);
        let bytes = whole.unwrap_or(bytes);
        match MmapMut::map_anon(bytes) {
            Ok(memory) => {
                // A system without large pages does without them.
                let _ = memory.advise(Advice::HugePage);
                Zeroed(memory)
            }
            Err(_) if bytes > LEAST => Self::about(bytes / 2),
            Err(error) => panic!("{bytes} bytes of memory are refused: {error}"),
        }
    }
}

impl Deref for Zeroed {
    type Target = [u8];

    #[inline(always)]
    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl DerefMut for Zeroed {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_zero_and_rounded_up_to_large_pages_where_that_is_cheap() {
        for (asked, granted) in
            [(64, 64), (1 << 16, 1 << 16), (LARGE / 4, LARGE), (LARGE + 1, 2 * LARGE)]
        {
            let memory = Zeroed::about(asked);
            assert_eq!(memory.len(), granted);
            assert!(memory.iter().all(|&byte| byte == 0));
        }
    }

    #[test]
    fn a_size_beyond_all_memory_is_cut_down() {
        assert!((1..usize::MAX / 2).contains(&Zeroed::about(usize::MAX).len()));
    }
}
