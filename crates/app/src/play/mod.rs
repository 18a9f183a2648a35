//! `crownhead play`: a person plays in the browser, against our player or against an agent.
//!
//! | file or folder | job |
//! |---|---|
//! | `args.rs`, `agent_args.rs` | the options |
//! | `ctrl_c.rs` | how a person leaves |
//! | `own_player.rs` | a game against our player, in this process |
//! | `agent/` | checkers against an agent directory, with the referee's parts |

mod args;
mod ctrl_c;
mod own_player;

#[cfg(any(target_os = "linux", target_os = "macos"))]
mod agent;
#[cfg(any(target_os = "linux", target_os = "macos"))]
mod agent_args;

pub use crate::play::args::PlayArgs;

use crate::error::AppError;
use games::GameName;

/// Plays until the page or the terminal ends the program.
pub fn run(args: &PlayArgs) -> Result<(), AppError> {
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    if let Some(against) = &args.agent.against {
        if args.game != GameName::Checkers {
            let text = "agents play checkers only: `crownhead play checkers --against ...`";
            return Err(AppError::Usage(text.into()));
        }
        ctrl_c::ends_the_program()?;
        return agent::run(against, args);
    }
    #[cfg(not(any(target_os = "linux", target_os = "macos")))]
    if args.against.is_some() {
        return Err(AppError::NeedsReferee("crownhead play --against"));
    }
    ctrl_c::ends_the_program()?;
    own_player::run(args)
}
