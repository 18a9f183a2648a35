//! Position, history and budget in; a move out.
//!
//! No file and no process is known here, and no particular game. A caller asks [`obvious_move`]
//! first, which needs no time, and then one of the two searches: [`search_by_clock`] for the
//! agent's games, or [`search_under`] with any control; [`report_under`] also gives the score. If
//! neither finds a move in time, the [`fallback_move`] is played.

mod fallback;
mod machine;
mod memory;

use crate::time::{Budget, Clock, Deadline, Reserve, Task};
use games::MoveHints;
use search::{
    Control, Evaluator, KeyHistory, Score, SearchReport, TableSnapshot, TranspositionTable, search,
    search_lines,
};

pub use fallback::{fallback_move, scored_moves};
pub use machine::Machine;

/// A position to search, with the game that led to it.
#[derive(Debug)]
pub struct Question<'a, G> {
    /// The side to move is ours.
    pub position: &'a G,
    /// The game so far; its last position is `position`.
    pub history: KeyHistory,
    pub task: Task,
    /// Left by the search for our last move.
    pub snapshot: &'a TableSnapshot,
}

/// Searches for the best move until the time of the task is over, by `clock`, which shows what this
/// process has used. `best_so_far` gets the best move of each depth. `None` if there is no time for
/// a search, or no legal move.
pub fn search_by_clock<G: MoveHints, C: Clock>(
    question: Question<'_, G>,
    machine: &Machine,
    mut clock: C,
    evaluator: &mut impl Evaluator<G>,
    best_so_far: &mut dyn FnMut(G::Move),
) -> Option<Choice<G::Move>> {
    let plan = SearchPlan::of(question.task, machine);
    if clock.has_used(plan.budget.hard) {
        return None;
    }
    let mut deadline = Deadline::new(clock, plan.budget, machine.nodes_per_second);
    let mut table = TranspositionTable::with_bytes(plan.table_bytes);
    let entries = plan.snapshot_entries();
    table.restore(question.snapshot, entries);
    let Question { position, history, .. } = question;
    let tools = (&mut table, evaluator);
    let mut lines = search_lines(1, position, history, tools, &mut deadline, &mut |lines| {
        lines.iter().for_each(|line| best_so_far(line.best));
    });
    let best = lines.pop().filter(is_searched)?.best;
    Some(Choice { best, searched: Some((table, entries)) })
}

/// A chosen move, and the table that its search leaves for the next.
#[derive(Debug)]
pub struct Choice<M> {
    pub best: M,
    /// The table of the search, and how many entries are worth keeping.
    searched: Option<(TranspositionTable, usize)>,
}

impl<M> Choice<M> {
    /// A move that was found without a search that leaves anything.
    pub const fn without_search(best: M) -> Self {
        Choice { best, searched: None }
    }

    /// Replaces the snapshot of an earlier search by that of this one, if there was one. That takes
    /// time which the budget has set aside, but the move should be on disk by then.
    pub fn save_snapshot(self, snapshot: &mut TableSnapshot) {
        if let Some((table, entries)) = self.searched {
            snapshot.take_from(&table, entries);
        }
    }
}

/// Searches until `control` ends the search, with a fresh table of about `table_bytes`. `None` if
/// it ends before the first depth is finished, or if there is no legal move.
pub fn search_under<G: MoveHints, C: Control>(
    position: &G,
    history: KeyHistory,
    table_bytes: usize,
    control: C,
    evaluator: &mut impl Evaluator<G>,
) -> Option<G::Move> {
    let report = report_under(position, history, table_bytes, control, evaluator)?;
    Some(report.best)
}

/// [`search_under`] with the whole report: score, depth, nodes and line.
pub fn report_under<G: MoveHints, C: Control>(
    position: &G,
    history: KeyHistory,
    table_bytes: usize,
    control: C,
    evaluator: &mut impl Evaluator<G>,
) -> Option<SearchReport<G::Move>> {
    let mut table = TranspositionTable::with_bytes(table_bytes);
    search_in(position, history, &mut table, control, evaluator)
}

fn search_in<G: MoveHints, C: Control>(
    position: &G,
    history: KeyHistory,
    table: &mut TranspositionTable,
    mut control: C,
    evaluator: &mut impl Evaluator<G>,
) -> Option<SearchReport<G::Move>> {
    search(position, history, table, &mut control, evaluator).filter(is_searched)
}

/// A search stopped before its first depth knows no more than the order of the list.
fn is_searched<M: Copy>(report: &SearchReport<M>) -> bool {
    !report.progress.depth.is_spent()
}

/// The move that needs no search: the only one, or the best by the endgame tables. `None` if a
/// search must choose, or if there is no legal move.
pub fn obvious_move<G: MoveHints>(
    position: &G,
    history: &KeyHistory,
    evaluator: &impl Evaluator<G>,
) -> Option<G::Move> {
    let from_tables =
        || evaluator.probe_root(position, history.turns_left(), |key| history.occurrences(key));
    forced_move(position).or_else(from_tables)
}

/// A legal move, if all of them lead to one and the same position.
fn forced_move<G: MoveHints>(position: &G) -> Option<G::Move> {
    let moves = position.move_list();
    let mut outcomes = moves.iter().map(|&mv| position.play(mv).key());
    let first = outcomes.next();
    if outcomes.all(|key| Some(key) == first) { moves.first().copied() } else { None }
}

/// The score of a draw by `lead`, how certainly we are ahead on time, from -1 to 1: +40 if
/// certainly ahead (a drawn game is then won), -40 if certainly behind. Less than half a man:
/// material is never sacrificed for it. In steps of 20, so that it seldom changes.
pub fn worth_of_a_draw(lead: f64) -> Score {
    let step = (lead * DRAW_STEPS).round();
    Score::from_eval((step / DRAW_STEPS * DRAW_WORTH) as i32)
}

/// A draw with more time left, in units of the evaluation; a man is about 100.
const DRAW_WORTH: f64 = 40.0;
/// The score of a draw takes this many steps from 0 to [`DRAW_WORTH`].
const DRAW_STEPS: f64 = 2.0;

/// A snapshot has one entry for each 256 bytes of the table: more cost more time to write and to
/// read than they save.
const TABLE_BYTES_PER_SNAPSHOT_ENTRY: usize = 256;

/// The time of a move, and memory that fits the time.
#[derive(Debug)]
struct SearchPlan {
    budget: Budget,
    table_bytes: usize,
}

impl SearchPlan {
    /// The table is sized to the nodes of the usual time, and the time is cut by what it costs to
    /// give the table back.
    fn of(task: Task, machine: &Machine) -> SearchPlan {
        let usual_time = budget(task, machine, 0).usual_time(task.used);
        let table_bytes = machine.table_bytes(usual_time);
        let table_bytes = memory::within_limit(table_bytes);
        let table_bytes = TranspositionTable::rounded_bytes(table_bytes);
        SearchPlan { budget: budget(task, machine, table_bytes), table_bytes }
    }

    /// Number of entries of the table to keep for the next move.
    fn snapshot_entries(&self) -> usize {
        (self.table_bytes / TABLE_BYTES_PER_SNAPSHOT_ENTRY).min(TableSnapshot::MOST)
    }
}

fn budget(task: Task, machine: &Machine, table_bytes: usize) -> Budget {
    let reserve = Reserve::of(machine.costs, table_bytes, task.overhead.most, task.remaining);
    Budget::allot(task, reserve)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::{Costs, FakeClock, Mode, Overhead, Stage};
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
            start_cost: Duration::from_millis(1),
            overhead: Overhead::default(),
            free: Duration::ZERO,
            opponent: None,
        }
    }

    #[test]
    fn the_plan_depends_on_every_part_of_the_task() {
        let hard = |task: Task, machine: &Machine| SearchPlan::of(task, machine).budget.hard;
        let plain = hard(task(1_000), &MACHINE);
        let overhead = Overhead { most: Duration::from_millis(100), ..Overhead::default() };
        let less = plain - hard(Task { overhead, ..task(1_000) }, &MACHINE);
        // The smaller table, which takes less time to give back, makes up for a little of it.
        assert!((95..=100).contains(&less.as_millis()), "{less:?}");
        let costs = Costs { exit: Duration::from_millis(5), ..Costs::DEFAULT };
        assert!(hard(task(1_000), &Machine { costs, ..MACHINE }) < plain);
        let game = Task { mode: Mode::Game, ..task(1_000) };
        assert!(hard(game, &MACHINE) < plain / 4);
        let fast = Machine { nodes_per_second: 5e7, ..MACHINE };
        assert!(
            SearchPlan::of(task(1_000), &fast).table_bytes
                > SearchPlan::of(task(1_000), &MACHINE).table_bytes
        );
    }

    #[test]
    fn the_only_legal_move_is_obvious_and_the_first_of_a_game_is_not() {
        let rows = ".b.....b/b...b.b./.b...b.b/..b.w.../......../w...w.../.w.w...w/w...w.w.";
        let side = games::board::Side::Black;
        let forced = Position::from_rows(rows.split('/'), side).expect("a board");
        let obvious = |position: &Position| {
            let history = KeyHistory::starting_at(position, 0);
            obvious_move(position, &history, &CheckersEvaluator::built_in())
        };
        let fallback = fallback_move(&forced, &mut CheckersEvaluator::built_in());
        assert_eq!(obvious(&forced), fallback);
        assert_eq!(obvious(&Position::start()), None);
    }

    #[test]
    fn a_lead_is_worth_a_draw_and_its_lack_the_opposite() {
        assert_eq!(worth_of_a_draw(0.0), Score::DRAW);
        assert_eq!(worth_of_a_draw(1.0), Score::from_eval(DRAW_WORTH as i32));
        for lead in [0.1, 0.3, 0.6, 1.0] {
            assert!(worth_of_a_draw(lead) >= Score::DRAW);
            assert_eq!(worth_of_a_draw(-lead), -worth_of_a_draw(lead));
        }
    }

    #[test]
    fn without_time_there_is_no_choice_and_with_time_a_legal_one() {
        let position = Position::start();
        let choice = |task: Task| {
            let question = Question {
                position: &position,
                history: KeyHistory::starting_at(&position, 0),
                task,
                snapshot: &TableSnapshot::default(),
            };
            let clock = FakeClock::default();
            clock.set(task.used);
            let mut evaluator = CheckersEvaluator::built_in();
            search_by_clock(question, &MACHINE, Ticking(clock), &mut evaluator, &mut |_| ())
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
            // Always in doubt, so that the clock is read at each look.
            Duration::MAX
        }
    }
}
