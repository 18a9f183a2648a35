//! Between two games nobody is trusted: before each, the files of its agents and the referee's own
//! folders must be what they were when the contest began.
//!
//! In a sandbox no agent can change them: it was somebody else, or there is no sandbox. Modes are
//! restored. Another content makes another player, whose games do not belong into the contest.

use crate::players::Entrant;
use crate::players::program::Agent;
use cli::visible;
use runner::folder::{Seal, SealBreach};
use runner::sandbox::SandboxMode;
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use thiserror::Error;

/// The seals of a contest.
pub struct ContestGuard<'a> {
    own: Mutex<Seal>,
    /// By the digest of the agent.
    agents: BTreeMap<String, Mutex<Seal>>,
    sandbox_mode: SandboxMode,
    warn: Box<dyn Fn(&str) + Send + Sync + 'a>,
}

/// An agent is not the one with which the contest began.
#[derive(Debug, Error)]
#[error(
    "{} is not what it was when the contest began (found before game {game}), and makes {agent} \
     another player; put it back and go on with --resume, or begin again with another --out",
    visible::path(path)
)]
pub struct ChangedAgentError {
    agent: String,
    path: PathBuf,
    game: u32,
}

impl<'a> ContestGuard<'a> {
    /// Seals the agents and the folders of the results and of the agents' directories. `warn` gets
    /// a sentence for whatever was restored.
    pub fn new(
        entrants: &[Entrant],
        folders: [&Path; 2],
        sandbox_mode: SandboxMode,
        warn: impl Fn(&str) + Send + Sync + 'a,
    ) -> Self {
        let agents = entrants.iter().map(|entrant| &entrant.agent);
        let sealed = |agent: &Agent| (agent.sha256.clone(), Mutex::new(agent.sealed()));
        ContestGuard {
            own: Mutex::new(Seal::of_modes(folders.map(Path::to_path_buf))),
            agents: agents.map(sealed).collect(),
            sandbox_mode,
            warn: Box::new(warn),
        }
    }

    /// Before a game of these two.
    pub(super) fn check(&self, game: u32, players: [&Entrant; 2]) -> Result<(), ChangedAgentError> {
        // The referee itself changes what is in its folders.
        for broken in lock(&self.own).check() {
            self.tell(game, &broken);
        }
        for Entrant { agent, .. } in players {
            let Some(seal) = self.agents.get(&agent.sha256) else { continue };
            for broken in lock(seal).check() {
                match broken {
                    SealBreach::Changed { .. } if agent.is_unchanged() => {}
                    // Without a sandbox an agent may keep files beside its program.
                    SealBreach::Changed { path } if self.sandbox_mode == SandboxMode::On => {
                        return Err(ChangedAgentError { agent: agent.name.clone(), path, game });
                    }
                    SealBreach::Changed { .. } | SealBreach::Restored { .. } => {
                        self.tell(game, &broken);
                    }
                }
            }
        }
        Ok(())
    }

    fn tell(&self, game: u32, broken: &SealBreach) {
        (self.warn)(&format!("found before game {game}: {broken}"));
    }
}

impl fmt::Debug for ContestGuard<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ContestGuard").field("own", &self.own).finish_non_exhaustive()
    }
}

fn lock(seal: &Mutex<Seal>) -> MutexGuard<'_, Seal> {
    seal.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::program::HOMEWORK;
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;
    use std::time::Duration;

    #[test]
    fn modes_are_restored_and_another_program_is_refused() {
        let dir = tempfile::tempdir().expect("a folder");
        let (out, program) = (dir.path().join("out"), dir.path().join("agent/homework"));
        for folder in [&out, &dir.path().join("agent")] {
            fs::create_dir(folder).expect("made");
        }
        let set = |path: &Path, mode| fs::set_permissions(path, Permissions::from_mode(mode));
        fs::write(&program, "#!/bin/sh\n").expect("written");
        set(&program, 0o755).expect("set");
        let agent = Agent::in_directory(&dir.path().join("agent"), HOMEWORK).expect("an agent");
        let entrant = Entrant { agent, calibration: None, clock: Duration::from_secs(1) };
        let told = Mutex::new(Vec::new());
        let warn = |text: &str| told.lock().expect("one thread").push(text.to_string());
        let entrants = [entrant];
        let guard = ContestGuard::new(&entrants, [&out, &out], SandboxMode::On, warn);
        let check = || guard.check(7, [&entrants[0], &entrants[0]]);
        check().expect("nothing has happened");
        set(&program, 0o000).expect("set");
        set(&out, 0o000).expect("set");
        check().expect("restored");
        let mode = |path: &Path| fs::metadata(path).expect("there").permissions().mode() & 0o777;
        assert_eq!(mode(&program), 0o755);
        let sentences = told.lock().expect("one thread").clone();
        assert!(sentences.len() == 2 && sentences[1].contains("before game 7"), "{sentences:?}");
        fs::write(&program, "#!/bin/sh\n").expect("the same again");
        check().expect("the same content");
        fs::write(&program, "#!/bin/sh\nexit 1\n").expect("written");
        let error = check().expect_err("another program").to_string();
        assert!(error.contains("homework is not what it was") && error.contains("before game 7"));
    }
}
