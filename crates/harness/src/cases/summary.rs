//! The text about tests: a line or a paragraph for each, and one line at the end.

use crate::cases::test_case::{ScriptReport, TestReport};
use crate::scripts::expected::{FileComparison, path_for};
use cli::visible;
use std::fmt;
use std::path::Path;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunSummary {
    /// Tests without a failure or a difference.
    pub passed: usize,
    pub failed: usize,
    /// The number of `.std` files, of all tests.
    pub written: usize,
    /// Tests that were not run, because of an interruption.
    pub not_run: usize,
}

impl RunSummary {
    pub fn add(&mut self, report: &TestReport) {
        if report.passed() {
            self.passed += 1;
        } else {
            self.failed += 1;
        }
        let results = report.scripts.iter().map(|script| &script.result);
        self.written += results.filter(|it| matches!(it, Ok(FileComparison::Written))).count();
    }
}

impl fmt::Display for RunSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tests = cli::counted(self.passed + self.failed, "test");
        write!(f, "{tests}: {} passed, {} failed", self.passed, self.failed)?;
        if self.written > 0 {
            write!(f, ", {} .std written", self.written)?;
        }
        if self.not_run > 0 {
            write!(f, ", {} not run", self.not_run)?;
        }
        Ok(())
    }
}

/// One line for a test, and below it each failure, each difference, output without a `.std` file,
/// and each remark.
pub fn describe(report: &TestReport) -> String {
    let paths = report.scripts.iter().map(|script| visible::path(&script.path));
    let names = paths.collect::<Vec<_>>().join(" ");
    let result = if report.passed() { "passed" } else { "FAILED" };
    let mut text = format!("{result}  {names}  {:.2} s\n", report.time.as_secs_f64());
    for script in &report.scripts {
        let name = if report.scripts.len() > 1 { file_name(&script.path) } else { String::new() };
        let remarks = script.remarks.iter().map(|remark| format!("remark: {remark}"));
        for lines in describe_script(script).into_iter().chain(remarks) {
            for line in format!("{name}{lines}").lines() {
                text.push_str(format!("    {line}").trim_end());
                text.push('\n');
            }
        }
    }
    text
}

/// The names of a test's files: `first-1.in`, or those of both with a blank between.
pub fn names(report: &TestReport) -> String {
    let names = report.scripts.iter().filter_map(|script| script.path.file_name());
    names.map(|name| name.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}

fn file_name(path: &Path) -> String {
    path.file_name().map(|name| format!("{}: ", name.to_string_lossy())).unwrap_or_default()
}

fn describe_script(script: &ScriptReport) -> Option<String> {
    let std_file = path_for(&script.path);
    let std_file = visible::path(std_file);
    match &script.result {
        Err(failure) => Some(failure.to_string()),
        Ok(FileComparison::Same) => None,
        Ok(FileComparison::Different(difference)) => {
            Some(format!("the output is not that of {std_file}\n{difference}"))
        }
        Ok(FileComparison::Written) => Some(format!("wrote {std_file}")),
        Ok(FileComparison::NoFile(seen)) if seen.is_empty() => None,
        Ok(FileComparison::NoFile(seen)) => {
            let seen = seen.join("\n");
            Some(format!(
                "there is no {std_file} to compare with (--update writes it); seen:\n{seen}"
            ))
        }
    }
}
