//! What a request needs from outside: a clock, a signal to stop, and a receiver for the response or
//! the error. Parts of a response that come faster than a person can read are dropped, except the
//! latest.

use crate::limits::{SearchLimits, SearchWatch};
use cli::visible;
use serde::Serialize;
use std::cell::RefCell;
use std::fmt::Display;
use thiserror::Error;

/// The sender of a request: gives the clock and the signal to stop, and takes the response.
pub trait Caller {
    /// Milliseconds since any moment.
    fn milliseconds(&self) -> f64;

    /// True if the response is no longer needed. A search then ends at once.
    fn is_stopped(&self) -> bool;

    /// True if another request waits for the end of this one. A search without a limit then ends.
    fn others_wait(&self) -> bool {
        false
    }

    /// False if it takes the last part alone, unless the request asks for all.
    fn takes_parts(&self) -> bool {
        true
    }

    /// Takes a response, or the next part of one: an object of JSON in one line.
    fn send(&mut self, part: String);
}

/// A sentence that says what is wrong with a request, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct ApiError(String);

/// The most characters of a sentence: it may quote what a person has pasted.
const MOST_CHARACTERS: usize = 600;

impl ApiError {
    pub fn new(sentence: impl Display) -> Self {
        ApiError(visible::cut(&sentence.to_string(), MOST_CHARACTERS))
    }
}

/// Between two parts, in milliseconds: twenty a second.
const BETWEEN_PARTS: f64 = 50.0;

/// The way of the parts of one response to its caller.
pub struct PartSender<'h> {
    caller: &'h mut dyn Caller,
    begun: f64,
    last: Option<f64>,
    held: Option<String>,
    /// The request asks for all parts, and another one ends its search.
    pub asks_parts: bool,
}

impl<'h> PartSender<'h> {
    pub fn new(caller: &'h mut dyn Caller) -> Self {
        let begun = caller.milliseconds();
        PartSender { caller, begun, last: None, held: None, asks_parts: false }
    }

    pub fn milliseconds(&self) -> f64 {
        self.caller.milliseconds()
    }

    /// Since the request.
    pub fn elapsed(&self) -> u64 {
        (self.caller.milliseconds() - self.begun).max(0.0) as u64
    }

    /// Sends a part, or holds it until it is due. It replaces one that is held.
    pub fn offer(&mut self, part: &impl Serialize) {
        if self.asks_parts || self.caller.takes_parts() {
            self.held = Some(json(part));
            self.send_what_is_due();
        }
    }

    /// Sends the part that is held, if its time has come.
    fn send_what_is_due(&mut self) {
        if self.held.is_none() {
            return;
        }
        let now = self.caller.milliseconds();
        if self.last.is_none_or(|last| now - last >= BETWEEN_PARTS)
            && let Some(part) = self.held.take()
        {
            self.last = Some(now);
            self.caller.send(part);
        }
    }

    /// Sends the last part. What is held is older and not sent.
    pub fn finish(&mut self, part: &impl Serialize) {
        self.held = None;
        self.caller.send(json(part));
    }
}

/// The caller, as it watches a search: it may stop one, and another request ends one without
/// limits or with all its parts.
pub struct CallerWatch<'p, 'h> {
    parts: &'p RefCell<PartSender<'h>>,
    yields: bool,
}

impl<'p, 'h> CallerWatch<'p, 'h> {
    pub fn new(limits: SearchLimits, parts: &'p RefCell<PartSender<'h>>) -> Self {
        CallerWatch { parts, yields: limits.is_endless() || parts.borrow().asks_parts }
    }
}

impl SearchWatch for CallerWatch<'_, '_> {
    fn milliseconds(&self) -> f64 {
        self.parts.borrow().milliseconds()
    }

    fn stops(&mut self, _: u64, _: Option<u32>, has_answer: bool) -> bool {
        let mut parts = self.parts.borrow_mut();
        parts.send_what_is_due();
        parts.caller.is_stopped() || has_answer && self.yields && parts.caller.others_wait()
    }
}

/// It cannot fail: responses consist of texts and numbers.
fn json(part: &impl Serialize) -> String {
    serde_json::to_string(part).unwrap_or_else(|_| "null".to_string())
}
