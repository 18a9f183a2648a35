//! Whom an agent meets in a diagnosis, and by which rules: `reference` by depth, and a defender of
//! endings.

use crate::diagnose::staircase::DEEPEST;
use games::GameName;
use referee::play::GameConditions;
use referee::players::{Agent, AgentError};
use referee::rules::{GameLimits, Profile, Timing};
use referee::schedule::Seed;
use runner::sandbox::SandboxMode;
use std::path::Path;

/// Turns without capture or crowning that make a draw, and turns after which a game is drawn.
const QUIET_TURNS: u32 = 50;
const MOST_PLIES: u32 = 300;
/// Nodes for each move of the defender of endings: it knows them by its tables.
const DEFENDER_NODES: &str = "20000";

/// What all games of a diagnosis have in common.
pub const fn diagnosis_conditions(
    profile: Profile,
    sandbox_mode: SandboxMode,
    seed: Seed,
) -> GameConditions {
    GameConditions {
        game: GameName::Checkers,
        limits: GameLimits { profile, quiet_turns: QUIET_TURNS, plies: MOST_PLIES },
        timing: Timing::Clocks,
        time: None,
        sandbox_mode,
        seed,
    }
}

/// `reference` by depth from 0 to [`DEEPEST`], then the defender. `homework` knows all endings that
/// are played; without it the deepest `reference` defends.
pub fn opponents(
    reference: &Path,
    homework: Option<&Path>,
    seed: u64,
) -> Result<Vec<Agent>, AgentError> {
    let depths = (0..=DEEPEST).map(|depth| plain(reference, depth, seed));
    depths.chain([defender(reference, homework, seed)]).collect()
}

fn plain(reference: &Path, depth: u32, seed: u64) -> Result<Agent, AgentError> {
    let (name, strength) = match depth {
        0 => ("random moves".to_string(), vec!["--random".to_string()]),
        depth => {
            (format!("reference depth {depth}"), vec!["--depth".to_string(), depth.to_string()])
        }
    };
    let args = [strength, vec!["--seed".to_string(), seed.to_string()]].concat();
    Ok(Agent { name, ..Agent::of_parts(reference.to_path_buf(), args, Vec::new())? })
}

fn defender(reference: &Path, homework: Option<&Path>, seed: u64) -> Result<Agent, AgentError> {
    let Some(homework) = homework else {
        let agent = plain(reference, DEEPEST, seed)?;
        return Ok(Agent { name: "defender (reference)".to_string(), ..agent });
    };
    let args = ["--nodes", DEFENDER_NODES].map(str::to_string).to_vec();
    let agent = Agent::of_parts(homework.to_path_buf(), args, Vec::new())?;
    Ok(Agent { name: "defender".to_string(), ..agent })
}
