//! A caller that keeps what it is sent, with a clock of its own.

use analysis::Resources;
use analysis::api::{Caller, respond};
use serde_json::Value;
use std::cell::Cell;

/// Its clock goes on by a hundredth of a millisecond with each look at it.
#[derive(Default)]
pub struct KeptParts {
    pub parts: Vec<Value>,
    pub clock: Cell<f64>,
    /// The wish to stop comes after this number of parts.
    pub stop_after: Option<usize>,
}

impl Caller for KeptParts {
    fn milliseconds(&self) -> f64 {
        self.clock.set(self.clock.get() + 0.01);
        self.clock.get()
    }

    fn is_stopped(&self) -> bool {
        self.stop_after.is_some_and(|most| self.parts.len() >= most)
    }

    fn send(&mut self, part: String) {
        assert!(!part.contains('\n'), "a part is one line: {part}");
        self.parts.push(serde_json::from_str(&part).expect("JSON"));
    }
}

pub fn parts(question: &Value) -> Vec<Value> {
    parts_of_text(&question.to_string())
}

pub fn parts_of_text(question: &str) -> Vec<Value> {
    let mut caller = KeptParts::default();
    respond(&Resources::default(), question, &mut caller);
    caller.parts
}

/// The last part of an answer.
pub fn ask(question: &Value) -> Value {
    parts(question).pop().expect("there is always an answer")
}

pub fn refused(question: &Value) -> String {
    let answer = ask(question);
    answer["error"].as_str().unwrap_or_else(|| panic!("not refused: {answer}")).to_string()
}

pub fn texts(list: &Value, key: &str) -> Vec<String> {
    list.as_array().unwrap().iter().map(|one| one[key].as_str().unwrap().to_string()).collect()
}
