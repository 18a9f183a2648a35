//! Options of `referee grade`.

use crate::commands::options::game_name;
use clap::Args;
use classroom::{FormTarget, VisibilityRule};
use games::GameName;
use std::path::PathBuf;

/// Options of `referee grade`.
#[derive(Debug, Args)]
pub struct GradeArgs {
    /// A folder, an archive or a source of one student
    pub submission: PathBuf,
    /// Write the points in this form: gradescope, junit, json; may be repeated. Without a file it
    /// has its usual name in OUT
    #[arg(long = "to", value_name = "FORM[=FILE]", required = true)]
    pub forms: Vec<FormTarget>,
    /// Wall time for everything: what does not fit is left out, what was finished counts
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time_cap: Option<f64>,
    /// The student's name [default: that of the folder or file]
    #[arg(long)]
    pub name: Option<String>,
    /// Folder of the build, the games and the log
    #[arg(long, default_value = "grade-out")]
    pub out: PathBuf,
    /// What the program plays, if the scheme does not say it [default: checkers]
    #[arg(long, value_parser = game_name())]
    pub game: Option<GameName>,
    /// What is worth how many points: a file, or a scheme by name; see referee class --print-scheme
    #[arg(long, value_name = "FILE|NAME")]
    pub scheme: Option<PathBuf>,
    /// When a student sees the tests: visible, hidden, after-due-date, after-published; for one
    /// group alone with build=, checks= or games= before it; may be repeated
    #[arg(long, value_name = "[GROUP=]WHEN")]
    pub visibility: Vec<VisibilityRule>,
    /// A file or folder that builds and agents may read, beside the system's; may be repeated
    #[arg(long, value_name = "PATH")]
    pub allow_read: Vec<PathBuf>,
    /// Build and run without a sandbox (Linux has one: Landlock)
    #[arg(long)]
    pub no_sandbox: bool,
}

/// A time of at least ten seconds: less does not suffice for one check.
fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse::<f64>().ok();
    seconds
        .filter(|seconds| (10.0..=1e6).contains(seconds))
        .ok_or_else(|| "write a number of seconds, at least 10".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_a_number_of_seconds() {
        assert_eq!(seconds("540"), Ok(540.0));
        for wrong in ["9", "9m", "-1", "nan", "inf", ""] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}
