//! A large piece of memory, all zero at first, that a process which lives for one move can afford.
//!
//! Memory is given by the system page by page when it is first touched. A small page costs
//! about as much as a dozen nodes of the search, and a table is touched all over, so that large pages
//! (2 MB) are asked for where the system has them: one fault instead of 512, and addresses that are
//! translated faster. What is too small for that is filled at once by the call that asks for it: a page of a
//! table would be faulted in twice, by the first probe as a shared page of zeros and by the first store. A
//! place in it can be sent for before it is read.

use memmap2::{Advice, MmapMut, MmapOptions};
use std::ops::{Deref, DerefMut};

/// Some bytes, at the beginning of a page.
#[derive(Debug)]
pub struct HugePageBuffer(MmapMut);

/// A large page.
const LARGE: usize = 2 << 20;
/// Zeroing a large page costs less than so many bytes in small ones.
const WORTH_A_LARGE: usize = LARGE / 4;
/// Less than this is never asked for.
const LEAST: usize = 64;

impl HugePageBuffer {
    /// About so many bytes ([`Self::rounded`]); if so much memory is refused, half of it, and so on.
    ///
    /// # Panics
    /// Not even the least is granted.
    pub fn about(bytes: usize) -> Self {
        Self::granted(Self::rounded(bytes), map)
    }

    /// As many bytes, or, from a quarter of a large page on, as many large pages as hold them.
    pub fn rounded(bytes: usize) -> usize {
        let whole = bytes.checked_next_multiple_of(LARGE).filter(|_| bytes >= WORTH_A_LARGE);
        whole.unwrap_or(bytes).max(LEAST)
    }

    /// Lets the processor fetch the line of `byte` while it goes on; a place outside of the memory is
    /// no matter, and neither is a processor that cannot.
    #[inline]
    #[allow(unsafe_code, reason = "a prefetch has no safe form; it makes the search 10 % faster")]
    pub fn prefetch(&self, byte: usize) {
        let address = self.as_ptr().wrapping_add(byte);
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a hash_move to the cache, which neither reads nor writes in the language's sense and never
        // faults, whatever the address.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(address.cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = address;
    }

    fn granted(mut bytes: usize, map: impl Fn(usize) -> Option<MmapMut>) -> Self {
        loop {
            match map(bytes) {
                Some(memory) => return HugePageBuffer(memory),
                None if bytes > LEAST => bytes = (bytes / 2).max(LEAST),
                None => panic!("{bytes} bytes of memory are refused"),
            }
        }
    }
}

/// So many bytes: small pages, filled already, or large ones, filled as they are touched.
fn map(bytes: usize) -> Option<MmapMut> {
    let mut mapping = MmapOptions::new();
    mapping.len(bytes);
    if bytes < LARGE {
        return mapping.populate().map_anon().ok();
    }
    let memory = mapping.map_anon().ok()?;
    // A system without large pages does without them.
    let _ = memory.advise(Advice::HugePage);
    Some(memory)
}

impl Deref for HugePageBuffer {
    type Target = [u8];

    #[inline(always)]
    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl DerefMut for HugePageBuffer {
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
        let sizes = [
            (1, 64),
            (1 << 16, 1 << 16),
            (LARGE / 4 - 1, LARGE / 4 - 1),
            (LARGE / 4, LARGE),
            (LARGE + 1, 2 * LARGE),
        ];
        for (asked, granted) in sizes {
            let memory = HugePageBuffer::about(asked);
            assert_eq!(memory.len(), granted);
            assert!(memory.iter().all(|&byte| byte == 0));
        }
    }

    #[test]
    fn where_memory_is_short_less_is_taken() {
        assert!((LEAST..usize::MAX / 2).contains(&HugePageBuffer::about(usize::MAX).len()));
        for limit in [LEAST, 1_000, 1 << 16, LARGE - 1] {
            let map = |bytes| (bytes <= limit).then(|| MmapMut::map_anon(bytes).ok()).flatten();
            let granted = HugePageBuffer::granted(16 * LARGE, map).len();
            assert!((limit / 2 + 1..=limit).contains(&granted), "{granted} of {limit}");
        }
    }
}
