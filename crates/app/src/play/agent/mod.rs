//! Checkers against an agent directory or command, with the referee's rules, clocks and verdicts.
//!
//! One thread owns the game (`session.rs`) and takes messages; the agent's process is waited for on
//! a thread of its own (`opponent.rs`), so that a page is answered while it thinks.
//!
//! | file | job |
//! |---|---|
//! | `game.rs` | board, clocks and ending; knows no process and no page |
//! | `opponent.rs` | the agent: a process for each move, which can be stopped |
//! | `turn_files.rs` | what it was given and what it left, to be looked at |
//! | `recorder.rs` | finished games in the referee's journal |
//! | `view.rs` | the game as the page shows it |
//! | `session.rs` | commands, clocks, one game after the other |
//! | `site.rs` | the page's requests as messages |
//! | `terminal.rs` | what is printed |
//!
//! However the program ends, no process and no folder of the agent is left: see
//! [`referee::agent::TempRoot`] and [`referee::agent::process`].

mod game;
mod opponent;
mod recorder;
mod session;
mod site;
mod terminal;
mod turn_files;
mod view;

use crate::error::AppError;
use crate::play::agent::game::Terms;
use crate::play::agent::opponent::Opponent;
use crate::play::agent::recorder::PERSON;
use crate::play::agent::session::Session;
use crate::play::agent::site::AgentSite;
use crate::play::args::PlayArgs;
use pages::{Feed, Port, Server};
use referee::agent::{Agent, Entrant, SandboxMode, TempRoot};
use referee::contest::calibrate;
use referee::game::Timing;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

/// Seconds for each side, if the options do not say.
const SECONDS: u32 = 300;

/// Plays until the page or the terminal ends the program.
pub fn run(against: &str, args: &PlayArgs) -> Result<(), AppError> {
    let mut agent = Agent::find(against).map_err(|error| AppError::Usage(error.to_string()))?;
    if agent.name == PERSON {
        agent.name.push_str(" (agent)");
    }
    let name = agent.name.clone();
    let time = Duration::from_secs(args.seconds.unwrap_or(SECONDS).into());
    let timing = Timing::from_untimed(args.agent.untimed);
    let profile = args.agent.profile;
    let terms = Terms { person: args.side.into(), profile, time, timing };
    let opponent = prepare(agent, terms, args)?;
    let (messages, inbox) = channel();
    let feed = Arc::new(Feed::new("null".into()));
    let out = args.agent.out.clone();
    let session = Session::new(terms, opponent, out, Arc::clone(&feed), messages.clone());
    let site = Arc::new(AgentSite::new(messages, feed));
    let port = args.port.map_or(Port::Any, Port::This);
    let server = Server::start(site, port).map_err(|error| AppError::NoPage(error.to_string()))?;
    show(&server, &name, args)?;
    session.run(&inbox);
    Ok(())
}

/// The agent, calibrated, with a folder to work in.
fn prepare(agent: Agent, terms: Terms, args: &PlayArgs) -> Result<Opponent, AppError> {
    let temp_root = TempRoot::new().map_err(|error| AppError::File(error.to_string()))?;
    let sandbox_mode = sandbox_mode(args);
    let calibration = calibration(&agent, &temp_root, sandbox_mode, &args.agent.out)?;
    let entrant = Entrant { agent, calibration, clock: terms.time };
    Ok(Opponent::new(entrant, sandbox_mode, terms.profile, temp_root))
}

fn sandbox_mode(args: &PlayArgs) -> SandboxMode {
    let mode = if args.agent.no_sandbox { SandboxMode::Off } else { SandboxMode::best() };
    if mode == SandboxMode::Off && !args.agent.no_sandbox {
        terminal::warn("this system has no sandbox for agents: run only agents you trust");
    }
    mode
}

/// The agent's `calibration.txt`, which is kept in the folder of the records.
fn calibration(
    agent: &Agent,
    temp_root: &TempRoot,
    sandbox_mode: SandboxMode,
    out: &Path,
) -> Result<Option<PathBuf>, AppError> {
    if agent.calibrate.is_none() {
        return Ok(None);
    }
    let out = recorder::folder(out).map_err(|error| AppError::File(error.to_string()))?;
    terminal::warn(&format!("{} measures the machine, once", agent.name));
    calibrate(agent, temp_root, sandbox_mode, &out)
        .map_err(|error| AppError::File(error.to_string()))
}

fn show(server: &Server, name: &str, args: &PlayArgs) -> Result<(), AppError> {
    let address = server.address();
    terminal::say(&format!("You against {name}: {address}"));
    if args.no_open {
        return Ok(());
    }
    pages::open_in_browser(address).map_err(|error| {
        AppError::NoPage(format!("{error}; --no-open only prints the address of the page"))
    })
}
