//! The options of `referee diagnose`.

use crate::commands::options::at_least_one;
use clap::Args;
use referee::rules::Profile;
use std::path::PathBuf;

/// Options of `referee diagnose`.
#[derive(Debug, Args)]
pub struct DiagnoseArgs {
    /// The agent
    pub agent: String,
    /// Folder of the page, of all counts and of the games
    #[arg(long, default_value = "diagnose-out")]
    pub out: PathBuf,
    /// Seconds of wall time after which nothing more is asked or played; the page then shows what
    /// there is
    #[arg(long, value_name = "SECONDS", default_value_t = 900, value_parser = at_least_one::<u64>)]
    pub time_cap: u64,
    /// Seconds of CPU time for each player and game; a position has a twentieth
    #[arg(long, default_value_t = 20.0)]
    pub seconds: f64,
    /// The most games against `reference`, with both colors; the endings come on top
    #[arg(long, default_value_t = 24, value_parser = clap::value_parser!(u32).range(2..=200))]
    pub games: u32,
    /// Nodes of the search that evaluates each position [default: 10000]
    #[arg(long, value_name = "N", value_parser = at_least_one::<u64>)]
    pub nodes: Option<u64>,
    /// Seed of the openings and of the opponents
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Games at a time, each on a core of its own [default: all cores but one]
    #[arg(long, value_parser = at_least_one::<usize>)]
    pub jobs: Option<usize>,
    /// Whose rules of clocks and answers to apply
    #[arg(long, value_enum, default_value_t = Profile::Spec)]
    pub profile: Profile,
    /// Run the agent without a sandbox (Linux has one: Landlock)
    #[arg(long)]
    pub no_sandbox: bool,
    /// Copy the files beside `homework` into the working directory first
    #[arg(long)]
    pub carry: bool,
}
