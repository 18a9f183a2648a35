//! The wish that runs of agents end: of one, or of all that have their directories in one temporary
//! folder. The watch of each run looks at the flag.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Ends a run from another thread when its answer is no longer needed. All clones are one flag. It
/// stays set until one of them clears it.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// The run is ended within a few hundredths of a second.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// The flag itself, for the handler of a signal.
    pub fn shared(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl From<Arc<AtomicBool>> for StopFlag {
    fn from(flag: Arc<AtomicBool>) -> Self {
        StopFlag(flag)
    }
}
