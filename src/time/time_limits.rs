//! The budget of a move of a text program, which shares the wall time of a game among its moves.
//!
//! A player of both sides has all the time for its moves. For a player of one side the other's
//! thinking may count as well: harnesses limit a game as a whole, and the other program may be a
//! copy of this one. So each takes at least its fair share, and more while the other is faster.
//! Once the game has lasted longer than a harness allows, no harness is there, and all the time is
//! for this player.
//!
//! Each move takes a part of what is left, by the game's [`Pace`]. So the time never runs out,
//! however long the game is.

use crate::time::budget::Budget;
use std::time::Duration;

/// The wall time of automatic players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeLimits {
    pub per_move: Duration,
    pub per_game: GameTime,
}

/// At most for the moves of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GameTime {
    /// Of both sides together, as a harness counts: it ends the game some time later.
    BothSides(Duration),
    /// Its own: as a referee counts, who ends the game at once.
    OwnMoves(Duration),
}

/// The part of the time left that a move takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// The same part at each ply: one of this many. The first moves, which decide most, get most.
    Steady(u32),
    /// Stages of the game, each with the ply at which it ends and the weight of its plies. After
    /// the last one, plies keep its weight.
    Stages(&'static [(u32, u32)]),
}

/// After the last stage, time for this many more plies is kept.
const PLIES_TO_COME: u32 = 16;

impl Pace {
    /// The part of the time left, above 0 and below 1, for the move after `plies`.
    fn share(self, plies: u32, sides: Sides) -> f64 {
        match self {
            Pace::Steady(count) => f64::from(sides.step()) / f64::from(count),
            Pace::Stages(stages) => {
                let end = stages.last().map_or(0, |&(end, _)| end).max(plies) + PLIES_TO_COME;
                let own = (plies..end).step_by(sides.step() as usize);
                let all: u32 = own.map(|ply| weight(stages, ply)).sum();
                f64::from(weight(stages, plies)) / f64::from(all.max(1))
            }
        }
    }
}

fn weight(stages: &[(u32, u32)], ply: u32) -> u32 {
    let stage = stages.iter().find(|&&(end, _)| ply < end).or(stages.last());
    stage.map_or(1, |&(_, weight)| weight)
}

/// The sides that the player plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// Another player moves in between.
    One,
    Both,
}

impl Sides {
    /// From one own ply to the next.
    const fn step(self) -> u32 {
        match self {
            Sides::One => 2,
            Sides::Both => 1,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UsedTime {
    pub own: Duration,
    /// By the other player, waiting for it included.
    pub others: Duration,
}

/// What a referee counts and the program does not see, of a game: waiting for a processor, and the
/// way of its commands and moves, some milliseconds each; at most this part of the time.
const UNSEEN: Duration = Duration::from_millis(500);
const MOST_UNSEEN: f64 = 0.25;
/// The part of its own time left by which a search may be late.
const MOST_GRACE: f64 = 0.02;
/// The part of each limit that is used; the rest is for printing, and for a busy machine.
const USED_SHARE: f64 = 0.9;
/// Where both players of a game have clocks of their own, a harness's limit is at least this many
/// times our game time: 60 s and 40 s by default.
const WHOLE_GAME: f64 = 1.5;
/// The part of the game's time that each of two copies of this program may take: together less than
/// [`WHOLE_GAME`], with a margin for starting and printing.
const FAIR_SHARE: f64 = 0.65;
/// The part of the game's time after which what the other player has used says more than a guess.
const GUESS: f64 = 0.02;
/// A difficult move may take this many times its usual time.
const DIFFICULT_FACTOR: f64 = 2.5;
/// The largest part of the time left for one move.
const MOST_SHARE: f64 = 0.5;
/// Least time for a move: also in a very long game, which may exceed its limit by this much a move.
const MIN_TIME: Duration = Duration::from_millis(1);

impl TimeLimits {
    /// The limits of the next search, after `plies` of the game.
    pub fn budget(&self, used: UsedTime, pace: Pace, plies: u32, sides: Sides) -> Budget {
        let left = match (self.per_game, sides) {
            (GameTime::BothSides(time), Sides::One) => left_alone(time, used),
            (GameTime::BothSides(time), Sides::Both) => own_left(time, used),
            (GameTime::OwnMoves(time), _) => {
                own_left(time, used).saturating_sub(UNSEEN.min(time.mul_f64(MOST_UNSEEN)))
            }
        };
        let share = pace.share(plies, sides);
        let max = self.per_move.mul_f64(USED_SHARE);
        let most = left.mul_f64(MOST_SHARE);
        let Budget { soft, hard } = Budget::of_share(left.mul_f64(share), DIFFICULT_FACTOR, most);
        let clamped = |time: Duration| time.max(MIN_TIME).min(max);
        Budget { soft: soft.map(clamped), hard: clamped(hard) }
    }

    /// How much longer than its budget a search may take, where `most` would do it good.
    pub fn grace(&self, used: UsedTime, most: Duration) -> Duration {
        match self.per_game {
            GameTime::BothSides(time) if used.own + used.others < time => most,
            GameTime::BothSides(_) => Duration::ZERO,
            // A late move loses the game, and there are more to come.
            GameTime::OwnMoves(time) => {
                let left = own_left(time, used).mul_f64(MOST_GRACE);
                most.min(left).min(self.per_move / 2)
            }
        }
    }
}

fn own_left(game: Duration, used: UsedTime) -> Duration {
    game.mul_f64(USED_SHARE).saturating_sub(used.own)
}

/// The time left for the one side that is ours, of the time of both.
fn left_alone(game: Duration, used: UsedTime) -> Duration {
    let own_left = own_left(game, used);
    let whole = game.mul_f64(WHOLE_GAME);
    if used.own + used.others > whole {
        return own_left;
    }
    let fair_left = game.mul_f64(FAIR_SHARE).saturating_sub(used.own);
    // The other player is expected to go on as it did, and as fast as we are at the start.
    let guess = game.mul_f64(GUESS).as_secs_f64().max(f64::MIN_POSITIVE);
    let pace = (used.others.as_secs_f64() + guess) / (used.own.as_secs_f64() + guess);
    let common = (whole.mul_f64(USED_SHARE)).saturating_sub(used.own + used.others);
    own_left.min(fair_left.max(common.div_f64(1.0 + pace)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: Duration = Duration::from_secs(40);
    const LIMITS: TimeLimits =
        TimeLimits { per_move: Duration::from_secs(5), per_game: GameTime::BothSides(GAME) };
    const PACES: [Pace; 2] = [Pace::Steady(24), Pace::Stages(&[(28, 4), (48, 10), (60, 4)])];

    const ALONE: TimeLimits =
        TimeLimits { per_move: Duration::from_secs(5), per_game: GameTime::OwnMoves(GAME) };

    /// The time used in a game of `plies` in which each move takes `part` of its budget and the
    /// other player `reply` for each of his.
    fn played(
        limits: TimeLimits,
        (pace, sides): (Pace, Sides),
        plies: u32,
        part: impl Fn(Budget) -> Duration,
        reply: impl Fn(Duration) -> Duration,
    ) -> UsedTime {
        let mut used = UsedTime::default();
        for ply in (0..plies).step_by(sides.step() as usize) {
            let budget = limits.budget(used, pace, ply, sides);
            assert!(budget.soft.is_some_and(|soft| soft <= budget.hard));
            assert!(budget.hard <= limits.per_move);
            used.own += part(budget);
            used.others += if sides == Sides::One { reply(part(budget)) } else { Duration::ZERO };
        }
        used
    }

    fn soft(budget: Budget) -> Duration {
        budget.soft.expect("there is one")
    }

    /// However long a game lasts, and though every move takes all it may.
    #[test]
    fn the_time_of_a_game_is_never_used_up() {
        for pace in PACES {
            for (limits, sides) in
                [(LIMITS, Sides::One), (LIMITS, Sides::Both), (ALONE, Sides::One)]
            {
                for plies in [90, 1_000] {
                    let game = (pace, sides);
                    let used = played(limits, game, plies, |budget| budget.hard, |_| MIN_TIME);
                    let most = GAME.mul_f64(USED_SHARE) + MIN_TIME * plies;
                    assert!(used.own <= most, "{limits:?} {game:?}: {used:?}");
                }
            }
        }
    }

    /// Each move takes its grace, and some time that is not seen.
    #[test]
    fn a_referees_clock_lasts_for_a_long_game_of_moves_that_are_late() {
        let (most, late) = (Duration::from_millis(250), Duration::from_millis(4));
        for time in [1, 5, 60].map(Duration::from_secs) {
            let limits = TimeLimits { per_move: time, per_game: GameTime::OwnMoves(time) };
            for pace in PACES {
                let (mut used, mut unseen) = (UsedTime::default(), Duration::ZERO);
                for ply in (0..92).step_by(2) {
                    let hard = limits.budget(used, pace, ply, Sides::One).hard;
                    used.own += hard + limits.grace(used, most);
                    unseen += late;
                }
                assert!(used.own + unseen < time, "{time:?} {pace:?}: {used:?}");
            }
        }
    }

    /// Two copies of the program, the usual opponents in a test with two scripts.
    #[test]
    fn two_copies_together_keep_the_limit_of_a_harness() {
        for pace in PACES {
            for plies in [40, 80, 400] {
                let game = (pace, Sides::One);
                let used = played(LIMITS, game, plies, |budget| budget.hard, |own| own);
                let whole = GAME.mul_f64(0.95 * WHOLE_GAME);
                assert!(used.own + used.others <= whole, "{pace:?}, {plies}: {used:?}");
            }
        }
    }

    #[test]
    fn nearly_all_of_the_time_is_used_against_an_opponent_that_uses_none() {
        let most = GAME.mul_f64(USED_SHARE * 0.8);
        for pace in PACES {
            for (limits, sides, reply) in [
                (LIMITS, Sides::One, MIN_TIME),
                (LIMITS, Sides::One, Duration::from_secs(20)),
                (LIMITS, Sides::Both, MIN_TIME),
                (ALONE, Sides::One, MIN_TIME),
                (ALONE, Sides::One, Duration::from_secs(1)),
            ] {
                let used = played(limits, (pace, sides), 72, soft, |_| reply);
                assert!(used.own >= most, "{limits:?} {pace:?}: {used:?}");
            }
        }
    }

    #[test]
    fn the_stages_have_their_weights() {
        let [_, stages] = PACES;
        let at = |plies| soft(LIMITS.budget(UsedTime::default(), stages, plies, Sides::Both));
        assert!(at(30) > at(10).mul_f64(2.0));
        for pace in PACES {
            for plies in [0, 27, 47, 60, 500, 100_000] {
                for sides in [Sides::One, Sides::Both] {
                    let share = pace.share(plies, sides);
                    assert!(share > 0.0 && share < MOST_SHARE, "{pace:?}, {plies}: {share}");
                }
            }
        }
    }

    #[test]
    fn a_single_move_takes_no_more_than_allowed() {
        let per_move = Duration::from_millis(50);
        let impatient = TimeLimits { per_move, ..LIMITS };
        for pace in PACES {
            let budget = impatient.budget(UsedTime::default(), pace, 30, Sides::One);
            assert!(budget.hard < per_move);
        }
    }
}
