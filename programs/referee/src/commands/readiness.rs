//! Before the first game all agents are calibrated and tested, one after the other while nothing
//! else runs. The agents that are not ready to play are all named, to people and to programs.

use crate::commands::outcome::warn;
use cli::ProgramError;
use cli::ProgressLine;
use referee::journal::GameConditions;
use referee::play::preflight::{Preflight, PreflightFailure};
use referee::play::{calibrate, preflight};
use referee::players::{Agent, Participant};
use runner::TempRoot;
use runner::sandbox::SandboxMode;
use serde::Serialize;
use std::path::Path;
use std::time::Duration;

#[derive(Debug)]
pub struct Tested {
    pub ready: Vec<Participant>,
    pub broken: Vec<PreflightFailure>,
}

pub fn calibrated(
    players: Vec<(Agent, Duration)>,
    temp_root: &TempRoot,
    sandbox_mode: SandboxMode,
    folder: &Path,
) -> Result<Vec<Participant>, ProgramError> {
    let count = players.iter().filter(|(agent, _)| agent.calibrate.is_some()).count();
    let progress = (count > 0).then(|| ProgressLine::new(count as u64, "agents"));
    players
        .into_iter()
        .map(|(agent, clock)| -> Result<Participant, ProgramError> {
            let Some(progress) = progress.as_ref().filter(|_| agent.calibrate.is_some()) else {
                return Ok(Participant {
                    agent,
                    calibration: None,
                    clock,
                    surcharge: Duration::ZERO,
                });
            };
            progress.task(format!("calibrating agents: {}", agent.name));
            let calibration = calibrate(&agent, temp_root, sandbox_mode, folder)?;
            if temp_root.stop_flag().is_set() {
                return Err(stopped(&format!("calibrating {}", agent.name)));
            }
            if let Some(remark) = calibration.remark() {
                progress.suspend(|| warn(format_args!("{}: {remark}", agent.name)));
            }
            progress.add(1);
            let calibration = calibration.file();
            Ok(Participant { agent, calibration, clock, surcharge: Duration::ZERO })
        })
        .collect()
}

/// Asks every agent for two moves.
pub fn tested(
    participants: Vec<Participant>,
    conditions: GameConditions,
    temp_root: &TempRoot,
    evidence: &Path,
) -> Result<Tested, ProgramError> {
    let progress = ProgressLine::new(participants.len() as u64, "agents");
    let mut tested = Tested { ready: Vec::new(), broken: Vec::new() };
    for (number, participant) in (1..).zip(participants) {
        let name = &participant.agent.name;
        let mut asking = |question: preflight::PreflightQuestion| {
            progress.task(format!("testing agents: {name}: {}", question.name()));
        };
        let folder = evidence.join(format!("preflight-{number}"));
        match preflight::test_agent(&participant, conditions, temp_root, &folder, &mut asking)? {
            Preflight::Ready => tested.ready.push(participant),
            Preflight::Failed(failure) => tested.broken.push(failure),
            Preflight::Stopped => return Err(stopped(&format!("testing {name}"))),
        }
        progress.add(1);
    }
    Ok(tested)
}

fn stopped(during: &str) -> ProgramError {
    ProgramError::Stopped(format!("stopped while {during}; no game is played"))
}

/// All failures, a line for each, and what to do.
pub fn not_ready_text(failures: &[PreflightFailure]) -> String {
    let mut text = String::new();
    for failure in failures {
        text += &format!("{} is not ready to play: {}\n", failure.agent, reason(failure));
    }
    text + "no game is played; correct it, or play without this test: --no-preflight"
}

/// The failure and the command that shows it again, as half a sentence.
pub fn reason(failure: &PreflightFailure) -> String {
    let detail = failure.detail.as_ref().map(|detail| format!(": {detail}")).unwrap_or_default();
    let printed = failure.standard_error.as_ref().map(|line| format!("; it printed: {line}"));
    let hint = failure.hint.as_ref().map(|hint| format!("; {hint}"));
    let details = printed.into_iter().chain(hint).collect::<String>();
    format!("{}{detail}{details}; see it with: {}", failure.ending, replay(failure))
}

fn replay(failure: &PreflightFailure) -> String {
    format!("referee replay {}", shell_words::quote(&failure.evidence.to_string_lossy()))
}

/// The same for programs: one JSON object.
pub fn not_ready_json(failures: &[PreflightFailure]) -> String {
    #[derive(Serialize)]
    struct ReplayableFailure<'a> {
        #[serde(flatten)]
        failure: &'a PreflightFailure,
        replay: String,
    }
    #[derive(Serialize)]
    struct NotReady<'a> {
        error: &'static str,
        not_ready: Vec<ReplayableFailure<'a>>,
    }
    let not_ready =
        failures.iter().map(|failure| ReplayableFailure { failure, replay: replay(failure) });
    let object = NotReady {
        error: "agents are not ready to play; no game is played",
        not_ready: not_ready.collect(),
    };
    // It cannot fail: texts only.
    serde_json::to_string_pretty(&object).unwrap_or_default() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn failures() -> Vec<PreflightFailure> {
        vec![failure("alice", Some("no such file")), failure("bob", None)]
    }

    fn failure(agent: &str, line: Option<&str>) -> PreflightFailure {
        PreflightFailure {
            agent: agent.to_string(),
            ending: "exit code 126".to_string(),
            detail: None,
            standard_error: line.map(str::to_string),
            hint: None,
            evidence: PathBuf::from("out/my match/move.json"),
        }
    }

    #[test]
    fn each_failure_has_a_line_with_its_cause_and_its_command() {
        let text = not_ready_text(&failures());
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(
            lines[0],
            "alice is not ready to play: exit code 126; it printed: no such file; see it with: \
             referee replay 'out/my match/move.json'"
        );
        assert!(lines[1].starts_with("bob is not ready to play: exit code 126; see it with"));
        assert!(lines[2].ends_with("--no-preflight"));
        let detail = Some("line 1: \"a9\" is not a square".to_string());
        let malformed = PreflightFailure { detail, ..failures().remove(1) };
        assert!(
            reason(&malformed).starts_with("exit code 126: line 1: \"a9\" is not a square; see")
        );
    }

    #[test]
    fn programs_get_one_object() {
        let object: serde_json::Value =
            serde_json::from_str(&not_ready_json(&failures())).expect("JSON");
        assert_eq!(object["not_ready"][0]["agent"], "alice");
        assert_eq!(object["not_ready"][0]["standard_error"], "no such file");
        assert_eq!(object["not_ready"][1]["ending"], "exit code 126");
        let replay = object["not_ready"][1]["replay"].as_str().expect("a command");
        assert!(replay.starts_with("referee replay ") && object["error"].is_string());
    }
}
