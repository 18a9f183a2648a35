//! The words of the three programs, and their exit codes.

use crate::console::{Console, Manners};
use crate::dialect::Dialect;
use crate::plain::Plain;
use crate::session::{Farewell, Mind, Pictures, Session};
use crate::thinker::{Allowance, Thinker};
use clap::{CommandFactory, FromArgMatches, Parser};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Commands are read from standard input, or from a file; `help` lists them.
///
/// Exit code 0 after quit or at the end of the input, 1 after an error with --strict, 2 for a wrong
/// command line, 4 for a file that cannot be used.
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    /// Draw the board in the terminal, on standard error
    #[arg(long)]
    display: bool,
    /// Write every command and every move into a file
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Leave with exit code 1 at the first error
    #[arg(long)]
    strict: bool,
    /// The most seconds an automatic player thinks about one move
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds)]
    move_time: Duration,
    /// The seconds automatic players take for a whole game, both sides together
    #[arg(long, value_name = "SECONDS", default_value = "40", value_parser = seconds)]
    game_time: Duration,
    /// Play as the plain opponent instead: alpha-beta to this depth, with a simple evaluation
    #[arg(long, value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(1..=20))]
    plain: Option<u32>,
    /// Where commands come from, in place of standard input
    input: Option<PathBuf>,
    /// Where answers go to, in place of standard output
    output: Option<PathBuf>,
}

fn seconds(word: &str) -> Result<Duration, String> {
    let seconds = word.parse().ok().and_then(|number| Duration::try_from_secs_f64(number).ok());
    let positive = seconds.filter(|time| !time.is_zero());
    positive.ok_or_else(|| "write a number of seconds above 0".to_string())
}

/// The whole program of one game.
pub fn run<G: Dialect>() -> ExitCode {
    let command = Cli::command().name(G::NAME).bin_name(G::NAME).about(G::ABOUT);
    let cli = Cli::from_arg_matches(&command.get_matches()).unwrap_or_else(|error| error.exit());
    match play::<G>(&cli) {
        Ok(Farewell::Polite) => ExitCode::SUCCESS,
        Ok(Farewell::Offended) => ExitCode::from(1),
        Err(error) => {
            eprintln!("{}: {error}", G::NAME);
            ExitCode::from(4)
        }
    }
}

fn play<G: Dialect>(cli: &Cli) -> io::Result<Farewell> {
    let input: Box<dyn BufRead> = match &cli.input {
        Some(path) => Box::new(BufReader::new(File::open(path).map_err(named(path))?)),
        None => Box::new(BufReader::new(io::stdin())),
    };
    let create = |path: &PathBuf| -> io::Result<Box<dyn Write>> {
        Ok(Box::new(File::create(path).map_err(named(path))?))
    };
    let output = cli.output.as_ref().map(create).transpose()?;
    let log = cli.log.as_ref().map(create).transpose()?;
    let manners = if cli.strict { Manners::Strict } else { Manners::Patient };
    let output = output.unwrap_or_else(|| Box::new(io::stdout()));
    let console = Console::new(input, output, log, manners);
    let allowance = Allowance { per_move: cli.move_time, per_game: cli.game_time };
    let mind = match cli.plain {
        Some(depth) => Mind::Plain(Box::new(Plain::new(depth))),
        None => Mind::Thinker(Thinker::new(allowance)),
    };
    let pictures = if cli.display { Pictures::Shown } else { Pictures::Hidden };
    Session::<G>::new(console, mind, pictures).run()
}

fn named(path: &Path) -> impl FnOnce(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
