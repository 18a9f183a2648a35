//! Which checks a game has, and how they are run: tables of questions in files for checkers, tables
//! of lines for text programs.

use crate::checks::again::again;
use crate::checks::case::{Check, CheckGroup};
use referee::players::{Agent, AgentRunError};

use crate::checks::finding::{CheckOutcome, Finding, Findings};
use crate::checks::setup::CheckOptions;
use crate::checks::text::scripts::{SCRIPTS, ScriptSet, run_scripts};
use crate::checks::text::text_case::{TextCheck, parse};
use crate::checks::text::text_run;
use crate::checks::titles::CheckTitle;
use crate::checks::{check_some, list};
use games::{GameName, Named, amazons, checkers, loa, tablut, with_game};
use referee::rules::Refereed;
use std::sync::LazyLock;

/// Which checks are run on whom.
#[derive(Clone, Copy)]
pub struct CheckJob<'a> {
    pub agent: &'a Agent,
    pub options: CheckOptions<'a>,
    /// The scripts of the course, for the check of that name.
    pub scripts: Option<&'a ScriptSet>,
    pub wanted: &'a dyn Fn(CheckTitle) -> bool,
}

/// A game whose programs can be checked.
pub trait Checked: Refereed + Named {
    /// All checks, in the order in which they are run.
    fn titles() -> Vec<CheckTitle>;

    /// Runs those that are wanted; `on_finding` is called after each. The flag of the temporary
    /// folder breaks them off: then only the findings up to it are returned.
    fn check(
        job: CheckJob<'_>,
        on_finding: &mut dyn FnMut(&Finding),
    ) -> Result<Findings, AgentRunError>;
}

/// The checks of a game.
pub fn titles(game: GameName) -> Vec<CheckTitle> {
    with_game!(game, G => <G as Checked>::titles())
}

/// All checks of all games.
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

/// The groups whose checks ask for moves as a game does: who passes one of them can play.
const PLAYING: [&str; 3] = [CheckGroup::Single.name(), CheckGroup::Assignment.name(), "players"];

/// Whether a program that passes this check has made a legal move.
pub fn asks_for_moves(check: &str) -> bool {
    PLAYING.iter().any(|group| is_of(check, group))
}

/// The group of a check, as schemes name it.
pub fn group_of(check: &str) -> Option<&'static str> {
    ALL.iter().find(|title| title.name == check).and_then(|title| title.group)
}

/// Runs the checks of a game, as [`Checked::check`].
pub fn check_game(
    game: GameName,
    job: CheckJob<'_>,
    on_finding: &mut dyn FnMut(&Finding),
) -> Result<Findings, AgentRunError> {
    with_game!(game, G => <G as Checked>::check(job, on_finding))
}

fn title_of(check: &Check) -> CheckTitle {
    CheckTitle { name: check.name, asks: check.asks, group: Some(check.group.name()) }
}

impl Checked for checkers::Position {
    fn titles() -> Vec<CheckTitle> {
        list().map(title_of).collect()
    }

    fn check(
        CheckJob { agent, options, wanted, .. }: CheckJob<'_>,
        on_finding: &mut dyn FnMut(&Finding),
    ) -> Result<Findings, AgentRunError> {
        let wanted = |check: &Check| wanted(title_of(check));
        check_some(agent, options, &wanted, on_finding)
    }
}

fn table(text: &'static str) -> Vec<TextCheck> {
    parse(text).expect("a test reads all tables")
}

fn check_text<G: Refereed + Named>(
    table: &[TextCheck],
    job: CheckJob<'_>,
    on_finding: &mut dyn FnMut(&Finding),
) -> Result<Findings, AgentRunError> {
    let CheckJob { agent, options, scripts, wanted } = job;
    let mut findings = Vec::new();
    let scripts = scripts.filter(|_| wanted(SCRIPTS));
    let scripts = scripts.map(|set| run_scripts::<G>(agent, set, options));
    let checks = table.iter().filter(|check| wanted(check.title));
    let checks = checks.map(|check| text_run::run::<G>(agent, check, options));
    for finding in checks.chain(scripts) {
        let mut finding = finding?;
        if options.temp_root.stop_flag().is_set() {
            break;
        }
        if let CheckOutcome::Failed { .. } = finding.outcome {
            let command = again(G::NAME, agent, finding.name, options);
            finding.again.get_or_insert(command);
        }
        on_finding(&finding);
        findings.push(finding);
    }
    Ok(Findings { agent: agent.name.clone(), sha256: agent.sha256.clone(), findings })
}

macro_rules! checked_by_tables {
    ($($Position:ty: $file:literal),*) => {$(
        impl Checked for $Position {
            fn titles() -> Vec<CheckTitle> {
                let checks = table(include_str!($file)).into_iter().map(|check| check.title);
                checks.chain([SCRIPTS]).collect()
            }

            fn check(
                job: CheckJob<'_>,
                on_finding: &mut dyn FnMut(&Finding),
            ) -> Result<Findings, AgentRunError> {
                check_text::<Self>(&table(include_str!($file)), job, on_finding)
            }
        }
    )*};
}

checked_by_tables!(
    loa::Position: "text/loa.txt",
    tablut::Position: "text/tablut.txt",
    amazons::Position: "text/amazons.txt"
);

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
