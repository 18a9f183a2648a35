//! A short match of two small agents, played by the program `referee` itself.

use crate::answer_check::Violation;
use crate::error::SoakError;
use crate::faults::kills::LONGEST;
use crate::process::{FinishedProcess, ProcessSpec, Variables, run};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub const GAMES: usize = 4;
/// After this number of turns a game is drawn, so that a match takes a second.
const MOST_PLIES: &str = "4";

/// The ending of a game that the referee could not finish.
const VOID: &str = "referee-fault";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blame {
    /// No agent: the machine failed.
    OfNobody,
    /// An agent: it can cause what failed.
    OfAnAgent,
}

#[derive(Clone, Copy, Debug)]
pub struct RefereeMatch<'a> {
    pub referee: &'a Path,
    /// This program, whose small agents play.
    pub own: &'a Path,
}

impl RefereeMatch<'_> {
    pub fn journal(dir: &Path) -> PathBuf {
        dir.join("match/journal.jsonl")
    }

    fn args(&self, games: usize, most_plies: &str) -> Vec<String> {
        let agent = shell_words::join([self.own.to_string_lossy().as_ref(), "opponent", "instant"]);
        let games = games.to_string();
        let words = ["match", &agent, &agent, "--games", &games, "--max-plies", most_plies];
        let more = ["--jobs", "1", "--seconds", "100", "--no-preflight", "--resume"];
        let out = ["--out", "match"];
        words.iter().chain(&more).chain(&out).map(|word| (*word).to_string()).collect()
    }

    pub fn play(&self, dir: &Path, variables: &Variables) -> Result<FinishedProcess, SoakError> {
        let args = self.args(GAMES, MOST_PLIES);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let temporary = dir.join("temporary");
        fs::create_dir_all(&temporary).map_err(SoakError::system("make", &temporary))?;
        let own = [("TMPDIR", temporary.into_os_string())];
        let variables: Variables = variables.iter().cloned().chain(own).collect();
        run(&ProcessSpec {
            program: self.referee,
            args: &args,
            dir,
            prints_into: dir,
            variables: &variables,
            limits: &[],
            longest: LONGEST,
            signal_after: None,
        })
    }

    pub fn long_match(&self, dir: &Path, games: usize) -> Command {
        let mut command = Command::new(self.referee);
        command.args(self.args(games, "40")).current_dir(dir);
        command
    }
}

pub fn whole_lines(path: &Path) -> Vec<String> {
    let text = fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let text = text.unwrap_or_default();
    text.split_inclusive('\n').filter(|line| line.ends_with('\n')).map(String::from).collect()
}

/// The lines of games that count. A game that the referee itself could not finish is void: it is
/// played again, and its line may go.
pub fn counted(lines: &[String]) -> Vec<String> {
    let void = format!("\"ending\":\"{VOID}\"");
    lines.iter().filter(|line| !line.contains(&void)).cloned().collect()
}

/// Checks a journal whose match is over: it has each game once, those of `earlier` that
/// count unchanged, and blames no agent but for `blame`.
pub fn is_complete(
    path: &Path,
    earlier: &[String],
    games: usize,
    blame: Blame,
) -> Result<(), Violation> {
    let lines = counted(&whole_lines(path));
    let earlier = counted(earlier);
    if !earlier.iter().all(|line| lines.contains(line)) {
        return Err(Violation::Other(format!(
            "{} finished games of the journal are changed or gone",
            earlier.len()
        )));
    }
    let mut ids = Vec::new();
    for line in &lines {
        let game: Value =
            serde_json::from_str(line).map_err(|error| Violation::Other(error.to_string()))?;
        match game["ending"].as_str() {
            Some("max-plies" | "no-moves" | "no-pieces" | "repetition" | "quiet-turns") => {}
            Some("malformed" | "broke-out") if blame == Blame::OfAnAgent => {}
            _ => {
                return Err(Violation::Other(format!("an agent was blamed: {}", game["ending"])));
            }
        }
        ids.push(game["id"].as_u64());
    }
    ids.sort_unstable();
    let found = ids.len();
    ids.dedup();
    if ids.len() != found || found != games {
        return Err(Violation::Other(format!(
            "{found} games in the journal, {} of them different",
            ids.len()
        )));
    }
    Ok(())
}
