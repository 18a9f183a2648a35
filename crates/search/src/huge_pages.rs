//! A large buffer of zeros that a process which lives for one move can afford.
//!
//! The system gives memory page by page when it is first touched. A fault for a small page (4 KB)
//! costs about as much as a dozen nodes of the search, and a table is touched all over. So huge
//! pages (2 MB) are asked for where the system has them: one fault instead of 512, and fewer TLB
//! misses. A smaller buffer is populated at once by the call that maps it, since a page of a table
//! would fault twice: a probe maps the shared page of zeros, and a store replaces it.

#[cfg(any(unix, windows))]
use memmap2::{MmapMut, MmapOptions};
use std::ops::{Deref, DerefMut};

/// Mapped memory, or the heap on systems without memory maps.
#[cfg(any(unix, windows))]
type Memory = MmapMut;
#[cfg(not(any(unix, windows)))]
type Memory = Vec<u8>;

/// Bytes of zeros, aligned to a page where the system maps memory.
#[derive(Debug)]
pub struct HugePageBuffer(Memory);

/// Bytes of a huge page on x86-64 and most systems with 4 KB pages.
const HUGE_PAGE: usize = 2 << 20;
/// From this size on, a whole huge page is faulted in sooner than the small pages that would do.
const ROUND_UP_FROM: usize = HUGE_PAGE / 4;
/// The smallest buffer, in bytes: one bucket of a table.
const MIN_BYTES: usize = 64;

impl HugePageBuffer {
    /// A buffer of [`Self::rounded`] bytes; if the system refuses, half of it, and so on.
    ///
    /// # Panics
    /// The system refuses even [`MIN_BYTES`].
    pub fn about(bytes: usize) -> Self {
        Self::granted(Self::rounded(bytes), map)
    }

    /// The size of a buffer for `bytes`: whole huge pages from a quarter of one on.
    pub fn rounded(bytes: usize) -> usize {
        let whole = bytes.checked_next_multiple_of(HUGE_PAGE).filter(|_| bytes >= ROUND_UP_FROM);
        whole.unwrap_or(bytes).max(MIN_BYTES)
    }

    /// Prefetches the cache line of the byte at `index`. Any index is allowed; processors other
    /// than x86-64 do nothing.
    #[inline]
    #[allow(unsafe_code, reason = "a prefetch has no safe form; it makes the search 10 % faster")]
    pub fn prefetch(&self, index: usize) {
        let address = self.as_ptr().wrapping_add(index);
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a hint to the cache, which neither reads nor writes in the language's sense and
        // never faults, whatever the address.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(address.cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = address;
    }

    fn granted(mut bytes: usize, map: impl Fn(usize) -> Option<Memory>) -> Self {
        loop {
            match map(bytes) {
                Some(memory) => return HugePageBuffer(memory),
                None if bytes > MIN_BYTES => bytes = (bytes / 2).max(MIN_BYTES),
                None => panic!("the system refuses {bytes} bytes of memory"),
            }
        }
    }
}

/// Memory of this size: small pages, populated already, or huge ones, populated as they are
/// touched.
#[cfg(any(unix, windows))]
fn map(bytes: usize) -> Option<Memory> {
    let mut mapping = MmapOptions::new();
    mapping.len(bytes);
    if bytes < HUGE_PAGE {
        return mapping.populate().map_anon().ok();
    }
    let memory = mapping.map_anon().ok()?;
    // A system without huge pages does without them.
    #[cfg(target_os = "linux")]
    let _ = memory.advise(memmap2::Advice::HugePage);
    Some(memory)
}

/// The same from the heap.
#[cfg(not(any(unix, windows)))]
fn map(bytes: usize) -> Option<Memory> {
    let mut memory = Vec::new();
    memory.try_reserve_exact(bytes).ok()?;
    memory.resize(bytes, 0);
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
    fn memory_is_zero_and_rounded_up_to_huge_pages_where_that_is_cheap() {
        let sizes = [
            (1, 64),
            (1 << 16, 1 << 16),
            (HUGE_PAGE / 4 - 1, HUGE_PAGE / 4 - 1),
            (HUGE_PAGE / 4, HUGE_PAGE),
            (HUGE_PAGE + 1, 2 * HUGE_PAGE),
        ];
        for (asked, granted) in sizes {
            let memory = HugePageBuffer::about(asked);
            assert_eq!(memory.len(), granted);
            assert!(memory.iter().all(|&byte| byte == 0));
        }
    }

    #[test]
    fn where_memory_is_short_less_is_taken() {
        assert!((MIN_BYTES..usize::MAX / 2).contains(&HugePageBuffer::about(usize::MAX).len()));
        for limit in [MIN_BYTES, 1_000, 1 << 16, HUGE_PAGE - 1] {
            let granted = HugePageBuffer::granted(16 * HUGE_PAGE, |bytes| {
                (bytes <= limit).then(|| MmapMut::map_anon(bytes).ok()).flatten()
            })
            .len();
            assert!((limit / 2 + 1..=limit).contains(&granted), "{granted} of {limit}");
        }
    }
}
