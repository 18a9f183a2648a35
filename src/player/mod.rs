//! Floor 5: position, history and budget in; a move out.
//!
//! No file and no process is known here, and no particular game: [`choose`] is what `homework` and
//! the text players share.

mod fallback;
mod machine;

use crate::time::{Budget, Clock, Deadline, Reserve, Task};
use games::MoveHints;
use search::Score;
use search::{Control, Evaluator, KeyHistory, TableSnapshot, TranspositionTable, search};

pub use fallback::fallback_move;
pub use machine::Machine;

/// A position to move in, with the game that led to it.
#[derive(Debug)]
pub struct Question<'a, G> {
    /// Where we are to move.
    pub position: &'a G,
    /// The game so far; its last position is `position`.
    pub path: KeyHistory,
    /// The time there is.
    pub task: Task,
}

/// Chooses a move by search. None if there is no time for one, so that the [`fallback_move`] has to
/// do, or no legal move. `clock` shows what this process has used; `machine` is asked only if there
/// is something to choose. `snapshot` is what the search for our last move has left.
pub fn choose<G: MoveHints, C: Clock>(
    question: Question<'_, G>,
    machine: impl FnOnce() -> Machine,
    mut clock: C,
    snapshot: &TableSnapshot,
    evaluator: &mut impl Evaluator<G>,
) -> Option<Choice<G::Move>> {
    if let Some(obvious) = obvious_move(question.position, &question.path, evaluator) {
        return Some(Choice::without_search(obvious));
    }
    let machine = machine();
    let plan = Plan::of(question.task, &machine);
    if clock.has_used(plan.budget.hard) {
        return None;
    }
    let deadline = Deadline::new(clock, plan.budget, machine.nodes_per_second);
    let mut table = TranspositionTable::with_bytes(plan.table_bytes);
    let entries = plan.entries_to_leave();
    table.restore(snapshot, entries);
    let best = search_under(question.position, question.path, &mut table, deadline, evaluator)?;
    Some(Choice { best, searched: Some((table, entries)) })
}

/// A chosen move, and what the search for it leaves to the next.
#[derive(Debug)]
pub struct Choice<M> {
    /// The move.
    pub best: M,
    /// The table of the search, and how many entries are worth keeping.
    searched: Option<(TranspositionTable, usize)>,
}

impl<M> Choice<M> {
    /// A move that was found without a search that leaves anything.
    pub const fn without_search(best: M) -> Self {
        Choice { best, searched: None }
    }

    /// Puts what the search leaves in the place of what an earlier one has left. That takes time which
    /// the budget has set aside, but the move should be on disk by then.
    pub fn leave(self, snapshot: &mut TableSnapshot) {
        if let Some((table, entries)) = self.searched {
            snapshot.take_from(&table, entries);
        }
    }
}

/// Chooses a move by a search that `control` ends. None if it ends before the first depth is
/// finished, or if there is no legal move.
pub fn choose_under<G: MoveHints, C: Control>(
    position: &G,
    path: KeyHistory,
    table_bytes: usize,
    control: C,
    evaluator: &mut impl Evaluator<G>,
) -> Option<G::Move> {
    if let Some(obvious) = obvious_move(position, &path, evaluator) {
        return Some(obvious);
    }
    let mut table = TranspositionTable::with_bytes(table_bytes);
    search_under(position, path, &mut table, control, evaluator)
}

/// The same where there is something to choose.
fn search_under<G: MoveHints, C: Control>(
    position: &G,
    path: KeyHistory,
    table: &mut TranspositionTable,
    mut control: C,
    evaluator: &mut impl Evaluator<G>,
) -> Option<G::Move> {
    let report = search(position, path, table, &mut control, evaluator)?;
    // A search stopped before its first depth knows no more than the order of the list.
    (!report.progress.depth.is_spent()).then_some(report.best)
}

/// The move for which no search is needed: there is no other, or it is known to be the best.
pub fn obvious_move<G: MoveHints>(
    position: &G,
    path: &KeyHistory,
    evaluator: &impl Evaluator<G>,
) -> Option<G::Move> {
    forced_move(position)
        .or_else(|| evaluator.probe_root(position, path.turns_left(), |key| path.occurrences(key)))
}

/// A legal move, if all of them lead to one and the same position.
fn forced_move<G: MoveHints>(position: &G) -> Option<G::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut outcomes = moves.iter().map(|&mv| position.play(mv).key());
    let first = outcomes.next();
    if outcomes.all(|key| Some(key) == first) { moves.first().copied() } else { None }
}

/// What a draw is worth to a player who is ahead on the clock with this certainty, from -1 to 1: such a
/// draw is won, but not so much as to let a man go for it. In steps, so that it seldom changes.
pub fn worth_of_a_draw(lead: f64) -> Score {
    let step = (lead * DRAW_STEPS).round();
    Score::from_eval((step / DRAW_STEPS * WORTH_WHEN_AHEAD) as i32)
}

/// A drawn game with more time left, in units of the evaluation.
const WORTH_WHEN_AHEAD: f64 = 40.0;
const DRAW_STEPS: f64 = 2.0;

/// One entry is left for so many bytes of the table.
const BYTES_FOR_ONE_LEFT: usize = 256;

/// What a move may use: time, and memory that fits the time.
#[derive(Debug)]
struct Plan {
    budget: Budget,
    table_bytes: usize,
}

impl Plan {
    /// The table is sized to the nodes that the time is usually good for, and the time is cut by what it
    /// costs to give the table back.
    fn of(task: Task, machine: &Machine) -> Plan {
        let with_table = |bytes| {
            Budget::allot(task, Reserve::of(machine.costs, bytes, task.overhead, task.remaining))
        };
        let table_bytes = machine.table_bytes(with_table(0).usual_time(task.used));
        let table_bytes = TranspositionTable::rounded_bytes(table_bytes);
        Plan { budget: with_table(table_bytes), table_bytes }
    }

    /// How many entries of the table to leave to the next move: as many as cost less time to write
    /// and to read than they save.
    fn entries_to_leave(&self) -> usize {
        (self.table_bytes / BYTES_FOR_ONE_LEFT).min(TableSnapshot::MOST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::{Costs, FakeClock, Mode, Stage};
    use evaluation::checkers::CheckersEvaluator;
    use games::Game;
    use games::checkers::Position;
    use std::time::Duration;

    const MACHINE: Machine = Machine { costs: Costs::DEFAULT, nodes_per_second: 5e6 };

    fn task(milliseconds: u64) -> Task {
        Task {
            mode: Mode::Single,
            stage: Stage::Opening,
            moves_to_come: 30,
            remaining: Duration::from_millis(milliseconds),
            used: Duration::from_millis(1),
            overhead: Duration::ZERO,
            spent: None,
        }
    }

    #[test]
    fn the_plan_depends_on_everything_it_is_told() {
        let hard = |task: Task, machine: &Machine| Plan::of(task, machine).budget.hard;
        let plain = hard(task(1_000), &MACHINE);
        let judged = Task { overhead: Duration::from_millis(100), ..task(1_000) };
        let less = plain - hard(judged, &MACHINE);
        // The smaller table, which takes less time to give back, makes up for a little of it.
        assert!((95..=100).contains(&less.as_millis()), "{less:?}");
        let costs = Costs { exit: Duration::from_millis(5), ..Costs::DEFAULT };
        assert!(hard(task(1_000), &Machine { costs, ..MACHINE }) < plain);
        let game = Task { mode: Mode::Game, ..task(1_000) };
        assert!(hard(game, &MACHINE) < plain / 4);
        let fast = Machine { nodes_per_second: 5e7, ..MACHINE };
        assert!(
            Plan::of(task(1_000), &fast).table_bytes > Plan::of(task(1_000), &MACHINE).table_bytes
        );
    }

    #[test]
    fn with_one_legal_move_neither_the_machine_is_asked_nor_the_clock() {
        let rows = ".b.....b/b...b.b./.b...b.b/..b.w.../......../w...w.../.w.w...w/w...w.w.";
        let side = games::board::Side::Black;
        let position = Position::from_rows(rows.split('/'), side).expect("a board");
        let path = KeyHistory::starting_at(&position, 0);
        let question = Question { position: &position, path, task: task(0) };
        let ask = || panic!("nothing is to be searched");
        let choice = choose(
            question,
            ask,
            FakeClock::default(),
            &TableSnapshot::default(),
            &mut CheckersEvaluator::built_in(),
        );
        assert_eq!(
            choice.map(|choice| choice.best),
            fallback_move(&position, &mut CheckersEvaluator::built_in())
        );
    }

    #[test]
    fn a_lead_is_worth_a_draw_and_its_lack_the_opposite() {
        assert_eq!(worth_of_a_draw(0.0), Score::DRAW);
        assert_eq!(worth_of_a_draw(1.0), Score::from_eval(WORTH_WHEN_AHEAD as i32));
        for lead in [0.1, 0.3, 0.6, 1.0] {
            assert!(worth_of_a_draw(lead) >= Score::DRAW);
            assert_eq!(worth_of_a_draw(-lead), -worth_of_a_draw(lead));
        }
    }

    #[test]
    fn without_time_there_is_no_choice_and_with_time_a_legal_one() {
        let position = Position::start();
        let choice = |task: Task| {
            let path = KeyHistory::starting_at(&position, 0);
            let question = Question { position: &position, path, task };
            let clock = FakeClock::default();
            clock.set(task.used);
            choose(
                question,
                || MACHINE,
                Ticking(clock),
                &TableSnapshot::default(),
                &mut CheckersEvaluator::built_in(),
            )
        };
        assert!(choice(task(1)).is_none());
        let mut legal = Vec::new();
        Game::legal_moves(&position, &mut legal);
        assert!(choice(task(100)).is_some_and(|choice| legal.contains(&choice.best)));
    }

    /// A clock that moves on by a tenth of a millisecond at each reading.
    struct Ticking(FakeClock);

    impl Clock for Ticking {
        fn used(&mut self) -> Duration {
            self.0.set(self.0.at_most() + Duration::from_micros(100));
            self.0.at_most()
        }

        fn at_most(&self) -> Duration {
            // Always in doubt, so that the clock is read whenever it is asked.
            Duration::MAX
        }
    }
}
