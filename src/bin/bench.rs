//! Counts, signatures and speeds: see `bench --help`.

use clap::Parser;
use crownhead::bench::Bench;

fn main() {
    Bench::parse().run();
}
