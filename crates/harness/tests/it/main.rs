//! The harness against toy programs: every way to pass and to fail, through its command line.
//!
//! The toy (`toy.sh`) does what its script tells it to do, so that a test is a script and what must
//! be printed about it. Whatever happens, nothing may be left running. The toy needs a Unix shell;
//! on Windows the tests of the text programs run the harness with real programs.

#[cfg(unix)]
mod alone;
#[cfg(unix)]
mod command;
#[cfg(unix)]
mod endings;
#[cfg(unix)]
mod limits;
#[cfg(unix)]
mod pairs;
mod refused;
#[cfg_attr(windows, allow(dead_code, reason = "only `refused` is compiled there"))]
mod test_dir;
