//! The end of a search: by the clock or, for comparisons, at a fixed time, number of nodes or
//! depth.

use crate::homework::plan;
use crate::player;
use crate::player::{Choice, Question};
use crate::time::{Clock, CpuClock, Mode, Task};
use crate::warning::warn;
use evaluation::checkers::CheckersEvaluator;
use games::checkers::{Move, Position};
use search::{Control, DepthLimit, NodeLimit, Progress, Stopped};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchLimit {
    /// The seconds left, from `input.txt`.
    Clock,
    /// This CPU time for this move, whatever is left.
    MoveTime(Duration),
    /// This CPU time for all moves of the game, whatever the opponent spends.
    GameTime(Duration),
    Nodes(u64),
    /// In plies.
    Depth(i16),
}

/// The table of a search of fixed nodes or depth, in bytes: always the same, since its size changes
/// the search.
const TABLE_BYTES: usize = 16 << 20;

impl SearchLimit {
    /// The limit that the arguments of the program ask for: none, `--move-time SECONDS`,
    /// `--game-time SECONDS`, `--nodes N` or `--depth N`. Others are ignored, with a warning: a
    /// referee that passes them still wants a move.
    pub fn from_args(args: impl IntoIterator<Item = String>) -> Self {
        let args: Vec<String> = args.into_iter().collect();
        let asked = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            [] => return SearchLimit::Clock,
            ["--move-time", seconds] => duration(seconds).map(SearchLimit::MoveTime),
            ["--game-time", seconds] => duration(seconds).map(SearchLimit::GameTime),
            ["--nodes", nodes] => nodes.parse().ok().map(SearchLimit::Nodes),
            ["--depth", depth] => depth.parse().ok().map(SearchLimit::Depth),
            _ => None,
        };
        asked.filter(SearchLimit::is_above_zero).unwrap_or_else(|| {
            let said = args.join(" ");
            warn(format_args!(
                "\"{said}\" is ignored; homework takes --move-time SECONDS, --game-time SECONDS, \
                 --nodes N or --depth N, above 0"
            ));
            SearchLimit::Clock
        })
    }

    const fn is_above_zero(&self) -> bool {
        match *self {
            SearchLimit::Clock => true,
            SearchLimit::MoveTime(time) | SearchLimit::GameTime(time) => !time.is_zero(),
            SearchLimit::Nodes(nodes) => nodes > 0,
            SearchLimit::Depth(plies) => plies > 0,
        }
    }

    /// Is time a part of the game, so that a draw is won by the side with more time left?
    pub(super) const fn leaves_the_clock_in_the_game(&self) -> bool {
        matches!(self, SearchLimit::Clock | SearchLimit::GameTime(_))
    }

    /// Searches for a move within this limit. `None` if there is no time for a search. If the clock
    /// ends the search, the figures of the machine are read from `dir`.
    pub(super) fn search(
        self,
        dir: &Path,
        question: Question<'_, Position>,
        clock: CpuClock,
        evaluator: &mut CheckersEvaluator<'_>,
        best_so_far: &mut dyn FnMut(Move),
    ) -> Option<Choice<Move>> {
        let task = match self {
            SearchLimit::Nodes(nodes) => {
                return fixed(question, NodeLimit(nodes), clock, evaluator);
            }
            SearchLimit::Depth(plies) => {
                return fixed(question, DepthLimit(plies), clock, evaluator);
            }
            SearchLimit::Clock => question.task,
            SearchLimit::MoveTime(remaining) => {
                Task { mode: Mode::MoveTime, remaining, ..question.task }
            }
            SearchLimit::GameTime(time) => with_game_time(time, question.task),
        };
        let question = Question { task, ..question };
        player::search_by_clock(question, &plan::machine(dir), clock, evaluator, best_so_far)
    }
}

/// A limit that others may cut short.
struct CutOff<C> {
    limit: C,
    clock: CpuClock,
}

/// The nodes between two checks of the outer limits: less than a millisecond.
const LOOK: u64 = 2_048;

impl<C: Control> Control for CutOff<C> {
    fn poll(&mut self, nodes: u64) -> Result<u64, Stopped> {
        if self.clock.is_cut_off(Duration::MAX) {
            return Err(Stopped);
        }
        Ok(self.limit.poll(nodes)?.min(nodes + LOOK))
    }

    fn finished(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.limit.finished(progress)
    }
}

/// A search that does not depend on the machine, and leaves nothing to the next.
fn fixed(
    question: Question<'_, Position>,
    limit: impl Control,
    clock: CpuClock,
    evaluator: &mut CheckersEvaluator<'_>,
) -> Option<Choice<Move>> {
    let Question { position, history, .. } = question;
    let limit = CutOff { limit, clock };
    let best = player::search_under(position, history, TABLE_BYTES, limit, evaluator);
    best.map(Choice::without_search)
}

/// The task of a game with `time` for all our moves, less what earlier ones have used.
fn with_game_time(time: Duration, task: Task) -> Task {
    let initial = task.opponent.map_or(task.remaining, |opponent| opponent.initial);
    let used = initial.saturating_sub(task.remaining);
    let remaining = time.saturating_sub(used).min(task.remaining);
    Task { remaining, free: Duration::ZERO, opponent: None, ..task }
}

fn duration(seconds: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(seconds.parse().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_ask_for_a_limit_and_nonsense_for_none() {
        let asked =
            |text: &str| SearchLimit::from_args(text.split_whitespace().map(str::to_string));
        assert_eq!(asked(""), SearchLimit::Clock);
        assert_eq!(asked("--move-time 0.25"), SearchLimit::MoveTime(Duration::from_millis(250)));
        assert_eq!(asked("--game-time 1"), SearchLimit::GameTime(Duration::from_secs(1)));
        assert_eq!(asked("--nodes 5000"), SearchLimit::Nodes(5_000));
        assert_eq!(asked("--depth 6"), SearchLimit::Depth(6));
        let nonsense = ["--nodes", "--nodes 0", "--nodes x", "--depth -1", "--depth 6 7", "x"];
        let times = ["--move-time 0", "--move-time -1", "--move-time nan", "--move-time 1e30"];
        for nonsense in nonsense.into_iter().chain(times) {
            assert_eq!(asked(nonsense), SearchLimit::Clock, "{nonsense}");
        }
    }
}
