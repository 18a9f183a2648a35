//! Sends the parts of an answer, not more of them than a person can see: of those that come too
//! fast, the latest.

use crate::api::host::Host;
use serde::Serialize;

/// Between two parts, in milliseconds: twenty a second.
const BETWEEN_PARTS: f64 = 50.0;

/// The way of the parts of one answer to its host.
pub struct PartSender<'h> {
    host: &'h mut dyn Host,
    begun: f64,
    /// When the last one was sent.
    last: Option<f64>,
    held: Option<String>,
}

impl<'h> PartSender<'h> {
    pub fn new(host: &'h mut dyn Host) -> Self {
        let begun = host.milliseconds();
        PartSender { host, begun, last: None, held: None }
    }

    pub fn milliseconds(&self) -> f64 {
        self.host.milliseconds()
    }

    /// Since the question.
    pub fn elapsed(&self) -> u64 {
        (self.host.milliseconds() - self.begun).max(0.0) as u64
    }

    pub fn is_stopped(&self) -> bool {
        self.host.is_stopped()
    }

    pub fn others_wait(&self) -> bool {
        self.host.others_wait()
    }

    /// Sends a part, or holds it until it is due. It replaces one that is held.
    pub fn offer(&mut self, part: &impl Serialize) {
        self.held = Some(json(part));
        self.send_what_is_due();
    }

    /// Sends the part that is held, if its time has come.
    pub fn send_what_is_due(&mut self) {
        if self.held.is_none() {
            return;
        }
        let now = self.host.milliseconds();
        if self.last.is_none_or(|last| now - last >= BETWEEN_PARTS)
            && let Some(part) = self.held.take()
        {
            self.last = Some(now);
            self.host.send(part);
        }
    }

    /// Sends the last part. What is held is older and not sent.
    pub fn finish(&mut self, part: &impl Serialize) {
        self.held = None;
        self.host.send(json(part));
    }
}

/// It cannot fail: answers consist of texts and numbers.
fn json(part: &impl Serialize) -> String {
    serde_json::to_string(part).unwrap_or_else(|_| "null".to_string())
}
