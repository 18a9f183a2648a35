//! One game with its history: the moves, whether it is over, what may be taken back.
//!
//! After `set`, earlier positions no longer count for repetitions; the moves made so far still
//! count against the limit. The states are kept in a list, so that taking a move back drops the
//! last one.

use crate::command::shown;
use crate::dialect::{Dialect, GameResult, MoveLimit};
use games::board::Side;
use games::{NotationError, Outcome, Repetition};
use search::KeyHistory;
use std::time::Duration;
use thiserror::Error;

/// Why a game does not take a move or a limit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// The game is over.
    #[error("the game is over; write new to begin another")]
    Over,
    /// The text is no move.
    #[error(
        "\"{text}\" is neither a command nor a move; write a move like {example}; \
         help lists the commands"
    )]
    NoMove {
        /// The beginning of the text.
        text: String,
        /// A move in the right shape.
        example: &'static str,
    },
    /// The move is not legal.
    #[error("{text} is not legal here; moves lists the legal moves")]
    Illegal {
        /// The move.
        text: String,
    },
    /// A word of `set` is wrong.
    #[error("{0}")]
    Set(String),
    /// The limit is reached already.
    #[error("limit {limit}: {plies} moves have been made already; write a number above {}", plies / 2)]
    Limit {
        /// The limit that was asked for.
        limit: u32,
        /// Moves of both players so far.
        plies: u32,
    },
    /// The game has no such rule.
    #[error("{game} has no limit of moves")]
    NoLimits {
        /// The program.
        game: &'static str,
    },
    /// No move is left to take back.
    #[error("there is nothing to take back")]
    AtStart,
    /// Only automatic players have moved.
    #[error("you have not moved yet; undo 1 takes back the program's move, and it moves again")]
    NoneOfYours,
    /// Fewer moves are left than were to be taken back.
    #[error("only {left} can be taken back; write undo {left}")]
    TooFew {
        /// Moves, and changes of the board, that can be taken back: 1 or more.
        left: usize,
    },
}

/// In a few words: a list of all legal moves would hide what is wrong.
impl From<NotationError> for PlayError {
    fn from(error: NotationError) -> Self {
        match error {
            NotationError::Malformed { text, example } => {
                PlayError::NoMove { text: shown(&text), example }
            }
            NotationError::Illegal { text, .. } => PlayError::Illegal { text: shown(&text) },
        }
    }
}

/// What led to a state.
#[derive(Clone, Debug)]
pub enum Step<M> {
    /// The beginning of the game.
    Start,
    /// The command line that changed the board.
    Set(String),
    /// A move.
    Played(M),
}

/// A move or a change of the board, with the positions before and after it.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a, G: Dialect> {
    /// The position before it.
    pub before: &'a G,
    /// What was done.
    pub step: &'a Step<G::Move>,
    /// The position after it.
    pub after: &'a G,
    /// How long the player took, if it was measured.
    pub time: Option<Duration>,
}

#[derive(Clone, Debug)]
struct State<G: Dialect> {
    position: G,
    /// Moves of both players before it.
    plies: u32,
    step: Step<G::Move>,
    time: Option<Duration>,
}

/// A game from its start to now.
#[derive(Clone, Debug)]
pub struct GameHistory<G: Dialect> {
    states: Vec<State<G>>,
    /// Moves for each player.
    limit: Option<u32>,
}

impl<G: Dialect> Default for GameHistory<G> {
    fn default() -> Self {
        let start = State { position: G::start(), plies: 0, step: Step::Start, time: None };
        GameHistory { states: vec![start], limit: G::LIMIT.at_start() }
    }
}

impl<G: Dialect> GameHistory<G> {
    /// The position now.
    pub fn position(&self) -> &G {
        &self.now().position
    }

    /// The moves of both players before the position.
    pub fn plies(&self) -> u32 {
        self.now().plies
    }

    /// The side to move; `None` when the game is over.
    pub fn to_move(&self) -> Option<Side> {
        self.result().is_none().then(|| self.position().side_to_move())
    }

    /// The positions since the board was last set, for the search.
    pub fn history(&self) -> KeyHistory {
        let past = self.past();
        let plies = if G::HAS_LIMIT { past[0].plies } else { 0 };
        let plies = u16::try_from(plies).unwrap_or(u16::MAX);
        let mut history = KeyHistory::starting_at(&past[0].position, plies);
        for pair in past.windows(2) {
            if let Step::Played(mv) = pair[1].step {
                history.played(&pair[1].position, pair[0].position.finality(mv));
            }
        }
        let limit = self.limit.map(|moves| moves.saturating_mul(2));
        history.limited_to(if G::HAS_LIMIT { limit } else { G::QUIET_LIMIT })
    }

    /// How the game has ended, if it has.
    pub fn result(&self) -> Option<GameResult> {
        let position = self.position();
        let side = position.side_to_move();
        if let Some(outcome) = position.outcome() {
            return Some(result_of(outcome, side));
        }
        if self.repeats() {
            return Some(match G::REPETITION {
                Repetition::LosesForMover => GameResult::Won(side),
                Repetition::Draws { .. } | Repetition::Ignored => GameResult::Tie,
            });
        }
        if position.count_moves() == 0 {
            return Some(result_of(G::NO_MOVES, side));
        }
        let is_over = match self.limit {
            Some(limit) => self.now().plies >= limit.saturating_mul(2),
            None => !G::HAS_LIMIT && G::QUIET_LIMIT.is_some() && self.history().is_over_limit(),
        };
        is_over.then(|| result_of(G::AT_QUIET_LIMIT, side))
    }

    fn repeats(&self) -> bool {
        let allowed = match G::REPETITION {
            Repetition::Ignored => return false,
            Repetition::LosesForMover => 1,
            Repetition::Draws { occurrences } => occurrences - 1,
        };
        let key = self.position().key();
        self.past().iter().filter(|state| state.position.key() == key).count() > allowed
    }

    /// Plays a move that a player has written.
    ///
    /// # Errors
    /// The game is over, or the move is not legal.
    pub fn play_text(&mut self, text: &str) -> Result<(), PlayError> {
        if self.result().is_some() {
            return Err(PlayError::Over);
        }
        let mv = self.position().read_text(text)?;
        self.play(mv);
        Ok(())
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: G::Move) {
        self.play_timed(mv, None);
    }

    /// Plays a legal move, for which its player took `time`, if that was measured.
    pub fn play_timed(&mut self, mv: G::Move, time: Option<Duration>) {
        let State { position, plies, .. } = self.now();
        let (position, plies) = (position.play(mv), plies + 1);
        self.states.push(State { position, plies, step: Step::Played(mv), time });
    }

    /// A copy of the game with a legal move played.
    pub fn after_move(&self, mv: G::Move) -> Self {
        let mut next = self.clone();
        next.play(mv);
        next
    }

    /// Changes a square and who moves next, as `line`, the command, says.
    ///
    /// # Errors
    /// A word names no square or no piece.
    pub fn set(
        &mut self,
        square: &str,
        piece: &str,
        next: Side,
        line: &str,
    ) -> Result<(), PlayError> {
        let State { position, plies, .. } = self.now();
        let position = position.set(square, piece, next).map_err(PlayError::Set)?;
        let step = Step::Set(line.trim().to_string());
        self.states.push(State { position, plies: *plies, step, time: None });
        Ok(())
    }

    /// Lets each player make at most `limit` moves.
    ///
    /// # Errors
    /// They have made them already, or the game has no such rule.
    pub fn set_limit(&mut self, limit: u32) -> Result<(), PlayError> {
        let plies = self.now().plies;
        if G::LIMIT == MoveLimit::Unsupported {
            return Err(PlayError::NoLimits { game: G::NAME.text() });
        }
        if limit.saturating_mul(2) <= plies {
            return Err(PlayError::Limit { limit, plies });
        }
        self.limit = Some(limit);
        Ok(())
    }

    /// Takes the last `count` moves back, and changes of the board with them.
    ///
    /// # Errors
    /// There are fewer.
    pub fn undo(&mut self, count: u32) -> Result<(), PlayError> {
        let kept = self.states.len().checked_sub(count as usize).filter(|&kept| kept > 0);
        self.states.truncate(kept.ok_or(match self.states.len() - 1 {
            0 => PlayError::AtStart,
            left => PlayError::TooFew { left },
        })?);
        Ok(())
    }

    /// The moves and changes of the board from the start to now.
    pub fn turns(&self) -> impl DoubleEndedIterator<Item = Turn<'_, G>> {
        self.states.windows(2).map(|pair| {
            let State { position: after, step, time, .. } = &pair[1];
            Turn { before: &pair[0].position, step, after, time: *time }
        })
    }

    /// The commands that lead from a new game to this one.
    pub fn record(&self) -> String {
        let limit = self.limit.filter(|_| self.limit != G::LIMIT.at_start());
        let limit = limit.map(|limit| format!("limit {limit}"));
        let steps = self.turns().map(|turn| turn.text());
        let lines = std::iter::once("new".to_string()).chain(limit).chain(steps);
        lines.map(|line| line + "\n").collect()
    }

    fn now(&self) -> &State<G> {
        &self.states[self.states.len() - 1]
    }

    /// The states since the board was last set, that one first.
    fn past(&self) -> &[State<G>] {
        let is_beginning = |state: &State<G>| !matches!(state.step, Step::Played(_));
        &self.states[self.states.iter().rposition(is_beginning).unwrap_or(0)..]
    }
}

impl<G: Dialect> Turn<'_, G> {
    /// The command that does it again.
    pub fn text(&self) -> String {
        match self.step {
            Step::Played(mv) => self.before.move_text(*mv),
            Step::Set(line) => line.clone(),
            Step::Start => "new".to_string(),
        }
    }
}

fn result_of(outcome: Outcome, to_move: Side) -> GameResult {
    match outcome {
        Outcome::Win => GameResult::Won(to_move),
        Outcome::Loss => GameResult::Won(!to_move),
        Outcome::Draw => GameResult::Tie,
    }
}
