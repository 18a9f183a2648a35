//! What is said about tests: a line or a paragraph for each, and one line in the end.

use crate::standard::{Comparison, path_for};
use crate::trial::{Part, Report};
use std::fmt;
use std::path::Path;

/// The counts of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Tests without a failure or a difference.
    pub passed: usize,
    /// The others.
    pub failed: usize,
    /// `.std` files written.
    pub written: usize,
    /// Tests that were not run, because the user wanted an end.
    pub left_out: usize,
}

impl Summary {
    /// Counts one more.
    pub fn add(&mut self, report: &Report) {
        if report.passed() {
            self.passed += 1;
        } else {
            self.failed += 1;
        }
        let is_written = |part: &&Part| matches!(part.result, Ok(Comparison::Written));
        self.written += report.parts.iter().filter(is_written).count();
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.passed + self.failed;
        let tests = if count == 1 { "test" } else { "tests" };
        write!(f, "{count} {tests}: {} passed, {} failed", self.passed, self.failed)?;
        if self.written > 0 {
            write!(f, ", {} .std written", self.written)?;
        }
        if self.left_out > 0 {
            write!(f, ", {} not run", self.left_out)?;
        }
        Ok(())
    }
}

/// One line for a test that passed; below it, what cannot be seen elsewhere.
pub fn tell(report: &Report) -> String {
    let paths = report.parts.iter().map(|part| part.path.display().to_string());
    let names = paths.collect::<Vec<_>>().join(" ");
    let verdict = if report.passed() { "passed" } else { "FAILED" };
    let mut text = format!("{verdict}  {names}  {:.2} s\n", report.time.as_secs_f64());
    for part in &report.parts {
        let name = if report.parts.len() > 1 { file_name(&part.path) } else { String::new() };
        if let Some(said) = tell_part(part) {
            for line in format!("{name}{said}").lines() {
                text.push_str(format!("    {line}").trim_end());
                text.push('\n');
            }
        }
    }
    text
}

fn file_name(path: &Path) -> String {
    path.file_name().map(|name| format!("{}: ", name.to_string_lossy())).unwrap_or_default()
}

fn tell_part(part: &Part) -> Option<String> {
    let standard = path_for(&part.path);
    let standard = standard.display();
    match &part.result {
        Err(failure) => Some(failure.to_string()),
        Ok(Comparison::Same) => None,
        Ok(Comparison::Different(difference)) => {
            Some(format!("the output is not that of {standard}\n{difference}"))
        }
        Ok(Comparison::Written) => Some(format!("wrote {standard}")),
        Ok(Comparison::NoStandard(seen)) if seen.is_empty() => None,
        Ok(Comparison::NoStandard(seen)) => {
            let seen = seen.join("\n");
            Some(format!(
                "there is no {standard} to compare with (--update writes it); seen:\n{seen}"
            ))
        }
    }
}
