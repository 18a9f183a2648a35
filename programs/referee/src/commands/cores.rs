//! How many games are played at the same time, and on which cores of the machine.
//!
//! A game has a core of its own, so that no agent waits for another one. Where the user forces more
//! games than there are cores, none is bound.

use crate::commands::cli::JobArgs;
use crate::commands::outcome::warn;
use cli::counted;
use runner::process::{CoreClaim, allow_open_files, allowed_cores, claim_core};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binding {
    OwnCore,
    Unbound,
}

/// The most games at a time: each has two agents with their processes, and five threads at most.
const MOST_JOBS: usize = 1000;
/// Open files of a game at most: text programs have ten, with their pipes.
const FILES_OF_GAME: u64 = 16;
/// Open files beside those of games.
const OTHER_FILES: u64 = 64;

/// The most games for which this process can open files.
fn most_by_files() -> usize {
    let files = allow_open_files().unwrap_or(u64::MAX);
    usize::try_from(files.saturating_sub(OTHER_FILES) / FILES_OF_GAME).unwrap_or(usize::MAX).max(1)
}

/// The cores for the games of a match. With more games than cores none has a core of its own: the
/// system gives each the core that is idle.
pub fn contest_cores(args: JobArgs, binding: Binding) -> Vec<Option<usize>> {
    let JobArgs { jobs, force_concurrency } = args;
    let most = allowed_cores().len().max(1);
    let Some(wanted) = jobs.filter(|wanted| *wanted > most) else { return cores(jobs, binding) };
    if !force_concurrency {
        let found = cores(jobs, binding);
        warn("for more games at a time than cores take --force-concurrency");
        return found;
    }
    let jobs = wanted.min(MOST_JOBS).min(most_by_files());
    let limit = match jobs {
        _ if jobs == wanted => String::new(),
        MOST_JOBS => format!("--jobs {wanted}: "),
        _ => format!("--jobs {wanted} needs more open files than allowed (ulimit -n): "),
    };
    warn(format_args!(
        "{limit}{jobs} games at a time share {}: clocks of CPU time stay exact, but \
         clocks of wall time also run while other games have the core",
        counted(most, "core")
    ));
    // So that another referee knows of these games.
    cores(Some(most), binding);
    vec![None; jobs]
}

/// The cores for games: `jobs` of them, or all allowed ones but one. Those on which another referee
/// of this machine plays come last.
pub fn cores(jobs: Option<usize>, binding: Binding) -> Vec<Option<usize>> {
    let cores = allowed_cores();
    let most = cores.len().max(1);
    if let Some(wanted) = jobs.filter(|wanted| *wanted > most) {
        warn(format_args!("--jobs {wanted}: {most} at a time, one on each core that is allowed"));
    }
    let jobs = jobs.unwrap_or(cores.len().saturating_sub(1)).clamp(1, most);
    if binding == Binding::Unbound {
        return vec![None; jobs];
    }
    let (mut chosen, mut taken) = (Vec::new(), Vec::new());
    for core in cores.into_iter().rev() {
        if chosen.len() == jobs {
            break;
        }
        let list = if claim_core(core) == CoreClaim::Ours { &mut chosen } else { &mut taken };
        list.push(core);
    }
    let shared = jobs.min(chosen.len() + taken.len()) - chosen.len();
    if shared > 0 {
        warn(format_args!(
            "another referee plays on {shared} of the {jobs} cores for these games: both take \
             longer. Give both fewer with --jobs, or wait for it"
        ));
    }
    chosen.into_iter().chain(taken.into_iter().take(shared)).map(Some).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_not_more_jobs_than_cores() {
        let all = cores_for(Some(usize::MAX));
        assert_eq!(cores_for(Some(1)), 1);
        assert_eq!(cores_for(Some(0)), 1);
        assert_eq!(cores_for(None), all.saturating_sub(1).max(1));
        assert!(cores(Some(9), Binding::Unbound).iter().all(Option::is_none));
    }

    #[test]
    fn more_games_than_cores_are_bound_to_none_of_them() {
        let jobs = |wanted, force_concurrency| {
            contest_cores(JobArgs { jobs: Some(wanted), force_concurrency }, Binding::OwnCore)
        };
        assert_eq!(jobs(usize::MAX, false).len(), cores_for(Some(usize::MAX)));
        assert_eq!(jobs(1, true).len(), 1);
        assert!(jobs(1, true)[0].is_some());
        let most = jobs(usize::MAX, true);
        // How many depends on the limit of open files.
        assert!(most.len() > 1 && most.iter().all(Option::is_none));
    }

    fn cores_for(jobs: Option<usize>) -> usize {
        cores(jobs, Binding::OwnCore).len()
    }
}
