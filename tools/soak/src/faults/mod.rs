//! Programs are killed, or the system fails under them: kills at random moments, calls of the
//! system that fail once, and journals that another process has left in disorder.
//!
//! After each, the agent's next move must be legal, and no finished game of a journal may be lost.

mod agent_calls;
mod case;
mod journal_cases;
mod kills;
mod referee_calls;
mod referee_match;

use crate::cases::Common;
use crate::error::SoakError;
use crate::faults::agent_calls::AgentCalls;
use crate::faults::case::{Case, FaultResult, Scenario, cases};
use crate::faults::journal_cases::JournalCases;
use crate::faults::kills::Kills;
use crate::faults::referee_calls::RefereeCalls;
use crate::faults::referee_match::RefereeMatch;
use crate::journal::{UnitJournal, UnitResult};
use crate::programs;
use crate::shim::{Fault, FaultShim};
use crate::units::{RunVerdict, run_missing};
use clap::Args;
use cli::ProgressLine;
use referee::players::Agent;
use serde::Serialize;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, Args, Serialize)]
pub(crate) struct FaultsArgs {
    #[command(flatten)]
    #[serde(skip)]
    common: Common,
    /// The agent; the one beside this program if it is not named
    #[arg(long, value_name = "PROGRAM")]
    #[serde(skip)]
    homework: Option<PathBuf>,
    /// The measurement; the one beside this program if it is not named
    #[arg(long, value_name = "PROGRAM")]
    #[serde(skip)]
    calibrate: Option<PathBuf>,
    /// The referee; the one beside this program if it is not named
    #[arg(long, value_name = "PROGRAM")]
    #[serde(skip)]
    referee: Option<PathBuf>,
    /// Kills of the agent
    #[arg(long, default_value_t = 100)]
    kills: u32,
    /// What is run while calls fail
    #[arg(long, value_enum, value_delimiter = ',')]
    #[arg(default_value = "game-first,game-later,single,calibrate,referee")]
    scenarios: Vec<Scenario>,
    /// Which calls fail, and how
    #[arg(long, value_enum, value_delimiter = ',')]
    #[arg(default_value = "open-eacces,open-emfile,open-enospc,read-eio,write-enospc,write-eio,\
                           rename-eacces,rename-eio,sync-eio,truncate-eio,unlink-eacces")]
    faults: Vec<Fault>,
    /// Journals whose last line is torn
    #[arg(long, default_value_t = 20)]
    torn: u32,
    /// Times that two referees share a folder
    #[arg(long, default_value_t = 3)]
    shared: u32,
}

#[derive(Debug)]
pub(crate) struct FaultsRun {
    options: FaultsArgs,
    homework: Agent,
    calibrate: Agent,
    referee: Agent,
}

impl FaultsRun {
    pub fn new(options: &FaultsArgs) -> Result<Self, SoakError> {
        Ok(FaultsRun {
            homework: programs::agent(options.homework.as_deref(), "homework")?,
            calibrate: programs::agent(options.calibrate.as_deref(), "calibrate")?,
            referee: programs::agent(options.referee.as_deref(), "referee")?,
            options: options.clone(),
        })
    }

    /// Runs what is left to do, and prints a table and a summary line.
    pub fn run(&self) -> Result<RunVerdict, SoakError> {
        let FaultsArgs { common, kills, scenarios, faults, torn, shared, .. } = &self.options;
        let journal: UnitJournal<FaultResult> = UnitJournal::of_run(
            "faults",
            &[&self.homework, &self.calibrate, &self.referee],
            common,
            &self.options,
        )?;
        let cases = cases(*kills, scenarios, faults, *torn, *shared);
        let shim = FaultShim::build(&common.folder)?;
        let own = programs::own()?;
        let units: Vec<u32> = (0..cases.len() as u32).collect();
        let progress = ProgressLine::new(cases.len() as u64, "cases");
        progress.skip(journal.done.len() as u64);
        let journal = run_missing(&units, common, journal, &progress, |unit, _| {
            self.suffer(unit, cases[unit as usize], &shim, &own)
        })?;
        progress.finish();
        Ok(report(&cases, &journal))
    }

    fn suffer(
        &self,
        unit: u32,
        case: Case,
        shim: &FaultShim,
        own: &Path,
    ) -> Result<FaultResult, SoakError> {
        let FaultsArgs { common, .. } = &self.options;
        let (homework, calibrate) = (&*self.homework.program, &*self.calibrate.program);
        let folder = common.folder.as_path();
        let game = RefereeMatch { referee: &self.referee.program, own };
        let (count, broken) = match case {
            Case::Kill(_) => Kills { homework, folder, seed: common.seed }.run(unit)?,
            Case::Calls { scenario: Scenario::Referee, fault } => {
                RefereeCalls { game, shim, folder }.run(unit, fault)?
            }
            Case::Calls { scenario, fault } => {
                AgentCalls { homework, calibrate, shim, folder }.run(unit, scenario, fault)?
            }
            Case::Torn(_) | Case::NewerVersion | Case::Shared(_) => {
                JournalCases { game, folder, seed: common.seed }.run(unit, case)?
            }
        };
        Ok(FaultResult { unit, case, count, broken })
    }
}

fn report(cases: &[Case], journal: &UnitJournal<FaultResult>) -> RunVerdict {
    let done: Vec<&FaultResult> = journal.done.values().collect();
    print!("{}", case::table(cases, &done));
    let promises = RunVerdict::of(&journal.done);
    let broken = done.iter().filter(|suffered| suffered.broken().is_some()).count();
    println!("faults: {} cases, {broken} broken", done.len());
    promises
}
