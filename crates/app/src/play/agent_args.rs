//! The options of `crownhead play checkers --against`.

use clap::Args;
use referee::game::Profile;
use std::path::PathBuf;

/// The options of a game against an agent.
#[derive(Debug, Args)]
pub struct AgentArgs {
    /// The agent: a folder that holds `homework`, a program, or a command in quotes
    #[arg(long, value_name = "AGENT")]
    pub against: Option<String>,
    /// Nobody's clock is at stake: the agent has its seconds anew for each move, and moves can be
    /// taken back
    #[arg(long, requires = "against")]
    pub untimed: bool,
    /// Whose rules decide on clocks, draws and answers
    #[arg(long, value_enum, default_value_t = Profile::Spec, requires = "against")]
    pub profile: Profile,
    /// Where finished games are recorded, and the files of an agent's bad move kept
    #[arg(long, value_name = "DIR", default_value = "crownhead-out", requires = "against")]
    pub out: PathBuf,
    /// Run the agent without a sandbox (Linux has one: Landlock)
    #[arg(long, requires = "against")]
    pub no_sandbox: bool,
}
