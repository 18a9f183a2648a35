//! The command line of the `referee` program.

use crate::commands::diagnose_args::DiagnoseArgs;
use crate::commands::examples;
use crate::commands::grade_args::GradeArgs;
use crate::commands::options::{ConditionArgs, FormatArgs, GamesArgs, at_least_one, game_name};
use clap::{Args, Parser, Subcommand, ValueEnum};
use classroom::FormTarget;
use games::GameName;
use referee::plan::Slice;
use referee::rules::Profile;
use runner::sandbox::{NamespaceMaker, SandboxLevel};
use std::path::PathBuf;
use std::str::FromStr;

/// Plays games of checkers between two agents: processes that are started anew for every move
///
/// An AGENT is a directory that holds an executable `homework` (and perhaps `calibrate`), or a
/// command in quotes. A directory that holds sources is built first. It is run in a private
/// directory with an input.txt, is charged the CPU time of its whole process tree, and answers in
/// output.txt.
///
/// With --game loa, tablut or amazons the agents are text programs that live as long as a game.
#[derive(Debug, Parser)]
#[command(name = "referee", version, after_help = examples::ALL)]
pub struct Cli {
    /// Refuse to run agents in less of a sandbox than this; see docs/REFEREE.md
    #[arg(long, global = true, value_enum, value_name = "LEVEL")]
    pub require_sandbox: Option<SandboxLevel>,
    /// Who makes the namespaces of the sandbox [default: the referee, else bwrap, else nobody]
    #[arg(long, global = true, value_enum, value_name = "MAKER")]
    pub namespaces: Option<NamespaceMaker>,
    /// Run agents as root even where the sandbox leaves them rights of root
    #[arg(long, global = true)]
    pub as_root: bool,
    /// What to do
    #[command(subcommand)]
    pub command: CliCommand,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum CliCommand {
    /// Plays a match of paired games and shows which agent is stronger
    #[command(after_help = examples::MATCH)]
    Match(MatchArgs),
    /// Plays a tournament of several agents
    ///
    /// The same as plan, play and merge for each of its rounds.
    #[command(after_help = examples::TOURNAMENT)]
    Tournament(TournamentArgs),
    /// Writes which games are to be played now: the current round of a tournament
    ///
    /// The plan follows from the agents, the options and the results so far alone. Its games may be
    /// played elsewhere, in slices: see play and merge.
    #[command(after_help = examples::PLAN)]
    Plan(PlanArgs),
    /// Plays a plan, or a slice of it
    #[command(after_help = examples::PLAY)]
    Play(SliceArgs),
    /// Joins the journals of the slices of a plan
    #[command(after_help = examples::MERGE)]
    Merge(MergeArgs),
    /// Grades a class: builds, checks and plays all submissions in a folder
    ///
    /// Broken off, it goes on where it was when the same command is given again.
    #[command(after_help = examples::CLASS)]
    Class(ClassArgs),
    /// Grades one submission within a time, for Gradescope, JUnit or other programs
    ///
    /// It is built, checked and played against the levels of the scheme. The results are written
    /// anew after each test: whoever ends it leaves the points so far. The same command goes on.
    #[command(after_help = examples::GRADE)]
    Grade(GradeArgs),
    /// Plays one game and shows every board
    #[command(after_help = examples::GAME)]
    Game(GameArgs),
    /// Checks one agent in the situations in which agents fail
    #[command(after_help = examples::CHECK)]
    Check(CheckArgs),
    /// Finds out why an agent loses, and what would help it most
    ///
    /// Asks for single moves in positions of which the good moves are known, plays games against
    /// `reference` near the agent's own strength, and won endings. The program `crownhead` then
    /// counts what went wrong and writes OUT/diagnosis.html and OUT/diagnosis.json. Broken off, it
    /// goes on where it was when the same command is given again. See docs/DIAGNOSE.md.
    #[command(after_help = examples::DIAGNOSE)]
    Diagnose(DiagnoseArgs),
    /// Shows a recorded game, or asks an agent again for a bad move
    ///
    /// FILE is a journal, or the move.json of a forfeited game in a match's folder evidence.
    #[command(after_help = examples::REPLAY)]
    Replay {
        /// journal.jsonl or move.json
        file: PathBuf,
        /// Number of a game in the journal; without it, the first one
        #[arg(long)]
        game: Option<u32>,
    },
    /// Shows the standing of a match and writes games.pdn (or games.txt) and games.csv, or a page
    ///
    /// Reads journal.jsonl in the folder of the match, which may still be going on.
    #[command(after_help = examples::REPORT)]
    Report(ReportArgs),
}

/// Options of `referee report`.
#[derive(Debug, Args)]
pub struct ReportArgs {
    /// The folder of a match
    pub dir: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Write one file that shows every game in a browser, evaluated by our player: the program
    /// `crownhead` makes it
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub html: Option<PathBuf>,
    /// Nodes of the search of each position of --html [default: 10000]
    #[arg(long, value_name = "N", requires = "html", value_parser = at_least_one::<u64>)]
    pub nodes: Option<u64>,
}

/// Options of a match or tournament.
#[derive(Debug, Args)]
pub struct SeriesArgs {
    /// Games at a time, each on a core of its own [default: all cores but one]
    #[arg(long, value_parser = at_least_one::<usize>)]
    pub jobs: Option<usize>,
    /// Folder of the journal and the files made from it
    #[arg(long, default_value = "referee-out")]
    pub out: PathBuf,
    /// Resume the match in the folder: games in its journal are not played again
    #[arg(long)]
    pub resume: bool,
    /// Show the match in a browser while it is played; closing the page does not touch the match
    #[arg(long)]
    pub watch: bool,
    /// Do not test each agent with two positions first
    #[arg(long)]
    pub no_preflight: bool,
    /// Print the result as JSON, with nothing else on standard output
    #[arg(long)]
    pub json: bool,
    /// The games
    #[command(flatten)]
    pub games: GamesArgs,
}

/// Options of `referee plan`.
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
    /// The results so far: a journal, or its folder, which may hold none yet; with --round 1 it
    /// need not exist
    #[arg(long, value_name = "DIR")]
    pub results: Option<PathBuf>,
    /// The round to plan, of which all earlier ones must be finished [default: the first one that
    /// lacks games]
    #[arg(long, value_name = "N")]
    pub round: Option<u32>,
    /// Where the plan is written [default: plan.jsonl]
    #[arg(long)]
    pub out: Option<PathBuf>,
    /// How many processes will play the plan: say how long one of them takes at most
    #[arg(long, value_name = "N", value_parser = at_least_one::<usize>)]
    pub slices: Option<usize>,
    /// Print what was planned as JSON
    #[arg(long)]
    pub json: bool,
}

/// Options of `referee play`.
#[derive(Debug, Args)]
pub struct SliceArgs {
    /// A plan
    pub plan: PathBuf,
    /// Which part of the plan to play, like 3/40: the third of forty
    #[arg(long, value_name = "K/N", default_value = "1/1")]
    pub slice: Slice,
    /// Folder for the games of the slice; each run makes a new folder in it, and leaves out what
    /// earlier ones have finished
    #[arg(long)]
    pub out: PathBuf,
    /// Games at a time, each on a core of its own [default: all cores but one]
    #[arg(long, value_parser = at_least_one::<usize>)]
    pub jobs: Option<usize>,
    /// Do not bind games to cores, where others play on the same ones
    #[arg(long)]
    pub unbound: bool,
    /// Folder of calibrations, in which each machine has a folder of its own [default: in --out]
    #[arg(long, value_name = "DIR")]
    pub calibrations: Option<PathBuf>,
}

/// Options of `referee merge`.
#[derive(Debug, Args)]
pub struct MergeArgs {
    /// The plan
    pub plan: PathBuf,
    /// Folders of slices, or journals
    #[arg(required = true)]
    pub slices: Vec<PathBuf>,
    /// How many slices there are: name those of missing games
    #[arg(long = "of", value_name = "N", value_parser = at_least_one::<usize>)]
    pub slice_count: Option<usize>,
    /// Folder of the joined journal; games that it holds already stay
    #[arg(long)]
    pub out: PathBuf,
}

/// Options of `referee match`.
#[derive(Debug, Args)]
pub struct MatchArgs {
    /// The two players; results are counted for the first one
    #[command(flatten)]
    pub players: PlayerArgs,
    /// The demand on the first player
    #[command(flatten)]
    pub gate: GateArgs,
    /// How it is played
    #[command(flatten)]
    pub series: SeriesArgs,
}

/// Options of `referee tournament`.
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

/// A demand on the first player; if it is not met, the exit code is 1.
#[derive(Debug, Args)]
#[group(multiple = true)]
pub struct GateArgs {
    /// Stop as soon as a sequential test (SPRT) has decided between two Elo differences, like `0,5`
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub sprt: Option<EloBounds>,
    /// The Elo model of --sprt
    #[arg(long, value_enum, default_value_t = SprtModel::Normalized, requires = "sprt")]
    pub sprt_model: SprtModel,
    /// The probability of each kind of error of --sprt
    #[arg(long, default_value_t = 0.05, requires = "sprt")]
    pub sprt_risk: f64,
    /// The smallest percentage of the points on the board
    #[arg(long, value_name = "PERCENT", conflicts_with = "sprt")]
    pub at_least: Option<f64>,
    /// The smallest percentage of the course's points, where draws go to the side ahead on time
    #[arg(long, value_name = "PERCENT", conflicts_with_all = ["sprt", "at_least"])]
    pub course_at_least: Option<f64>,
}

/// Two numbers with a comma between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloBounds(pub f64, pub f64);

impl FromStr for EloBounds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.trim().parse::<f64>().ok();
        let both = text.split_once(',').and_then(|(a, b)| number(a).zip(number(b)));
        both.map(|(a, b)| EloBounds(a, b)).ok_or_else(|| "write two numbers, like 0,5".to_string())
    }
}

/// The Elo model of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SprtModel {
    /// Elo as in rating lists
    Logistic,
    /// Elo in standard deviations of one game: test length does not depend on the share of draws
    Normalized,
}

/// Options of `referee check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The agent
    pub agent: String,
    /// What it plays
    #[arg(long, value_parser = game_name(), default_value_t = GameName::Checkers)]
    pub game: GameName,
    /// Scripts of the course (.in and .std files), or a folder of them, as one check; not for
    /// checkers
    #[arg(long, value_name = "DIR")]
    pub scripts: Option<PathBuf>,
    /// Print the findings as JSON, with nothing else on standard output
    #[arg(long)]
    pub json: bool,
    /// Run the agent without a sandbox (Linux has one: Landlock)
    #[arg(long)]
    pub no_sandbox: bool,
    /// Copy the files beside `homework` into the working directory first
    #[arg(long)]
    pub carry: bool,
    /// Whose rules of clocks and answers to apply
    #[arg(long, value_enum, default_value_t = Profile::Spec)]
    pub profile: Profile,
    /// Run this check, or this group of checks, alone; may be given several times
    #[arg(long, value_name = "CHECK")]
    pub only: Vec<String>,
    /// Copy the files that the agent finds in each check, or the lines that it is sent, into a
    /// folder in DIR, to run it by hand
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
}

/// Options of `referee game`.
#[derive(Debug, Args)]
pub struct GameArgs {
    /// The two players: Black, then White
    #[command(flatten)]
    pub players: PlayerArgs,
    /// Folder for calibrations and for the files of a bad move
    #[arg(long, default_value = "referee-out/game")]
    pub out: PathBuf,
    /// The conditions of the game
    #[command(flatten)]
    pub conditions: ConditionArgs,
}

/// Two agents.
#[derive(Debug, Args)]
pub struct PlayerArgs {
    /// The first agent
    pub a: String,
    /// The second agent
    pub b: String,
}

/// Options of `referee class`.
#[derive(Debug, Args)]
pub struct ClassArgs {
    /// The folder of the class: folders, archives or sources, named like the students
    #[arg(required_unless_present = "print_scheme")]
    pub folder: Option<PathBuf>,
    /// Folder of the grades, the pages and all else
    #[arg(long, default_value = "class-out")]
    pub out: PathBuf,
    /// What the programs play, if the scheme does not say it [default: checkers]
    #[arg(long, value_parser = game_name())]
    pub game: Option<GameName>,
    /// What is worth how many points: a file, or a scheme by name, assignment or classic
    /// [default: assignment]
    #[arg(long, value_name = "FILE|NAME")]
    pub scheme: Option<PathBuf>,
    /// Print the scheme with comments, as a file to begin from
    #[arg(long)]
    pub print_scheme: bool,
    /// Also say why each agent loses: a page of `referee diagnose` beside the student's
    #[arg(long)]
    pub diagnose: bool,
    /// Also write each student's points in another form, into OUT/forms: gradescope, junit, json;
    /// may be repeated
    #[arg(long = "to", value_name = "FORM")]
    pub forms: Vec<FormTarget>,
    /// Submissions or games at a time, each on a core of its own [default: all cores but one]
    #[arg(long, value_parser = at_least_one::<usize>)]
    pub jobs: Option<usize>,
    /// A file or folder that builds and agents may read, beside the system's; may be repeated
    #[arg(long, value_name = "PATH")]
    pub allow_read: Vec<PathBuf>,
    /// Build and run without a sandbox (Linux has one: Landlock)
    #[arg(long)]
    pub no_sandbox: bool,
}
