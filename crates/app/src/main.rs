//! The program `crownhead`: see `crownhead --help`.

#![forbid(unsafe_code)]

fn main() {}
