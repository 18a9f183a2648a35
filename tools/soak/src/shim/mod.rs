//! Libraries that are loaded before the C library (`LD_PRELOAD`) and stand between a program and
//! the system. They are small C files, compiled with `cc` when a run needs them.
//!
//! A library maps a file that this program reads afterward. So a program that is linked statically,
//! which loads nothing, cannot be taken for one that was tested.

mod faults;

pub use faults::{ClockFault, ClockShim, Fault, FaultShim, Loaded, Monotonic, Which, failed_path};
