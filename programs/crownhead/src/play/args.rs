//! The options of `crownhead play`.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use cli::values;
use games::GameName;
use games::board::Side;
#[cfg(target_os = "linux")]
use referee::rules::{AnswerForm, Profile};
use std::num::NonZeroU16;
#[cfg(target_os = "linux")]
use std::path::PathBuf;
use std::time::Duration;
use text::browser::PageLaunch;

const EXAMPLES: &str = "\
Examples:
  crownhead play                          checkers against our player; you play Black
  crownhead play loa --as white           you play White
  crownhead play amazons --seconds 5      our player has 5 seconds for the game [default: 40]
  crownhead play checkers --against target/release
                                          against the agent in a folder, one process for each move
  crownhead play checkers --against 'target/release/homework --nodes 20000' --no-clock
                                          against a command; you can undo moves
  crownhead play tablut --against 'java -cp build tablut.Main' --as white
                                          against a text program, one process for the game";

/// Plays a game in the browser, against our player or an agent
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct PlayArgs {
    /// Game
    #[arg(value_parser = values::one_of::<GameName>(GameName::ALL.map(GameName::text)), default_value = "checkers")]
    pub game: GameName,
    /// Side that you play
    #[arg(long = "as", value_parser = side(), default_value = "black", value_name = "SIDE")]
    pub side: Side,
    /// Seconds for each player and game [default: 300 against an agent]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub seconds: Option<u32>,
    /// Longest time of our player for one move
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = values::duration)]
    #[arg(conflicts_with = "against")]
    pub move_time: Duration,
    /// Print the address of the page, but open no browser
    #[arg(long)]
    pub no_open: bool,
    /// Port of the page [default: any free port]
    #[arg(long)]
    pub port: Option<NonZeroU16>,
    #[cfg(target_os = "linux")]
    #[command(flatten, next_help_heading = "Against an agent")]
    pub agent: AgentArgs,
    /// Play against an agent; needs Linux
    #[cfg(not(target_os = "linux"))]
    #[arg(long)]
    pub against: Option<String>,
}

/// The options of a game against an agent.
#[cfg(target_os = "linux")]
#[derive(Debug, Args)]
pub struct AgentArgs {
    /// Agent: a folder with `homework`, `loa`, `tablut` or `amazons`, a program, or a command in
    /// quotes
    #[arg(long, value_name = "AGENT")]
    pub against: Option<String>,
    /// Play without game clocks: the agent has its seconds for each move, and you can undo moves
    #[arg(long, alias = "untimed", requires = "against")]
    pub no_clock: bool,
    /// Rules for clocks and draws in checkers
    #[arg(long, value_enum, default_value_t = Profile::Spec, requires = "against")]
    pub profile: Profile,
    /// How exactly answers must have the form of the assignment, in checkers
    #[arg(long, value_enum, default_value_t = AnswerForm::Lenient, requires = "against")]
    pub answers: AnswerForm,
    /// Output folder for finished games and the files of an agent's bad move
    #[arg(long, value_name = "DIR", default_value = "crownhead-out", requires = "against")]
    pub out: PathBuf,
    /// Run the agent without a sandbox, with your permissions
    #[arg(long, requires = "against")]
    pub no_sandbox: bool,
    /// Run the agent as root even if the sandbox leaves it some of root's rights
    #[arg(long, alias = "as-root", requires = "against")]
    pub allow_root: bool,
}

fn side() -> impl TypedValueParser<Value = Side> {
    PossibleValuesParser::new([
        PossibleValue::new("black").help("The black pieces"),
        PossibleValue::new("white").help("The white pieces"),
    ])
    .map(|word| if word == "white" { Side::White } else { Side::Black })
}

impl PlayArgs {
    pub const fn launch(&self) -> PageLaunch {
        if self.no_open { PageLaunch::AddressOnly } else { PageLaunch::Browser }
    }
}
