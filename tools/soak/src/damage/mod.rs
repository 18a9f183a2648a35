//! Files of a class or of a match are damaged, and the disk is full for a while: the same command
//! again must give the same grades, or end with the reason.
//!
//! A small class and a match are played once without damage. Each unit begins with a copy of what
//! they left, or with a run that a signal stops at a random moment. Then one file, or its folder,
//! is damaged. Or the disk fills at a random moment of a run and has room again afterward. If the
//! next run refuses and names the file, the damage is taken away, and the run after it must agree.

mod damage_kind;
mod full_disk;
mod one_damage;
mod table;
mod targets;
mod undamaged;

use crate::cases::Common;
use crate::damage::damage_kind::DamageKind;
use crate::damage::one_damage::{DamageResult, Damager};
use crate::damage::undamaged::{DamagedRun, Undamaged};
use crate::error::SoakError;
use crate::journal::{UnitJournal, UnitResult};
use crate::programs;
use crate::units::{RunVerdict, run_missing};
use clap::{Args, ValueEnum};
use cli::ProgressLine;
use referee::players::Agent;
use serde::Serialize;
use std::path::PathBuf;

#[derive(Clone, Debug, Args, Serialize)]
pub(crate) struct DamageArgs {
    #[command(flatten)]
    #[serde(skip)]
    common: Common,
    /// The referee, with `reference` beside it; the one beside this program if it is not named
    #[arg(long, value_name = "PROGRAM")]
    #[serde(skip)]
    referee: Option<PathBuf>,
    /// Damages; more than before go on with an earlier run
    #[arg(long, default_value_t = 100)]
    #[serde(skip)]
    units: u32,
    /// The number of the first one: with --units 1, that one alone
    #[arg(long, default_value_t = 0)]
    #[serde(skip)]
    first: u32,
    /// What is damaged
    #[arg(long, value_enum, value_delimiter = ',', default_value = "class,match")]
    runs: Vec<DamagedRun>,
    /// What happens; all, if it names none
    #[arg(long, value_enum, value_delimiter = ',')]
    kinds: Vec<DamageKind>,
    /// Only files with one of these words in their paths, like check.json
    #[arg(long, value_name = "WORD", value_delimiter = ',')]
    files: Vec<String>,
}

#[derive(Debug)]
pub(crate) struct DamageTest {
    options: DamageArgs,
    referee: Agent,
}

impl DamageTest {
    pub fn new(options: &DamageArgs) -> Result<Self, SoakError> {
        let referee = programs::agent(options.referee.as_deref(), "referee")?;
        Ok(DamageTest { options: options.clone(), referee })
    }

    /// Runs what is left to do, and prints two tables and a summary line.
    pub fn run(&self) -> Result<RunVerdict, SoakError> {
        let DamageArgs { common, units, first, runs, kinds, files, .. } = &self.options;
        let journal: UnitJournal<DamageResult> =
            UnitJournal::of_run("damage", &[&self.referee], common, &self.options)?;
        let folder = common.folder.canonicalize();
        let folder = folder.map_err(SoakError::system("find", &common.folder))?;
        let units: Vec<u32> = (*first..first.saturating_add(*units)).collect();
        let done = units.iter().filter(|unit| journal.done.contains_key(unit)).count();
        let progress = ProgressLine::new(units.len() as u64, "damages");
        progress.skip(done as u64);
        let journal = if done == units.len() {
            journal
        } else {
            let undamaged = Undamaged::prepare(&self.referee.program, &folder, runs)?;
            let all = DamageKind::value_variants();
            let kinds = if kinds.is_empty() { all } else { kinds };
            let (undamaged, folder, seed) = (&undamaged, folder.as_path(), common.seed);
            let damager = Damager { undamaged, folder, seed, kinds, words: files };
            run_missing(&units, common, journal, &progress, |unit, _| damager.damage(unit))?
        };
        progress.finish();
        Ok(report(&journal))
    }
}

fn report(journal: &UnitJournal<DamageResult>) -> RunVerdict {
    let done: Vec<&DamageResult> = journal.done.values().collect();
    print!("{}", table::text(&done));
    let promises = RunVerdict::of(&journal.done);
    let broken = done.iter().filter(|result| result.broken().is_some()).count();
    println!("damage: {} damages, {broken} broken", done.len());
    promises
}
