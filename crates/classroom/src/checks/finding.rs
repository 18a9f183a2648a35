//! The results of checks, as text and as JSON.
//!
//! ```text
//! passed   crlf-line-ends             E b6 a5   1.4 ms
//! failed   must-jump                  E b2 c3   2.0 ms
//!          illegal move: a jump was compulsory
//!          Where there is a jump, it must be played, however many steps there are.
//!          WHITE to move, 6.6 s, SINGLE
//!          8  . b . b . b . b
//!          ...
//!          legal: J a5 c7
//!          see it again with: referee check toy --only must-jump
//! skipped  playdata-unreadable
//!          permissions do not bind this user
//! ```

use crate::checks::titles::CheckTitle;
use cli::visible;
use referee::rules::Ending;
use serde::Serialize;
use std::fmt;
use std::time::Duration;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    /// The check's name.
    pub name: &'static str,
    /// A sentence.
    pub asks: &'static str,
    #[serde(flatten)]
    pub outcome: CheckOutcome,
    /// The last text of `input.txt`, or all lines that were sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// The answer in one line, legal or not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// Seconds of CPU time charged for the last run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub charged: Option<f64>,
    /// Of a failed check: the side, the clock, the board and the legal moves, in lines.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub position: Vec<String>,
    /// The command that runs a failed check again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub again: Option<String>,
    /// On something that is not a failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
}

impl Finding {
    /// Without anything else to show.
    pub const fn new(title: CheckTitle, outcome: CheckOutcome) -> Self {
        let CheckTitle { name, asks, .. } = title;
        let (input, answer, charged, again, remark) = (None, None, None, None, None);
        let position = Vec::new();
        Finding { name, asks, outcome, input, answer, charged, position, again, remark }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "result", rename_all = "kebab-case")]
pub enum CheckOutcome {
    Passed,
    /// A legal move, after the clock had run out, where hardly any program could be in time.
    Late {
        reason: String,
    },
    Failed {
        reason: String,
        /// The ending of the run, if that was wrong.
        #[serde(skip)]
        ending: Option<Ending>,
    },
    /// The check could not be run here.
    Skipped {
        reason: String,
    },
}

/// The results of all checks on one agent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Findings {
    /// The agent's name.
    pub agent: String,
    /// SHA-256 of its program, in hexadecimal digits.
    pub sha256: String,
    pub findings: Vec<Finding>,
}

/// Numbers of checks by outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FindingCount {
    pub passed: usize,
    pub late: usize,
    pub failed: usize,
    pub skipped: usize,
}

impl Findings {
    pub fn json(&self) -> String {
        // It cannot fail: it consists of names, texts and finite numbers.
        let json = serde_json::to_string_pretty(self);
        json.map_or_else(
            |error| format!("{{\"error\": \"{error}\"}}"),
            |json| visible::json(&json).into_owned(),
        )
    }

    pub fn count(&self) -> FindingCount {
        let mut count = FindingCount::default();
        for finding in &self.findings {
            *match finding.outcome {
                CheckOutcome::Passed => &mut count.passed,
                CheckOutcome::Late { .. } => &mut count.late,
                CheckOutcome::Failed { .. } => &mut count.failed,
                CheckOutcome::Skipped { .. } => &mut count.skipped,
            } += 1;
        }
        count
    }
}

/// Columns for the longest name.
pub const NAME_WIDTH: usize = 27;
/// Columns for a step.
const ANSWER_WIDTH: usize = 8;

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (result, reason) = match &self.outcome {
            CheckOutcome::Passed => ("passed", None),
            CheckOutcome::Late { reason } => ("late", Some(reason)),
            CheckOutcome::Failed { reason, .. } => ("failed", Some(reason)),
            CheckOutcome::Skipped { reason } => ("skipped", Some(reason)),
        };
        let answer = self.answer.as_deref().unwrap_or("");
        let charged = self.charged.map(Duration::from_secs_f64).map(time).unwrap_or_default();
        let remark = self.remark.as_ref().map(|remark| format!("; {remark}")).unwrap_or_default();
        let line = format!(
            "{result:<8} {:<NAME_WIDTH$} {answer:<ANSWER_WIDTH$}  {charged}{remark}",
            self.name
        );
        f.write_str(line.trim_end())?;
        if let Some(reason) = reason {
            write!(f, "\n         {reason}")?;
        }
        if let CheckOutcome::Failed { .. } = self.outcome {
            write!(f, "\n         {}", self.asks)?;
            for line in &self.position {
                write!(f, "\n         {line}")?;
            }
            if let Some(command) = &self.again {
                write!(f, "\n         see it again with: {command}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for finding in &self.findings {
            writeln!(f, "{finding}")?;
        }
        write!(f, "{}: {}", self.agent, self.count())
    }
}

impl fmt::Display for FindingCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let late = if self.late > 0 { format!("{} late, ", self.late) } else { String::new() };
        write!(f, "{} passed, {late}{} failed, {} skipped", self.passed, self.failed, self.skipped)
    }
}

/// A time in milliseconds or seconds.
pub fn time(time: Duration) -> String {
    if time < Duration::from_secs(1) {
        format!("{:.1} ms", time.as_secs_f64() * 1e3)
    } else {
        format!("{:.2} s", time.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings() -> Findings {
        let passed = Finding {
            name: "crlf-line-ends",
            asks: "Why not?",
            outcome: CheckOutcome::Passed,
            input: Some("GAME\r\n".to_string()),
            answer: Some("E b6 a5".to_string()),
            charged: Some(0.0014),
            position: Vec::new(),
            again: None,
            remark: None,
        };
        let reason = "no output.txt".to_string();
        let failed = CheckOutcome::Failed { reason, ending: Some(Ending::NoOutput) };
        let again = Some("referee check toy --only crlf-line-ends".to_string());
        let position = vec!["legal: E b6 a5".to_string()];
        let failed = Finding { outcome: failed, answer: None, again, position, ..passed.clone() };
        let skipped = CheckOutcome::Skipped { reason: "not here".to_string() };
        let skipped = Finding {
            outcome: skipped,
            input: None,
            answer: None,
            charged: None,
            ..passed.clone()
        };
        let reason = "after 20 ms of 10 ms".to_string();
        let late = Finding { outcome: CheckOutcome::Late { reason }, ..passed.clone() };
        let findings = vec![passed, failed, skipped, late];
        Findings { agent: "toy".to_string(), sha256: String::new(), findings }
    }

    #[test]
    fn the_table_has_a_line_for_each_and_the_reasons_of_failures() {
        let expected = "\
passed   crlf-line-ends              E b6 a5   1.4 ms
failed   crlf-line-ends                        1.4 ms
         no output.txt
         Why not?
         legal: E b6 a5
         see it again with: referee check toy --only crlf-line-ends
skipped  crlf-line-ends
         not here
late     crlf-line-ends              E b6 a5   1.4 ms
         after 20 ms of 10 ms
toy: 1 passed, 1 late, 1 failed, 1 skipped";
        assert_eq!(findings().to_string(), expected);
    }

    #[test]
    fn json_has_the_result_beside_the_name() {
        let json = serde_json::to_value(findings()).expect("plain data");
        let of = |index: usize, field: &str| json["findings"][index][field].clone();
        assert_eq!(of(0, "result"), "passed");
        assert_eq!((of(1, "result"), of(1, "reason")), ("failed".into(), "no output.txt".into()));
        assert!(of(1, "ending").is_null(), "the reason says it");
        assert_eq!(of(2, "result"), "skipped");
        assert!(of(2, "answer").is_null() && of(0, "reason").is_null());
    }

    #[test]
    fn times_have_units_that_fit() {
        assert_eq!(time(Duration::from_micros(1_449)), "1.4 ms");
        assert_eq!(time(Duration::from_millis(2_346)), "2.35 s");
    }
}
