//! `crownhead pdn`: files of games counted, converted, filtered, split, freed of repetitions, and
//! summed up.
//!
//! | file | job |
//! |---|---|
//! | `reading.rs` | the games of the files, one after the other, and what is wrong in them |
//! | `opening.rs`, `ending.rs` | what games are sorted by |
//! | `count.rs`, `convert.rs`, `filter.rs`, `split.rs`, `dedupe.rs`, `stats.rs` | a subcommand each |
//! | `writing.rs` | the form in which games are written |
//!
//! Only one game at a time is held as more than text, so that files may be large.

mod convert;
mod count;
mod dedupe;
mod ending;
mod filter;
mod opening;
mod reading;
mod results;
mod split;
mod stats;
mod writing;

use crate::error::AppError;
use clap::{Args, Subcommand};

const EXAMPLES: &str = "\
Examples:
  crownhead pdn count *.pdn                          games, results and errors of each file
  crownhead pdn convert old.pdn > strict.pdn         PDN 3.0 that other programs read
  crownhead pdn convert games.pdn --to final-fen     the last position of each game
  crownhead pdn convert positions.fen > set-up.pdn   and back: games that begin there
  crownhead pdn filter games.pdn --player tinsley --result draw --opening \"double cross\"
  crownhead pdn filter games.pdn --position B:W18,25:B1,2   games in which it occurs
  crownhead pdn split games.pdn --out folder         a file for each game
  crownhead pdn dedupe a.pdn b.pdn --out both.pdn    without games that occur twice
  crownhead pdn stats games.pdn                      results by opening and by ending

Without FILE, or with -, games are read from standard input. A file may also hold positions in FEN,
one in each line: games without moves. A game that cannot be read is named with line and column and
left out; the others are not touched. `crownhead pdn COMMAND --help` explains the options.

Exit codes: 0 all is well; 2 the command line is wrong; 4 a file cannot be read or written, or a game
in it is wrong.";

/// Files of games: counts, converts, filters, splits, removes repetitions, sums up
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct PdnArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Count(count::CountArgs),
    Convert(convert::ConvertArgs),
    Filter(Box<filter::FilterArgs>),
    Split(split::SplitArgs),
    Dedupe(dedupe::DedupeArgs),
    Stats(stats::StatsArgs),
}

/// Runs the subcommand.
///
/// # Errors
/// A file cannot be read or written, or a game in it is wrong.
pub fn run(args: &PdnArgs) -> Result<(), AppError> {
    match &args.command {
        Command::Count(args) => count::run(args),
        Command::Convert(args) => convert::run(args),
        Command::Filter(args) => filter::run(args),
        Command::Split(args) => split::run(args),
        Command::Dedupe(args) => dedupe::run(args),
        Command::Stats(args) => stats::run(args),
    }
}
