//! `crownhead pdn`: files of games converted and filtered.
//!
//! | file | job |
//! |---|---|
//! | `reading.rs` | the games of the files, one after the other, and what is wrong in them |
//! | `convert.rs` | `convert`: the same games in another form |
//! | `filter.rs` | `filter`: the games that fit |
//! | `writing.rs` | the place in which games are written |
//!
//! Only one game at a time is held as more than text, so that files may be large.

mod convert;
mod filter;
mod reading;
mod writing;

use clap::{Args, Subcommand};
use cli::ProgramError;
use convert::ConvertArgs;
use filter::FilterArgs;

const CONVERT_EXAMPLES: &str = "\
Examples:
  crownhead pdn convert old.pdn > strict.pdn         PDN 3.0 that other programs read
  crownhead pdn convert games.pdn --format final-fen     the last position of each game
  crownhead pdn convert positions.fen > set-up.pdn   and back: games that begin there";

const FILTER_EXAMPLES: &str = "\
Examples:
  crownhead pdn filter games.pdn --player tinsley --result draw --opening \"double cross\"
  crownhead pdn filter games.pdn --position B:W18,25:B1,2   games in which it occurs";

const EXAMPLES: &str = "\
Examples:
  crownhead pdn convert old.pdn > strict.pdn         PDN 3.0 that other programs read
  crownhead pdn convert games.pdn --format final-fen     the last position of each game
  crownhead pdn convert positions.fen > set-up.pdn   and back: games that begin there
  crownhead pdn filter games.pdn --player tinsley --result draw --opening \"double cross\"
  crownhead pdn filter games.pdn --position B:W18,25:B1,2   games in which it occurs

Without FILE, or with -, games are read from standard input. A file may also hold positions in FEN,
one in each line: games without moves. UTF-8, UTF-16 and Windows-1252 are read, in files joined from
several, too. A game that cannot be read is named with line and column and left out; the others are
not touched: there are as many games and errors together as groups of tags. What is doubtful in a game
is a warning; the warnings are summed up by kind, --strict names each and leaves its game out.
`crownhead pdn COMMAND --help` explains the options.

Exit codes: 0 all is well; 2 the command line is wrong; 4 a file cannot be read or written, or a game
in it is wrong.";

/// Files of games: converts and filters
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct PdnArgs {
    #[command(subcommand)]
    command: PdnCommand,
}

#[derive(Debug, Subcommand)]
enum PdnCommand {
    #[command(after_help = CONVERT_EXAMPLES)]
    Convert(ConvertArgs),
    #[command(after_help = FILTER_EXAMPLES)]
    Filter(Box<FilterArgs>),
}

pub fn run(args: &PdnArgs) -> Result<(), ProgramError> {
    match &args.command {
        PdnCommand::Convert(args) => convert::convert(args),
        PdnCommand::Filter(args) => filter::filter(args),
    }
}
