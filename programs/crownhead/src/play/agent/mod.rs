//! A game against an agent's directory or command, with the referee's rules, clocks and verdicts.
//!
//! The agent is a player of the crate `text`, which has the parts of a session with a page: its
//! events, the thread of the player, the history of the game, the view and the server's side. What
//! differs is here: the referee's rules and verdicts, clocks that decide, and an agent's files.
//!
//! | file | job |
//! |---|---|
//! | `game.rs` | board, clocks and ending; knows no process and no page |
//! | `opponent.rs` | what differs between an agent that is a process for each move and a text program |
//! | `player.rs` | either of them, as a player |
//! | `turn_files.rs` | what it was given and left, or received and sent |
//! | `recorder.rs` | finished games in the referee's journal |
//! | `view.rs` | the game as the page shows it |
//! | `session.rs` | commands, clocks, one game after the other; `session_text.rs`: what is printed |
//!
//! However the program ends, no process and no folder of the agent is left: see
//! [`runner::TempRoot`] and [`runner::process`].

mod game;
mod opponent;
mod player;
mod recorder;
mod session;
mod session_text;
mod turn_files;
mod view;

use crate::play::agent::game::GameSettings;
use crate::play::agent::opponent::PersonsGame;
use crate::play::agent::player::AgentPlayer;
use crate::play::agent::recorder::PERSON;
use crate::play::agent::session::AgentSession;
use crate::play::agent::session_text::warn;
use crate::play::args::{AgentArgs, PlayArgs};
use classroom::{BuildOnDemand, find_agent};
use cli::ProgramError;
use games::with_game;
use referee::play::{ProcessPlayer, WantedClock, calibrate};
use referee::players::{Agent, Participant};
use referee::rules::{ReplyRules, Timing};
use runner::process::save_limits;
use runner::sandbox::{Sandbox, SandboxLevel, SandboxMode};
use runner::{StopFlag as RunStopFlag, TempRoot};
use std::io::stdout;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;
use text::browser;
use text::page::BoardSite;
use text::players::search_player::StopFlag;
use text::players::search_thread::SearchThread;

/// Seconds for each side, if the options do not say.
const SECONDS: u32 = 300;

/// Plays until the page or the terminal ends the program.
pub fn run(against: &str, args: &PlayArgs) -> Result<(), ProgramError> {
    with_game!(args.game, Position => play::<Position>(against, args))
}

fn play<G: PersonsGame>(against: &str, args: &PlayArgs) -> Result<(), ProgramError> {
    let AgentArgs { profile, answers, .. } = args.agent;
    let replies = ReplyRules { profile, answers };
    let wanted = WantedClock { replies, clock: None, move_seconds: None };
    let clock = <G::Player as ProcessPlayer<G>>::time_control(&wanted)
        .map_err(|error| ProgramError::Usage(error.to_string()))?;
    let sandbox_mode = sandbox_mode(args)?;
    let mut agent = agent_of::<G>(against, sandbox_mode)?;
    if agent.name == PERSON {
        agent.name.push_str(" (agent)");
    }
    let name = agent.name.clone();
    let time = Duration::from_secs(args.seconds.unwrap_or(SECONDS).into());
    let timing = Timing::from_untimed(args.agent.no_clock);
    let settings = GameSettings { person: args.side, replies, time, timing };
    let stop = StopFlag::default();
    let mut player = prepare::<G>(agent, (settings, sandbox_mode), args, &stop)?;
    player.time = clock;
    let (sender, events) = channel();
    let site = Arc::new(BoardSite::new(sender.clone()));
    let search_thread = SearchThread::new(player, stop, sender);
    let out = args.agent.out.clone();
    let session = AgentSession::new(settings, search_thread, out, Arc::clone(&site));
    let label = format!("You against {name}:");
    let _server = browser::show(site, args.launch(), args.port, &label, stdout())?;
    session.run(&events);
    Ok(())
}

/// The agent that the text names, built first if it is named by its sources.
fn agent_of<G: PersonsGame>(text: &str, sandbox_mode: SandboxMode) -> Result<Agent, ProgramError> {
    let demand =
        BuildOnDemand { program: G::PROGRAM, libraries: &[], sandbox_mode: &|| sandbox_mode, warn };
    find_agent(text, demand).map_err(|error| ProgramError::Usage(error.to_string()))
}

/// The agent, calibrated, with a folder to work in.
fn prepare<G: PersonsGame>(
    agent: Agent,
    (settings, sandbox_mode): (GameSettings, SandboxMode),
    args: &PlayArgs,
    stop: &StopFlag,
) -> Result<AgentPlayer<G>, ProgramError> {
    let stop = RunStopFlag::from(StopFlag::clone(stop));
    let temp_root = TempRoot::new().map_err(ProgramError::failed)?.stopped_by(&stop);
    let calibration = calibration(&agent, &temp_root, sandbox_mode, &args.agent.out)?;
    let (clock, surcharge) = (settings.time, Duration::ZERO);
    let participant = Participant { agent, calibration, clock, surcharge };
    Ok(AgentPlayer::new(participant, sandbox_mode, temp_root))
}

/// As in a match, and as much of it as there is.
fn sandbox_mode(args: &PlayArgs) -> Result<SandboxMode, ProgramError> {
    save_limits();
    let AgentArgs { no_sandbox, allow_root, .. } = args.agent;
    let mode = if no_sandbox { SandboxMode::Off } else { SandboxMode::best() };
    if mode.leaves_rights_of_root() && !allow_root {
        return Err(ProgramError::Usage(format!(
            "as root the agent would keep rights that the sandbox \"{}\" does not take; run \
             crownhead as another user, or with --allow-root if you trust the agent",
            mode.level()
        )));
    }
    if mode.level() < SandboxLevel::Full && !no_sandbox {
        let refused = Sandbox::refused().unwrap_or_default();
        let level = mode.level();
        warn(&format!("sandbox {level}: this system refuses {refused}"));
    }
    Ok(mode)
}

/// The agent's `calibration.txt`, which is kept in the folder of the records.
fn calibration(
    agent: &Agent,
    temp_root: &TempRoot,
    sandbox_mode: SandboxMode,
    out: &Path,
) -> Result<Option<PathBuf>, ProgramError> {
    if agent.calibrate.is_none() {
        return Ok(None);
    }
    let out = recorder::folder(out)?;
    warn(&format!("{} measures the machine, once", agent.name));
    let calibration =
        calibrate(agent, temp_root, sandbox_mode, &out).map_err(ProgramError::failed)?;
    if let Some(remark) = calibration.remark() {
        warn(&format!("{}: {remark}", agent.name));
    }
    Ok(calibration.file())
}
