//! Clocks that are coarse or jump.

use crate::error::SoakError;
use crate::process::Variables;
use crate::shim::library::{Library, Loaded};
use std::path::Path;
use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockFault {
    /// Clocks show whole steps, as on systems that count timer ticks. `wait4` outside stays exact.
    Coarse {
        /// The step; 10 ms is the tick of many kernels.
        step: Duration,
        which: Which,
    },
    /// The time of day jumps by up to an hour at every reading. CPU clocks are as they are: a
    /// kernel does not set them.
    Jumping(Monotonic),
}

/// Clocks that are coarse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Those of CPU time.
    Cpu,
    /// All.
    All,
}

/// The monotonic clocks when the time of day jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Monotonic {
    /// They jump forward.
    Forward,
    /// They jump back and forth, as no sound kernel lets them.
    Backward,
}

/// The library, built for one kind of clock.
#[derive(Debug)]
pub struct ClockShim {
    library: Library,
    clock: ClockFault,
}

impl ClockShim {
    pub fn build(folder: &Path, clock: ClockFault) -> Result<Self, SoakError> {
        let library = Library::build(folder, "clock.c", include_str!("clock.c"))?;
        Ok(ClockShim { library, clock })
    }

    /// The variables of a process that reports in `dir`; `seed` decides how clocks jump.
    pub fn variables(&self, dir: &Path, seed: u64) -> Result<(Variables, Loaded), SoakError> {
        let (mut variables, loaded) = self.library.variables(dir)?;
        let mut set = |name, value: String| variables.push((name, value.into()));
        match self.clock {
            ClockFault::Coarse { step, which } => {
                set("SOAK_CLOCK_STEP_NS", step.as_nanos().to_string());
                if which == Which::All {
                    set("SOAK_CLOCK_ALL", "1".to_string());
                }
            }
            ClockFault::Jumping(monotonic) => {
                set("SOAK_CLOCK_JUMPS", seed.to_string());
                if monotonic == Monotonic::Backward {
                    set("SOAK_CLOCK_BACK", "1".to_string());
                }
            }
        }
        Ok((variables, loaded))
    }
}
