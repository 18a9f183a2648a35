//! Games of the agent against a pool of opponents, some of which behave badly, by the referee's
//! own library. The agent must forfeit none.
//!
//! The units follow from the options: who plays, with how much time, under which profile of the
//! referee, and whether the machine is busy. The quiet games come first; then busy loops run beside
//! every core, and the others are played.

mod one_game;
mod plan;
mod table;

use crate::cases::Common;
use crate::error::SoakError;
use crate::games::one_game::{BusyLoops, SoakGame, SoakGames, Waiting};
use crate::games::plan::{GamesPlan, Load, PoolOpponent};
use crate::journal::{UnitJournal, UnitResult};
use crate::programs;
use crate::units::{RunVerdict, run_missing};
use clap::Args;
use cli::ProgressLine;
use referee::players::Agent;
use runner::TempRoot;
use runner::sandbox::SandboxMode;
use serde::Serialize;
use std::path::PathBuf;

#[derive(Clone, Debug, Args, Serialize)]
pub(crate) struct SoakGamesArgs {
    #[command(flatten)]
    #[serde(skip)]
    common: Common,
    /// The agent; the one beside this program if it is not named
    #[arg(long, value_name = "PROGRAM")]
    #[serde(skip)]
    homework: Option<PathBuf>,
    /// The opponent of the assignment; the one beside this program if it is not named
    #[arg(long, value_name = "PROGRAM")]
    #[serde(skip)]
    reference: Option<PathBuf>,
    /// How many
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// CPU seconds for each side
    #[arg(long, value_delimiter = ',', default_value = "0.2,0.5,2,10")]
    seconds: Vec<f64>,
    /// How many games of all weights have each of these times
    #[arg(long, value_delimiter = ',', default_value = "6000,2500,1200,300")]
    weights: Vec<usize>,
    /// The pool of opponents, each as likely as the others
    #[arg(long, value_enum, value_delimiter = ',')]
    #[arg(default_value = "itself,reference,random,instant,spends-all,crashes,stalls")]
    opponents: Vec<PoolOpponent>,
    /// One game in this number is played on a busy machine
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    busy_every: u32,
    /// Busy loops beside each core in such a game
    #[arg(long, default_value_t = 2)]
    loops: u32,
    /// Count the forfeits that wall time has caused under the course's profile, and no more
    #[arg(long)]
    forgive_waiting: bool,
    /// A calibration.txt for the agent
    #[arg(long, value_name = "FILE")]
    calibration: Option<PathBuf>,
}

#[derive(Debug)]
pub(crate) struct GamesRun {
    options: SoakGamesArgs,
    homework: Agent,
    reference: Agent,
    plan: GamesPlan,
}

impl GamesRun {
    pub fn new(options: &SoakGamesArgs) -> Result<Self, SoakError> {
        let SoakGamesArgs { seconds, weights, .. } = options;
        if seconds.len() != weights.len() || weights.iter().sum::<usize>() == 0 {
            let text = "--weights needs a number for each of --seconds, and not only zeros";
            return Err(SoakError::Failed(text.to_string()));
        }
        if !seconds.iter().all(|seconds| *seconds > 0.0 && *seconds <= 1e4) {
            let text = "--seconds needs numbers above 0 and at most 10000";
            return Err(SoakError::Failed(text.to_string()));
        }
        let plan = GamesPlan {
            seed: options.common.seed,
            games: options.games,
            seconds: seconds.clone(),
            weights: weights.clone(),
            opponents: options.opponents.clone(),
            busy_every: options.busy_every,
        };
        let homework = programs::agent(options.homework.as_deref(), "homework")?;
        let reference = programs::agent(options.reference.as_deref(), "reference")?;
        Ok(GamesRun { options: options.clone(), homework, reference, plan })
    }

    /// Plays what is left to play, and prints the tables and a summary line.
    pub fn run(&self) -> Result<RunVerdict, SoakError> {
        let SoakGamesArgs { common, calibration, loops, .. } = &self.options;
        let mut journal: UnitJournal<SoakGame> = UnitJournal::of_run(
            "games",
            &[&self.homework, &self.reference],
            common,
            &self.options,
        )?;
        let temp_root = TempRoot::new()?;
        let table = SoakGames {
            plan: &self.plan,
            homework: &self.homework,
            reference: &self.reference,
            calibration: calibration.clone(),
            sandbox_mode: SandboxMode::best(),
            temp_root: &temp_root,
            folder: &common.folder,
            waiting: self.waiting(),
        };
        let progress = ProgressLine::new(u64::from(self.plan.games), "games");
        progress.skip(journal.done.len() as u64);
        for load in [Load::Quiet, Load::Busy] {
            let units = self.plan.units(load);
            let is_done = units.iter().all(|unit| journal.done.contains_key(unit));
            let busy = load == Load::Busy && !is_done;
            let _loops = busy.then(|| BusyLoops::beside_each_core(*loops)).transpose()?;
            journal = run_missing(&units, common, journal, &progress, |unit, thread| {
                table.play(unit, thread)
            })?;
        }
        progress.finish();
        Ok(self.report(&journal))
    }

    const fn waiting(&self) -> Waiting {
        if self.options.forgive_waiting { Waiting::IsCounted } else { Waiting::Forfeits }
    }

    fn report(&self, journal: &UnitJournal<SoakGame>) -> RunVerdict {
        let games: Vec<&SoakGame> = journal.done.values().collect();
        print!("{}", table::text(&self.plan, &games));
        let promises = RunVerdict::of(&journal.done);
        let broken = games.iter().filter(|game| game.broken().is_some()).count();
        println!("games: {} played, {broken} forfeited by the agent or void", games.len());
        promises
    }
}
