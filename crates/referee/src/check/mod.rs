//! Conformance: does an agent keep the rules, whatever it finds in its directory?
//!
//! Some forty checks. Each is a process of its own, under the limits and in the sandbox of a real
//! game. None measures how strong an agent is.
//!
//! | to learn | read |
//! |---|---|
//! | which checks there are | [`list()`] |
//! | the tables of checks | `examples.rs`, `rules.rs`, `inputs.rs`, `found_files.rs`, `games.rs` |
//! | what a check consists of | `case.rs`, `question.rs`, `setup.rs` |
//! | how it is run | `check_run.rs` |
//! | how its result is shown | [`Finding`], [`Findings`] |

mod asked_question;
mod case;
mod check_run;
mod examples;
mod finding;
mod found_files;
mod games;
mod inputs;
mod list;
mod question;
mod rules;
mod setup;

pub use crate::check::case::Check;
pub use crate::check::finding::{CheckOutcome, Finding, FindingCount, Findings};
pub use crate::check::list::list;

use crate::agent::{Agent, AgentRunError, SandboxMode, TempRoot};
use crate::check::check_run::CheckRunner;
use crate::check::setup::CheckContext;
use crate::game::Profile;
use std::path::Path;

/// How checks are run.
#[derive(Clone, Copy, Debug)]
pub struct CheckOptions<'a> {
    /// Whether the agent runs in a sandbox.
    pub sandbox_mode: SandboxMode,
    /// Whose rules of clocks and answers are applied.
    pub profile: Profile,
    /// For each check, the files that the agent finds are copied into a folder in this one.
    pub keep: Option<&'a Path>,
}

/// Runs all checks on an agent; `on_finding` is called after each. The flag of the temporary folder
/// breaks them off: then only the findings up to it are returned.
///
/// # Errors
/// The referee cannot go on: no directory, no sandbox, a program that cannot be started.
pub fn check(
    agent: &Agent,
    temp_root: &TempRoot,
    options: CheckOptions<'_>,
    on_finding: &mut dyn FnMut(&Finding),
) -> Result<Findings, AgentRunError> {
    check_some(agent, temp_root, options, &|_| true, on_finding)
}

/// Runs those checks that are `wanted`, in the order of [`list()`].
///
/// # Errors
/// As [`check`].
pub fn check_some(
    agent: &Agent,
    temp_root: &TempRoot,
    options: CheckOptions<'_>,
    wanted: &dyn Fn(&Check) -> bool,
    on_finding: &mut dyn FnMut(&Finding),
) -> Result<Findings, AgentRunError> {
    let CheckOptions { sandbox_mode, profile, keep } = options;
    let context = CheckContext { temp_root, sandbox_mode, profile, keep };
    let mut runner = CheckRunner::new(agent, context);
    let mut findings = Vec::new();
    for check in list() {
        if wanted(check) {
            let finding = runner.run(check)?;
            if temp_root.stop_flag().is_set() {
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
