//! How long an agent may be idle, in a run and in a game: a sleeper costs a bounded time, and a
//! busy machine makes nobody hung.

use runner::process::{IDLE_LIMIT, RunEnd, RunReport, RunSpec};
use std::time::Duration;

/// Wall time that an agent may be idle in a run, beyond what it needs for its CPU time.
const IDLE_RESERVE: Duration = Duration::from_secs(10);
/// Idle time allowed for each second of CPU time in a run.
const IDLE_PER_CPU: u32 = 3;
/// Wall time that an agent may be idle in all runs of a game together.
pub(super) const IDLE_IN_GAME: Duration = Duration::from_secs(60);
/// Wall time for each second of CPU time, and beyond it: only a machine that gives an agent less
/// than a hundredth of a core reaches it.
const WALL_PER_CPU: u32 = 100;
const WALL_RESERVE: Duration = Duration::from_secs(600);

/// The most wall time for work of this CPU time.
pub(super) const fn longest_wall(cpu: Duration) -> Duration {
    cpu.saturating_mul(WALL_PER_CPU).saturating_add(WALL_RESERVE)
}

#[derive(Debug, Default)]
pub(super) struct IdleTime {
    used: Duration,
    passed: Option<String>,
}

impl IdleTime {
    /// Sets the limits of the next run, whose CPU time is known.
    pub(super) fn limit(&self, spec: &mut RunSpec) {
        let cpu = spec.cpu_limit;
        spec.wall_limit = longest_wall(cpu);
        let in_run = cpu.saturating_mul(IDLE_PER_CPU).saturating_add(IDLE_RESERVE);
        spec.idle_total = in_run.min(IDLE_IN_GAME.saturating_sub(self.used));
    }

    /// Counts a run, without the part of its idle time that is `free`.
    pub(super) fn note(&mut self, run: &RunReport, spec: &RunSpec, free: Duration) {
        self.used += run.idle.saturating_sub(free);
        self.passed = (run.end == RunEnd::OverWall).then(|| self.sentence(run, spec));
    }

    /// Which limit the last run has passed, for people, if it was ended by one.
    pub(super) fn passed(&self) -> Option<&str> {
        self.passed.as_deref()
    }

    fn sentence(&self, run: &RunReport, spec: &RunSpec) -> String {
        if run.wall >= spec.wall_limit {
            return format!("it took {} s of wall time", run.wall.as_secs());
        }
        let (idle, all) = (run.idle.as_secs(), IDLE_IN_GAME.as_secs());
        if self.used >= IDLE_IN_GAME {
            let used = self.used.as_secs();
            return format!(
                "it was idle for {idle} s in this turn and {used} s in the game; {all} s are allowed"
            );
        }
        let (most, without) = (spec.idle_total.as_secs(), IDLE_LIMIT.as_secs());
        format!(
            "it was idle for {idle} s in this turn; {most} s are allowed, {without} s without a \
             break"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use runner::IdleSum;

    #[test]
    fn the_sentence_names_the_limit_that_was_passed() {
        let second = Duration::from_secs(1);
        let mut spec = RunSpec {
            program: "x".into(),
            args: Vec::new(),
            dir: "x".into(),
            cpu_limit: 2 * second,
            wall_limit: second,
            idle_limit: IDLE_LIMIT,
            idle_total: second,
            answer: None,
            cores: None,
            disk_limit: None,
            memory_limit: None,
            sandbox: None,
            stop: None,
            idle_sum: IdleSum::default(),
            variables: Vec::new(),
            turn_clock: None,
        };
        let mut idle = IdleTime::default();
        let mut run = |wait: u32| {
            idle.limit(&mut spec);
            let (charge, user, end) = (second, second, RunEnd::OverWall);
            let report = RunReport { charge, user, wall: wait * second, idle: wait * second, end };
            idle.note(&report, &spec, Duration::ZERO);
            (spec.idle_total, idle.passed().unwrap_or_default().to_string())
        };
        let (most, text) = run(17);
        assert_eq!(most, 16 * second);
        assert!(text.starts_with("it was idle for 17 s in this turn; 16 s are allowed"), "{text}");
        assert_eq!(run(40).0, 16 * second);
        let (most, text) = run(4);
        assert_eq!(most, 3 * second, "61 s in the game");
        assert!(text.ends_with("61 s in the game; 60 s are allowed"), "{text}");
    }
}
