//! What the subcommands do: find the agents, prepare, play, tell.

use crate::board::Side;
use crate::referee::agent::{Agent, AgentError, with_different_names};
use crate::referee::arbiter::{Arbiter, Limits};
use crate::referee::ballots::{self, BallotError};
use crate::referee::cli::{Cli, Conditions, Game, Match, Players, Task};
use crate::referee::contestant::{Fault, Seat, Shutting};
use crate::referee::duel::{Clocks, Duel};
use crate::referee::estate::{Estate, EstateError};
use crate::referee::journal::{Journal, JournalError};
use crate::referee::openings::{Book, Seed};
use crate::referee::positions::{self, PositionsError};
use crate::referee::report::{self, ReportError};
use crate::referee::sandbox::Sandbox;
use crate::referee::schedule::{Contest, Fixture, Pairs, schedule};
use crate::referee::series::{self, Entrant, Series, SeriesError};
use crate::referee::standing::Standing;
use indicatif::{ProgressBar, ProgressStyle};
use nix::sched::{CpuSet, sched_getaffinity};
use nix::unistd::Pid;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use thiserror::Error;

/// Why nothing, or not everything, was played.
#[derive(Debug, Error)]
pub enum RefereeError {
    /// An agent that is not there.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// A file of openings.
    #[error(transparent)]
    Positions(#[from] PositionsError),
    /// The built-in openings.
    #[error(transparent)]
    Ballots(#[from] BallotError),
    /// A file or folder of ours.
    #[error("{}: {source}", path.display())]
    System {
        /// Which.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// A clock that is no time.
    #[error("--seconds {0} is no time; write a number of seconds above 0")]
    Seconds(f64),
    /// A match is in the folder already.
    #[error("{} holds a match; go on with --resume, or choose another folder with --out", path.display())]
    Used {
        /// The journal.
        path: PathBuf,
    },
    /// The folder for homes.
    #[error(transparent)]
    Estate(#[from] EstateError),
    /// A game that could not be played.
    #[error(transparent)]
    Series(#[from] SeriesError),
    /// The journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// What is made from the journal.
    #[error(transparent)]
    Report(#[from] ReportError),
}

impl RefereeError {
    /// 2 for what the user can mend in the command, 4 for our own trouble.
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            RefereeError::Agent(_)
            | RefereeError::Positions(_)
            | RefereeError::Seconds(_)
            | RefereeError::Used { .. } => 2,
            _ => 4,
        })
    }
}

/// An agent has forfeited a game.
const MISBEHAVED: u8 = 3;
/// The journal of a match, in its folder.
const JOURNAL: &str = "journal.jsonl";
/// What an agent's `calibrate` may take.
const CALIBRATION_TIME: Duration = Duration::from_secs(60);

/// Does what was asked; 0 if all was well, 3 if an agent forfeited a game.
///
/// # Errors
/// [`RefereeError`] says what to do.
pub fn run(cli: &Cli) -> Result<ExitCode, RefereeError> {
    match &cli.task {
        Task::Match(task) => play_match(task),
        Task::Game(task) => play_game(task),
        Task::Report { dir } => {
            let journal = Journal::open(&dir.join(JOURNAL))?;
            print!("{}", report::write(dir, &journal)?);
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn agents(players: &Players) -> Result<[Agent; 2], RefereeError> {
    let agents = with_different_names(vec![Agent::find(&players.a)?, Agent::find(&players.b)?]);
    let [a, b] = <[Agent; 2]>::try_from(agents).unwrap_or_else(|_| unreachable!("two went in"));
    Ok([a, b])
}

fn entrants(
    players: &Players,
    conditions: &Conditions,
    estate: &Estate,
    folder: &Path,
) -> Result<[Entrant; 2], RefereeError> {
    let clocks = clocks(&conditions.seconds)?;
    let mut seated = Vec::new();
    for (agent, clock) in agents(players)?.into_iter().zip(clocks) {
        let calibration = series::calibrate(&agent, estate, folder, CALIBRATION_TIME)
            .map_err(SeriesError::from)?;
        seated.push(Entrant { agent, calibration, clock });
    }
    Ok(<[Entrant; 2]>::try_from(seated).unwrap_or_else(|_| unreachable!("two went in")))
}

/// One number is for both players.
fn clocks(seconds: &[f64]) -> Result<[Duration; 2], RefereeError> {
    let clock = |seconds: f64| match Duration::try_from_secs_f64(seconds) {
        Ok(clock) if !clock.is_zero() => Ok(clock),
        _ => Err(RefereeError::Seconds(seconds)),
    };
    let first = clock(seconds[0])?;
    Ok([first, seconds.get(1).map_or(Ok(first), |&second| clock(second))?])
}

impl Conditions {
    const fn limits(&self) -> Limits {
        Limits { profile: self.profile, quiet_turns: self.quiet_turns, plies: self.max_plies }
    }

    fn shutting(&self) -> Shutting {
        if self.no_sandbox || !Sandbox::available() { Shutting::Open } else { Shutting::Sandboxed }
    }
}

fn book(openings: &str) -> Result<Book, RefereeError> {
    match openings {
        "ballots" => Ok(ballots::book()?),
        "start" => Ok(Book::start_only()),
        file => {
            let path = PathBuf::from(file);
            let text = fs::read_to_string(&path)
                .map_err(|source| RefereeError::System { path, source })?;
            Ok(positions::read(file, &text)?)
        }
    }
}

/// The cores for games: as many as asked for, else all allowed ones but one.
fn cores(jobs: Option<usize>) -> Vec<usize> {
    let allowed = sched_getaffinity(Pid::from_raw(0)).unwrap_or_else(|_| CpuSet::new());
    let cores: Vec<usize> =
        (0..CpuSet::count()).filter(|&core| allowed.is_set(core).unwrap_or(false)).collect();
    let jobs = jobs.unwrap_or(cores.len().saturating_sub(1)).clamp(1, cores.len().max(1));
    cores.into_iter().rev().take(jobs).collect()
}

fn play_match(task: &Match) -> Result<ExitCode, RefereeError> {
    let book = book(&task.openings)?;
    let system = |source| RefereeError::System { path: task.out.clone(), source };
    fs::create_dir_all(&task.out).map_err(system)?;
    let path = task.out.join(JOURNAL);
    if path.exists() && !task.resume {
        return Err(RefereeError::Used { path });
    }
    let estate = Estate::new()?;
    let entrants = entrants(&task.players, &task.conditions, &estate, &task.out)?;
    let fixtures =
        schedule(Contest::Match, book.size(), Pairs::for_games(task.games), Seed(task.seed));
    let series = Series {
        entrants: &entrants,
        book: &book,
        conditions: series::Conditions {
            limits: task.conditions.limits(),
            shutting: task.conditions.shutting(),
            seed: Seed(task.seed),
        },
        estate: &estate,
        evidence: task.out.join("evidence"),
    };
    let journal = watch(&series, &fixtures, Journal::open(&path)?, &cores(task.jobs))?;
    print!("{}", report::write(&task.out, &journal)?);
    Ok(verdict(&journal))
}

/// Plays with a progress line on standard error.
fn watch(
    series: &Series<'_>,
    fixtures: &[Fixture],
    journal: Journal,
    cores: &[usize],
) -> Result<Journal, RefereeError> {
    let bar = ProgressBar::new(fixtures.len() as u64);
    let style = ProgressStyle::with_template("{pos}/{len} games  {msg}  {eta} to go");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_position(journal.records().count() as u64);
    let [a, b] = [0, 1].map(|index| series.entrants[index].agent.name.clone());
    let told = |journal: &Journal| {
        bar.set_position(journal.records().count() as u64);
        bar.set_message(Standing::of(&a, &b, journal.records()).line());
    };
    let journal = series.play(fixtures, journal, cores, &told)?;
    bar.finish_and_clear();
    Ok(journal)
}

fn verdict(journal: &Journal) -> ExitCode {
    let forfeited = |record: &crate::referee::record::GameRecord| {
        record.ending.kind() == crate::referee::ending::Kind::Forfeited
    };
    if journal.records().any(forfeited) { ExitCode::from(MISBEHAVED) } else { ExitCode::SUCCESS }
}

/// Plays one game and shows every board.
fn play_game(task: &Game) -> Result<ExitCode, RefereeError> {
    let estate = Estate::new()?;
    let folder = estate.path().to_path_buf();
    let entrants = entrants(&task.players, &task.conditions, &estate, &folder)?;
    let limits = task.conditions.limits();
    let seat = |entrant: &Entrant| -> Result<Seat, Fault> {
        let calibration = entrant.calibration.as_deref();
        Seat::take(&entrant.agent, calibration, &estate, task.conditions.shutting(), None)
    };
    let mut black = seat(&entrants[0]).map_err(SeriesError::from)?;
    let mut white = seat(&entrants[1]).map_err(SeriesError::from)?;
    let arbiter = Arbiter::new(crate::games::checkers::Position::start(), limits);
    let mut show = |arbiter: &Arbiter, left: &Clocks| println!("{}", board(arbiter, left));
    let clocks = [entrants[0].clock, entrants[1].clock];
    let duel = Duel::new(arbiter, limits.profile, clocks, &mut show);
    let finished = duel.play([&mut black, &mut white]);
    for (seat, entrant) in [&black, &white].into_iter().zip(&entrants) {
        if let Some(fault) = seat.fault() {
            println!("the referee failed with {}: {fault}", entrant.agent.name);
        }
    }
    println!("{}", ended(&finished, &entrants));
    Ok(ExitCode::SUCCESS)
}

/// A board with what people want to know beside it.
fn board(arbiter: &Arbiter, left: &Clocks) -> String {
    let side = arbiter.position().side_to_move();
    let rows = arbiter.position().rows_text('\n');
    let clock = |side: Side| format!("{side} {:.3} s", left[side.index()].as_secs_f64());
    let turn = arbiter.plies() + 1;
    format!("{rows}\n{side} to move, turn {turn}; {}, {}\n", clock(Side::Black), clock(Side::White))
}

fn ended(finished: &crate::referee::duel::Finished, entrants: &[Entrant; 2]) -> String {
    let to_move = if finished.turns.len().is_multiple_of(2) { Side::Black } else { Side::White };
    let name = |side: Side| &entrants[side.index()].agent.name;
    let ending = finished.ending;
    match ending.kind() {
        crate::referee::ending::Kind::Drawn => {
            let [black, white] = finished.left;
            let thrifty = if black >= white { Side::Black } else { Side::White };
            format!("drawn ({ending}); {thrifty} ({}) has more time left", name(thrifty))
        }
        crate::referee::ending::Kind::Void => format!("void: {ending}"),
        _ => format!("{} ({}) wins: {to_move}: {ending}", !to_move, name(!to_move)),
    }
}
