//! What a program does that says nothing.

use crate::rules::Ending;
use std::time::Duration;

/// What a program did whose answer came when it was ended.
pub(super) const UNFINISHED: &str = "did not end the line of its answer";

/// It computes until its CPU time is over, or waits for a line where it has printed its prompt
/// last, or may keep what it prints to itself where nothing has come at all. `what` it did follows
/// "it".
pub(super) fn silence(ending: Ending, what: &str, cpu: Duration, printed: &[String]) -> String {
    let last = printed.iter().rev().find(|line| !line.trim().is_empty());
    match (ending, last) {
        (Ending::KilledInMove, _) => {
            format!("it used {} s of CPU time and {what}", cpu.as_secs_f64())
        }
        (Ending::Hung, Some(line)) if line.trim_end().ends_with('>') => {
            format!("it {what} and waits for a line")
        }
        (Ending::Hung, None) => {
            format!(
                "it {what} and used no time; nothing has come from it: does it flush its output?"
            )
        }
        _ => format!("it {what} and used no time"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_computes_is_told_from_who_waits() {
        let told = |ending, printed: &str| {
            let cpu = Duration::from_millis(9_800);
            silence(ending, "announced no move", cpu, &[printed.to_string()])
        };
        let busy = "it used 9.8 s of CPU time and announced no move";
        assert_eq!(told(Ending::KilledInMove, "black>"), busy);
        assert_eq!(told(Ending::Hung, "black> "), "it announced no move and waits for a line");
        assert!(told(Ending::Hung, "").contains("does it flush its output?"));
        let idle = "it announced no move and used no time";
        assert_eq!(told(Ending::Hung, "thinking"), idle);
    }
}
