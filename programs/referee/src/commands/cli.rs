//! The command line of the `referee` program.

use crate::commands::class_args::{CheckArgs, ClassArgs, DiagnoseArgs, GradeArgs};
use crate::commands::examples;
use crate::commands::options::{ConditionArgs, FormatArgs, GamesArgs};
use clap::{Args, Parser, Subcommand, ValueEnum};
use cli::{ProgramError, values};
use referee::plan::Slice;
use runner::sandbox::{NamespaceMaker, SandboxLevel};
use std::path::PathBuf;
use std::str::FromStr;

/// Runs matches, tournaments and grading of programs that play board games
///
/// An AGENT is a directory with an executable `homework` (and perhaps `calibrate`), or a command in
/// quotes. A directory with sources is built first. For each move, the referee starts the agent in
/// a private directory with an input.txt, charges the CPU time of all its processes, and reads
/// output.txt.
///
/// With --game loa, tablut or amazons, the agents are text programs that run for a whole game.
#[derive(Debug, Parser)]
#[command(name = "referee", version, after_help = examples::ALL)]
pub struct Cli {
    /// Exit if the sandbox is weaker than this; see docs/REFEREE.md
    #[arg(long, global = true, value_enum, value_name = "LEVEL")]
    pub require_sandbox: Option<SandboxLevel>,
    /// How to create namespaces [default: the first of these that works]
    #[arg(long, global = true, value_enum, value_name = "MAKER")]
    pub namespaces: Option<NamespaceMaker>,
    /// Run agents as root even if the sandbox leaves them some of root's rights
    #[arg(long, alias = "as-root", global = true)]
    pub allow_root: bool,
    /// Command
    #[command(subcommand)]
    pub command: CliCommand,
}

#[derive(Debug, Subcommand)]
pub enum CliCommand {
    /// Plays a match of paired games and shows which agent is stronger
    #[command(after_help = examples::MATCH)]
    Match(MatchArgs),
    /// Plays a tournament of several agents
    ///
    /// Does the same as plan, play and merge for each round.
    #[command(after_help = examples::TOURNAMENT)]
    Tournament(TournamentArgs),
    /// Plans the games of the current round of a tournament
    ///
    /// The plan depends only on the agents, the options and the results so far. You can play its
    /// games on other machines, in slices: see play and merge.
    #[command(after_help = examples::PLAN)]
    Plan(PlanArgs),
    /// Plays a plan or a slice of it
    #[command(after_help = examples::PLAY)]
    Play(SliceArgs),
    /// Joins the journals of the slices of a plan
    #[command(after_help = examples::MERGE)]
    Merge(MergeArgs),
    /// Grades a class: builds, checks and plays all submissions in a folder
    ///
    /// If interrupted, run the same command again to continue.
    #[command(after_help = examples::CLASS)]
    Class(ClassArgs),
    /// Grades one submission within a time limit, for Gradescope, JUnit or other programs
    ///
    /// Builds it, checks it and plays it against the levels of the scheme. Writes the results again
    /// after each test, so that an interrupted grading keeps its points. Run the same command again
    /// to continue.
    #[command(after_help = examples::GRADE)]
    Grade(GradeArgs),
    /// Plays one game and shows every board
    #[command(after_help = examples::GAME)]
    Game(GameArgs),
    /// Tests one agent against common failures
    #[command(after_help = examples::CHECK)]
    Check(CheckArgs),
    /// Explains why an agent of checkers loses and what would help it most
    ///
    /// Requests moves in positions whose good moves are known, plays games against `reference` near
    /// the agent's strength, and plays won endings. The program `crownhead` then counts the
    /// mistakes and writes OUT/diagnosis.html and OUT/diagnosis.json. If interrupted, run the same
    /// command again to continue. See docs/DIAGNOSE.md.
    #[command(after_help = examples::DIAGNOSE)]
    Diagnose(DiagnoseArgs),
    /// Shows a recorded game, or repeats the bad move of an agent
    ///
    /// FILE is a journal, or the move.json of a forfeited game, which is in the folder evidence of
    /// the match.
    #[command(after_help = examples::REPLAY)]
    Replay(ReplayArgs),
    /// Prints the results of a match and writes games.pdn (or games.txt), games.csv or a page
    ///
    /// Reads journal.jsonl in the folder of the match. The match can still be running.
    #[command(after_help = examples::REPORT)]
    Report(ReportArgs),
}

#[derive(Debug, Args)]
pub struct ReplayArgs {
    /// journal.jsonl or move.json
    pub file: PathBuf,
    /// Number of the game in the journal [default: the first]
    #[arg(long)]
    pub game: Option<u32>,
    /// Run a command even if its program is not the one that played
    #[arg(long)]
    pub changed: bool,
    /// Run the agent without a sandbox
    #[arg(long)]
    pub no_sandbox: bool,
}

#[derive(Debug, Args)]
pub struct ReportArgs {
    /// Folder of a match, or its journal.jsonl
    pub dir: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Write one HTML file that shows every game with evaluations; needs the program `crownhead`
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub html: Option<PathBuf>,
    /// Search nodes for the evaluation of each position in --html [default: 10000]
    #[arg(long, value_name = "N", requires = "html", value_parser = values::at_least_one::<u64>)]
    pub nodes: Option<u64>,
}

#[derive(Clone, Copy, Debug, Args)]
pub struct JobArgs {
    /// Games to play at the same time, each on its own core [default: all cores but one]
    #[arg(long, visible_alias = "concurrency", value_parser = values::at_least_one::<usize>)]
    pub jobs: Option<usize>,
    /// Allow more --jobs than cores, 1000 at most, for agents that mostly wait. Games then share
    /// the cores: clocks of CPU time stay exact, but clocks of wall time also run while other games
    /// have the core
    #[arg(long, requires = "jobs")]
    pub force_concurrency: bool,
}

#[derive(Debug, Args)]
pub struct SeriesArgs {
    /// How many games at a time
    #[command(flatten)]
    pub jobs: JobArgs,
    /// Output folder for the journal and the files made from it
    #[arg(long, default_value = "referee-out")]
    pub out: PathBuf,
    /// Continue the match in the folder; games in its journal are not played again
    #[arg(long)]
    pub resume: bool,
    /// Show the match in a browser while it runs; closing the page does not stop it
    #[arg(long)]
    pub watch: bool,
    /// File to which a line is appended for each event of each game: its start, each move with its
    /// time, what an agent writes on standard error, its end
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Skip the test of each agent with two positions
    #[arg(long)]
    pub no_preflight: bool,
    /// Print the results as JSON and nothing else on standard output
    #[arg(long)]
    pub json: bool,
    /// The games
    #[command(flatten)]
    pub games: GamesArgs,
}

#[derive(Debug, Args)]
pub struct PlanArgs {
    /// The agents
    #[arg(required = true, num_args = 2..)]
    pub agents: Vec<String>,
    /// Who meets whom
    #[command(flatten)]
    pub format: FormatArgs,
    /// The games
    #[command(flatten)]
    pub games: GamesArgs,
    /// Results so far: a journal or its folder, which can be empty; not needed with --round 1
    #[arg(long, value_name = "DIR")]
    pub results: Option<PathBuf>,
    /// Round to plan; all earlier rounds must be finished [default: the first round with missing
    /// games]
    #[arg(long, value_name = "N")]
    pub round: Option<u32>,
    /// File of the plan [default: plan.jsonl]
    #[arg(long)]
    pub out: Option<PathBuf>,
    /// Number of processes that will play the plan: prints how long one takes at most
    #[arg(long, value_name = "N", value_parser = values::at_least_one::<usize>)]
    pub slices: Option<usize>,
    /// Print the plan as JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct SliceArgs {
    /// A plan
    pub plan: PathBuf,
    /// Part of the plan to play: 3/40 is the third of forty
    #[arg(long, value_name = "K/N", default_value = "1/1")]
    pub slice: Slice,
    /// Output folder for the games of the slice; each run makes a new folder in it and skips the
    /// games that earlier runs have finished
    #[arg(long)]
    pub out: PathBuf,
    /// How many games at a time
    #[command(flatten)]
    pub jobs: JobArgs,
    /// Do not bind games to cores; for machines where other programs use the same cores
    #[arg(long, alias = "unbound")]
    pub no_affinity: bool,
    /// File to which a line is appended for each event of each game, as in a match
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Folder for calibrations, one subfolder for each machine [default: in --out]
    #[arg(long, value_name = "DIR")]
    pub calibrations: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct MergeArgs {
    /// Plan to play
    pub plan: PathBuf,
    /// Folders of slices or journals
    #[arg(required = true)]
    pub slices: Vec<PathBuf>,
    /// Number of slices: names the slices whose games are missing
    #[arg(long = "slices", alias = "of", value_name = "N", value_parser = values::at_least_one::<usize>)]
    pub slice_count: Option<usize>,
    /// Output folder for the joined journal; games in it are kept
    #[arg(long)]
    pub out: PathBuf,
}

#[derive(Debug, Args)]
pub struct MatchArgs {
    /// The two agents; results are those of the first one
    #[command(flatten)]
    pub players: PlayerArgs,
    /// Condition for exit code 0
    #[command(flatten)]
    pub gate: GateArgs,
    /// How it is played
    #[command(flatten)]
    pub series: SeriesArgs,
}

#[derive(Debug, Args)]
pub struct TournamentArgs {
    /// The agents
    #[arg(required = true, num_args = 2..)]
    pub agents: Vec<String>,
    /// Who meets whom
    #[command(flatten)]
    pub format: FormatArgs,
    /// How it is played
    #[command(flatten)]
    pub series: SeriesArgs,
}

/// Conditions on the first player: if one fails, the exit code is 1.
#[derive(Debug, Args)]
#[group(multiple = true)]
pub struct GateArgs {
    /// Stop when a sequential test (SPRT) has decided between two Elo differences, like 0,5; the
    /// line of progress then has the log-likelihood ratio (LLR) with its two ends, beside the
    /// counts of pairs of games with 0, 1/2, 1, 3/2 and 2 points
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub sprt: Option<EloBounds>,
    /// Elo model of --sprt
    #[arg(long, value_enum, default_value_t = SprtModel::Normalized, requires = "sprt")]
    pub sprt_model: SprtModel,
    /// Probabilities of the errors of --sprt: that it finds a gain where there is none, and that it
    /// misses one; one number for both
    #[arg(
        long,
        alias = "sprt-risk",
        value_name = "ALPHA[,BETA]",
        default_value = "0.05",
        requires = "sprt"
    )]
    pub sprt_error: SprtErrors,
    /// Exit with code 1 if the first agent has a smaller percentage of the points on the board
    #[arg(long, alias = "at-least", value_name = "PERCENT", conflicts_with = "sprt")]
    pub min_score: Option<f64>,
    /// Exit with code 1 if the first agent has a smaller percentage of the course's points, where
    /// the side with more time left wins a draw
    #[arg(long, alias = "course-at-least", value_name = "PERCENT", conflicts_with_all = ["sprt", "min_score"])]
    pub min_course_score: Option<f64>,
}

/// Two numbers with a comma between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloBounds(pub f64, pub f64);

impl FromStr for EloBounds {
    type Err = ProgramError;

    fn from_str(text: &str) -> Result<Self, ProgramError> {
        match numbers(text).as_deref() {
            Some(&[a, b]) => Ok(EloBounds(a, b)),
            _ => Err(ProgramError::usage("write two numbers, like 0,5")),
        }
    }
}

/// Alpha and beta.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtErrors(pub f64, pub f64);

impl FromStr for SprtErrors {
    type Err = ProgramError;

    fn from_str(text: &str) -> Result<Self, ProgramError> {
        match numbers(text).as_deref() {
            Some(&[both]) => Ok(SprtErrors(both, both)),
            Some(&[alpha, beta]) => Ok(SprtErrors(alpha, beta)),
            _ => Err(ProgramError::usage("write one or two numbers, like 0.05 or 0.05,0.1")),
        }
    }
}

/// Numbers with commas between them.
fn numbers(text: &str) -> Option<Vec<f64>> {
    text.split(',').map(|part| part.trim().parse().ok()).collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SprtModel {
    /// Elo as in rating lists
    Logistic,
    /// In standard deviations of one game: draws do not lengthen a test
    Normalized,
}

#[derive(Debug, Args)]
pub struct GameArgs {
    /// The two agents: Black, then White
    #[command(flatten)]
    pub players: PlayerArgs,
    /// Output folder for calibrations and the files of a bad move
    #[arg(long, default_value = "referee-out/game")]
    pub out: PathBuf,
    /// The conditions of the game
    #[command(flatten)]
    pub conditions: ConditionArgs,
}

#[derive(Debug, Args)]
pub struct PlayerArgs {
    /// The first agent
    pub a: String,
    /// The second agent
    pub b: String,
}
