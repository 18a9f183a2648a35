//! One game between two contestants, by the rules and the clock.
//!
//! A contestant is anything that answers a request; processes are one kind (`contestant.rs`),
//! scripted ones in tests another. The order of blame for one turn: the clock comes first (a good
//! answer that came too late loses), then how the process ended, then what it wrote.

use crate::arbiter::Arbiter;
use crate::ending::Ending;
use crate::profile::{Cost, Profile};
use crate::record::Turn;
use crate::verdict;
use formats::{Play, Request};
use games::board::Side;
use games::checkers::Move;
use games::{Game, Notation};
use std::time::Duration;

/// What came of one run of a contestant.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// What the run cost.
    pub cost: Cost,
    /// The text of the answer, or what happened in its place.
    pub answer: Result<String, Ending>,
}

impl Reply {
    /// Nothing was run, and this is why.
    pub const fn without_run(ending: Ending) -> Self {
        let cost = Cost { user: Duration::ZERO, system: Duration::ZERO, wall: Duration::ZERO };
        Reply { cost, answer: Err(ending) }
    }
}

/// What a judge makes of one reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The time it cost.
    pub charge: Duration,
    /// The time that is left.
    pub left: Duration,
    /// The legal move it plays, or what it is in place of one.
    pub played: Result<Move, Ending>,
}

/// Judges one reply to a request.
pub fn judge(reply: Reply, request: &Request, profile: Profile) -> Judged {
    let charge = profile.charge(reply.cost);
    let left = request.remaining.saturating_sub(charge);
    let played = if reply.answer == Err(Ending::KilledInMove) {
        Err(Ending::KilledInMove)
    } else if left.is_zero() && !profile.plays_late_answers() {
        Err(Ending::ClockOverdrawn)
    } else {
        reply.answer.and_then(|text| verdict::judge(&text, &request.position, profile.form()))
    };
    Judged { charge, left, played }
}

/// Someone who can be asked for a move.
pub trait Contestant {
    /// Answers one request.
    fn ask(&mut self, request: &Request) -> Reply;
}

/// Time left for each side, in the order of the sides' indices.
pub type Clocks = [Duration; 2];

/// What became of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    /// The turns played.
    pub turns: Vec<Turn>,
    /// How it ended.
    pub ending: Ending,
    /// Time left at the end.
    pub left: Clocks,
    /// What was charged for a run that brought no turn.
    pub last_charge: Option<Duration>,
}

/// A game that is being played.
pub struct Duel<'a> {
    arbiter: Arbiter,
    profile: Profile,
    left: Clocks,
    turns: Vec<Turn>,
    watcher: &'a mut dyn FnMut(&Arbiter, &Clocks),
}

impl<'a> Duel<'a> {
    /// A game on the arbiter's board; `watcher` is shown every board with the time left.
    pub fn new(
        arbiter: Arbiter,
        profile: Profile,
        clocks: Clocks,
        watcher: &'a mut dyn FnMut(&Arbiter, &Clocks),
    ) -> Self {
        Duel { arbiter, profile, left: clocks, turns: Vec::new(), watcher }
    }

    /// Plays the game to its end; `contestants` are in the order of the sides' indices.
    pub fn play(mut self, contestants: [&mut dyn Contestant; 2]) -> Finished {
        loop {
            (self.watcher)(&self.arbiter, &self.left);
            if let Some(ending) = self.arbiter.ended() {
                return self.finished(ending, None);
            }
            let side = self.arbiter.position().side_to_move();
            if self.left[side.index()].is_zero() {
                return self.finished(Ending::ClockOverdrawn, None);
            }
            let request = self.request(side);
            let reply = contestants[side.index()].ask(&request);
            let judged = judge(reply, &request, self.profile);
            self.left[side.index()] = judged.left;
            let early = || self.arbiter.ended_before_playing().map_or(Ok(()), Err);
            match judged.played.and_then(|mv| early().map(|()| mv)) {
                Ok(mv) => self.play_move(mv, judged.charge),
                Err(ending) => return self.finished(ending, Some(judged.charge)),
            }
        }
    }

    fn request(&self, side: Side) -> Request {
        let (position, remaining) = (*self.arbiter.position(), self.left[side.index()]);
        Request { play: Play::Game, remaining, position }
    }

    fn play_move(&mut self, mv: Move, charge: Duration) {
        let mv_text = self.arbiter.position().move_text(mv);
        self.turns.push(Turn { mv: mv_text, charged: charge.as_secs_f64() });
        self.arbiter.play(mv);
    }

    fn finished(self, ending: Ending, last_charge: Option<Duration>) -> Finished {
        Finished { turns: self.turns, ending, left: self.left, last_charge }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arbiter::Limits;
    use formats::answer;
    use games::Walker;
    use games::checkers::Position;

    /// Plays random legal moves at a fixed cost, and something else at its `turn`-th turn.
    struct Scripted {
        walker: Walker,
        asked: usize,
        turn: usize,
        trick: Reply,
    }

    const fn cost(milliseconds: u64) -> Cost {
        let user = Duration::from_millis(milliseconds);
        Cost { user, system: Duration::ZERO, wall: user }
    }

    fn scripted(seed: u64, turn: usize, trick: Reply) -> Scripted {
        Scripted { walker: Walker::new(seed), asked: 0, turn, trick }
    }

    fn honest(seed: u64) -> Scripted {
        scripted(seed, usize::MAX, Reply { cost: cost(0), answer: Err(Ending::RefereeFault) })
    }

    impl Contestant for Scripted {
        fn ask(&mut self, request: &Request) -> Reply {
            self.asked += 1;
            if self.asked == self.turn {
                return self.trick.clone();
            }
            let mv = self.walker.step(&request.position).expect("it has a move");
            Reply { cost: cost(10), answer: Ok(answer::text(mv)) }
        }
    }

    fn play(black: &mut Scripted, white: &mut Scripted, seconds: u64) -> Finished {
        let limits = Limits { profile: Profile::Spec, quiet_turns: 50, plies: 300 };
        let arbiter = Arbiter::new(Position::start(), limits);
        let clocks = [Duration::from_secs(seconds); 2];
        let mut boards = 0;
        let mut watcher = |_: &Arbiter, _: &Clocks| boards += 1;
        let finished = Duel::new(arbiter, Profile::Spec, clocks, &mut watcher).play([black, white]);
        assert_eq!(boards, finished.turns.len() + 1, "every board is shown");
        finished
    }

    #[test]
    fn honest_games_end_by_the_rules_and_every_turn_is_charged() {
        for seed in 0..30 {
            let finished = play(&mut honest(seed), &mut honest(seed + 1_000), 100);
            let by_rule = [
                Ending::NoPieces,
                Ending::NoMoves,
                Ending::Repetition,
                Ending::QuietTurns,
                Ending::MaxPlies,
            ];
            assert!(by_rule.contains(&finished.ending), "{:?}", finished.ending);
            let turns = finished.turns.len() as u32;
            let spent = |side: usize| Duration::from_secs(100) - finished.left[side];
            assert_eq!(spent(0) + spent(1), Duration::from_millis(10) * turns);
            assert_eq!(finished.last_charge, None);
        }
    }

    #[test]
    fn whatever_takes_the_place_of_an_answer_ends_the_game() {
        let tricks = [
            (Err(Ending::NoOutput), Ending::NoOutput),
            (Err(Ending::Signal(11)), Ending::Signal(11)),
            (Err(Ending::ExitCode(1)), Ending::ExitCode(1)),
            (Ok("nonsense\n".to_string()), Ending::Malformed),
            (Ok("\n".to_string()), Ending::EmptyOutput),
        ];
        for (answer, ending) in tricks {
            let mut white = scripted(1, 3, Reply { cost: cost(7), answer });
            let finished = play(&mut honest(2), &mut white, 100);
            assert_eq!((finished.ending, finished.turns.len()), (ending, 5));
            assert_eq!(finished.last_charge, Some(Duration::from_millis(7)));
        }
    }

    #[test]
    fn the_courses_judge_plays_a_late_answer_and_looks_at_the_clock_next_time() {
        let request = Request {
            play: Play::Game,
            remaining: Duration::from_secs(1),
            position: Position::start(),
        };
        let late = Reply { cost: cost(1_500), answer: Ok("E b6 a5\n".to_string()) };
        let judged = |profile| judge(late.clone(), &request, profile);
        assert_eq!(judged(Profile::Spec).played, Err(Ending::ClockOverdrawn));
        let course = judged(Profile::Course);
        assert!(course.played.is_ok() && course.left.is_zero());
        let killed = Reply { cost: cost(13_000), answer: Err(Ending::KilledInMove) };
        assert_eq!(judge(killed, &request, Profile::Course).played, Err(Ending::KilledInMove));
    }

    #[test]
    fn the_clock_comes_before_everything_else() {
        for (answer, ending) in [
            (Ok("E b6 a5\n".to_string()), Ending::ClockOverdrawn),
            (Err(Ending::ExitCode(1)), Ending::ClockOverdrawn),
            (Err(Ending::KilledInMove), Ending::KilledInMove),
        ] {
            let mut black = scripted(1, 1, Reply { cost: cost(1_000), answer });
            let finished = play(&mut black, &mut honest(2), 1);
            assert_eq!((finished.ending, finished.left[0]), (ending, Duration::ZERO));
        }
    }
}
