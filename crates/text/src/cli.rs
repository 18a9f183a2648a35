//! The command line of the text programs, and their exit codes.

use crate::console::{Console, ErrorPolicy};
use crate::dialect::Dialect;
use crate::plain_player::PlainPlayer;
use crate::search_player::{SearchPlayer, TimeLimits};
use crate::session::{AutoPlayer, DisplayMode, ExitReason, Session};
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
    /// End with exit code 1 at the first error
    #[arg(long)]
    strict: bool,
    /// The most seconds that an automatic player thinks about one move
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds)]
    move_time: Duration,
    /// The most seconds that automatic players take for a whole game, both sides together
    #[arg(long, value_name = "SECONDS", default_value = "40", value_parser = seconds)]
    game_time: Duration,
    /// Play as the plain opponent instead: alpha-beta to this depth, with a simple evaluation
    #[arg(long, value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(1..=20))]
    plain: Option<u32>,
    /// A file of commands, in place of standard input
    input: Option<PathBuf>,
    /// A file for the answers, in place of standard output
    output: Option<PathBuf>,
}

fn seconds(word: &str) -> Result<Duration, String> {
    let seconds = word.parse().ok().and_then(|number| Duration::try_from_secs_f64(number).ok());
    let positive = seconds.filter(|time| !time.is_zero());
    positive.ok_or_else(|| "write a number of seconds above 0".to_string())
}

/// The whole program of one game; its `main` calls nothing else.
pub fn run<G: Dialect>() -> ExitCode {
    let command = Cli::command().name(G::NAME).bin_name(G::NAME).about(G::ABOUT);
    let cli = Cli::from_arg_matches(&command.get_matches()).unwrap_or_else(|error| error.exit());
    match play::<G>(&cli) {
        Ok(ExitReason::Quit) => ExitCode::SUCCESS,
        Ok(ExitReason::Error) => ExitCode::from(1),
        Err(error) => {
            // A standard error that is closed or full must not change the exit code.
            let _ = writeln!(io::stderr(), "{}: {error}", G::NAME);
            ExitCode::from(4)
        }
    }
}

fn play<G: Dialect>(cli: &Cli) -> io::Result<ExitReason> {
    let input: Box<dyn BufRead> = match &cli.input {
        Some(path) => Box::new(BufReader::new(File::open(path).map_err(named(path))?)),
        None => Box::new(BufReader::new(io::stdin())),
    };
    let create = |path: &PathBuf| -> io::Result<Box<dyn Write>> {
        Ok(Box::new(File::create(path).map_err(named(path))?))
    };
    let output = cli.output.as_ref().map(create).transpose()?;
    let log = cli.log.as_ref().map(create).transpose()?;
    let on_error = if cli.strict { ErrorPolicy::Stop } else { ErrorPolicy::Continue };
    let output = output.unwrap_or_else(|| Box::new(io::stdout()));
    let console = Console::new(input, output, log, on_error);
    let limits = TimeLimits { per_move: cli.move_time, per_game: cli.game_time };
    let player = match cli.plain {
        Some(depth) => AutoPlayer::Plain(Box::new(PlainPlayer::new(depth))),
        None => AutoPlayer::Search(SearchPlayer::new(limits)),
    };
    let display = if cli.display { DisplayMode::On } else { DisplayMode::Off };
    Session::<G>::new(console, player, display).run()
}

fn named(path: &Path) -> impl FnOnce(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
