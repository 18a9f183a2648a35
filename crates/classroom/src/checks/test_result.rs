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

use crate::checks::setup::CheckOptions;
use cli::visible;
use games::GameName;
use referee::players::{Agent, Carry, PrintedCause};
use referee::rules::{Ending, ReplyRules};
use runner::sandbox::SandboxMode;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// A check as people and schemes name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckTitle {
    /// Lower case with hyphens.
    pub name: &'static str,
    /// One sentence: what is asked and why.
    pub asks: &'static str,
    /// Schemes and `--only` name it, too.
    pub group: Option<&'static str>,
}

impl CheckTitle {
    /// True for the check's name, and for that of its group.
    pub fn is(&self, name: &str) -> bool {
        self.name == name || self.group == Some(name)
    }
}

/// How a test has ended: a check, the build, the games against a level, the place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TestOutcome {
    #[default]
    Passed,
    /// A legal move after the clock had run out, where hardly any program could be in time. It
    /// earns the points of a passed check.
    Late,
    /// Some of the points, or not all of the games.
    Partial,
    Failed,
    /// Does not count: it cannot be run here, or tests what the assignment leaves open.
    Skipped,
    /// Not reached in time: no points.
    NotRun,
    /// The machine or the referee failed: it is in no count of points.
    NotGraded,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TestResult {
    pub name: String,
    pub asks: String,
    #[serde(rename = "result")]
    pub outcome: TestOutcome,
    /// Empty if it passed.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// How a game would have ended by this failure, if it would have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
    /// What a program that said nothing more has printed on standard error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printed: Option<PrintedCause>,
    /// The last `input.txt`, or all commands that were sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// In one line; it may be illegal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// CPU seconds of the last run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub charged: Option<f64>,
    /// For a failed check: the side to move, the clock, the board and the legal moves, one line
    /// each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub position: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again: Option<String>,
    /// A hint about something that costs no points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
    /// Wall time, if measured.
    #[serde(skip)]
    pub seconds: Option<f64>,
}

impl TestResult {
    pub fn new(title: CheckTitle, outcome: TestOutcome, reason: &str) -> Self {
        let [name, asks, reason] = [title.name, title.asks, reason].map(str::to_string);
        TestResult { name, asks, outcome, reason, ..TestResult::default() }
    }

    /// Whether it earns its points.
    pub const fn has_passed(&self) -> bool {
        matches!(self.outcome, TestOutcome::Passed | TestOutcome::Late)
    }

    /// Whether it cost the agent all its CPU time or wall time.
    pub const fn has_hung(&self) -> bool {
        matches!(self.ending, Some(Ending::KilledInMove | Ending::Hung))
    }

    /// What many failed checks may share: the exception, else the reason without the last lines
    /// that a program was sent.
    pub fn cause(&self) -> String {
        let reason = || self.reason.split("; it was sent ").next().unwrap_or_default().to_string();
        self.printed.as_ref().map_or_else(reason, ToString::to_string)
    }

    /// What there is to say beside the sentence: the reason, of a failure what was asked, and what
    /// costs no points.
    pub fn details(&self) -> Vec<String> {
        let mut details: Vec<String> = Vec::new();
        details.extend((!self.reason.is_empty()).then(|| self.reason.clone()));
        if self.outcome == TestOutcome::Failed {
            details.extend(self.answer.as_ref().map(|answer| format!("it answered {answer}")));
            details.extend(self.position.iter().cloned());
        }
        details.extend(self.remark.clone());
        details
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CheckReport {
    pub agent: String,
    pub sha256: String,
    pub findings: Vec<TestResult>,
}

pub fn count(results: &[TestResult], outcome: TestOutcome) -> usize {
    results.iter().filter(|result| result.outcome == outcome).count()
}

impl CheckReport {
    pub fn json(&self) -> String {
        // It cannot fail: it consists of names, texts and finite numbers.
        let json = serde_json::to_string_pretty(self);
        json.map_or_else(
            |error| format!("{{\"error\": \"{error}\"}}"),
            |json| visible::json(&json).into_owned(),
        )
    }

    /// `1 passed, 1 failed, 0 skipped`.
    pub fn counts(&self) -> String {
        let late = match count(&self.findings, TestOutcome::Late) {
            0 => String::new(),
            late => format!("{late} late, "),
        };
        let (passed, failed) = (
            count(&self.findings, TestOutcome::Passed),
            count(&self.findings, TestOutcome::Failed),
        );
        format!(
            "{passed} passed, {late}{failed} failed, {} skipped",
            count(&self.findings, TestOutcome::Skipped)
        )
    }
}

/// The command that runs a check on this agent again.
pub fn again(game: GameName, agent: &Agent, check: &str, options: CheckOptions<'_>) -> String {
    let CheckOptions { replies, sandbox_mode, named, libraries, .. } = options;
    let named = named
        .map(str::to_string)
        .or_else(|| agent.directory.as_ref().map(|dir| dir.to_string_lossy().into_owned()));
    let named = named.unwrap_or_else(|| agent.command());
    let command = check_command(game, [&named, check], replies, agent.carry, sandbox_mode);
    command + &libraries_option(libraries)
}

/// ` --libraries PATH` for each of these.
pub fn libraries_option(libraries: &[PathBuf]) -> String {
    let option =
        |path: &PathBuf| format!(" --libraries {}", shell_words::quote(&path.to_string_lossy()));
    libraries.iter().map(option).collect()
}

/// The command that runs one check on an agent, with the options on which its result depends.
pub fn check_command(
    game: GameName,
    [agent, check]: [&str; 2],
    replies: ReplyRules,
    carry: Carry,
    sandbox_mode: SandboxMode,
) -> String {
    let mut words = vec!["referee", "check"];
    if game != GameName::Checkers {
        words.extend(["--game", game.text()]);
    }
    words.extend([agent, "--only", check]);
    words.extend(replies.profile.options());
    words.extend(replies.answers.options());
    if carry == Carry::Files {
        words.push("--copy-files");
    }
    if sandbox_mode == SandboxMode::Off {
        words.push("--no-sandbox");
    }
    shell_words::join(words)
}

pub const NAME_WIDTH: usize = 27;
const ANSWER_WIDTH: usize = 8;

impl fmt::Display for TestResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = match self.outcome {
            TestOutcome::Passed | TestOutcome::Partial => "passed",
            TestOutcome::Late => "late",
            TestOutcome::Failed => "failed",
            TestOutcome::Skipped | TestOutcome::NotRun | TestOutcome::NotGraded => "skipped",
        };
        let answer = self.answer.as_deref().unwrap_or("");
        let charged = self.charged.map(Duration::from_secs_f64).map(time).unwrap_or_default();
        let remark = self.remark.as_ref().map(|remark| format!("; {remark}")).unwrap_or_default();
        let line = format!(
            "{result:<8} {:<NAME_WIDTH$} {answer:<ANSWER_WIDTH$}  {charged}{remark}",
            self.name
        );
        f.write_str(line.trim_end())?;
        let mut lines: Vec<&str> = Some(self.reason.as_str()).into_iter().collect();
        let again = self.again.as_ref().map(|command| format!("see it again with: {command}"));
        if self.outcome == TestOutcome::Failed {
            lines.push(&self.asks);
            lines.extend(self.position.iter().map(String::as_str).chain(again.as_deref()));
        }
        let mut shown = lines.iter().filter(|line| !line.is_empty());
        shown.try_for_each(|line| write!(f, "\n         {line}"))
    }
}

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
    use referee::rules::{AnswerForm, Profile};

    fn report() -> CheckReport {
        let title = CheckTitle { name: "crlf-line-ends", asks: "Why not?", group: None };
        let failed = TestResult {
            answer: None,
            again: Some("referee check toy --only crlf-line-ends".to_string()),
            position: vec!["legal: E b6 a5".to_string()],
            ..answered(TestOutcome::Failed, "no output.txt")
        };
        let skipped = TestResult::new(title, TestOutcome::Skipped, "not here");
        let late = answered(TestOutcome::Late, "after 20 ms of 10 ms");
        let findings = vec![answered(TestOutcome::Passed, ""), failed, skipped, late];
        CheckReport { agent: "toy".to_string(), sha256: String::new(), findings }
    }

    fn answered(outcome: TestOutcome, reason: &str) -> TestResult {
        let title = CheckTitle { name: "crlf-line-ends", asks: "Why not?", group: None };
        TestResult {
            input: Some("GAME\r\n".to_string()),
            answer: Some("E b6 a5".to_string()),
            charged: Some(0.0014),
            ..TestResult::new(title, outcome, reason)
        }
    }

    #[test]
    fn each_has_a_line_and_failures_their_reasons() {
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
";
        let lines = report().findings.iter().map(|one| format!("{one}\n")).collect::<String>();
        assert_eq!(lines, expected);
        assert_eq!(report().counts(), "1 passed, 1 late, 1 failed, 1 skipped");
    }

    #[test]
    fn json_has_the_result_beside_the_name_and_is_read_again() {
        let json = serde_json::to_value(report()).expect("plain data");
        assert_eq!(field(&json, 0, "result"), "passed");
        assert_eq!(
            (field(&json, 1, "result"), field(&json, 1, "reason")),
            ("failed".into(), "no output.txt".into())
        );
        assert_eq!(field(&json, 2, "result"), "skipped");
        assert!(field(&json, 2, "answer").is_null() && field(&json, 0, "reason").is_null());
        let read: Vec<TestResult> = serde_json::from_value(json["findings"].clone()).expect("read");
        assert_eq!(read, report().findings);
    }

    fn field(json: &serde_json::Value, index: usize, field: &str) -> serde_json::Value {
        json["findings"][index][field].clone()
    }

    #[test]
    fn times_have_units_that_fit() {
        assert_eq!(time(Duration::from_micros(1_449)), "1.4 ms");
        assert_eq!(time(Duration::from_millis(2_346)), "2.35 s");
    }

    /// A failure may depend on these options: without their words the command would not show it.
    #[test]
    fn the_command_of_a_failed_check_carries_the_profile_and_the_form_of_answers() {
        let temp_root = runner::TempRoot::new().expect("a folder");
        let agent = Agent::find("sh -c true", "homework").expect("an agent");
        let (spec, course) = (Profile::Spec, Profile::Course);
        let (lenient, exact) = (AnswerForm::Lenient, AnswerForm::Exact);
        for (profile, answers, more) in [
            (spec, lenient, &[][..]),
            (course, lenient, &["--profile", "course"]),
            (spec, exact, &["--answers", "exact"]),
            (course, exact, &["--profile", "course", "--answers", "exact"]),
        ] {
            for (sandbox_mode, last) in
                [(SandboxMode::On, None), (SandboxMode::Off, Some("--no-sandbox"))]
            {
                let options = CheckOptions {
                    temp_root: &temp_root,
                    sandbox_mode,
                    replies: ReplyRules { profile, answers },
                    keep: None,
                    named: None,
                    libraries: &[],
                };
                let command = again(GameName::Checkers, &agent, "must-jump", options);
                let asked = agent.command();
                let mut words = vec!["referee", "check", &asked, "--only", "must-jump"];
                words.extend(more);
                words.extend(last);
                let found = shell_words::split(&command).expect("words");
                assert_eq!(found, words, "{command}");
            }
        }
    }
}
