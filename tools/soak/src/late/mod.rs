//! Single answers under many conditions: each must be legal, and take less CPU time than
//! `input.txt` gave, charged as a referee here would charge it.
//!
//! The units follow from the options: for each time as many processes as requested, over positions
//! of all phases. What a unit costs and how it ended is in the journal; the table has the
//! quantiles.

mod condition;
mod one_answer;
mod plan;
mod table;

use crate::cases::{Common, option_word};
use crate::error::SoakError;
use crate::journal::{UnitJournal, UnitResult};
use crate::late::condition::{Condition, PreparedCondition};
use crate::late::one_answer::{Answered, Asker};
use crate::late::plan::LatePlan;
use crate::programs;
use crate::units::{RunVerdict, run_missing};
use clap::Args;
use cli::{ProgressLine, values};
use referee::players::Agent;
use runner::process::Charging;
use serde::Serialize;
use std::path::PathBuf;

#[derive(Clone, Debug, Args, Serialize)]
pub(crate) struct LateArgs {
    #[command(flatten)]
    #[serde(skip)]
    common: Common,
    /// The agent; the one beside this program if it is not named
    #[arg(long, value_name = "PROGRAM")]
    #[serde(skip)]
    homework: Option<PathBuf>,
    /// Processes at each time
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    processes: u32,
    /// CPU seconds that input.txt gives
    #[arg(long, value_delimiter = ',', default_value = "0.01,0.02,0.05,0.1,0.5,5.2")]
    #[arg(value_parser = values::seconds_in(1e-6..=1e4), overrides_with = "seconds")]
    seconds: Vec<f64>,
    /// One in this number is SINGLE, the others are GAME; a SINGLE takes nearly all its time
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    single_every: u32,
    /// What is different from a usual machine
    #[arg(long, value_enum, default_value_t = Condition::Plain)]
    condition: Condition,
    /// The limit of the condition address-space, in megabytes
    #[arg(long, default_value_t = 64)]
    megabytes: u64,
    /// The step of the condition coarse-clock, in milliseconds
    #[arg(long, default_value_t = 10)]
    step: u64,
    /// A calibration.txt for every directory
    #[arg(long, value_name = "FILE")]
    calibration: Option<PathBuf>,
    /// Where the agents' directories are made; the system's temporary folder if it is not named
    #[arg(long, value_name = "DIR")]
    #[serde(skip)]
    work: Option<PathBuf>,
    /// Where the agent sees the folder of --work: a read-only mount of it
    #[arg(long, value_name = "DIR")]
    #[serde(skip)]
    seen_as: Option<PathBuf>,
}

#[derive(Debug)]
pub(crate) struct LateRun {
    options: LateArgs,
    agent: Agent,
}

impl LateRun {
    pub fn new(options: &LateArgs) -> Result<Self, SoakError> {
        let program = programs::find(options.homework.as_deref(), "homework")?;
        let agent = Agent::of_parts(program, Vec::new(), Vec::new())?;
        Ok(LateRun { options: options.clone(), agent })
    }

    /// Runs what is left to do, and prints the table and a summary line.
    pub fn run(&self) -> Result<RunVerdict, SoakError> {
        let LateArgs { common, .. } = &self.options;
        let conditions = self.conditions()?;
        let journal: UnitJournal<Answered> =
            UnitJournal::of_run("late", &[&self.agent], common, &self.options)?;
        let plan = self.plan();
        let units: Vec<u32> = (0..plan.units()).collect();
        let asker = Asker {
            plan: &plan,
            conditions,
            program: &self.agent.program,
            calibration: self.options.calibration.as_deref(),
            folder: &common.folder,
        };
        eprintln!("late: {}", Charging::here());
        let progress = ProgressLine::new(u64::from(plan.units()), "processes");
        progress.skip(journal.done.len() as u64);
        let journal = run_missing(&units, common, journal, &progress, |unit, _| asker.ask(unit))?;
        progress.finish();
        Ok(self.report(&plan, &journal))
    }

    fn report(&self, plan: &LatePlan, journal: &UnitJournal<Answered>) -> RunVerdict {
        let answers: Vec<&Answered> = journal.done.values().collect();
        print!("{}", table::text(plan, &answers));
        let broken = answers.iter().filter(|answer| answer.broken().is_some()).count();
        let condition = option_word(&self.options.condition);
        println!("late, {condition}: {} processes, {broken} broken", answers.len());
        RunVerdict::of(&journal.done)
    }

    fn plan(&self) -> LatePlan {
        let LateArgs { common, processes, seconds, single_every, .. } = &self.options;
        LatePlan {
            seed: common.seed,
            processes: *processes,
            seconds: seconds.clone(),
            single_every: *single_every,
        }
    }

    fn conditions(&self) -> Result<PreparedCondition, SoakError> {
        let LateArgs { common, condition, megabytes, step, work, seen_as, .. } = &self.options;
        let places = [work.as_deref(), seen_as.as_deref()];
        PreparedCondition::prepare(*condition, &common.folder, places, *megabytes, *step)
    }
}
