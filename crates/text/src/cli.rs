//! The command line of the text programs, and their exit codes.

use crate::browser::{self, PageLaunch};
use crate::dialect::Dialect;
use crate::help;
use crate::input::console::{Console, ErrorPolicy};
use crate::input::event::InputEnd;
use crate::input::line_reader::{LineEditor, LineSource};
use crate::page::BoardSite;
use crate::players::auto_player::AutoPlayer;
use crate::players::search_player::{GameTime, StopFlag, TimeLimits};
use crate::session::{ExitReason, Session, SessionParts, TerminalBoard};
use clap::{Command, CommandFactory, Parser};
use cli::{FileIdentity, ProgramError, command_line, manual, standard_streams, values, visible};
use std::env;
use std::fs::File;
use std::io::{self, BufReader, IsTerminal, Write};
use std::num::NonZeroU16;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

#[derive(Debug, Parser)]
#[command(version, after_help = AFTER_HELP)]
struct Cli {
    /// Show the board in the browser, and print its address on standard error
    #[arg(long)]
    display: bool,
    /// Print the address of the board, but open no browser
    #[arg(long, requires = "display")]
    no_open: bool,
    /// Port of the board [default: any free port]
    #[arg(long, value_name = "PORT", requires = "display")]
    port: Option<NonZeroU16>,
    /// Write every command to this file, with automatic moves as comments
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Exit with code 1 at the first error
    #[arg(long)]
    strict: bool,
    /// Longest time of an automatic player for one move [default: 5, or what a referee gives]
    #[arg(long, value_name = "SECONDS", value_parser = values::duration)]
    move_time: Option<Duration>,
    /// Longest time of the automatic players for a game, both sides together [default: 40, or the
    /// clock that a referee gives, for its own moves]
    #[arg(long, value_name = "SECONDS", value_parser = values::duration)]
    game_time: Option<Duration>,
    /// Play as the plain opponent: alpha-beta to this depth with a simple evaluation, 0 at random
    #[arg(long, value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(..=20))]
    plain: Option<u32>,
    /// Start with the command `seed N`: the same seed gives the same moves, whatever the clock says
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    seed: Option<i64>,
    /// File of commands [default: standard input]
    input: Option<PathBuf>,
    /// File for the output [default: standard output]
    output: Option<PathBuf>,
}

const AFTER_HELP: &str = "\
Exit codes: 0 after quit or at the end of the input; 1 after an error with --strict; 2 the command
line is wrong, or --display cannot show a page; 4 a file cannot be used.";

const MOVE_TIME: Duration = Duration::from_secs(5);
const GAME_TIME: Duration = Duration::from_secs(40);

fn command<G: Dialect>() -> Command {
    let about = format!(
        "{}.\n\nReads one move or command a line, for example {}; the command `help` lists them \
         all. At the start you play the first side and the program the other.",
        G::ABOUT,
        help::example::<G>()
    );
    Cli::command().name(G::NAME.text()).bin_name(G::NAME.text()).about(G::ABOUT).long_about(about)
}

/// The whole program of one game; its `main` calls nothing else.
pub fn run<G: Dialect>() -> ExitCode {
    if let Some(code) = manual::write_if_requested(command::<G>) {
        return code;
    }
    let cli: Cli = command_line::parse_as(command::<G>());
    standard_streams::make_them_wait();
    match check_files(&cli).and_then(|()| play::<G>(&cli)) {
        Ok(ExitReason::Quit) => ExitCode::SUCCESS,
        Ok(ExitReason::Error) => ExitCode::from(1),
        Err(error) => error.report(G::NAME.text()),
    }
}

fn play<G: Dialect>(cli: &Cli) -> Result<ExitReason, ProgramError> {
    let events = channel();
    let stop = StopFlag::default();
    let limits = time_limits(cli)?;
    let site = cli.display.then(|| Arc::new(BoardSite::new(events.0.clone())));
    let end = InputEnd::default();
    let (input, mut console, board) = terminal(cli, &end).map_err(ProgramError::failed)?;
    begin_log::<G>(&mut console, cli.seed).map_err(ProgramError::failed)?;
    let console = console.keeping(files(cli).into_iter().flatten().collect());
    let mut player = AutoPlayer::new(limits, cli.plain, &stop).hurried_after(end);
    if let Some(seed) = cli.seed {
        player.seed(seed);
    }
    let parts = SessionParts {
        console,
        input,
        player,
        stop,
        events,
        page: site.clone(),
        board: if cli.display { TerminalBoard::Hidden } else { board },
    };
    let mut session = Session::<G>::new(parts).map_err(ProgramError::failed)?;
    let launch = if cli.no_open { PageLaunch::AddressOnly } else { PageLaunch::Browser };
    // Standard output is for the moves.
    let server =
        site.map(|site| browser::show(site, launch, cli.port, browser::LABEL, io::stderr()));
    let _server = server.transpose()?;
    session.run().map_err(ProgramError::failed)
}

/// What a log needs to be read by itself: the game, who plays at its start, the seed.
fn begin_log<G: Dialect>(console: &mut Console, seed: Option<i64>) -> io::Result<()> {
    let first = G::start().side_to_move();
    console.log_line(format_args!("# {}", G::NAME.text()))?;
    console.log_line(format_args!("manual {}", first.word()))?;
    console.log_line(format_args!("auto {}", (!first).word()))?;
    seed.map_or(Ok(()), |seed| console.log_line(format_args!("seed {seed}")))
}

/// The time of the command line, else the one that a referee gives, else the usual one.
fn time_limits(cli: &Cli) -> Result<TimeLimits, ProgramError> {
    let per_move = match cli.move_time {
        Some(time) => time,
        None => MOVE_TIME.min(given_time("CROWNHEAD_MOVE_TIME")?.unwrap_or(MOVE_TIME)),
    };
    let per_game = match cli.game_time {
        Some(time) => GameTime::BothSides(time),
        None => given_time("CROWNHEAD_SECONDS")?
            .map_or(GameTime::BothSides(GAME_TIME), GameTime::OwnMoves),
    };
    Ok(TimeLimits { per_move, per_game })
}

/// The seconds in a variable of the environment.
fn given_time(variable: &str) -> Result<Option<Duration>, ProgramError> {
    let Some(text) = env::var_os(variable) else { return Ok(None) };
    values::duration(&text.to_string_lossy()).map(Some).map_err(|error| {
        let text = visible::path(Path::new(&text)).to_string();
        ProgramError::Usage(format!("{variable} is `{text}` in the environment: {error}"))
    })
}

/// No file may be read and written, or written twice. Looks before any is opened.
fn check_files(cli: &Cli) -> Result<(), ProgramError> {
    let (names, files) = (["the commands", "the output", "the log"], files(cli));
    for (one, two) in [(0, 1), (0, 2), (1, 2)] {
        if files[one].is_some() && files[one] == files[two] {
            let (first, second) = (names[one], names[two]);
            let sentence = format!("{first} and {second} are the same file; name another one");
            return Err(ProgramError::Usage(sentence));
        }
    }
    Ok(())
}

/// The commands, the output and the log, where they are files.
fn files(cli: &Cli) -> [Option<FileIdentity>; 3] {
    let input = cli.input.as_deref().map_or_else(FileIdentity::of_standard_input, FileIdentity::of);
    let output =
        cli.output.as_deref().map_or_else(FileIdentity::of_standard_output, FileIdentity::of);
    [input, output, cli.log.as_deref().and_then(FileIdentity::of)]
}

fn create(path: &Path) -> io::Result<Box<dyn Write>> {
    Ok(Box::new(File::create(path).map_err(named(path))?))
}

/// The source of lines, the console, and a board only for a person who types.
/// `end` is marked at the end of standard input.
fn terminal(cli: &Cli, end: &InputEnd) -> io::Result<(LineSource, Console, TerminalBoard)> {
    let on_error = if cli.strict { ErrorPolicy::Stop } else { ErrorPolicy::Continue };
    let input = match &cli.input {
        Some(path) => Some(BufReader::new(open(path).map_err(named(path))?)),
        None => None,
    };
    let output = cli.output.as_deref().map(create).transpose()?;
    let log = cli.log.as_deref().map(create).transpose()?;
    let is_person = io::stdin().is_terminal() && io::stdout().is_terminal();
    let is_person = is_person && input.is_none() && output.is_none();
    let board = if is_person { TerminalBoard::Shown } else { TerminalBoard::Hidden };
    // A terminal that cannot edit lines, such as TERM=dumb, is read plainly.
    if let Some((editor, output)) = is_person.then(LineEditor::new).and_then(Result::ok) {
        return Ok((
            LineSource::Terminal(Box::new(editor)),
            Console::new(output, log, on_error),
            board,
        ));
    }
    let input = input.map_or_else(
        || LineSource::Stream(Box::new(BufReader::new(io::stdin())), end.clone()),
        |file| LineSource::Plain(Box::new(file)),
    );
    let output = output.unwrap_or_else(|| Box::new(io::stdout()));
    Ok((input, Console::new(output, log, on_error), board))
}

/// Opens a file of commands. A folder can be opened, but not read.
fn open(path: &Path) -> io::Result<File> {
    if path.is_dir() {
        return Err(io::Error::other("is a folder; name a file of commands"));
    }
    File::open(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => io::Error::other("there is no such file of commands"),
        _ => error,
    })
}

fn named(path: &Path) -> impl FnOnce(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("{}: {error}", visible::path(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// "3 minutes for a fully automated game"; the course's own tester allows less, 60 s.
    #[test]
    fn the_usual_time_of_an_automatic_game_is_within_three_minutes() {
        assert!(GAME_TIME < Duration::from_secs(60), "{GAME_TIME:?}");
    }

    #[test]
    fn the_commands_of_the_manuals_parse() {
        testing::assert_manuals_parse::<Cli>(&["loa", "tablut", "amazons"]);
    }
}
