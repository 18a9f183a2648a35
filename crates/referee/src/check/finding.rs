//! What the checks have found, for people and for programs.
//!
//! ```text
//! passed   crlf-line-ends             E b6 a5   1.4 ms
//! failed   must-jump                  E b2 c3   2.0 ms
//!          illegal move: a jump was compulsory
//!          Where there is a jump, it must be played, however many steps there are.
//!          printf 'GAME\nWHITE\n...' > input.txt
//! skipped  playdata-unreadable
//!          permissions do not bind this user
//! ```

use serde::Serialize;
use std::fmt;
use std::time::Duration;

/// What one check has found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    /// The check's name.
    pub name: &'static str,
    /// What it asks, in a sentence.
    pub asks: &'static str,
    /// What came of it.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// The last text of `input.txt`, if there was any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// What was answered to it, in one line, be it a move or not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// Seconds of CPU time charged for the last run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub charged: Option<f64>,
    /// A word on what is no fault and yet worth knowing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
}

/// How a check has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "result", rename_all = "kebab-case")]
pub enum Outcome {
    /// As it should be.
    Passed,
    /// Not so.
    Failed {
        /// What was wrong.
        reason: String,
    },
    /// It could not be asked.
    Skipped {
        /// Why not.
        reason: String,
    },
}

/// All findings on one agent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Findings {
    /// The agent's name.
    pub agent: String,
    /// SHA-256 of its program, in hexadecimal digits.
    pub sha256: String,
    /// One for each check, in the order in which they were made.
    pub findings: Vec<Finding>,
}

/// How many checks ended in which way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// As it should be.
    pub passed: usize,
    /// Not so.
    pub failed: usize,
    /// Not asked.
    pub skipped: usize,
}

impl Findings {
    /// All of it for programs, in JSON.
    pub fn json(&self) -> String {
        // Names, texts and finite numbers: nothing in it that JSON cannot hold.
        serde_json::to_string_pretty(self)
            .unwrap_or_else(|error| format!("{{\"error\": \"{error}\"}}"))
    }

    /// How many checks ended in which way.
    pub fn count(&self) -> Count {
        let mut count = Count::default();
        for finding in &self.findings {
            *match finding.outcome {
                Outcome::Passed => &mut count.passed,
                Outcome::Failed { .. } => &mut count.failed,
                Outcome::Skipped { .. } => &mut count.skipped,
            } += 1;
        }
        count
    }
}

/// Room for the longest name.
pub(super) const NAME_WIDTH: usize = 27;
/// Room for a step.
const ANSWER_WIDTH: usize = 8;

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (result, reason) = match &self.outcome {
            Outcome::Passed => ("passed", None),
            Outcome::Failed { reason } => ("failed", Some(reason)),
            Outcome::Skipped { reason } => ("skipped", Some(reason)),
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
        if let Outcome::Failed { .. } = self.outcome {
            write!(f, "\n         {}", self.asks)?;
            if let Some(input) = &self.input {
                write!(f, "\n         printf '{}' > input.txt", input.escape_default())?;
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

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed, {} skipped", self.passed, self.failed, self.skipped)
    }
}

/// A time with a unit that suits it.
pub(super) fn time(time: Duration) -> String {
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
            outcome: Outcome::Passed,
            input: Some("GAME\r\n".to_string()),
            answer: Some("E b6 a5".to_string()),
            charged: Some(0.0014),
            remark: None,
        };
        let failed = Outcome::Failed { reason: "no output.txt".to_string() };
        let failed = Finding { outcome: failed, answer: None, ..passed.clone() };
        let skipped = Outcome::Skipped { reason: "not here".to_string() };
        let skipped = Finding { outcome: skipped, input: None, charged: None, ..failed.clone() };
        let late = Finding { remark: Some("late".to_string()), ..passed.clone() };
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
         printf 'GAME\\r\\n' > input.txt
skipped  crlf-line-ends
         not here
passed   crlf-line-ends              E b6 a5   1.4 ms; late
toy: 2 passed, 1 failed, 1 skipped";
        assert_eq!(findings().to_string(), expected);
    }

    #[test]
    fn programs_read_the_result_beside_the_name() {
        let json = serde_json::to_value(findings()).expect("plain data");
        let of = |index: usize, field: &str| json["findings"][index][field].clone();
        assert_eq!(of(0, "result"), "passed");
        assert_eq!((of(1, "result"), of(1, "reason")), ("failed".into(), "no output.txt".into()));
        assert_eq!(of(2, "result"), "skipped");
        assert!(of(2, "answer").is_null() && of(0, "reason").is_null());
    }

    #[test]
    fn times_have_fitting_units() {
        assert_eq!(time(Duration::from_micros(1_449)), "1.4 ms");
        assert_eq!(time(Duration::from_millis(2_346)), "2.35 s");
    }
}
