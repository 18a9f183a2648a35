//! `crownhead play`: a person plays in the browser, against our player or against an agent.
//!
//! | file or folder | job |
//! |---|---|
//! | `args.rs`, `agent_args.rs` | the options |
//! | `own_player.rs` | a game against our player, in this process |
//! | `agent/` | checkers against an agent directory, with the referee's parts |

mod args;
mod own_player;

#[cfg(any(target_os = "linux", target_os = "macos"))]
mod agent;
#[cfg(any(target_os = "linux", target_os = "macos"))]
mod agent_args;

pub use crate::play::args::PlayArgs;

use crate::error::AppError;

/// Plays until the page or the terminal ends the program.
pub fn run(args: &PlayArgs) -> Result<(), AppError> {
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    if let Some(against) = &args.agent.against {
        if args.game != args::GameName::Checkers {
            let text = "agents play checkers only: `crownhead play checkers --against ...`";
            return Err(AppError::Usage(text.into()));
        }
        return agent::run(against, args);
    }
    #[cfg(not(any(target_os = "linux", target_os = "macos")))]
    if args.against.is_some() {
        return Err(AppError::NeedsReferee("crownhead play --against"));
    }
    own_player::run(args)
}
