//! The options that all runs have in common.

use clap::Args;
use std::path::PathBuf;

/// Options of all runs.
#[derive(Clone, Debug, Args)]
pub struct Common {
    /// The journal and the files of broken promises
    #[arg(long, default_value = "soak-out")]
    pub folder: PathBuf,
    /// Of all that is random
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Units at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub jobs: u32,
}
