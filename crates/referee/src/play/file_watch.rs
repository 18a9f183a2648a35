//! Between two games nobody is trusted: before each, the files of its agents and the referee's own
//! folders must be what they were when the contest began.
//!
//! In a sandbox no agent can change them: it was somebody else, or there is no sandbox. Modes and
//! times are restored. Another content makes another player, whose games do not belong into the
//! contest.

use crate::error::MatchError;
use crate::players::Participant;
use cli::visible;
use runner::folder::{FileChange, FileSnapshot};
use runner::sandbox::SandboxMode;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

pub struct FileWatch<'a> {
    own: Mutex<FileSnapshot>,
    /// By the digest of the agent.
    agents: BTreeMap<String, Mutex<FileSnapshot>>,
    sandbox_mode: SandboxMode,
    warn: Box<dyn Fn(&str) + Send + Sync + 'a>,
}

impl<'a> FileWatch<'a> {
    /// Records the agents and the folders of the results and of the agents' directories. `warn`
    /// gets a sentence for whatever was restored.
    pub fn new(
        participants: &[Participant],
        folders: [&Path; 2],
        sandbox_mode: SandboxMode,
        warn: impl Fn(&str) + Send + Sync + 'a,
    ) -> Self {
        let agents = participants.iter().map(|participant| &participant.agent);
        FileWatch {
            own: Mutex::new(FileSnapshot::of_modes(folders.map(Path::to_path_buf))),
            agents: agents
                .map(|agent| (agent.sha256.clone(), Mutex::new(agent.snapshot())))
                .collect(),
            sandbox_mode,
            warn: Box::new(warn),
        }
    }

    /// Before a game of these two.
    pub(super) fn check(&self, game: u32, players: [&Participant; 2]) -> Result<(), MatchError> {
        // The referee itself changes what is in its folders.
        for change in lock(&self.own).check() {
            self.tell(game, &change);
        }
        for Participant { agent, .. } in players {
            let Some(snapshot) = self.agents.get(&agent.sha256) else { continue };
            for change in lock(snapshot).check() {
                match change {
                    FileChange::Changed { .. } if agent.is_unchanged() => {}
                    // Without a sandbox an agent may keep files beside its program.
                    FileChange::Changed { path } | FileChange::Restored { path, .. }
                        if self.sandbox_mode == SandboxMode::On && !agent.is_unchanged() =>
                    {
                        return Err(changed(&agent.name, &path, game));
                    }
                    FileChange::Changed { .. } | FileChange::Restored { .. } => {
                        self.tell(game, &change);
                    }
                }
            }
        }
        Ok(())
    }

    fn tell(&self, game: u32, change: &FileChange) {
        (self.warn)(&format!("found before game {game}: {change}"));
    }
}

impl fmt::Debug for FileWatch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileWatch").field("own", &self.own).finish_non_exhaustive()
    }
}

fn changed(agent: &str, path: &Path, game: u32) -> MatchError {
    MatchError::Changed(format!(
        "{} is not what it was when the contest began (found before game {game}), and makes \
         {agent} another player; put it back and go on with --resume, or begin again with another \
         --out",
        visible::path(path)
    ))
}

fn lock(snapshot: &Mutex<FileSnapshot>) -> MutexGuard<'_, FileSnapshot> {
    snapshot.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::Agent;
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
        fs::write(&program, "#!/bin/sh\n").expect("written");
        set(&program, 0o755).expect("set");
        let agent = Agent::in_directory(&dir.path().join("agent"), HOMEWORK).expect("an agent");
        let (clock, surcharge) = (Duration::from_secs(1), Duration::ZERO);
        let participant = Participant { agent, calibration: None, clock, surcharge };
        let told = Mutex::new(Vec::new());
        let participants = [participant];
        let files = FileWatch::new(&participants, [&out, &out], SandboxMode::On, |text| {
            told.lock().expect("one thread").push(text.to_string())
        });
        files.check(7, [&participants[0], &participants[0]]).expect("nothing has happened");
        set(&program, 0o000).expect("set");
        set(&out, 0o000).expect("set");
        files.check(7, [&participants[0], &participants[0]]).expect("restored");
        assert_eq!(mode_of(&program), 0o755);
        let sentences = told.lock().expect("one thread").clone();
        assert!(sentences.len() == 2 && sentences[1].contains("before game 7"), "{sentences:?}");
        fs::write(&program, "#!/bin/sh\n").expect("the same again");
        files.check(7, [&participants[0], &participants[0]]).expect("the same content");
        fs::write(&program, "#!/bin/ls\n").expect("another one of the same length");
        let error = files
            .check(7, [&participants[0], &participants[0]])
            .expect_err("another program")
            .to_string();
        assert!(error.contains("homework is not what it was") && error.contains("before game 7"));
    }

    fn mode_of(path: &Path) -> u32 {
        fs::metadata(path).expect("there").permissions().mode() & 0o777
    }

    fn set(path: &Path, mode: u32) -> std::io::Result<()> {
        fs::set_permissions(path, Permissions::from_mode(mode))
    }
}
