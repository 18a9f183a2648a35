//! Where a program runs, and how it is told the time that it has: in its environment, and in its
//! command.

use crate::rules::Timing;
use runner::TempRoot;
use runner::sandbox::SandboxMode;
use std::ffi::OsString;
use std::time::Duration;

/// Seconds for its own moves of a game.
const GAME_VARIABLE: &str = "CROWNHEAD_SECONDS";
/// Seconds for one move.
const MOVE_VARIABLE: &str = "CROWNHEAD_MOVE_TIME";

#[derive(Clone, Debug)]
pub struct DialoguePlace<'a> {
    pub temp_root: &'a TempRoot,
    pub sandbox_mode: SandboxMode,
    /// The cores it may run on; `None` means all.
    pub cores: Option<Vec<usize>>,
    /// How long it may be idle without a break while something is asked of it.
    pub idle_limit: Duration,
    /// What it is told of its clock.
    pub time: GivenTime,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivenTime {
    /// For its moves of a game, or for each of them.
    pub clock: Duration,
    pub timing: Timing,
    /// The longest time for one move, if it is shorter than the clock.
    pub per_move: Option<Duration>,
}

/// As the course's testers give it, where no game is played for points.
impl Default for GivenTime {
    fn default() -> Self {
        GivenTime { clock: Duration::from_secs(60), timing: Timing::Clocks, per_move: None }
    }
}

impl GivenTime {
    /// An argument of its command, with seconds in the place of `{seconds}` and `{move-time}`.
    pub fn fill(&self, argument: &str) -> String {
        let per_move = seconds(self.longest_move());
        argument.replace("{seconds}", &seconds(self.clock)).replace("{move-time}", &per_move)
    }

    /// For its environment.
    pub fn variables(&self) -> Vec<(OsString, OsString)> {
        let game = (self.timing == Timing::Clocks).then_some((GAME_VARIABLE, self.clock));
        let is_limited = self.per_move.is_some() || self.timing == Timing::Untimed;
        let per_move = is_limited.then(|| (MOVE_VARIABLE, self.longest_move()));
        let told = game.into_iter().chain(per_move);
        told.map(|(name, time)| (name.into(), seconds(time).into())).collect()
    }

    fn longest_move(&self) -> Duration {
        self.per_move.map_or(self.clock, |most| most.min(self.clock))
    }
}

fn seconds(time: Duration) -> String {
    time.as_secs_f64().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(timing: Timing, per_move: Option<u64>) -> (String, String) {
        let per_move = per_move.map(Duration::from_millis);
        let time = GivenTime { clock: Duration::from_millis(2_500), timing, per_move };
        let variables = time.variables().into_iter();
        let variables: Vec<_> =
            variables.map(|(name, value)| format!("{name:?}={value:?}")).collect();
        (time.fill("-t={seconds},{move-time}"), variables.join(" ").replace('"', ""))
    }

    #[test]
    fn a_program_is_told_what_it_has() {
        for (timing, per_move, filled, variables) in [
            (Timing::Clocks, None, "-t=2.5,2.5", "CROWNHEAD_SECONDS=2.5"),
            (
                Timing::Clocks,
                Some(500),
                "-t=2.5,0.5",
                "CROWNHEAD_SECONDS=2.5 CROWNHEAD_MOVE_TIME=0.5",
            ),
            (Timing::Untimed, None, "-t=2.5,2.5", "CROWNHEAD_MOVE_TIME=2.5"),
            (Timing::Untimed, Some(9_000), "-t=2.5,2.5", "CROWNHEAD_MOVE_TIME=2.5"),
        ] {
            let expected = (filled.to_string(), variables.to_string());
            assert_eq!(told(timing, per_move), expected, "{timing:?} {per_move:?}");
        }
    }
}
