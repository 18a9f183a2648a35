//! How long to think: as the clock says, or, for comparisons that must repeat, a fixed amount of
//! work.

use crate::games::checkers::{Move, Position};
use crate::homework::complaint::complain;
use crate::homework::plan;
use crate::player::{self, Question};
use crate::search::{DepthLimit, NodeLimit};
use crate::time::CpuClock;
use std::path::Path;

/// What ends a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// The seconds left, from `input.txt`.
    Clock,
    /// So many nodes.
    Nodes(u64),
    /// So many plies.
    Depth(i16),
}

/// The table of a search of fixed effort, always the same: its size is part of what is repeated.
const TABLE_BYTES: usize = 16 << 20;

impl Effort {
    /// What the words of a command ask for: nothing, `--nodes N` or `--depth N`. Anything else is
    /// ignored, with a word about it: a judge that passes it still wants a move.
    pub fn of_words(words: impl IntoIterator<Item = String>) -> Self {
        let words: Vec<String> = words.into_iter().collect();
        let asked = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            [] => return Effort::Clock,
            ["--nodes", nodes] => nodes.parse().ok().map(Effort::Nodes),
            ["--depth", depth] => depth.parse().ok().map(Effort::Depth),
            _ => None,
        };
        asked.filter(|effort| effort.is_any()).unwrap_or_else(|| {
            let said = words.join(" ");
            complain(&format!(
                "\"{said}\" is ignored; homework takes --nodes N or --depth N, N above 0"
            ));
            Effort::Clock
        })
    }

    const fn is_any(&self) -> bool {
        match *self {
            Effort::Clock => true,
            Effort::Nodes(nodes) => nodes > 0,
            Effort::Depth(plies) => plies > 0,
        }
    }

    /// Chooses a move with this effort.
    pub(super) fn choose(
        self,
        dir: &Path,
        question: Question<'_, Position>,
        clock: CpuClock,
    ) -> Option<Move> {
        let Question { position, path, .. } = question;
        match self {
            Effort::Clock => player::choose(
                Question { position, path, ..question },
                || plan::machine(dir),
                clock,
            ),
            Effort::Nodes(nodes) => {
                player::choose_under(position, path, TABLE_BYTES, NodeLimit(nodes))
            }
            Effort::Depth(plies) => {
                player::choose_under(position, path, TABLE_BYTES, DepthLimit(plies))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_ask_for_an_effort_and_nonsense_for_none() {
        let asked = |text: &str| Effort::of_words(text.split_whitespace().map(str::to_string));
        assert_eq!(asked(""), Effort::Clock);
        assert_eq!(asked("--nodes 5000"), Effort::Nodes(5_000));
        assert_eq!(asked("--depth 6"), Effort::Depth(6));
        for nonsense in ["--nodes", "--nodes 0", "--nodes x", "--depth -1", "--depth 6 7", "x"] {
            assert_eq!(asked(nonsense), Effort::Clock, "{nonsense}");
        }
    }
}
