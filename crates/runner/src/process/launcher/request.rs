//! What the referee requests of a launcher that `bwrap` starts: all that another launcher finds in
//! its memory. On the channel, JSON behind its length in four bytes.

use crate::idle_sum::IdleSum;
use crate::process::spec::{IDLE_LIMIT, RunSpec};
use crate::sandbox::{Sandbox, SandboxParts};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::time::Duration;

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct LaunchRequest {
    program: OsString,
    args: Vec<OsString>,
    variables: Vec<(OsString, OsString)>,
    dir: OsString,
    cores: Option<Vec<usize>>,
    sandbox: SandboxParts,
    /// Whether the program has pipes for input and output.
    #[serde(default)]
    lives: bool,
}

impl LaunchRequest {
    pub(crate) fn new(spec: &RunSpec, sandbox: &SandboxParts) -> Self {
        LaunchRequest {
            program: spec.program.clone().into(),
            args: spec.args.clone(),
            variables: spec.variables.clone(),
            dir: spec.dir.clone().into(),
            cores: spec.cores.clone(),
            sandbox: sandbox.clone(),
            lives: spec.turn_clock.is_some(),
        }
    }

    pub(crate) fn send(&self, channel: &mut impl Write) -> io::Result<()> {
        let text = serde_json::to_vec(self)?;
        let length = u32::try_from(text.len()).map_err(io::Error::other)?;
        channel.write_all(&length.to_le_bytes())?;
        channel.write_all(&text)
    }

    /// `None` if it is only tried whether there is a launcher.
    pub(crate) fn receive(channel: &mut impl Read) -> io::Result<Option<Self>> {
        let mut length = [0; 4];
        channel.read_exact(&mut length)?;
        let length = u64::from(u32::from_le_bytes(length));
        if length == 0 {
            return Ok(None);
        }
        let mut text = Vec::new();
        channel.take(length).read_to_end(&mut text)?;
        Ok(Some(serde_json::from_slice(&text)?))
    }

    /// The runs of the launcher, in which this process is. The limits that the referee watches are
    /// not in it.
    pub(crate) fn spec(self) -> io::Result<RunSpec> {
        let sandbox = Sandbox::entered(self.sandbox).map_err(io::Error::other)?;
        Ok(RunSpec {
            program: self.program.into(),
            args: self.args,
            variables: self.variables,
            dir: self.dir.into(),
            cpu_limit: Duration::MAX,
            wall_limit: Duration::MAX,
            idle_limit: IDLE_LIMIT,
            idle_total: Duration::MAX,
            answer: None,
            cores: self.cores,
            disk_limit: None,
            memory_limit: None,
            sandbox: Some(sandbox),
            stop: None,
            idle_sum: IdleSum::default(),
            turn_clock: self.lives.then(Arc::default),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_arrives_as_it_was_sent() {
        let text = r#"{"program":{"Unix":[47,255]},"args":[],"variables":[],"dir":{"Unix":[47]},"cores":[1],
            "sandbox":{"own":[{"Unix":[47]}],"right":"Read","readable":[]}}"#;
        let request: LaunchRequest = serde_json::from_str(text).expect("a request");
        let mut sent = Vec::new();
        request.send(&mut sent).expect("memory takes all");
        let received = LaunchRequest::receive(&mut &sent[..]).expect("whole").expect("not empty");
        assert_eq!(format!("{request:?}"), format!("{received:?}"), "bytes that are no text, too");
        assert!(LaunchRequest::receive(&mut &sent[..sent.len() - 1]).is_err(), "cut off");
        assert!(LaunchRequest::receive(&mut &[0; 4][..]).is_ok_and(|request| request.is_none()));
    }
}
