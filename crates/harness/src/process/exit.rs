//! How a process ended, in words.

use std::fmt;

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProcessExit {
    /// With this code.
    Code(i32),
    /// By the signal of this number.
    #[cfg(unix)]
    Signal(i32),
}

impl fmt::Display for ProcessExit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ProcessExit::Code(code) => write!(f, "ended with exit code {code}"),
            #[cfg(unix)]
            ProcessExit::Signal(signal) => match signal_hook::low_level::signal_name(signal) {
                Some(name) => write!(f, "was killed by {name}"),
                None => write!(f, "was killed by signal {signal}"),
            },
        }
    }
}
