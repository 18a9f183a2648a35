//! The words of the `referee` command.

use crate::profile::Profile;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::str::FromStr;

/// Plays games of checkers between two agents, each a process that is started anew for every move
///
/// An AGENT is a directory that holds an executable `homework` (and perhaps `calibrate`), or a
/// command in quotes. It is run in a private directory with an input.txt, is charged the CPU time of
/// its whole process tree, and answers in output.txt.
///
/// Example: referee match build/new "build/reference --depth 4"
#[derive(Debug, Parser)]
#[command(name = "referee", version)]
pub struct Cli {
    /// What to do
    #[command(subcommand)]
    pub task: Task,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Task {
    /// Plays a series of paired games and tells who is stronger
    Match(Match),
    /// Lets three or more agents play against each other
    Tournament(Tournament),
    /// Plays one game and shows every board
    Game(Game),
    /// Tries one agent on the situations in which agents fail
    Check(Check),
    /// Shows a recorded game again, or asks an agent once more for a bad move
    ///
    /// FILE is a journal, or the move.json of a forfeited game in a match's folder evidence.
    Replay {
        /// journal.jsonl or move.json
        file: PathBuf,
        /// Which game of a journal; without it, the first one
        #[arg(long)]
        game: Option<u32>,
    },
    /// Tells again how a match stands, and writes its games and its table
    ///
    /// Reads journal.jsonl in the folder, also while the match is going on; writes games.pdn and
    /// games.csv beside it.
    Report {
        /// The folder of a match
        dir: PathBuf,
        /// Tell it as JSON
        #[arg(long)]
        json: bool,
    },
}

/// A series of games.
#[derive(Debug, Args)]
pub struct Games {
    /// Games for each two players; an odd number is made even, for colors go in turn
    #[arg(long, default_value_t = 20, value_parser = at_least_one::<usize>)]
    pub games: usize,
    /// Where games begin: `ballots` (the 3-move ballots), `start`, or a file of positions
    #[arg(long, default_value = "ballots")]
    pub openings: String,
    /// What chance depends on: the same seed, the same openings in the same order
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Games at a time, each on a core of its own; by default one less than there are cores
    #[arg(long, value_parser = at_least_one::<usize>)]
    pub jobs: Option<usize>,
    /// Where the journal and all that is made from it are kept
    #[arg(long, default_value = "referee-out")]
    pub out: PathBuf,
    /// Go on with the match in the folder: games in its journal are not played again
    #[arg(long)]
    pub resume: bool,
    /// Begin without trying each agent on two positions
    #[arg(long)]
    pub no_preflight: bool,
    /// Tell the result as JSON, alone on standard output
    #[arg(long)]
    pub json: bool,
    /// The conditions of each game
    #[command(flatten)]
    pub conditions: Conditions,
}

/// Two players.
#[derive(Debug, Args)]
pub struct Match {
    /// The two players, as they are counted in the result
    #[command(flatten)]
    pub players: Players,
    /// What the first player must show
    #[command(flatten)]
    pub gate: Demand,
    /// The games
    #[command(flatten)]
    pub games: Games,
}

/// Many players.
#[derive(Debug, Args)]
pub struct Tournament {
    /// The players
    #[arg(required = true, num_args = 2..)]
    pub agents: Vec<String>,
    /// The first player meets all others, and these do not meet each other
    #[arg(long)]
    pub gauntlet: bool,
    /// The games
    #[command(flatten)]
    pub games: Games,
}

/// What the first player must show; if it does not, the exit code is 1.
#[derive(Debug, Args)]
#[group(multiple = true)]
pub struct Demand {
    /// Stop as soon as a sequential test has decided between two differences in Elo, `0,5`
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub sprt: Option<Bounds>,
    /// What Elo means in --sprt
    #[arg(long, value_enum, default_value_t = ModelWord::Normalized, requires = "sprt")]
    pub sprt_model: ModelWord,
    /// The probability of either error of --sprt
    #[arg(long, default_value_t = 0.05, requires = "sprt")]
    pub sprt_risk: f64,
    /// The least percentage of the points on the board
    #[arg(long, value_name = "PERCENT", conflicts_with = "sprt")]
    pub at_least: Option<f64>,
    /// The least percentage of the course's points, where draws go to the side ahead on time
    #[arg(long, value_name = "PERCENT", conflicts_with_all = ["sprt", "at_least"])]
    pub course_at_least: Option<f64>,
}

fn at_least_one<T: FromStr + PartialOrd + From<u8>>(word: &str) -> Result<T, String> {
    let number = word.parse().ok().filter(|number| *number >= T::from(1));
    number.ok_or_else(|| "write a whole number above 0".to_string())
}

/// Two numbers with a comma between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds(pub f64, pub f64);

impl FromStr for Bounds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.trim().parse::<f64>().ok();
        let both = text.split_once(',').and_then(|(a, b)| number(a).zip(number(b)));
        both.map(|(a, b)| Bounds(a, b)).ok_or_else(|| "write two numbers, like 0,5".to_string())
    }
}

/// The unit of a sequential test's bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ModelWord {
    /// Elo as in rating lists
    Logistic,
    /// Elo in deviations of one game: the same test length whatever the share of draws
    Normalized,
}

/// One agent.
#[derive(Debug, Args)]
pub struct Check {
    /// The agent
    pub agent: String,
    /// Tell the findings as JSON, alone on standard output
    #[arg(long)]
    pub json: bool,
    /// Do not shut the agent in, where the kernel could (Landlock)
    #[arg(long)]
    pub no_sandbox: bool,
}

/// One game.
#[derive(Debug, Args)]
pub struct Game {
    /// The two players: Black, then White
    #[command(flatten)]
    pub players: Players,
    /// Where calibrations, and the files of a bad answer, are kept
    #[arg(long, default_value = "referee-out/game")]
    pub out: PathBuf,
    /// The conditions of the game
    #[command(flatten)]
    pub conditions: Conditions,
}

/// Two agents.
#[derive(Debug, Args)]
pub struct Players {
    /// The first agent
    pub a: String,
    /// The second agent
    pub b: String,
}

/// What every game is played under.
#[derive(Debug, Args)]
pub struct Conditions {
    /// Seconds of CPU time for each player; several numbers, `10,1`, for unequal clocks
    #[arg(long, default_value = "100", value_delimiter = ',')]
    pub seconds: Vec<f64>,
    /// The judge to imitate
    #[arg(long, value_enum, default_value_t = Profile::Spec)]
    pub profile: Profile,
    /// Quiet turns that make a draw
    #[arg(long, default_value_t = 50, value_parser = at_least_one::<u32>)]
    pub quiet_turns: u32,
    /// Turns after which a game is broken off as drawn
    #[arg(long, default_value_t = 400, value_parser = at_least_one::<u32>)]
    pub max_plies: u32,
    /// Do not shut the agents in, where the kernel could (Landlock)
    #[arg(long)]
    pub no_sandbox: bool,
}
