//! Conformance: does an agent play by the rules, whatever it finds in its home?
//!
//! Some forty checks, each a process of its own under the limits and the sandbox of a real game.
//! None asks how strong an agent is.
//!
//! | to learn | read |
//! |---|---|
//! | which checks there are | [`list()`], and the tables behind it: `examples.rs`, `inputs.rs`, `homes.rs`, `rules.rs`, `games.rs` |
//! | what a check is made of | `case.rs`, `question.rs`, `scene.rs` |
//! | how it is made and judged | `trial.rs` |
//! | what is told of it | [`Finding`], [`Findings`] |

mod case;
mod examples;
mod finding;
mod games;
mod homes;
mod inputs;
mod list;
mod question;
mod rules;
mod scene;
mod trial;
mod words;

pub use crate::check::case::Check;
pub use crate::check::finding::{Count, Finding, Findings, Outcome};
pub use crate::check::list::list;

use crate::agent::Agent;
use crate::check::scene::Place;
use crate::check::trial::Examiner;
use crate::contestant::{Fault, Shutting};
use crate::estate::Estate;

/// Makes all checks on an agent; `tell` hears of each as soon as it is made.
///
/// # Errors
/// The referee itself cannot go on: no home, no sandbox, a program that cannot be started.
pub fn check(
    agent: &Agent,
    estate: &Estate,
    shutting: Shutting,
    tell: &mut dyn FnMut(&Finding),
) -> Result<Findings, Fault> {
    check_some(agent, estate, shutting, &|_| true, tell)
}

/// Makes those checks that are `wanted`, in the order of [`list()`].
///
/// # Errors
/// As of [`check`].
pub fn check_some(
    agent: &Agent,
    estate: &Estate,
    shutting: Shutting,
    wanted: &dyn Fn(&Check) -> bool,
    tell: &mut dyn FnMut(&Finding),
) -> Result<Findings, Fault> {
    let mut examiner = Examiner::new(agent, Place { estate, shutting });
    let mut findings = Vec::new();
    for check in list().filter(|check| wanted(check)) {
        let finding = examiner.examine(check)?;
        tell(&finding);
        findings.push(finding);
    }
    Ok(Findings { agent: agent.name.clone(), sha256: agent.sha256.clone(), findings })
}
