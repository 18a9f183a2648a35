//! Conformance: does an agent keep the rules, whatever it finds in its directory or receives?
//!
//! Some forty checks for checkers, some thirty for each game of text programs. Each is a process of
//! its own, under the limits and in the sandbox of a real game. None measures how strong an agent
//! is; a text program has to see a win in two moves, which its assignment asks for.
//!
//! | to learn | read |
//! |---|---|
//! | which checks there are | the tables `checkers.txt`; `text/loa.txt`, `tablut.txt`, `amazons.txt` |
//! | the steps of checkers, and how they are run | `file_case.rs`, `file_question.rs`, `setup.rs`; `file_run.rs` |
//! | the same for text programs | in `text/`: `text_case.rs`; `text_run.rs`, `text_fault.rs`, `text_files.rs`, `text_position.rs`, `move_fault.rs`, `forced_win.rs`, `scripts.rs` |
//! | a result, and how it is shown | `test_result.rs` |

mod check_stop;
mod file_case;
mod file_question;
mod file_run;
mod setup;
mod test_result;
mod text;

pub use crate::checks::setup::CheckOptions;
pub use crate::checks::test_result::{
    CheckReport, CheckTitle, TestOutcome, TestResult, check_command, count, libraries_option,
};
pub use crate::checks::text::move_fault::{MoveRule, why_illegal};
pub use crate::checks::text::scripts::{SCRIPTS, ScriptSet};

use crate::checks::file_case::CHECKS;
use crate::checks::file_run::FileChecker;
use crate::checks::test_result::again;
use crate::checks::text::scripts::run_scripts;
use crate::checks::text::text_case::{TextCheck, parse};
use crate::checks::text::text_run;
use crate::closest_name::closest;
use games::{GameName, Named, with_game};
use referee::MatchError;
use referee::players::Agent;
use referee::rules::Refereed;
use std::sync::LazyLock;

/// The groups of checkers: single moves of the assignment; what else it asks; what it rules out or
/// leaves open.
pub const SINGLE: &str = "single";
pub const ASSIGNMENT: &str = "assignment";
pub const ROBUST: &str = "robust";

#[derive(Clone, Copy)]
pub struct CheckJob<'a> {
    pub agent: &'a Agent,
    pub options: CheckOptions<'a>,
    /// The scripts of the course, for the check of that name.
    pub scripts: Option<&'a ScriptSet>,
    pub wanted: &'a dyn Fn(CheckTitle) -> bool,
}

fn text_checks(game: GameName) -> Vec<TextCheck> {
    let table = match game {
        GameName::Checkers => "",
        GameName::Loa => include_str!("text/loa.txt"),
        GameName::Tablut => include_str!("text/tablut.txt"),
        GameName::Amazons => include_str!("text/amazons.txt"),
    };
    parse(table).expect("a test reads all tables")
}

/// The checks of a game, in the order in which they are run.
pub fn titles(game: GameName) -> Vec<CheckTitle> {
    if game == GameName::Checkers {
        return CHECKS.iter().map(|check| check.title).collect();
    }
    text_checks(game).into_iter().map(|check| check.title).chain([SCRIPTS]).collect()
}

/// What is wrong with the name of a check.
pub fn unknown(game: GameName, name: &str) -> String {
    let titles = titles(game);
    let names: Vec<_> = titles.iter().map(|title| title.name).collect();
    let groups = titles.iter().filter_map(|title| title.group);
    match closest(name, names.iter().copied().chain(groups)) {
        Some(meant) => format!("there is no check {name}; did you mean {meant}?"),
        None => format!("there is no check {name}; there are {}", names.join(", ")),
    }
}

static ALL: LazyLock<Vec<CheckTitle>> =
    LazyLock::new(|| GameName::ALL.into_iter().flat_map(titles).collect());

/// Whether a check has this name or stands in the group of this name. A test reads that equal names
/// stand in equal groups.
pub fn is_of(check: &str, name: &str) -> bool {
    check == name || ALL.iter().any(|title| title.name == check && title.is(name))
}

/// Whether some game has a check, or a group, of this name.
pub fn is_known(name: &str) -> bool {
    ALL.iter().any(|title| title.is(name))
}

/// The names of all checks and groups.
pub fn all_names() -> impl Iterator<Item = &'static str> {
    ALL.iter().flat_map(|title| [Some(title.name), title.group]).flatten()
}

/// The groups whose checks ask for moves as a game does: who passes one of them can play.
const PLAYING: [&str; 3] = [SINGLE, ASSIGNMENT, "players"];

/// Whether a program that passes this check has made a legal move.
pub fn asks_for_moves(check: &str) -> bool {
    PLAYING.iter().any(|group| is_of(check, group))
}

pub fn group_of(check: &str) -> Option<&'static str> {
    ALL.iter().find(|title| title.name == check).and_then(|title| title.group)
}

/// Runs the checks of a game that are wanted; `on_result` is called after each. The flag of the
/// temporary folder breaks them off: then only the results up to it are returned.
pub fn check_game(
    game: GameName,
    job: CheckJob<'_>,
    on_result: &mut dyn FnMut(&TestResult),
) -> Result<CheckReport, MatchError> {
    let mut findings = Vec::new();
    let mut on_each = |result: TestResult| {
        on_result(&result);
        findings.push(result);
    };
    if game == GameName::Checkers {
        check_files(job, &mut on_each)?;
    } else {
        with_game!(game, G => check_text::<G>(job, &mut on_each))?;
    }
    let (agent, sha256) = (job.agent.name.clone(), job.agent.sha256.clone());
    Ok(CheckReport { agent, sha256, findings })
}

fn check_files(
    CheckJob { agent, options, wanted, .. }: CheckJob<'_>,
    on_each: &mut dyn FnMut(TestResult),
) -> Result<(), MatchError> {
    let mut checker = FileChecker::new(agent, options);
    for check in CHECKS.iter() {
        if wanted(check.title) {
            let result = checker.run(check)?;
            if options.temp_root.stop_flag().is_set() {
                break;
            }
            on_each(result);
        } else {
            checker.prepare_for_others(check)?;
        }
    }
    Ok(())
}

fn check_text<G: Refereed + Named>(
    CheckJob { agent, options, scripts, wanted }: CheckJob<'_>,
    on_each: &mut dyn FnMut(TestResult),
) -> Result<(), MatchError> {
    let table = text_checks(G::NAME);
    let scripts = scripts.filter(|_| wanted(SCRIPTS));
    let scripts = scripts.map(|set| run_scripts::<G>(agent, set, options));
    let checks = table.iter().filter(|check| wanted(check.title));
    let checks = checks.map(|check| text_run::run::<G>(agent, check, options));
    for result in checks.chain(scripts) {
        let mut result = result?;
        if options.temp_root.stop_flag().is_set() {
            break;
        }
        if result.outcome == TestOutcome::Failed {
            let command = again(G::NAME, agent, &result.name, options);
            result.again.get_or_insert(command);
        }
        on_each(result);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_in_the_same_group_in_every_game() {
        for one in ALL.iter() {
            let same = ALL.iter().filter(|other| other.name == one.name);
            same.for_each(|other| assert_eq!(other.group, one.group, "{}", one.name));
            assert!(ALL.iter().all(|other| other.group != Some(one.name) || one.name == "scripts"));
        }
    }

    #[test]
    fn a_check_is_named_by_its_name_and_by_its_group() {
        assert!(is_of("start-board", "board") && is_of("start-board", "start-board"));
        assert!(!is_of("start-board", "players") && is_known("players") && !is_known("player"));
    }
}
