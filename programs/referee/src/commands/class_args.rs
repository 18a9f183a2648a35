//! Options of the commands about submissions: `check`, `class`, `grade`, `diagnose`.

use crate::commands::options::game_name;
use clap::{Args, Subcommand};
use classroom::{FormTarget, GradebookTarget, VisibilityRule};
use cli::values;
use games::GameName;
use referee::rules::{AnswerForm, Profile};
use std::convert::Infallible;
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The agent
    pub agent: String,
    /// Game that the agent plays
    #[arg(long, value_parser = game_name(), default_value_t = GameName::Checkers)]
    pub game: GameName,
    /// Scripts of the course (.in and .std files) or their folder, run as one check; not for
    /// checkers
    #[arg(long, value_name = "DIR")]
    pub scripts: Option<PathBuf>,
    /// Print the results as JSON and nothing else on standard output
    #[arg(long)]
    pub json: bool,
    /// Library of the course, an archive (.jar) or folder, that builds and agents may use; can be
    /// repeated
    #[arg(long, value_name = "PATH")]
    pub libraries: Vec<PathBuf>,
    /// Run the agent without a sandbox
    #[arg(long)]
    pub no_sandbox: bool,
    /// Copy the files beside `homework` into the working directory first
    #[arg(long, alias = "carry")]
    pub copy_files: bool,
    /// Rules for clocks
    #[arg(long, value_enum, default_value_t = Profile::Spec)]
    pub profile: Profile,
    /// How exactly answers must have the form of the assignment
    #[arg(long, value_enum, default_value_t = AnswerForm::Lenient)]
    pub answers: AnswerForm,
    /// Run only this check or group of checks; can be repeated
    #[arg(long, value_name = "CHECK")]
    pub only: Vec<String>,
    /// Copy the input files or lines of each check into a folder in DIR, so that you can run the
    /// agent by hand
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub enum ClassCommand {
    /// Shows whose mark differs between two gradings, by how much and by which part
    Compare {
        /// Earlier output folder, or a copy of its grades.json
        old: PathBuf,
        /// Later output folder, or its grades.json
        new: PathBuf,
    },
}

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct ClassArgs {
    /// What to do instead of grading
    #[command(subcommand)]
    pub command: Option<ClassCommand>,
    /// Folder with the submissions: folders, archives or source files, each named after a student
    #[arg(required_unless_present = "print_scheme")]
    pub folder: Option<PathBuf>,
    /// Output folder for grades and pages
    #[arg(long, default_value = "class-out")]
    pub out: PathBuf,
    /// Game to grade, if the scheme names none [default: checkers]
    #[arg(long, value_parser = game_name())]
    pub game: Option<GameName>,
    /// Grading scheme: a file or the name of a built-in scheme, assignment or classic [default:
    /// assignment]
    #[arg(long, value_name = "FILE|NAME")]
    pub scheme: Option<PathBuf>,
    /// Print the scheme with comments, as a template for your own
    #[arg(long)]
    pub print_scheme: bool,
    /// Grade only this student again and leave all other grades as they are; can be repeated
    #[arg(long, value_name = "NAME")]
    pub only: Vec<String>,
    /// Print the submissions and how long the class will take, and do nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Fill the grades into a table exported from Canvas or Moodle, in OUT; COLUMN names the
    /// assignment if there are several; can be repeated
    #[arg(long = "gradebook", value_name = "FILE[=COLUMN]", value_parser = gradebook)]
    pub gradebooks: Vec<GradebookTarget>,
    /// Also run `referee diagnose` for each agent, and link its page from the student's
    #[arg(long)]
    pub diagnose: bool,
    /// Also write each student's points to OUT/forms in this format: gradescope, junit or json; can
    /// be repeated
    #[arg(long = "format", alias = "to", value_name = "FORM")]
    pub forms: Vec<FormTarget>,
    /// Submissions or games to run at the same time, each on its own core [default: all cores but
    /// one]
    #[arg(long, value_parser = values::at_least_one::<usize>)]
    pub jobs: Option<usize>,
    /// File or folder that builds and agents may read, besides the system's; can be repeated
    #[arg(long, value_name = "PATH")]
    pub allow_read: Vec<PathBuf>,
    /// Library of the course, an archive (.jar) or folder, that builds and agents may use; can be
    /// repeated
    #[arg(long, value_name = "PATH")]
    pub libraries: Vec<PathBuf>,
    /// Build and run without a sandbox
    #[arg(long)]
    pub no_sandbox: bool,
}

#[derive(Debug, Args)]
pub struct GradeArgs {
    /// Folder, archive or source file of one student
    pub submission: PathBuf,
    /// Write the points in this format: gradescope, junit or json; can be repeated. Without FILE,
    /// the file has its usual name in OUT
    #[arg(long = "format", alias = "to", value_name = "FORM[=FILE]", required = true)]
    pub forms: Vec<FormTarget>,
    /// Wall time for the whole grading; tests that do not fit are left out
    #[arg(long, alias = "time-cap", value_name = "SECONDS", value_parser = values::seconds_in(10.0..=1e6))]
    pub time_limit: Option<f64>,
    /// The student's name [default: that of the folder or file]
    #[arg(long)]
    pub name: Option<String>,
    /// Output folder for the build, the games and the log
    #[arg(long, default_value = "grade-out")]
    pub out: PathBuf,
    /// Game to grade, if the scheme names none [default: checkers]
    #[arg(long, value_parser = game_name())]
    pub game: Option<GameName>,
    /// Grading scheme: a file or the name of a built-in scheme; see referee class --print-scheme
    #[arg(long, value_name = "FILE|NAME")]
    pub scheme: Option<PathBuf>,
    /// When a student sees the tests: visible, hidden, after-due-date or after-published; prefix
    /// build=, checks= or games= to set one group; can be repeated
    #[arg(long, value_name = "[GROUP=]WHEN")]
    pub visibility: Vec<VisibilityRule>,
    /// File or folder that builds and agents may read, besides the system's; can be repeated
    #[arg(long, value_name = "PATH")]
    pub allow_read: Vec<PathBuf>,
    /// Library of the course, an archive (.jar) or folder, that builds and agents may use; can be
    /// repeated
    #[arg(long, value_name = "PATH")]
    pub libraries: Vec<PathBuf>,
    /// Build and run without a sandbox
    #[arg(long)]
    pub no_sandbox: bool,
}

#[derive(Debug, Args)]
pub struct DiagnoseArgs {
    /// The agent
    pub agent: String,
    /// Output folder for the page, the counts and the games
    #[arg(long, default_value = "diagnose-out")]
    pub out: PathBuf,
    /// Wall time after which no new position or game begins; the page then shows the results so far
    #[arg(long, alias = "time-cap", value_name = "SECONDS", default_value_t = 900, value_parser = values::at_least_one::<u64>)]
    pub time_limit: u64,
    /// CPU seconds for each player and game; a position has a twentieth of it
    #[arg(long, default_value_t = 20.0)]
    pub seconds: f64,
    /// Most games against `reference`, half of them with each color; games from endings come in
    /// addition
    #[arg(long, default_value_t = 24, value_parser = clap::value_parser!(u32).range(2..=200))]
    pub games: u32,
    /// Search nodes for the evaluation of each position [default: 10000]
    #[arg(long, value_name = "N", value_parser = values::at_least_one::<u64>)]
    pub nodes: Option<u64>,
    /// Seed of the opponents
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Games to play at the same time, each on its own core [default: all cores but one]
    #[arg(long, value_parser = values::at_least_one::<usize>)]
    pub jobs: Option<usize>,
    /// Rules for clocks and draws
    #[arg(long, value_enum, default_value_t = Profile::Spec)]
    pub profile: Profile,
    /// How exactly answers must have the form of the assignment
    #[arg(long, value_enum, default_value_t = AnswerForm::Lenient)]
    pub answers: AnswerForm,
    /// Library of the course, an archive (.jar) or folder, that builds and agents may use; can be
    /// repeated
    #[arg(long, value_name = "PATH")]
    pub libraries: Vec<PathBuf>,
    /// Run the agent without a sandbox
    #[arg(long)]
    pub no_sandbox: bool,
    /// Copy the files beside `homework` into the working directory first
    #[arg(long, alias = "carry")]
    pub copy_files: bool,
    /// Game that the agent plays: only checkers can be diagnosed
    #[arg(long, value_parser = game_name(), default_value_t = GameName::Checkers)]
    pub game: GameName,
}

/// `FILE` or `FILE=COLUMN`: both may hold `=`, so the file is the first one that is there.
fn gradebook(text: &str) -> Result<GradebookTarget, Infallible> {
    let mut splits = text.match_indices('=').map(|(at, _)| (&text[..at], &text[at + 1..]));
    let split = match Path::new(text).is_file() {
        true => None,
        false => {
            let there = splits.clone().find(|(file, _)| Path::new(file).is_file());
            there.or_else(|| splits.next())
        }
    };
    let (file, column) = split.map_or((text, None), |(file, column)| (file, Some(column)));
    Ok(GradebookTarget { file: file.into(), column: column.map(str::to_string) })
}
