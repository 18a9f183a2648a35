//! One game of a person against an agent: board, clocks and ending, by the referee's rules.
//!
//! Nothing here knows a process, a page or a clock that runs: the caller says how long a turn took.
//! The game is the referee's; driven from outside, because a person answers at any time and may
//! take moves back.

use crate::play::agent::opponent::PersonsGame;
use games::NotationError;
use games::board::Side;
use referee::rules::{
    AskingMode, CheckedReply, DrawnGame, EndFault, Ending, EndingKind, FinishedGame, GameInPlay,
    GameLimits, GameState, NextTurn, PlayedTurn, ReplyRules, Timing, TurnSide, ending_of_fault,
    result_text, side_ahead,
};
use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSettings {
    pub person: Side,
    pub replies: ReplyRules,
    /// For each side: for the game, or for each move of the agent if there are no clocks.
    pub time: Duration,
    /// Without clocks, time runs out only for an agent within one move, and moves can be taken
    /// back.
    pub timing: Timing,
}

impl GameSettings {
    pub const fn limits(&self) -> GameLimits {
        GameLimits { replies: self.replies, quiet_turns: QUIET_TURNS, plies: MOST_PLIES }
    }
}

const QUIET_TURNS: u32 = 50;
/// Turns after which a game is drawn, as in the referee.
const MOST_PLIES: u32 = 400;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameOver {
    /// As a game between two agents ends.
    Ending(Ending),
    /// Only the person can resign.
    Resigned,
}

/// A game that is played, or has ended.
#[derive(Debug)]
pub struct PersonGame<G: PersonsGame> {
    settings: GameSettings,
    game: GameInPlay<G>,
    /// Of each move: wall time of the person, and what the profile charges the agent.
    times: Vec<Duration>,
    end: Option<GameOver>,
    last_charge: Option<Duration>,
}

impl<G: PersonsGame> PersonGame<G> {
    pub fn new(settings: GameSettings) -> Self {
        let state = GameState::new(G::start(), settings.limits());
        let game = GameInPlay::new(state, AskingMode::game(settings.timing), [settings.time; 2]);
        PersonGame { settings, game, times: Vec::new(), end: None, last_charge: None }
    }

    pub const fn settings(&self) -> GameSettings {
        self.settings
    }

    /// The clocks do not count a turn that has begun.
    pub const fn game(&self) -> &GameInPlay<G> {
        &self.game
    }

    pub fn position(&self) -> &G {
        self.game.state().position()
    }

    /// The moves so far, passes included, each with the position before it and its time.
    pub fn turns(&self) -> impl Iterator<Item = (&G, G::Move, Duration)> {
        let line = self.game.state().line();
        let moves = line.positions().iter().zip(line.moves()).zip(&self.times);
        moves.map(|((before, &mv), &time)| (before, mv, time))
    }

    pub fn plies(&self) -> usize {
        self.times.len()
    }

    /// The side to move; `None` when the game is over.
    pub fn to_move(&self) -> Option<Side> {
        self.end.is_none().then(|| self.turn_side())
    }

    pub fn is_persons_turn(&self) -> bool {
        self.to_move() == Some(self.settings.person)
    }

    /// Time left for a side, not counting the turn that has begun.
    pub const fn left(&self, side: Side) -> Duration {
        self.game.left()[side.index()]
    }

    pub const fn end(&self) -> Option<GameOver> {
        self.end
    }

    /// The time charged for a turn that ended the game without a move.
    pub const fn last_charge(&self) -> Option<Duration> {
        self.last_charge
    }

    /// The game as the referee's record has it.
    pub fn finished(&self, ending: Ending) -> FinishedGame<G> {
        let turns = self.turns().map(|(_, mv, charge)| PlayedTurn { mv, charge }).collect();
        let (left, last_charge) = (*self.game.left(), self.last_charge);
        FinishedGame { turns, ending, left, last_charge, remarks: Vec::new() }
    }

    /// Plays the person's move, which took `time`. Fails if it is not legal; then nothing has
    /// changed.
    pub fn person_moves(&mut self, text: &str, time: Duration) -> Result<(), NotationError> {
        let mv = self.position().read_text(text)?;
        let left = self.left(self.settings.person);
        if self.settings.timing == Timing::Clocks && time >= left {
            self.flag_falls();
        } else {
            let left = left.saturating_sub(time);
            self.answered(CheckedReply {
                charge: time,
                left,
                mv: Ok(mv),
                remark: None,
                flaw: None,
            });
        }
        Ok(())
    }

    pub fn flag_falls(&mut self) {
        let charge = self.left(self.settings.person);
        let mv = Err(Ending::ClockOverdrawn);
        self.answered(CheckedReply { charge, left: Duration::ZERO, mv, remark: None, flaw: None });
    }

    /// The reply of the side to move: its move is played, or ends the game.
    pub fn answered(&mut self, checked: CheckedReply<G::Move>) {
        match self.game.charge(&checked) {
            Ok(mv) => self.play(mv, checked.charge),
            Err(ending) => {
                self.last_charge = Some(checked.charge);
                self.end = Some(GameOver::Ending(ending));
            }
        }
    }

    /// The agent could not be run, which is not its fault.
    pub const fn referee_fails(&mut self) {
        self.last_charge = Some(Duration::ZERO);
        self.end = Some(GameOver::Ending(Ending::RefereeFault));
    }

    /// The agent was wrong about the end of a game that the rules have ended.
    pub fn agent_is_wrong(&mut self, fault: EndFault) {
        let is_to_move = self.turn_side() != self.settings.person;
        let side = if is_to_move { TurnSide::ToMove } else { TurnSide::Waiting };
        self.end = Some(GameOver::Ending(ending_of_fault(fault, side)));
    }

    fn play(&mut self, mv: G::Move, time: Duration) {
        self.game.play(mv);
        self.times.push(time);
        match self.game.next_turn() {
            NextTurn::Ended(ending) => self.end = Some(GameOver::Ending(ending)),
            NextTurn::Pass(pass) => self.play(pass, Duration::ZERO),
            NextTurn::FlagFallen => self.end = Some(GameOver::Ending(Ending::ClockOverdrawn)),
            NextTurn::Asked(_) => {}
        }
    }

    pub const fn resign(&mut self) {
        self.end = Some(GameOver::Resigned);
    }

    /// The turns back to the person's last one; 0 if there is none.
    pub fn to_take_back(&self) -> usize {
        let positions = self.game.state().line().positions();
        let before = positions[..self.plies()].iter().rev();
        before
            .clone()
            .position(|before| {
                before.forced_pass().is_none() && before.side_to_move() == self.settings.person
            })
            .map_or(0, |after| after + 1)
    }

    /// Takes turns back to the person's last one; returns how many. 0 if there is none.
    pub fn take_back(&mut self) -> usize {
        let taken = self.to_take_back();
        if taken > 0 {
            self.game.undo(taken);
            self.times.truncate(self.plies() - taken);
            (self.end, self.last_charge) = (None, None);
        }
        taken
    }

    /// The side to move on the board, also when the game is over.
    pub fn turn_side(&self) -> Side {
        self.position().side_to_move()
    }

    /// The result, as a sentence without a full stop; `names` are those of the players, Black
    /// first.
    pub fn result(&self, names: [&str; 2]) -> Option<String> {
        let ending = match self.end? {
            GameOver::Ending(ending) => ending,
            GameOver::Resigned => {
                let winner = !self.settings.person;
                let name = names[winner.index()];
                return Some(format!("{winner} ({name}) wins: {} resigned", self.settings.person));
            }
        };
        if ending.kind() != EndingKind::Drawn {
            return Some(result_text(ending, G::DRAWN, self.turn_side(), *self.game.left(), names));
        }
        if self.settings.timing == Timing::Untimed || G::DRAWN == DrawnGame::Shared {
            return Some(format!("{} ({ending})", G::DRAWN.word()));
        }
        let text = result_text(ending, G::DRAWN, self.turn_side(), *self.game.left(), names);
        let rule =
            side_ahead(*self.game.left()).map_or("", |_| " and wins by the rules of the course");
        Some(text + rule)
    }

    /// The ending as the referee records it; `None` if the game goes on or was resigned, which the
    /// journal has no word for.
    pub fn ending(&self) -> Option<Ending> {
        match self.end? {
            GameOver::Ending(ending) => Some(ending),
            GameOver::Resigned => None,
        }
    }

    /// The ending by which the agent has lost without losing on the board.
    pub fn agents_forfeit(&self) -> Option<Ending> {
        self.ending()
            .filter(|ending| ending.kind() == EndingKind::Forfeited)
            .filter(|ending| ending.loser(self.turn_side()) == Some(!self.settings.person))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::checkers::Position;
    use games::{Notation as _, loa};
    use referee::rules::Profile;
    use referee::rules::{Cost, Reply, check_reply};

    fn game(timing: Timing, profile: Profile) -> PersonGame<Position> {
        PersonGame::new(GameSettings {
            person: Side::Black,
            replies: ReplyRules::of(profile),
            time: Duration::from_secs(10),
            timing,
        })
    }

    fn reply(seconds: u64, text: &str) -> Reply {
        let user = Duration::from_secs(seconds);
        let cost = Cost { user, system: Duration::ZERO, wall: user };
        Reply { cost, answer: Ok(text.to_string()), remark: None }
    }

    fn answer(game: &mut PersonGame<Position>, reply: Reply) {
        let remaining = game.left(!game.settings().person);
        let (position, replies) = (*game.position(), game.settings().replies);
        game.answered(check_reply(reply, &position, remaining, replies));
    }

    #[test]
    fn both_clocks_count_and_a_fallen_flag_loses() {
        let mut game = game(Timing::Clocks, Profile::Spec);
        game.person_moves("11-15", Duration::from_secs(4)).expect("legal");
        assert!(!game.is_persons_turn());
        answer(&mut game, reply(3, "E c5 b4\n"));
        let left = [Side::Black, Side::White].map(|side| game.left(side).as_secs());
        // The answer was not legal for White's men on their side: the verdict is the referee's.
        assert_eq!(left, [6, 7]);
        assert!(
            matches!(game.end(), Some(GameOver::Ending(Ending::Illegal(_)))),
            "{:?}",
            game.end()
        );
        let text = game.result(["you", "it"]).expect("it is over");
        assert!(text.starts_with("Black (you) wins: White: illegal move"), "{text}");

        let mut game = self::game(Timing::Clocks, Profile::Spec);
        game.person_moves("11-15", Duration::from_secs(10)).expect("legal");
        assert_eq!(game.end(), Some(GameOver::Ending(Ending::ClockOverdrawn)));
        assert!(game.plies() == 0 && game.left(Side::Black).is_zero());
    }

    #[test]
    fn an_illegal_move_of_the_person_changes_nothing() {
        let mut game = game(Timing::Clocks, Profile::Spec);
        assert!(game.person_moves("11-22", Duration::from_secs(4)).is_err());
        assert_eq!(game.left(Side::Black), Duration::from_secs(10));
        assert!(game.is_persons_turn());
    }

    #[test]
    fn untimed_turns_are_taken_back_with_the_answer_and_cost_nothing() {
        let mut game = game(Timing::Untimed, Profile::Spec);
        assert_eq!(game.take_back(), 0);
        let start = *game.position();
        game.person_moves("11-15", Duration::from_secs(99)).expect("legal");
        let after = *game.position();
        assert_eq!(game.take_back(), 1, "before the agent has answered");
        game.person_moves("11-15", Duration::ZERO).expect("legal");
        let mv = game.position().read_move("22-18").expect("legal");
        answer(&mut game, reply(9, &formats::answer::text(mv)));
        assert_eq!(game.left(Side::White), Duration::from_secs(10));
        assert_eq!(*game.game().left(), [Duration::from_secs(10); 2]);
        assert_eq!((game.plies(), game.take_back()), (2, 2));
        assert_eq!((*game.position(), game.plies()), (start, 0));
        assert_ne!(after, start);
    }

    #[test]
    fn a_repetition_is_drawn_for_the_side_with_more_time() {
        let mut game = game(Timing::Clocks, Profile::Spec);
        game.end = Some(GameOver::Ending(Ending::Repetition));
        let (state, left) = (game.game.state().clone(), [2, 1].map(Duration::from_secs));
        game.game = GameInPlay::new(state, AskingMode::game(Timing::Clocks), left);
        let text = game.result(["you", "it"]).expect("it is over");
        assert!(text.ends_with("(you) has more time left and wins by the rules of the course"));
        game.resign();
        let text = game.result(["you", "it"]).expect("it is over");
        assert_eq!(text, "White (it) wins: Black resigned");
        assert_eq!(game.ending(), None);
    }

    #[test]
    fn an_agent_that_names_a_wrong_end_has_forfeited_after_any_last_move() {
        for person in Side::ALL {
            let settings = GameSettings {
                person,
                replies: ReplyRules::of(Profile::Spec),
                time: Duration::from_secs(10),
                timing: Timing::Clocks,
            };
            let mut game = PersonGame::<loa::Position>::new(settings);
            for fault in [EndFault::Result, EndFault::Dump] {
                game.end = Some(GameOver::Ending(Ending::MoveLimit));
                assert_eq!(game.result(["a", "b"]).as_deref(), Some("tied (limit of moves)"));
                game.agent_is_wrong(fault);
                let ending = game.agents_forfeit().expect("a forfeit");
                assert_eq!(ending.loser(game.turn_side()), Some(!person));
            }
        }
    }
}
