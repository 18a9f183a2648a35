//! The options of `crownhead play`.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use games::GameName;
use games::board::Side;
#[cfg(target_os = "linux")]
use referee::rules::Profile;
use std::num::NonZeroU16;
#[cfg(target_os = "linux")]
use std::path::PathBuf;
use std::time::Duration;
use text::browser::PageLaunch;
use text::cli::seconds;

const EXAMPLES: &str = "\
Examples:
  crownhead play                          checkers against our player; you have the black pieces
  crownhead play loa --as white           you have the white pieces
  crownhead play amazons --seconds 5      our player has 5 seconds in all; by default 40
  crownhead play checkers --against target/release
                                          against the agent in a folder, a process for each move
  crownhead play checkers --against 'target/release/homework --nodes 20000' --untimed
                                          against a command, with takebacks
  crownhead play tablut --against 'java -cp build tablut.Main' --as white
                                          against a text program, which lives as long as the game";

/// Plays a game in the browser, against our player or against an agent
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct PlayArgs {
    /// Which game
    #[arg(value_parser = game_name(), default_value = "checkers")]
    pub game: GameName,
    /// Your pieces
    #[arg(long = "as", value_parser = side(), default_value = "black", value_name = "SIDE")]
    pub side: Side,
    /// Seconds for each player's game [default: 300 against an agent]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub seconds: Option<u32>,
    /// The most seconds that our player thinks about one move
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds)]
    #[arg(conflicts_with = "against")]
    pub move_time: Duration,
    /// Only print the address of the page; do not open a browser
    #[arg(long)]
    pub no_open: bool,
    /// The port of the page [default: any that is free]
    #[arg(long)]
    pub port: Option<NonZeroU16>,
    #[cfg(target_os = "linux")]
    #[command(flatten, next_help_heading = "Against an agent")]
    pub agent: AgentArgs,
    /// Play against an agent: needs Linux
    #[cfg(not(target_os = "linux"))]
    #[arg(long)]
    pub against: Option<String>,
}

/// The options of a game against an agent.
#[cfg(target_os = "linux")]
#[derive(Debug, Args)]
pub struct AgentArgs {
    /// The agent: a folder, a program, or a command in quotes. In a folder it is called `homework`,
    /// `loa`, `tablut` or `amazons`
    #[arg(long, value_name = "AGENT")]
    pub against: Option<String>,
    /// Nobody's clock is at stake: the agent has its seconds anew for each move, and moves can be
    /// taken back
    #[arg(long, requires = "against")]
    pub untimed: bool,
    /// Whose rules decide on clocks, draws and answers (checkers)
    #[arg(long, value_enum, default_value_t = Profile::Spec, requires = "against")]
    pub profile: Profile,
    /// Where finished games are recorded, and the files of an agent's bad move kept
    #[arg(long, value_name = "DIR", default_value = "crownhead-out", requires = "against")]
    pub out: PathBuf,
    /// Run the agent without a sandbox, with your rights
    #[arg(long, requires = "against")]
    pub no_sandbox: bool,
    /// Go on as root where the sandbox leaves an agent some of its rights
    #[arg(long, requires = "against")]
    pub as_root: bool,
}

/// Reads the name of a game, and lists the games in the help.
fn game_name() -> impl TypedValueParser<Value = GameName> {
    PossibleValuesParser::new(GameName::ALL.map(GameName::text))
        .try_map(|text| text.parse::<GameName>())
}

fn side() -> impl TypedValueParser<Value = Side> {
    let side = |word: String| if word == "white" { Side::White } else { Side::Black };
    let value = |word, help| PossibleValue::new(word).help(help);
    PossibleValuesParser::new([
        value("black", "The black pieces"),
        value("white", "The white pieces"),
    ])
    .map(side)
}

impl PlayArgs {
    pub const fn launch(&self) -> PageLaunch {
        if self.no_open { PageLaunch::AddressOnly } else { PageLaunch::Browser }
    }
}
