//! The words of the `referee` command.

use crate::referee::profile::Profile;
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

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
    /// Plays one game and shows every board
    Game(Game),
    /// Tells again how a match stands, and writes its games and its table
    ///
    /// Reads journal.jsonl in the folder; writes games.pdn and games.csv beside it.
    Report {
        /// The folder of a match
        dir: PathBuf,
    },
}

/// A series.
#[derive(Debug, Args)]
pub struct Match {
    /// The two players, as they are counted in the result
    #[command(flatten)]
    pub players: Players,
    /// Games to play; an odd number is made even, for colors go in turn
    #[arg(long, default_value_t = 20)]
    pub games: usize,
    /// Where games begin: `ballots` (the 3-move ballots), `start`, or a file of positions
    #[arg(long, default_value = "ballots")]
    pub openings: String,
    /// What chance depends on: the same seed, the same openings in the same order
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Games at a time, each on a core of its own; by default one less than there are cores
    #[arg(long)]
    pub jobs: Option<usize>,
    /// Where the journal and all that is made from it are kept
    #[arg(long, default_value = "referee-out")]
    pub out: PathBuf,
    /// Go on with the match in the folder: games in its journal are not played again
    #[arg(long)]
    pub resume: bool,
    /// The conditions of each game
    #[command(flatten)]
    pub conditions: Conditions,
}

/// One game.
#[derive(Debug, Args)]
pub struct Game {
    /// The two players: Black, then White
    #[command(flatten)]
    pub players: Players,
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
    /// Seconds of CPU time for each side; two numbers, `10,1`, for unequal clocks
    #[arg(long, default_value = "100", value_delimiter = ',', num_args = 1..=2)]
    pub seconds: Vec<f64>,
    /// The judge to imitate
    #[arg(long, value_enum, default_value_t = Profile::Spec)]
    pub profile: Profile,
    /// Quiet turns that make a draw
    #[arg(long, default_value_t = 50)]
    pub quiet_turns: u32,
    /// Turns after which a game is broken off as drawn
    #[arg(long, default_value_t = 400)]
    pub max_plies: u32,
    /// Do not shut the agents in, where the kernel could (Landlock)
    #[arg(long)]
    pub no_sandbox: bool,
}
