//! From the words of the command to what a series needs: agents with their clocks and calibrations,
//! openings, cores.

use super::cli;
use super::error::RefereeError;
use crate::agent::{Agent, with_different_names};
use crate::arbiter::Limits;
use crate::ballots;
use crate::contestant::Shutting;
use crate::encounter::{Conditions, Entrant};
use crate::estate::Estate;
use crate::openings::{Book, Seed};
use crate::positions;
use crate::preflight;
use crate::sandbox::Sandbox;
use crate::series;
use nix::sched::{CpuSet, sched_getaffinity};
use nix::unistd::Pid;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The agents with their clocks, one for all or one for each.
pub fn players(words: &[String], seconds: &[f64]) -> Result<Vec<(Agent, Duration)>, RefereeError> {
    let agents = words.iter().map(|word| Agent::find(word)).collect::<Result<Vec<_>, _>>()?;
    let clocks = clocks(seconds, agents.len())?;
    Ok(with_different_names(agents).into_iter().zip(clocks).collect())
}

/// The folder for what a command makes, by a name that stays right wherever one stands.
pub fn folder(named: &Path) -> Result<PathBuf, RefereeError> {
    let system = |source| RefereeError::Folder { path: named.to_path_buf(), source };
    fs::create_dir_all(named).and_then(|()| fs::canonicalize(named)).map_err(system)
}

/// The players with their calibrations, each made once, alone, while nothing else runs.
pub fn calibrated(
    players: Vec<(Agent, Duration)>,
    estate: &Estate,
    shutting: Shutting,
    folder: &Path,
) -> Result<Vec<Entrant>, RefereeError> {
    let entrant = |(agent, clock): (Agent, Duration)| -> Result<Entrant, RefereeError> {
        if agent.calibrate.is_some() {
            eprintln!("{}: calibrating", agent.name);
        }
        let calibration = series::calibrate(&agent, estate, shutting, folder)?;
        if agent.calibrate.is_some() && calibration.is_none() {
            eprintln!("{}: calibrate has left no calibration.txt; going on without", agent.name);
        }
        Ok(Entrant { agent, calibration, clock })
    };
    players.into_iter().map(entrant).collect()
}

/// A million seconds are eleven days.
const LONGEST_CLOCK: Duration = Duration::from_secs(1_000_000);

/// One number is for all players.
fn clocks(seconds: &[f64], players: usize) -> Result<Vec<Duration>, RefereeError> {
    let clock = |&seconds: &f64| match Duration::try_from_secs_f64(seconds) {
        Ok(clock) if !clock.is_zero() && clock <= LONGEST_CLOCK => Ok(clock),
        _ => Err(RefereeError::Seconds(seconds)),
    };
    let clocks = seconds.iter().map(clock).collect::<Result<Vec<_>, _>>()?;
    match clocks.len() {
        1 => Ok(vec![clocks[0]; players]),
        given if given == players => Ok(clocks),
        given => Err(RefereeError::Clocks { given, players }),
    }
}

/// Tries every agent on two positions.
pub fn preflight(
    entrants: &[Entrant],
    conditions: Conditions,
    estate: &Estate,
    evidence: &Path,
) -> Result<(), RefereeError> {
    for entrant in entrants {
        if let Some(refusal) = preflight::look_at(entrant, conditions, estate, evidence)? {
            let preflight::Refusal { agent, ending, evidence } = refusal;
            return Err(RefereeError::NotReady { agent, ending, evidence });
        }
    }
    Ok(())
}

impl cli::Conditions {
    /// The limits of each game.
    pub const fn limits(&self) -> Limits {
        Limits { profile: self.profile, quiet_turns: self.quiet_turns, plies: self.max_plies }
    }

    /// All that every game is played under.
    pub fn with_seed(&self, seed: u64) -> Conditions {
        Conditions { limits: self.limits(), shutting: shutting(self.no_sandbox), seed: Seed(seed) }
    }
}

/// Shut in, unless that is not wanted or, with a word about it, the kernel cannot.
pub fn shutting(no_sandbox: bool) -> Shutting {
    match (no_sandbox, Sandbox::available()) {
        (true, _) => Shutting::Open,
        (false, true) => Shutting::Sandboxed,
        (false, false) => {
            eprintln!(
                "this kernel has no Landlock: agents are not shut in; trust them, or move on"
            );
            Shutting::Open
        }
    }
}

/// The openings that the word of the command means.
pub fn book(openings: &str) -> Result<Book, RefereeError> {
    match openings {
        "ballots" => Ok(ballots::book()?),
        "start" => Ok(Book::start_only()),
        file => {
            let path = PathBuf::from(file);
            let text =
                fs::read_to_string(&path).map_err(|source| RefereeError::Given { path, source })?;
            Ok(positions::read(file, &text)?)
        }
    }
}

/// The cores for games: as many as asked for, else all allowed ones but one.
pub fn cores(jobs: Option<usize>) -> Vec<usize> {
    let allowed = sched_getaffinity(Pid::from_raw(0)).unwrap_or_else(|_| CpuSet::new());
    let cores: Vec<usize> =
        (0..CpuSet::count()).filter(|&core| allowed.is_set(core).unwrap_or(false)).collect();
    let jobs = jobs.unwrap_or(cores.len().saturating_sub(1)).clamp(1, cores.len().max(1));
    cores.into_iter().rev().take(jobs).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_one_for_all_or_one_for_each() {
        let seconds = |list: &[f64], players| clocks(list, players).map_err(|e| e.to_string());
        let second = Duration::from_secs;
        assert_eq!(seconds(&[10.0], 3), Ok(vec![second(10); 3]));
        assert_eq!(seconds(&[10.0, 1.0], 2), Ok(vec![second(10), second(1)]));
        assert!(
            seconds(&[10.0, 1.0], 3).is_err_and(|text| text.contains("2 numbers for 3 players"))
        );
        for wrong in [0.0, -1.0, 1e19, f64::NAN, f64::INFINITY] {
            assert!(
                seconds(&[wrong], 2).is_err_and(|text| text.ends_with("from above 0 to 1000000"))
            );
        }
    }

    #[test]
    fn more_jobs_than_cores_are_not_begun() {
        let all = cores(Some(usize::MAX)).len();
        assert_eq!(cores(Some(1)).len(), 1);
        assert_eq!(cores(Some(0)).len(), 1);
        assert_eq!(cores(None).len(), all.saturating_sub(1).max(1));
    }
}
