//! Threads that compute for nothing, so that agents have to wait for a core.

use crate::error::SoakError;
use runner::process::allowed_cores;
use rustix::thread::{CpuSet, sched_setaffinity};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

/// The loops; they end when this is dropped, or with this process.
#[derive(Debug)]
pub struct BusyLoops {
    stop: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl BusyLoops {
    /// So many loops on each core that this process may use.
    pub fn beside_each_core(loops: u32) -> Result<Self, SoakError> {
        let mut busy = BusyLoops { stop: Arc::default(), threads: Vec::new() };
        for core in allowed_cores() {
            for _ in 0..loops {
                let stop = Arc::clone(&busy.stop);
                let thread = thread::Builder::new().spawn(move || spin(core, &stop));
                let thread = thread.map_err(SoakError::system("start", Path::new("a thread")))?;
                busy.threads.push(thread);
            }
        }
        Ok(busy)
    }
}

impl Drop for BusyLoops {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            // It cannot panic, and if it had, only the load would be missing.
            let _ = thread.join();
        }
    }
}

fn spin(core: usize, stop: &AtomicBool) {
    let mut only = CpuSet::new();
    only.set(core);
    // Where a thread cannot be bound, the system spreads the loops over the cores.
    let _ = sched_setaffinity(None, &only);
    while !stop.load(Ordering::Relaxed) {
        std::hint::spin_loop();
    }
}
