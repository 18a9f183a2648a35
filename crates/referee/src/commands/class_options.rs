//! Options of `referee class`.

use super::options::at_least_one;
use clap::Args;
use std::path::PathBuf;

/// Options of `referee class`.
#[derive(Debug, Args)]
pub struct ClassArgs {
    /// The folder of the class: one folder for each submission, named like the student
    #[arg(required_unless_present = "print_scheme")]
    pub folder: Option<PathBuf>,
    /// Folder of the grades, the pages and all else
    #[arg(long, default_value = "class-out")]
    pub out: PathBuf,
    /// What is worth how many points; see --print-scheme
    #[arg(long, value_name = "FILE")]
    pub scheme: Option<PathBuf>,
    /// Print the default scheme with comments, as a file to begin from
    #[arg(long)]
    pub print_scheme: bool,
    /// Submissions or games at a time, each on a core of its own [default: all cores but one]
    #[arg(long, value_parser = at_least_one::<usize>)]
    pub jobs: Option<usize>,
    /// A file or folder that builds and agents may read, beside the system's; may be repeated
    #[arg(long, value_name = "PATH")]
    pub allow_read: Vec<PathBuf>,
    /// Build and run without a sandbox (Linux has one: Landlock)
    #[arg(long)]
    pub no_sandbox: bool,
}
