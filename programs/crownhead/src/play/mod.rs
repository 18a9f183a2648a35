//! `crownhead play`: a person plays in the browser, against our player or against an agent.
//!
//! | file or folder | job |
//! |---|---|
//! | `args.rs` | the options |
//! | `own_player.rs` | a game against our player, in this process |
//! | `agent/` | a game against an agent's directory or command, with the referee's parts |

mod args;
mod own_player;

#[cfg(target_os = "linux")]
mod agent;

pub use crate::play::args::PlayArgs;

#[cfg(not(target_os = "linux"))]
use crate::error::needs_referee;
use cli::ProgramError;
use signal_hook::consts::SIGINT;
use signal_hook::flag::register_conditional_shutdown;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Plays until the page or the terminal ends the program.
pub fn run(args: &PlayArgs) -> Result<(), ProgramError> {
    #[cfg(target_os = "linux")]
    if let Some(against) = &args.agent.against {
        end_on_ctrl_c()?;
        return agent::run(against, args);
    }
    #[cfg(not(target_os = "linux"))]
    if args.against.is_some() {
        return Err(needs_referee("crownhead play --against"));
    }
    end_on_ctrl_c()?;
    own_player::run(args)
}

/// From now on Ctrl-C ends the program at once with exit code 0, since that is how a person leaves.
/// The agent's processes and folders are then removed as if the program had been killed.
fn end_on_ctrl_c() -> Result<(), ProgramError> {
    register_conditional_shutdown(SIGINT, 0, Arc::new(AtomicBool::new(true)))
        .map_err(|error| ProgramError::Usage(format!("Ctrl-C cannot be watched: {error}")))?;
    Ok(())
}
