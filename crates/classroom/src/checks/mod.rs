//! Conformance: does an agent keep the rules, whatever it finds in its directory or is told?
//!
//! Some forty checks for checkers, some thirty for each game of text programs. Each is a process of
//! its own, under the limits and in the sandbox of a real game. None measures how strong an agent
//! is; a text program has to see a win in two moves, which its assignment asks for.
//!
//! | to learn | read |
//! |---|---|
//! | which checks there are | [`list()`] |
//! | the tables of checks | `inputs.rs`, `rules.rs`, `found_files.rs` |
//! | the parts of a check | `case.rs`, `setup.rs`; as people see it: `asked_lines.rs` |
//! | how it is run | `check_run.rs` |
//! | the same for text programs | in `text/`: `loa.txt`, `tablut.txt`, `amazons.txt`; `text_case.rs`, `text_run.rs`, `forced_win.rs`, `scripts.rs` |
//! | which checks a game has, and who runs them | [`Checked`], `titles.rs` |
//! | how its result is shown | [`Finding`], [`Findings`] |

mod again;
mod asked_lines;
mod case;
mod check_run;
mod checked;
mod finding;
mod found_files;
mod inputs;
mod rules;
mod setup;
mod text;
mod titles;

pub use crate::checks::again::check_command;
pub use crate::checks::case::{Check, CheckGroup};
pub use crate::checks::checked::{
    CheckJob, Checked, asks_for_moves, check_game, group_of, is_known, is_of, titles,
};
pub use crate::checks::finding::{CheckOutcome, Finding, FindingCount, Findings};
pub use crate::checks::setup::CheckOptions;
pub use crate::checks::text::scripts::{SCRIPTS, ScriptSet};
pub use crate::checks::titles::CheckTitle;

use crate::checks::check_run::CheckRunner;
use crate::checks::found_files::{FILES, WRITING};
use crate::checks::inputs::{CALIBRATE, CLOCKS, EXAMPLES, GAMES, SPELLINGS};
use crate::checks::rules::RULES;
use referee::players::{Agent, AgentRunError};

/// One table for each subject.
const TABLES: [&[Check]; 7] = [&EXAMPLES, &RULES, &SPELLINGS, &CLOCKS, &GAMES, &FILES, &WRITING];
/// It comes before all groups: they have its calibration.
static FIRST: Check = CALIBRATE;

/// All checks, in the order in which they are run: group after group.
pub fn list() -> impl Iterator<Item = &'static Check> {
    let of_group = |group| TABLES.into_iter().flatten().filter(move |check| check.group == group);
    std::iter::once(&FIRST).chain(CheckGroup::ALL.into_iter().flat_map(of_group))
}

/// Runs the checks that are `wanted` on an agent; `on_finding` is called after each. The flag of
/// the temporary folder breaks them off: then only the findings up to it are returned.
pub fn check_some(
    agent: &Agent,
    options: CheckOptions<'_>,
    wanted: &dyn Fn(&Check) -> bool,
    on_finding: &mut dyn FnMut(&Finding),
) -> Result<Findings, AgentRunError> {
    let mut runner = CheckRunner::new(agent, options);
    let mut findings = Vec::new();
    for check in list() {
        if wanted(check) {
            let finding = runner.run(check)?;
            if options.temp_root.stop_flag().is_set() {
                break;
            }
            on_finding(&finding);
            findings.push(finding);
        } else {
            runner.prepare_for_others(check)?;
        }
    }
    Ok(Findings { agent: agent.name.clone(), sha256: agent.sha256.clone(), findings })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::case::{CheckTask, CheckTurn, QuestionClock};
    use crate::checks::finding::NAME_WIDTH;
    use games::Game;
    use games::board::Side;

    fn turns(check: &Check) -> &[CheckTurn] {
        match &check.task {
            CheckTask::Calibrate => &[],
            CheckTask::Move(turns, _) => turns,
            CheckTask::End(turn) => std::slice::from_ref(turn),
        }
    }

    #[test]
    fn names_are_lower_case_and_no_two_are_equal() {
        let names: Vec<_> = list().map(|check| check.name).collect();
        for (index, name) in names.iter().enumerate() {
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(name.chars().all(plain) && name.len() <= NAME_WIDTH, "{name}");
            assert!(!names[..index].contains(name), "{name} comes twice");
        }
    }

    #[test]
    fn what_is_asked_is_one_sentence() {
        for check in list() {
            let asks = check.asks;
            assert!(asks.ends_with('.') && !asks.contains("  ") && asks.len() < 160, "{asks}");
        }
    }

    /// "Twelve or fewer" pieces a side, says the assignment, and a clock above zero.
    #[test]
    fn every_question_could_be_asked_in_a_game() {
        for check in list() {
            for (nth, turn) in turns(check).iter().enumerate() {
                let Some(question) = turn.question else {
                    assert!(nth > 0, "{}: nothing to go on from", check.name);
                    continue;
                };
                let position = question.position().expect(check.name);
                assert!(
                    Side::ALL.iter().all(|&side| (1..=12).contains(&position.pieces(side).count()))
                );
                let can_move = !matches!(check.task, CheckTask::End(_)) || !turn.setup.is_empty();
                assert_eq!(position.count_moves() > 0, can_move, "{}", check.name);
                let (QuestionClock::Binding(clock) | QuestionClock::Hopeless(clock)) =
                    question.clock;
                assert!(clock.parse::<f64>().is_ok_and(|clock| clock > 0.0), "{}", check.name);
            }
        }
    }

    /// Else an agent with an opening of its own would be accused of what cannot happen to it.
    #[test]
    fn what_the_assignment_asks_can_happen_in_the_assignment() {
        let of = |group| list().filter(move |check| check.group == group);
        assert_eq!(of(CheckGroup::Single).count(), 10, "a point each");
        for check in of(CheckGroup::Single).chain(of(CheckGroup::Assignment)) {
            assert!(matches!(check.task, CheckTask::Move(..)), "{} asks for a move", check.name);
            for turn in turns(check) {
                assert!(turn.setup.is_empty(), "{} changes files", check.name);
                let Some(question) = turn.question else { continue };
                let begins = question.position() == Ok(games::checkers::Position::start());
                let is_usual = question.spelling == case::Spelling::Plain;
                assert!(is_usual && (question.play == formats::Play::Single || begins));
            }
            let is_single = |turn: &CheckTurn| {
                turn.question.is_some_and(|one| one.play == formats::Play::Single)
            };
            assert!(check.group != CheckGroup::Single || turns(check).iter().all(is_single));
        }
    }

    /// In a game no man stands on the row where it is crowned.
    #[test]
    fn no_man_stands_where_it_would_be_a_king() {
        for turn in list().flat_map(turns) {
            if let Some(question) = turn.question {
                let rows: Vec<_> = question.board.split('/').collect();
                assert!(!rows[0].contains('w') && !rows[7].contains('b'), "{}", question.board);
            }
        }
    }
}
