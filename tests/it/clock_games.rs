//! Games of which only the clocks are played: what each move may use, against opponents that answer
//! at once, that use as much as we do, and that think for long.
//!
//! Nothing here looks at a real clock. Each of our moves costs its start, what the budget allows,
//! and its end; our wait for the opponent is its CPU time and what the referee takes.

use agent::time::{
    Budget, Costs, Mode, OpponentClock, OpponentWaits, Overhead, Reserve, Stage, Task,
};
use std::time::Duration;

/// The cost of a move of ours up to the search, and after it.
const START: Duration = Duration::from_micros(1_200);
const END: Duration = Duration::from_micros(2_300);

/// The CPU time that the opponent uses for each of its moves, by what our last move was charged.
type Usage = fn(Duration) -> Duration;

struct ClockGame {
    initial: Duration,
    ours: Duration,
    theirs: Duration,
    waits: OpponentWaits,
    /// The referee's part of each wait.
    referee: Duration,
    turn: u32,
}

impl ClockGame {
    fn new(initial: Duration, referee: Duration) -> Self {
        let waits = OpponentWaits::default();
        ClockGame { initial, ours: initial, theirs: initial, waits, referee, turn: 0 }
    }

    fn task(&self) -> Task {
        let (stage, moves_to_come) = match self.turn {
            0..6 => (Stage::Opening, 36),
            6..25 => (Stage::Middle, 28),
            _ => (Stage::Ending, 20),
        };
        let opponent = OpponentClock { waits: self.waits, ..OpponentClock::unseen(self.initial) };
        Task {
            mode: Mode::Game,
            stage,
            moves_to_come,
            remaining: self.ours,
            used: START,
            start_cost: START,
            overhead: Overhead { least: END, certain: END, most: END },
            free: Duration::ZERO,
            opponent: Some(opponent),
        }
    }

    fn budget(&self, task: Task) -> Budget {
        Budget::allot(task, Reserve::of(Costs::DEFAULT, 1 << 20, END, self.ours))
    }

    /// Plays our next move, which takes `stretch` times its soft time, and the opponent's answer.
    fn play(&mut self, stretch: f64, usage: Usage) {
        let budget = self.budget(self.task());
        let soft = budget.soft.expect("a game has one").saturating_sub(START);
        let charged = (START + soft.mul_f64(stretch)).min(budget.hard).max(START) + END;
        assert!(charged < self.ours, "turn {}: {:?} left", self.turn, self.ours);
        self.ours -= charged;
        let answer = usage(charged).min(self.theirs);
        self.theirs -= answer;
        self.waits = self.waits.with(answer + self.referee, self.initial);
        self.turn += 1;
    }
}

const fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

fn soft_times(game: &mut ClockGame, moves: usize, usage: Usage) -> Vec<Duration> {
    let next = |_| {
        let soft = game.budget(game.task()).soft.expect("a game has one");
        game.play(1.0, usage);
        soft
    };
    (0..moves).map(next).collect()
}

/// What a move may use at most while the opponent's clock matters: against one that has thought for
/// as long as it can.
fn most(game: &ClockGame) -> Budget {
    let waits = OpponentWaits::default().with(game.initial, game.initial);
    let opponent = OpponentClock { waits, ..OpponentClock::unseen(game.initial) };
    game.budget(Task { opponent: Some(opponent), ..game.task() })
}

/// Opponents that use as much as we do or more, the seconds of the game, the milliseconds that the
/// referee takes, and the soft times of the moves 1, 13, 30 and 60 in microseconds without the rule
/// for draws that are lost.
#[test]
fn against_an_opponent_that_uses_as_much_or_more_nothing_is_changed_by_lost_draws() {
    let as_much: Usage = |ours| ours;
    let a_little_more: Usage = |ours| ours + ours / 10;
    let three_times: Usage = |ours| 3 * ours;
    let some: Usage = |_| ms(20);
    let much: Usage = |_| ms(2_000);
    for (usage, seconds, referee, expected) in [
        (as_much, 300, 1, [2_200, 2_200, 2_200, 2_200]),
        (as_much, 300, 8, [2_200, 3_193, 3_212, 3_219]),
        (as_much, 10, 30, [2_200, 31_988, 64_795, 103_908]),
        (a_little_more, 300, 8, [2_200, 3_283, 3_306, 3_316]),
        (a_little_more, 10, 30, [2_200, 38_893, 102_850, 110_378]),
        (some, 300, 1, [2_200, 4_350, 4_350, 4_350]),
        (some, 2, 1, [2_200, 4_350, 4_350, 4_350]),
        (some, 10, 30, [2_200, 24_943, 24_950, 24_950]),
        (much, 300, 1, [2_200, 1_877_941, 1_878_399, 1_878_400]),
        (much, 10, 30, [2_200, 244_234, 116_120, 45_341]),
        (three_times, 300, 1, [2_200, 3_930, 4_081, 4_162]),
        (three_times, 300, 8, [2_200, 5_200, 17_599, 5_690_726]),
        (three_times, 10, 30, [2_200, 273_851, 130_231, 50_881]),
        // It answers at once, and a referee of 8 ms hides it.
        (|_| ms(1), 300, 8, [2_200, 2_550, 2_550, 2_550]),
    ] {
        let mut game = ClockGame::new(Duration::from_secs(seconds), ms(referee));
        let times = soft_times(&mut game, 60, usage);
        let found = [0, 12, 29, 59].map(|turn: usize| times[turn].as_micros());
        assert_eq!(found, expected, "{seconds} s, {referee} ms");
    }
}

#[test]
fn against_an_instant_opponent_our_time_is_used_once_that_is_certain() {
    for (seconds, least) in [(300, 2_500), (10, 70), (2, 5)] {
        let mut game = ClockGame::new(Duration::from_secs(seconds), ms(1));
        let times = soft_times(&mut game, 12, |_| ms(1));
        assert!(times.iter().all(|&soft| soft == START + ms(1)), "{seconds} s: {times:?}");
        let budget = game.budget(game.task());
        assert_eq!(budget, most(&game));
        assert!(budget.soft > Some(ms(least)), "{seconds} s: {budget:?}");
    }
}

/// It began with moves from a book, and thinks then.
#[test]
fn an_opponent_that_begins_to_think_is_followed_again() {
    let mut game = ClockGame::new(Duration::from_secs(300), ms(1));
    soft_times(&mut game, 14, |_| ms(1));
    assert_eq!(game.budget(game.task()), most(&game));
    soft_times(&mut game, 4, |_| ms(3_000));
    let soft = game.budget(game.task()).soft.expect("a game has one");
    assert!(Some(soft) < most(&game).soft, "{soft:?}");
    soft_times(&mut game, 40, |_| ms(3_000));
    assert!(game.ours > game.theirs, "{:?} {:?}", game.ours, game.theirs);
}

/// Longer games than those of the course, of which the longest had 141 moves of one side; and at
/// least 80 moves, which is what bare moves are kept back for, if all searches are as long as can
/// be. Half a second is what 140 bare moves cost.
#[test]
fn no_game_in_which_the_draw_is_lost_is_lost_on_time() {
    for (seconds, moves) in [(0.5, 100), (2.0, 150), (10.0, 200), (60.0, 200), (300.0, 200)] {
        for (stretch, moves) in [(0.6, moves), (1.0, moves), (1.7, moves), (5.0, 80)] {
            let mut game = ClockGame::new(Duration::from_secs_f64(seconds), Duration::ZERO);
            (0..moves).for_each(|_| game.play(stretch, |_| ms(1)));
        }
    }
}
