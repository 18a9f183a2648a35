//! The options of `crownhead play`.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use games::GameName;
use games::board::Side;
use std::num::NonZeroU16;
use std::time::Duration;

#[cfg(any(target_os = "linux", target_os = "macos"))]
use crate::play::agent_args::AgentArgs;

const EXAMPLES: &str = "\
Examples:
  crownhead play                          checkers against our player; you have the black pieces
  crownhead play loa --as white           you have the white pieces
  crownhead play amazons --seconds 5      our player has 5 seconds in all; by default 40
  crownhead play checkers --against target/release
                                          against the agent in a folder, a process for each move
  crownhead play checkers --against 'target/release/homework --nodes 20000' --untimed
                                          against a command, with takebacks";

/// Plays a game in the browser, against our player or against an agent of checkers
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct PlayArgs {
    /// Which game
    #[arg(value_parser = game_name(), default_value = "checkers")]
    pub game: GameName,
    /// Your pieces
    #[arg(long = "as", value_enum, default_value = "black", value_name = "SIDE")]
    pub side: SideName,
    /// Seconds for each player's game [default: 300 against an agent]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub seconds: Option<u32>,
    /// The most seconds that our player thinks about one move
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = move_time)]
    #[arg(conflicts_with = "against")]
    pub move_time: Duration,
    /// Only print the address of the page; do not open a browser
    #[arg(long)]
    pub no_open: bool,
    /// The port of the page [default: any that is free]
    #[arg(long)]
    pub port: Option<NonZeroU16>,
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    #[command(flatten, next_help_heading = "Against an agent (checkers)")]
    pub agent: AgentArgs,
    /// Play against an agent: needs Linux or macOS
    #[cfg(not(any(target_os = "linux", target_os = "macos")))]
    #[arg(long)]
    pub against: Option<String>,
}

/// Reads the name of a game, and lists the games in the help.
fn game_name() -> impl TypedValueParser<Value = GameName> {
    PossibleValuesParser::new(GameName::ALL.map(GameName::text))
        .try_map(|text| text.parse::<GameName>())
}

fn move_time(word: &str) -> Result<Duration, String> {
    let seconds = word.parse().ok().and_then(|number| Duration::try_from_secs_f64(number).ok());
    let positive = seconds.filter(|time| !time.is_zero());
    positive.ok_or_else(|| "write a number of seconds above 0".to_string())
}

/// A side, as a command line names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SideName {
    /// The black pieces.
    Black,
    /// The white pieces.
    White,
}

impl From<SideName> for Side {
    fn from(name: SideName) -> Self {
        match name {
            SideName::Black => Self::Black,
            SideName::White => Self::White,
        }
    }
}
