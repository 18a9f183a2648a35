//! A panic costs what was being done, not the move.

use crate::warning::warn;
use std::panic::{self, AssertUnwindSafe};

/// The result of the work; `None`, with a warning, if it panics. The step before must then suffice.
pub fn unless_it_panics<T>(work: impl FnOnce() -> T) -> Option<T> {
    let done = panic::catch_unwind(AssertUnwindSafe(work)).ok();
    if done.is_none() {
        warn("an internal error: please report it with this input.txt");
    }
    done
}
