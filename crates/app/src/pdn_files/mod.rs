//! `crownhead pdn`: files of games counted, converted, filtered, split, freed of repetitions, and
//! summed up.
//!
//! | file | job |
//! |---|---|
//! | `reading.rs` | the games of the files, one after the other, and what is wrong in them |
//! | `classify.rs` | result, opening and ending of a game |
//! | `summaries.rs` | `count` and `stats`: tables |
//! | `filter.rs` | `filter`: the games that fit |
//! | `rewrite.rs` | `convert`, `dedupe` and `split`: the same games in other files |
//! | `writing.rs` | the place and the form in which games are written |
//!
//! Only one game at a time is held as more than text, so that files may be large.

mod classify;
mod examples;
mod filter;
mod reading;
mod rewrite;
mod summaries;
mod writing;

use crate::error::AppError;
use clap::{Args, Subcommand};
use filter::FilterArgs;
use rewrite::{ConvertArgs, DedupeArgs, SplitArgs};
use summaries::{CountArgs, StatsArgs};

const EXAMPLES: &str = "\
Examples:
  crownhead pdn count *.pdn                          games, results, errors and warnings of each file
  crownhead pdn count games.pdn --strict             what is doubtful, with line and column
  crownhead pdn convert old.pdn > strict.pdn         PDN 3.0 that other programs read
  crownhead pdn convert games.pdn --to final-fen     the last position of each game
  crownhead pdn convert positions.fen > set-up.pdn   and back: games that begin there
  crownhead pdn filter games.pdn --player tinsley --result draw --opening \"double cross\"
  crownhead pdn filter games.pdn --position B:W18,25:B1,2   games in which it occurs
  crownhead pdn split games.pdn --out folder         a file for each game
  crownhead pdn dedupe a.pdn b.pdn --out both.pdn    without games that occur twice
  crownhead pdn stats games.pdn                      results by opening and by ending

Without FILE, or with -, games are read from standard input. A file may also hold positions in FEN,
one in each line: games without moves. UTF-8, UTF-16 and Windows-1252 are read, in files joined from
several, too. A game that cannot be read is named with line and column and left out; the others are
not touched: there are as many games and errors together as groups of tags. What is doubtful in a game
is a warning; `count` shows them by kind, --strict names each and leaves its game out.
`crownhead pdn COMMAND --help` explains the options.

Exit codes: 0 all is well; 2 the command line is wrong; 4 a file cannot be read or written, or a game
in it is wrong.";

/// Files of games: counts, converts, filters, splits, removes repetitions, sums up
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct PdnArgs {
    #[command(subcommand)]
    command: PdnCommand,
}

#[derive(Debug, Subcommand)]
enum PdnCommand {
    #[command(after_help = examples::COUNT)]
    Count(CountArgs),
    #[command(after_help = examples::CONVERT)]
    Convert(ConvertArgs),
    #[command(after_help = examples::FILTER)]
    Filter(Box<FilterArgs>),
    #[command(after_help = examples::SPLIT)]
    Split(SplitArgs),
    #[command(after_help = examples::DEDUPE)]
    Dedupe(DedupeArgs),
    #[command(after_help = examples::STATS)]
    Stats(StatsArgs),
}

pub fn run(args: &PdnArgs) -> Result<(), AppError> {
    match &args.command {
        PdnCommand::Count(args) => summaries::count(args),
        PdnCommand::Convert(args) => rewrite::convert(args),
        PdnCommand::Filter(args) => filter::filter(args),
        PdnCommand::Split(args) => rewrite::split(args),
        PdnCommand::Dedupe(args) => rewrite::dedupe(args),
        PdnCommand::Stats(args) => summaries::stats(args),
    }
}
