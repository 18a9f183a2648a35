//! Turns options into agents with clocks and calibrations, and into openings.

use crate::commands::outcome::{unreadable, unusable_folder, warn};
use crate::commands::readable::{Readable, real, sandbox_mode, tell_readable};
use crate::commands::{options, readiness};
use classroom::{BuildOnDemand, find_agent};
use cli::{ProgramError, visible};
use games::{GameName, with_game};
use referee::JournalError;
use referee::journal::GameConditions;
use referee::pairing::Player;
use referee::plan::{Plan, PlannedAgent};
use referee::play::{GameLog, MatchGame, ProcessPlayer, WantedClock};
use referee::players::{Agent, Carry, Participant, still_there, with_different_names};
use referee::rules::{GameLimits, OpeningMode, ReplyRules, Timing};
use referee::schedule::{OpeningList, OpeningOrder, ScheduledGame, Seed};
use runner::TempRoot;
use runner::folder::files;
use runner::interpreter::{out_of_sight, shim_of};
use runner::process::too_low_limit;
use runner::sandbox::{FileFolders, Sandbox, keep_private};
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io};

pub fn players(
    agents: &[String],
    conditions: &options::ConditionArgs,
) -> Result<Vec<(Agent, Duration)>, ProgramError> {
    let wanted = WantedAgent {
        game: conditions.game,
        carry: conditions.copy_files,
        no_sandbox: conditions.no_sandbox,
        libraries: &conditions.libraries,
    };
    let agents = agents.iter().map(|agent| agent_of(agent, &wanted));
    let agents = agents.collect::<Result<Vec<_>, _>>()?;
    let usual = [with_game!(conditions.game, G => <G as MatchGame>::SECONDS)];
    let seconds = &conditions.seconds;
    let clocks = clocks(if seconds.is_empty() { &usual } else { seconds }, agents.len())?;
    keep_agents_apart(&agents);
    if let Some(limit) = too_low_limit() {
        warn(format_args!("{limit}"));
    }
    Ok(with_different_names(agents).into_iter().zip(clocks).collect())
}

/// A file of an agent that is a command.
struct OwnFile<'a> {
    /// The agent's index.
    agent: usize,
    path: &'a PathBuf,
    folders: FileFolders,
}

/// No agent reads the program of another, in a folder of the system or beside its own.
fn keep_agents_apart(agents: &[Agent]) {
    keep_private(agents.iter().filter_map(|agent| agent.directory.clone()));
    let own = agents.iter().enumerate().flat_map(|(agent, its)| {
        own_files(its).map(move |path| OwnFile { agent, path, folders: FileFolders::of(path) })
    });
    let files: Vec<OwnFile<'_>> = own.collect();
    let below_opt = files.iter().filter(|file| real(file.path).starts_with("/opt"));
    keep_private(below_opt.map(|file| file.path.clone()));
    for file in &files {
        let is_beside = |other: &&OwnFile<'_>| {
            other.agent < file.agent && other.folders.is_beside(&file.folders)
        };
        if let Some(other) = files.iter().rfind(is_beside) {
            let [one, two] = [other, file].map(|file| visible::path(file.path));
            warn(format_args!(
                "{one} and {two} lie in one folder: each agent reads its own file alone; give \
                 each a folder of its own"
            ));
            keep_private([other.path.clone(), file.path.clone()]);
        }
    }
    for agent in 0..agents.len() {
        hide_folders_below(agent, &files);
    }
}

/// A folder in which another agent lies is no part of the folder around it.
fn hide_folders_below(agent: usize, files: &[OwnFile<'_>]) {
    let (own, others): (Vec<_>, Vec<_>) = files.iter().partition(|file| file.agent == agent);
    let others = others.iter().filter(|other| own.iter().all(|file| file.path != other.path));
    for other in others {
        let below =
            own.iter().find_map(|file| Some((file, other.folders.folder_below(&file.folders)?)));
        if let Some((file, folder)) = below {
            let [by, there] = [file.path.as_path(), folder].map(visible::path);
            warn(format_args!(
                "{there} is hidden from {by}: the program of another agent lies there"
            ));
            keep_private([folder.to_path_buf()]);
        }
    }
}

/// The files of an agent that is a command.
fn own_files(agent: &Agent) -> impl Iterator<Item = &PathBuf> {
    let files = std::iter::once(&agent.program).chain(&agent.files);
    let is_own = |path: &&PathBuf| {
        path.is_file() && (!Sandbox::is_of_system(&real(path)) || real(path).starts_with("/opt"))
    };
    files.filter(is_own).filter(|_| agent.directory.is_none())
}

#[derive(Clone, Copy, Debug)]
pub struct WantedAgent<'a> {
    pub game: GameName,
    /// The files of its directory go with it.
    pub carry: bool,
    pub no_sandbox: bool,
    /// Archives and folders that it may use.
    pub libraries: &'a [PathBuf],
}

/// The agent that the text names, built first if it is named by its sources.
pub fn agent_of(text: &str, wanted: &WantedAgent<'_>) -> Result<Agent, ProgramError> {
    let carry = if wanted.carry { Carry::Files } else { Carry::Nothing };
    let program = with_game!(wanted.game, G => <G as MatchGame>::PROGRAM);
    for path in wanted.libraries {
        path.metadata().map_err(unreadable(path))?;
    }
    let demand = BuildOnDemand {
        program,
        libraries: wanted.libraries,
        sandbox_mode: &|| sandbox_mode(wanted.no_sandbox, &Readable::libraries(wanted.libraries)),
        warn: |text| warn(text),
    };
    let agent = find_agent(text, demand)?;
    if let Some(shim) = shim_of(text).filter(|_| agent.directory.is_none()) {
        let (shim, real) = (visible::path(shim), visible::path(&agent.program));
        warn(format_args!("{}: {shim} only looks for another program; that is {real}", agent.name));
    }
    if !wanted.no_sandbox {
        warn_of_interpreter(&agent);
        tell_readable(&agent);
    }
    Ok(agent.carrying(carry))
}

/// What the machine lacks must not look like a fault of the agent.
fn warn_of_interpreter(agent: &Agent) {
    if let Some((name, path)) = out_of_sight(&agent.program) {
        let (path, program) = (visible::path(path), visible::path(&agent.program));
        warn(format_args!(
            "{}: its first line asks for {name}, and this machine has that only as {path}, which \
             the sandbox hides; install {name} for the system, or name the agent as \
             \"{name} {program}\"",
            agent.name
        ));
    }
}

/// The folder for files that a command makes, for this user only, as an absolute path.
pub fn folder(named: &Path) -> Result<PathBuf, ProgramError> {
    let made = files::make_private(named).and_then(|()| fs::canonicalize(named));
    let made = made.map_err(unusable_folder(named))?;
    keep_private([made.clone()]);
    Ok(made)
}

/// The players of a plan, of whom those in these games are calibrated.
pub fn participants(
    plan: &Plan,
    games: &[ScheduledGame],
    temp_root: &TempRoot,
    calibrations: &Path,
) -> Result<Vec<Participant>, ProgramError> {
    let agents = plan.header.agents.iter().map(|planned| &planned.agent);
    let sandbox_mode = sandbox_mode(!plan.header.rules.sandboxed, &Readable::by_agents(agents));
    let mut participants = Vec::new();
    for (number, planned) in plan.header.agents.iter().enumerate() {
        let player = (planned.agent.clone(), planned.clock());
        if games.iter().any(|game| [game.black, game.white].contains(&Player(number))) {
            participants.extend(readiness::calibrated(
                vec![player],
                temp_root,
                sandbox_mode,
                calibrations,
            )?);
        } else {
            let (agent, clock) = player;
            participants.push(Participant {
                agent,
                calibration: None,
                clock,
                surcharge: Duration::ZERO,
            });
        }
    }
    Ok(participants)
}

/// Checks that the programs are there, and are those that were planned.
pub fn unchanged(agents: &[PlannedAgent]) -> Result<(), ProgramError> {
    for PlannedAgent { agent, .. } in agents {
        let programs = std::iter::once(&agent.program).chain(&agent.calibrate);
        still_there(programs.chain(&agent.files))?;
        if agent.current_digest()? != agent.sha256 {
            return Err(ProgramError::Usage(format!(
                "{} has changed since the plan was made; make the plan again with referee plan",
                agent.name
            )));
        }
    }
    Ok(())
}

/// The name of this machine: in a cluster the name that its scheduler gives it.
pub fn machine() -> String {
    let node = std::env::var("SLURMD_NODENAME").ok();
    let name = node
        .or_else(|| nix::unistd::gethostname().ok()?.into_string().ok())
        .unwrap_or_else(|| "localhost".to_string());
    name.replace(['/', '\0'], "-")
}

pub fn unwatched(error: JournalError) {
    warn(format_args!("the match goes on, but cannot be watched: {error}"));
}

/// The log of a match. A file that cannot be opened is told before the first game.
pub fn game_log(path: &Path) -> Result<GameLog, ProgramError> {
    // Milliseconds are enough, and each line then has the same width.
    let now = || format!("{:.3}", jiff::Timestamp::now());
    GameLog::open(path, now, unlogged).map_err(|source| {
        let path = visible::path(path);
        ProgramError::Usage(format!("cannot write the log {path}: {source}; name another --log"))
    })
}

fn unlogged(error: JournalError) {
    warn(format_args!("the match goes on, but its log is not whole: {error}"));
}

pub fn changed_files(sentence: &str) {
    warn(sentence);
}

/// Eleven days.
const LONGEST_CLOCK: Duration = Duration::from_secs(1_000_000);

/// The clock of each player; a single number is for all.
pub fn clocks(seconds: &[f64], players: usize) -> Result<Vec<Duration>, ProgramError> {
    let clocks = seconds
        .iter()
        .map(|&seconds| match Duration::try_from_secs_f64(seconds) {
            Ok(clock) if !clock.is_zero() && clock <= LONGEST_CLOCK => Ok(clock),
            _ => Err(ProgramError::Usage(format!(
                "--seconds {seconds} is not possible; write a number above 0, up to 1000000"
            ))),
        })
        .collect::<Result<Vec<_>, _>>()?;
    match clocks.len() {
        1 => Ok(vec![clocks[0]; players]),
        given if given == players => Ok(clocks),
        given => Err(ProgramError::Usage(format!(
            "--seconds has {given} numbers for {players} players; write one, or one for each"
        ))),
    }
}

impl options::ConditionArgs {
    const fn replies(&self) -> ReplyRules {
        ReplyRules { profile: self.profile, answers: self.answers }
    }

    pub const fn limits(&self) -> GameLimits {
        let replies = self.replies();
        GameLimits { replies, quiet_turns: self.quiet_turns, plies: self.max_plies }
    }

    /// Text programs are sent the moves of an opening.
    fn mode_of_openings(&self) -> Result<OpeningMode, ProgramError> {
        match (self.game, self.opening_mode) {
            (GameName::Checkers, mode) => Ok(mode),
            (_, OpeningMode::Single) => Ok(OpeningMode::Game),
            (game, OpeningMode::Game) => Err(ProgramError::Usage(format!(
                "--opening-mode is for checkers; programs of {game} are sent the moves of an opening"
            ))),
        }
    }

    pub fn with_seed(&self, seed: u64) -> Result<GameConditions, ProgramError> {
        let wanted = WantedClock {
            replies: self.replies(),
            clock: self.clock,
            move_seconds: self.move_time,
        };
        let time = with_game!(self.game, G => {
            <<G as MatchGame>::Player as ProcessPlayer<G>>::time_control(&wanted)
        })?;
        Ok(GameConditions {
            game: self.game,
            limits: self.limits(),
            timing: Timing::from_untimed(self.no_clock),
            opening_mode: self.mode_of_openings()?,
            time,
            sandbox_mode: sandbox_mode(self.no_sandbox, &Readable::libraries(&self.libraries)),
            seed: Seed(seed),
            opening_order: OpeningOrder::USUAL,
            adjudication: None,
        })
    }
}

/// The openings of a name, else those of a file.
pub fn openings(openings: &str, game: GameName, seed: Seed) -> Result<OpeningList, ProgramError> {
    with_game!(game, G => openings_of::<G>(openings, seed))
}

fn openings_of<G: MatchGame>(openings: &str, seed: Seed) -> Result<OpeningList, ProgramError> {
    if openings == "start" {
        return Ok(OpeningList::start_only::<G>());
    }
    if G::OPENINGS.contains(&openings) {
        return Ok(G::openings(openings, seed)?);
    }
    let path = Path::new(openings);
    let bytes = fs::read(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => ProgramError::Usage(format!(
            "\"{}\" is neither a file nor one of the openings of this game: start, {}",
            visible::line(openings),
            G::OPENINGS.join(", ")
        )),
        _ => unreadable(path)(error),
    })?;
    let text = formats::pdn::decode(&bytes);
    if let Some(form) = formats::foreign_form(&text) {
        return Err(ProgramError::Usage(format!("{} is {form}", visible::path(path))));
    }
    Ok(G::openings_of_file(openings, &text)?)
}

/// Today in universal time, as records have it: `2026-11-22`.
pub fn today() -> String {
    let now = jiff::Timestamp::now().to_string();
    now.split('T').next().unwrap_or_default().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_one_for_all_or_one_for_each() {
        let second = Duration::from_secs;
        assert_eq!(read_clocks(&[10.0], 3), Ok(vec![second(10); 3]));
        assert_eq!(read_clocks(&[10.0, 1.0], 2), Ok(vec![second(10), second(1)]));
        assert!(
            read_clocks(&[10.0, 1.0], 3)
                .is_err_and(|text| text.contains("2 numbers for 3 players"))
        );
        for wrong in [0.0, -1.0, 1e19, f64::NAN, f64::INFINITY] {
            assert!(
                read_clocks(&[wrong], 2)
                    .is_err_and(|text| text.ends_with("above 0, up to 1000000"))
            );
        }
    }

    fn read_clocks(list: &[f64], players: usize) -> Result<Vec<Duration>, String> {
        clocks(list, players).map_err(|e| e.to_string())
    }

    #[test]
    fn a_day_has_three_numbers() {
        let today = today();
        let numbers: Vec<_> = today.split('-').map(str::parse::<u32>).collect();
        assert!(matches!(numbers[..], [Ok(2025..), Ok(1..=12), Ok(1..=31)]), "{today}");
    }
}
