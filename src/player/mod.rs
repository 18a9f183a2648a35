//! Floor 5: position, history and budget in; a move out.
//!
//! No file and no process is known here, and no particular game: [`choose`] is what `homework` and
//! the text players share.

mod first;
mod machine;

use crate::game::Evaluate;
use crate::search::{Path, Report, Table, search};
use crate::time::{Budget, Clock, Deadline, Reserve, Task};
use std::time::Duration;

pub use first::first_thought;
pub use machine::Machine;

/// A position to move in, with the game that led to it.
#[derive(Debug)]
pub struct Question<'a, G> {
    /// Where we are to move.
    pub position: &'a G,
    /// The game so far; its last position is `position`.
    pub path: Path,
    /// The time there is.
    pub task: Task,
    /// What the judge charged in earlier moves beyond what we measured ourselves.
    pub overhead: Duration,
}

/// How a move was found.
#[derive(Debug)]
pub enum Choice<M: Copy> {
    /// Nothing else can be played, or nothing that makes a difference.
    Forced(M),
    /// There was no time to search: the first thought stands.
    Hasty(M),
    /// A search found it.
    Searched(Report<M>),
}

impl<M: Copy> Choice<M> {
    /// The move to play.
    pub fn best(&self) -> M {
        match self {
            Choice::Forced(mv) | Choice::Hasty(mv) => *mv,
            Choice::Searched(report) => report.best,
        }
    }
}

/// Chooses a move; none if there is no legal one. `clock` shows what this process has used;
/// `machine` is asked only if there is something to search.
pub fn choose<G: Evaluate, C: Clock>(
    question: Question<'_, G>,
    machine: impl FnOnce() -> Machine,
    mut clock: C,
) -> Option<Choice<G::Move>> {
    if let Some(forced) = forced_move(question.position) {
        return Some(Choice::Forced(forced));
    }
    let hasty = || first_thought(question.position).map(Choice::Hasty);
    let machine = machine();
    let plan = Plan::of(question.task, question.overhead, &machine);
    if clock.has_used(plan.budget.hard) {
        return hasty();
    }
    let mut table = Table::with_bytes(plan.table_bytes);
    let mut deadline = Deadline::new(clock, plan.budget, machine.nodes_per_second);
    let report = search(question.position, question.path, &mut table, &mut deadline)?;
    // A search stopped before its first depth knows no more than the order of the list.
    if report.progress.depth.is_spent() { hasty() } else { Some(Choice::Searched(report)) }
}

/// A legal move, if all of them lead to one and the same position.
fn forced_move<G: Evaluate>(position: &G) -> Option<G::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut outcomes = moves.iter().map(|&mv| position.play(mv).key());
    let first = outcomes.next();
    if outcomes.all(|key| Some(key) == first) { moves.first().copied() } else { None }
}

/// What a move may use: time, and memory that fits the time.
#[derive(Debug)]
struct Plan {
    budget: Budget,
    table_bytes: usize,
}

impl Plan {
    /// The table is sized to the nodes that the time is good for, and the time is cut by what it
    /// costs to give the table back.
    fn of(task: Task, overhead: Duration, machine: &Machine) -> Plan {
        let with_table = |bytes| {
            Budget::allot(task, Reserve::of(machine.costs, bytes, overhead, task.remaining))
        };
        let search_time = with_table(0).hard.saturating_sub(task.used);
        let table_bytes = machine.table_bytes(search_time);
        Plan { budget: with_table(table_bytes), table_bytes }
    }
}
