//! What the programs print and write, byte by byte, against the files of `fixtures/golden`.
//!
//! The programs are processes here, whatever crates they are made of. Measured values are masked
//! by the names of their fields; each test says which. Linux only: the last digit of a logarithm is
//! the system's, and elsewhere some names of programs end with `.exe`, which help repeats.

#![cfg(target_os = "linux")]

mod analysis;
mod api;
mod golden;
mod grading;
mod help;
mod journals;
mod manuals;
mod mask;
mod place;
mod reports;
