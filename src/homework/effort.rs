//! How long to think: as the clock says, or, for comparisons, a fixed amount of time or of work for
//! each move, or of time for the game.

use crate::homework::complaint::complain;
use crate::homework::plan;
use crate::player;
use crate::player::{Choice, Question};
use crate::time::{CpuClock, Mode, Task};
use evaluation::checkers::CheckersEvaluator;
use games::checkers::{Move, Position};
use search::{DepthLimit, NodeLimit, TableSnapshot};
use std::path::Path;
use std::time::Duration;

/// What ends a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// The seconds left, from `input.txt`.
    Clock,
    /// So much CPU time for this move, as if it were a single one.
    Time(Duration),
    /// So much CPU time for all moves of the game, whatever the opponent spends.
    Game(Duration),
    /// So many nodes.
    Nodes(u64),
    /// So many plies.
    Depth(i16),
}

/// The table of a search of fixed effort, always the same: its size is part of what is repeated.
const TABLE_BYTES: usize = 16 << 20;

impl Effort {
    /// What the words of a command ask for: nothing, `--move-time SECONDS`, `--game-time SECONDS`,
    /// `--nodes N` or `--depth N`. Anything else is ignored, with a word about it: a judge that passes it
    /// still wants a move.
    pub fn of_words(words: impl IntoIterator<Item = String>) -> Self {
        let words: Vec<String> = words.into_iter().collect();
        let asked = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            [] => return Effort::Clock,
            ["--move-time", seconds] => duration(seconds).map(Effort::Time),
            ["--game-time", seconds] => duration(seconds).map(Effort::Game),
            ["--nodes", nodes] => nodes.parse().ok().map(Effort::Nodes),
            ["--depth", depth] => depth.parse().ok().map(Effort::Depth),
            _ => None,
        };
        asked.filter(|effort| effort.is_any()).unwrap_or_else(|| {
            let said = words.join(" ");
            complain(&format!(
                "\"{said}\" is ignored; homework takes --move-time SECONDS, --game-time SECONDS, \
                 --nodes N or --depth N, above 0"
            ));
            Effort::Clock
        })
    }

    const fn is_any(&self) -> bool {
        match *self {
            Effort::Clock => true,
            Effort::Time(time) | Effort::Game(time) => !time.is_zero(),
            Effort::Nodes(nodes) => nodes > 0,
            Effort::Depth(plies) => plies > 0,
        }
    }

    /// Is the clock a part of the game, so that a draw is won by the side with more time left?
    pub(super) const fn minds_the_clock(&self) -> bool {
        matches!(self, Effort::Clock | Effort::Game(_))
    }

    /// Chooses a move with this effort.
    pub(super) fn choose(
        self,
        dir: &Path,
        question: Question<'_, Position>,
        clock: CpuClock,
        snapshot: &TableSnapshot,
        evaluator: &mut CheckersEvaluator<'_>,
    ) -> Option<Choice<Move>> {
        let Question { position, path, task } = question;
        let by_the_clock = |path, task, evaluator: &mut CheckersEvaluator<'_>| {
            let question = Question { position, path, task };
            player::choose(question, || plan::machine(dir), clock, snapshot, evaluator)
        };
        match self {
            Effort::Clock => by_the_clock(path, task, evaluator),
            Effort::Time(remaining) => {
                by_the_clock(path, Task { mode: Mode::Single, remaining, ..task }, evaluator)
            }
            Effort::Game(time) => {
                let ours = task.spent.map_or(Duration::ZERO, |spent| spent.ours);
                let remaining = time.saturating_sub(ours).min(task.remaining);
                by_the_clock(path, Task { remaining, spent: None, ..task }, evaluator)
            }
            Effort::Nodes(nodes) => {
                let limit = NodeLimit(nodes);
                player::choose_under(position, path, TABLE_BYTES, limit, evaluator)
                    .map(Choice::without_search)
            }
            Effort::Depth(plies) => {
                let limit = DepthLimit(plies);
                player::choose_under(position, path, TABLE_BYTES, limit, evaluator)
                    .map(Choice::without_search)
            }
        }
    }
}

/// A time of so many seconds.
fn duration(seconds: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(seconds.parse().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_ask_for_an_effort_and_nonsense_for_none() {
        let asked = |text: &str| Effort::of_words(text.split_whitespace().map(str::to_string));
        assert_eq!(asked(""), Effort::Clock);
        assert_eq!(asked("--move-time 0.25"), Effort::Time(Duration::from_millis(250)));
        assert_eq!(asked("--game-time 1"), Effort::Game(Duration::from_secs(1)));
        assert_eq!(asked("--nodes 5000"), Effort::Nodes(5_000));
        assert_eq!(asked("--depth 6"), Effort::Depth(6));
        let nonsense = ["--nodes", "--nodes 0", "--nodes x", "--depth -1", "--depth 6 7", "x"];
        let times = ["--move-time 0", "--move-time -1", "--move-time nan", "--move-time 1e30"];
        for nonsense in nonsense.into_iter().chain(times) {
            assert_eq!(asked(nonsense), Effort::Clock, "{nonsense}");
        }
    }
}
