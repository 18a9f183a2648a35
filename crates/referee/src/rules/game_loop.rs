//! Plays one game between two players, by the rules and the clocks.
//!
//! The result is plain values ([`FinishedGame`]), independent of the form in which games are
//! stored.

use crate::rules::adjudication::Adjudicator;
use crate::rules::ending::{Ending, TurnSide};
use crate::rules::game_in_play::{GameInPlay, NextTurn, ending_of_fault};
use crate::rules::game_player::{Conclusion, GamePlayer};
use crate::rules::profile::{Clocks, Timing};
use crate::rules::refereed::Refereed;
use crate::rules::run_remark::{GameRemark, RunRemark};
use crate::rules::state::GameState;
use games::{Game, checkers};
use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedTurn<M> {
    pub mv: M,
    pub charge: Duration,
}

#[derive(Clone, Debug, PartialEq)]
pub struct FinishedGame<G: Game = checkers::Position> {
    pub turns: Vec<PlayedTurn<G::Move>>,
    pub ending: Ending,
    pub left: Clocks,
    /// The time charged for the run that ended the game without a legal move, if there was one.
    pub last_charge: Option<Duration>,
    pub remarks: Vec<GameRemark>,
}

pub struct GameLoop<'a, G: Refereed> {
    game: GameInPlay<G>,
    turns: Vec<PlayedTurn<G::Move>>,
    remarks: Vec<GameRemark>,
    watcher: &'a mut dyn FnMut(&GameState<G>, &Clocks),
    adjudicator: Option<Adjudicator<'a>>,
}

impl<'a, G: Refereed> GameLoop<'a, G> {
    /// A game that goes on; `watcher` sees every board with the time left.
    pub fn new(game: GameInPlay<G>, watcher: &'a mut dyn FnMut(&GameState<G>, &Clocks)) -> Self {
        let (turns, remarks) = (Vec::new(), Vec::new());
        GameLoop { game, turns, remarks, watcher, adjudicator: None }
    }

    /// The same game, which `adjudicator` may end before its rules do.
    #[must_use]
    pub fn adjudicated(self, adjudicator: Option<Adjudicator<'a>>) -> Self {
        GameLoop { adjudicator, ..self }
    }

    /// Plays the game to its end; of `players` Black comes first.
    pub fn play(mut self, mut players: [&mut dyn GamePlayer<G>; 2]) -> FinishedGame<G> {
        loop {
            (self.watcher)(self.game.state(), self.game.left());
            let side = match self.game.next_turn() {
                NextTurn::Ended(ending) => {
                    let ending = self.concluded(ending, &mut players);
                    return self.finished(ending, None);
                }
                NextTurn::Pass(pass) => {
                    self.play_move(pass, Duration::ZERO, &mut players);
                    continue;
                }
                NextTurn::FlagFallen => return self.finished(Ending::ClockOverdrawn, None),
                NextTurn::Asked(side) => side,
            };
            let known = self.adjudicator.and_then(|tables| tables.ending(self.game.state()));
            if let Some(ending) = known {
                return self.finished(ending, None);
            }
            let checked = players[side.index()].play(&self.game.question());
            let charge = match self.game.timing() {
                Timing::Clocks => checked.charge,
                Timing::Untimed => Duration::ZERO,
            };
            let form = checked.flaw.map(RunRemark::Form);
            for remark in checked.remark.into_iter().chain(form) {
                GameRemark::count(&mut self.remarks, side, remark);
            }
            match self.game.charge(&checked) {
                Ok(mv) => self.play_move(mv, charge, &mut players),
                Err(ending) => return self.finished(ending, Some(charge)),
            }
        }
    }

    fn play_move(
        &mut self,
        mv: G::Move,
        charge: Duration,
        players: &mut [&mut dyn GamePlayer<G>; 2],
    ) {
        for player in players {
            player.see(self.game.state().position(), mv);
        }
        self.turns.push(PlayedTurn { mv, charge });
        self.game.play(mv);
    }

    /// The ending of a game that is over, or what a player says wrongly of it. The one who has
    /// moved last is asked first. Nobody but the referee knows its limit of plies.
    fn concluded(&self, ending: Ending, players: &mut [&mut dyn GamePlayer<G>; 2]) -> Ending {
        if ending == Ending::MaxPlies {
            return ending;
        }
        let position = self.game.state().position();
        let to_move = position.side_to_move();
        let conclusion = Conclusion { position, winner: ending.winner(to_move) };
        for who in [TurnSide::Waiting, TurnSide::ToMove] {
            let player = &mut players[who.side(to_move).index()];
            if let Err(fault) = player.conclude(&conclusion) {
                return ending_of_fault(fault, who);
            }
        }
        ending
    }

    fn finished(self, ending: Ending, last_charge: Option<Duration>) -> FinishedGame<G> {
        let (left, remarks) = (*self.game.left(), self.remarks);
        FinishedGame { turns: self.turns, ending, left, last_charge, remarks }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::asking::AskingMode;
    use crate::rules::file_protocol::{FileAgent, Reply};
    use crate::rules::profile::{Cost, GameLimits, ReplyRules};
    use formats::{Request, answer};
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
        scripted(
            seed,
            usize::MAX,
            Reply { cost: cost(0), answer: Err(Ending::RefereeFault), remark: None },
        )
    }

    impl FileAgent for Scripted {
        fn ask_text(&mut self, request: String, _: Duration) -> Reply {
            self.asked += 1;
            if self.asked == self.turn {
                return self.trick.clone();
            }
            let request = Request::parse(&request).expect("our own");
            let mv = self.walker.step(&request.position).expect("it has a move");
            Reply { cost: cost(10), answer: Ok(answer::text(mv)), remark: None }
        }
    }

    fn play(black: &mut Scripted, white: &mut Scripted, seconds: u64) -> FinishedGame {
        let limits = GameLimits { replies: ReplyRules::default(), quiet_turns: 50, plies: 300 };
        let state = GameState::new(Position::start(), limits);
        let clocks = [Duration::from_secs(seconds); 2];
        let mut boards = 0;
        let game = GameInPlay::new(state, AskingMode::game(Timing::Clocks), clocks);
        let finished = GameLoop::new(game, &mut |_, _| boards += 1).play([black, white]);
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
            assert_eq!(
                spent(&finished, 0) + spent(&finished, 1),
                Duration::from_millis(10) * turns
            );
            assert_eq!(finished.last_charge, None);
        }
    }

    fn spent(finished: &FinishedGame, side: usize) -> Duration {
        Duration::from_secs(100) - finished.left[side]
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
            let mut white = scripted(1, 3, Reply { cost: cost(7), answer, remark: None });
            let finished = play(&mut honest(2), &mut white, 100);
            assert_eq!((finished.ending, finished.turns.len()), (ending, 5));
            assert_eq!(finished.last_charge, Some(Duration::from_millis(7)));
        }
    }

    #[test]
    fn without_clocks_every_move_has_all_the_time_and_costs_nothing() {
        let limits = GameLimits { replies: ReplyRules::default(), quiet_turns: 50, plies: 300 };
        let state = GameState::new(Position::start(), limits);
        let clocks = [Duration::from_millis(15); 2];
        let game = GameInPlay::new(state, AskingMode::game(Timing::Untimed), clocks);
        let finished = GameLoop::new(game, &mut |_, left| assert_eq!(*left, clocks))
            .play([&mut honest(3), &mut honest(4)]);
        assert!(finished.turns.len() > 20, "each move costs 10 of its 15 milliseconds");
        assert!(finished.turns.iter().all(|turn| turn.charge.is_zero()));
        assert_eq!(finished.left, clocks);
    }

    #[test]
    fn the_clock_comes_before_everything_else() {
        for (answer, ending) in [
            (Ok("E b6 a5\n".to_string()), Ending::ClockOverdrawn),
            (Err(Ending::ExitCode(1)), Ending::ClockOverdrawn),
            (Err(Ending::KilledInMove), Ending::KilledInMove),
        ] {
            let mut black = scripted(1, 1, Reply { cost: cost(1_000), answer, remark: None });
            let finished = play(&mut black, &mut honest(2), 1);
            assert_eq!((finished.ending, finished.left[0]), (ending, Duration::ZERO));
        }
    }
}
