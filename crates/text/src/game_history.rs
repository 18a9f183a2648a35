//! One game with its history: its moves, its end, and takebacks.
//!
//! After `set`, earlier positions no longer count for repetitions; the moves made so far still
//! count against the limit. The states are kept in a list, so that taking a move back drops the
//! last one.

use crate::dialect::{Dialect, GameEnd, MoveLimit};
use formats::commands::shown;
use games::board::Side;
use games::{NotationError, Outcome, Repetition};
use search::KeyHistory;
use std::time::Duration;
use thiserror::Error;

/// A move or a limit that a game refuses.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    #[error("the game is over; write new to begin another")]
    Over,
    #[error(
        "\"{text}\" is neither a command nor a move; write a move like {example}; \
         help lists the commands"
    )]
    NoMove {
        /// The beginning of the line.
        text: String,
        /// A well-formed move.
        example: &'static str,
    },
    #[error("{text} is not legal here; moves lists the legal moves")]
    Illegal { text: String },
    #[error("{0}")]
    Set(String),
    #[error("limit {limit}: {plies} moves have been made already; write a number above {}", plies / 2)]
    Limit {
        limit: u32,
        /// Moves of both players so far.
        plies: u32,
    },
    #[error("{game} has no limit of moves")]
    NoLimits { game: &'static str },
    #[error("there is nothing to take back")]
    AtStart,
    /// Only automatic players have moved.
    #[error("you have not moved yet; undo 1 takes back the program's move, and it moves again")]
    NoneOfYours,
    #[error("only {left} can be taken back; write undo {left}")]
    TooFew {
        /// Moves, and changes of the board, that can be taken back: 1 or more.
        left: usize,
    },
}

/// Without the list of all legal moves, which would hide the error.
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

/// The step that led to a state.
#[derive(Clone, Debug)]
pub enum GameStep<M> {
    Start,
    /// The command line that changed the board.
    Set(String),
    Played(M),
}

/// A move or a change of the board, with the positions before and after it.
#[derive(Clone, Copy, Debug)]
pub struct GameTurn<'a, G: Dialect> {
    pub before: &'a G,
    pub step: &'a GameStep<G::Move>,
    pub after: &'a G,
    /// The player's time, if it was measured.
    pub time: Option<Duration>,
}

#[derive(Clone, Debug)]
struct PastState<G: Dialect> {
    position: G,
    /// Moves of both players before it.
    plies: u32,
    step: GameStep<G::Move>,
    time: Option<Duration>,
}

/// A game from its start to now.
#[derive(Clone, Debug)]
pub struct GameHistory<G: Dialect> {
    states: Vec<PastState<G>>,
    /// Moves for each player.
    limit: Option<u32>,
}

impl<G: Dialect> Default for GameHistory<G> {
    fn default() -> Self {
        let start = PastState { position: G::start(), plies: 0, step: GameStep::Start, time: None };
        GameHistory { states: vec![start], limit: G::LIMIT.at_start() }
    }
}

impl<G: Dialect> GameHistory<G> {
    /// A game that begins with a position.
    pub fn starting_at(position: G) -> Self {
        let start = PastState { position, plies: 0, step: GameStep::Start, time: None };
        GameHistory { states: vec![start], limit: G::LIMIT.at_start() }
    }

    pub fn position(&self) -> &G {
        &self.now().position
    }

    /// The moves of both players before the position.
    pub fn plies(&self) -> u32 {
        self.now().plies
    }

    /// The moves of automatic players since the board was last set.
    pub fn automatic_moves(&self) -> u32 {
        let count = self.past().iter().filter(|state| state.time.is_some()).count();
        u32::try_from(count).unwrap_or(u32::MAX)
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
            if let GameStep::Played(mv) = pair[1].step {
                history.played(&pair[1].position, pair[0].position.finality(mv));
            }
        }
        let limit = self.limit.map(|moves| moves.saturating_mul(2));
        history.limited_to(if G::HAS_LIMIT { limit } else { G::QUIET_LIMIT })
    }

    pub fn result(&self) -> Option<GameEnd> {
        let position = self.position();
        let side = position.side_to_move();
        if let Some(outcome) = position.outcome() {
            return Some(result_of(outcome, side));
        }
        if self.repeats() {
            return Some(match G::REPETITION {
                Repetition::LosesForMover => GameEnd::Won(side),
                Repetition::Draws { .. } | Repetition::Ignored => GameEnd::Tie,
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

    /// The result with its reason, as a sentence for a page: terminals and scripts get the bare
    /// words of the assignments.
    pub fn result_with_reason(&self) -> Option<String> {
        let end = self.result()?;
        let words = match end {
            GameEnd::Won(side) => format!("{side} wins"),
            GameEnd::Tie => "Tie game".to_string(),
        };
        Some(format!("{words}: {}.", self.reason(end)))
    }

    /// Why a game that is over has ended, in the order in which [`GameHistory::result`] looks.
    fn reason(&self, end: GameEnd) -> String {
        let position = self.position();
        let side = position.side_to_move();
        if position.outcome().is_some() {
            position.board_end(end)
        } else if self.repeats() {
            match G::REPETITION {
                Repetition::LosesForMover => format!("{} has repeated an earlier position", !side),
                Repetition::Draws { occurrences } => {
                    format!("the same position has occurred {occurrences} times")
                }
                Repetition::Ignored => "the position has occurred before".to_string(),
            }
        } else if position.count_moves() == 0 {
            format!("{side} has no legal move")
        } else {
            match (self.limit, G::QUIET_LIMIT) {
                (Some(limit), _) => format!("both sides have made all {limit} moves"),
                (None, Some(turns)) => format!("{turns} turns without a capture or a crowning"),
                (None, None) => "the limit is reached".to_string(),
            }
        }
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

    /// Plays a move as a player writes it.
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

    /// Plays a legal move; `time` is its player's, if it was measured.
    pub fn play_timed(&mut self, mv: G::Move, time: Option<Duration>) {
        let PastState { position, plies, .. } = self.now();
        let (position, plies) = (position.play(mv), plies + 1);
        self.states.push(PastState { position, plies, step: GameStep::Played(mv), time });
    }

    /// A copy of the game with a legal move played.
    pub fn after_move(&self, mv: G::Move) -> Self {
        let mut next = self.clone();
        next.play(mv);
        next
    }

    /// Changes a square and the side to move, as the command `line` says.
    pub fn set(
        &mut self,
        square: &str,
        piece: &str,
        next: Side,
        line: &str,
    ) -> Result<(), PlayError> {
        let PastState { position, plies, .. } = self.now();
        let position = position.set(square, piece, next).map_err(PlayError::Set)?;
        let step = GameStep::Set(line.trim().to_string());
        self.states.push(PastState { position, plies: *plies, step, time: None });
        Ok(())
    }

    /// Sets up the whole position that a line shows.
    pub fn set_position(&mut self, line: &str) -> Result<(), PlayError> {
        let unknown = || Err("this game has no notation of positions".to_string());
        let position = G::read_position(line).unwrap_or_else(unknown).map_err(PlayError::Set)?;
        let step = GameStep::Set(line.trim().to_string());
        let plies = self.now().plies;
        self.states.push(PastState { position, plies, step, time: None });
        Ok(())
    }

    /// Lets each player make at most `limit` moves.
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

    /// Takes back the last `count` moves and changes of the board.
    pub fn undo(&mut self, count: u32) -> Result<(), PlayError> {
        let kept = self.states.len().checked_sub(count as usize).filter(|&kept| kept > 0);
        self.states.truncate(kept.ok_or(match self.states.len() - 1 {
            0 => PlayError::AtStart,
            left => PlayError::TooFew { left },
        })?);
        Ok(())
    }

    /// The moves and changes of the board from the start to now.
    pub fn turns(&self) -> impl DoubleEndedIterator<Item = GameTurn<'_, G>> {
        self.states.windows(2).map(|pair| {
            let PastState { position: after, step, time, .. } = &pair[1];
            GameTurn { before: &pair[0].position, step, after, time: *time }
        })
    }

    /// The commands that lead from a new game to this one, one a line.
    pub fn record(&self) -> String {
        let limit = self.limit.filter(|_| self.limit != G::LIMIT.at_start());
        let limit = limit.map(|limit| format!("limit {limit}"));
        let steps = self.turns().map(|turn| turn.text());
        let lines = std::iter::once("new".to_string()).chain(limit).chain(steps);
        lines.map(|line| line + "\n").collect()
    }

    fn now(&self) -> &PastState<G> {
        &self.states[self.states.len() - 1]
    }

    /// The states since the board was last set, beginning with that one.
    fn past(&self) -> &[PastState<G>] {
        let is_beginning = |state: &PastState<G>| !matches!(state.step, GameStep::Played(_));
        &self.states[self.states.iter().rposition(is_beginning).unwrap_or(0)..]
    }
}

impl<G: Dialect> GameTurn<'_, G> {
    /// The command that does it again.
    pub fn text(&self) -> String {
        match self.step {
            GameStep::Played(mv) => self.before.move_text(*mv),
            GameStep::Set(line) => line.clone(),
            GameStep::Start => "new".to_string(),
        }
    }
}

fn result_of(outcome: Outcome, to_move: Side) -> GameEnd {
    match outcome {
        Outcome::Win => GameEnd::Won(to_move),
        Outcome::Loss => GameEnd::Won(!to_move),
        Outcome::Draw => GameEnd::Tie,
    }
}
