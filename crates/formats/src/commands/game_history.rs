//! A game as the commands of a text program change it: moves, boards that `set` changes, a limit,
//! takebacks.
//!
//! After `set`, earlier positions no longer count for repetitions; the moves made so far still
//! count against the limit.

use crate::commands::command_game::{CommandGame, MoveLimit};
use crate::commands::text_command::shown;
use crate::error::FormatError;
use games::board::Side;
use games::{GameEnd, GameLine, NotationError};
use std::time::Duration;

/// For a command that needs a game that goes on.
pub const GAME_IS_OVER: &str = "the game is over; write new to begin another";
/// For `undo` at the start.
pub const NOTHING_TO_TAKE_BACK: &str = "there is nothing to take back";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameStep<'a, M> {
    /// The command line that changed the board.
    Set(&'a str),
    Played(M),
}

/// A move or a change of the board, with the positions before and after it.
#[derive(Clone, Copy, Debug)]
pub struct GameTurn<'a, G: CommandGame> {
    pub before: &'a G,
    pub step: GameStep<'a, G::Move>,
    pub after: &'a G,
    /// The player's time, if it was measured.
    pub time: Option<Duration>,
}

#[derive(Clone, Debug)]
struct MovesSinceSet<G: CommandGame> {
    /// The command line that has set the board; `None` at the start of the game.
    set: Option<String>,
    line: GameLine<G>,
    times: Vec<Option<Duration>>,
    plies_before: u32,
}

#[derive(Clone, Debug)]
pub struct GameHistory<G: CommandGame> {
    past: Vec<MovesSinceSet<G>>,
    now: MovesSinceSet<G>,
    /// Moves for each player.
    limit: Option<u32>,
    /// Moves of automatic players that are known by their number alone.
    automatic_before: u32,
}

impl<G: CommandGame> Default for GameHistory<G> {
    fn default() -> Self {
        GameHistory::starting_at(G::start())
    }
}

impl<G: CommandGame> GameHistory<G> {
    pub fn starting_at(position: G) -> Self {
        let limit = G::LIMIT.at_start();
        let now = part_from(position, None, 0, limit);
        GameHistory { past: Vec::new(), now, limit, automatic_before: 0 }
    }

    /// The same, late in a game: after this many moves of automatic players.
    pub fn late(position: G, automatic_moves: u32) -> Self {
        let game = GameHistory::starting_at(position);
        GameHistory { automatic_before: automatic_moves, ..game }
    }

    pub fn position(&self) -> &G {
        self.now.line.position()
    }

    pub fn plies(&self) -> u32 {
        self.now.plies()
    }

    /// The moves of automatic players since the board was last set.
    pub fn automatic_moves(&self) -> u32 {
        self.automatic_before + self.now.times.iter().flatten().count() as u32
    }

    /// The side to move; `None` when the game is over.
    pub fn to_move(&self) -> Option<Side> {
        self.end().is_none().then(|| self.position().side_to_move())
    }

    pub const fn line(&self) -> &GameLine<G> {
        &self.now.line
    }

    pub const fn limit(&self) -> Option<u32> {
        self.limit
    }

    pub fn end(&self) -> Option<GameEnd> {
        self.now.line.end()
    }

    /// Plays a move as a player writes it.
    pub fn play_text(&mut self, text: &str) -> Result<(), FormatError> {
        if self.end().is_some() {
            return Err(FormatError::new(GAME_IS_OVER));
        }
        let mv = self.position().read_text(text).map_err(|error| no_move(&error))?;
        self.play(mv);
        Ok(())
    }

    pub fn play(&mut self, mv: G::Move) {
        self.play_timed(mv, None);
    }

    /// Plays a legal move; `time` is its player's, if it was measured.
    pub fn play_timed(&mut self, mv: G::Move, time: Option<Duration>) {
        self.now.line.play(mv);
        self.now.times.push(time);
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
    ) -> Result<(), FormatError> {
        let position = self.position().set(square, piece, next);
        let position = position.map_err(|error| FormatError::new(format!("set: {error}")))?;
        self.begin_anew(position, line);
        Ok(())
    }

    pub fn set_position(&mut self, line: &str) -> Result<(), FormatError> {
        let position = G::read_position(line)
            .unwrap_or_else(|| Err(NotationError::new("this game has no notation of positions")))?;
        self.begin_anew(position, line);
        Ok(())
    }

    fn begin_anew(&mut self, position: G, line: &str) {
        let next = part_from(position, Some(line.trim().to_string()), self.plies(), self.limit);
        self.past.push(std::mem::replace(&mut self.now, next));
    }

    pub fn set_limit(&mut self, limit: u32) -> Result<(), FormatError> {
        let plies = self.plies();
        if G::LIMIT == MoveLimit::Unsupported {
            return Err(FormatError::new(format!("{} has no limit of moves", G::NAME)));
        }
        if self.end().is_some() {
            return Err(FormatError::new(GAME_IS_OVER));
        }
        // Of the side that has made more.
        let most = plies.div_ceil(2);
        if limit <= most {
            return Err(FormatError::new(format!(
                "limit {limit}: a player has made {most} moves already; write a number above {most}"
            )));
        }
        self.limit = Some(limit);
        for part in self.past.iter_mut().chain([&mut self.now]) {
            part.line = part.line.clone().limited_to(plies_of::<G>(self.limit));
        }
        Ok(())
    }

    /// Takes back the last `count` moves and changes of the board.
    pub fn undo(&mut self, count: u32) -> Result<(), FormatError> {
        match self.steps() {
            0 => return Err(FormatError::new(NOTHING_TO_TAKE_BACK)),
            left if left < count as usize => {
                let sentence = format!("only {left} can be taken back; write undo {left}");
                return Err(FormatError::new(sentence));
            }
            _ => {}
        }
        for _ in 0..count {
            if self.now.line.undo().is_some() {
                self.now.times.pop();
            } else if let Some(before) = self.past.pop() {
                self.now = before;
            }
        }
        Ok(())
    }

    /// Moves and changes of the board so far.
    pub fn steps(&self) -> usize {
        let parts = self.past.iter().chain([&self.now]);
        parts.map(|part| part.times.len()).sum::<usize>() + self.past.len()
    }

    /// The moves and changes of the board from the start to now.
    pub fn turns(&self) -> Vec<GameTurn<'_, G>> {
        let mut turns = Vec::with_capacity(self.steps());
        let mut before: Option<&G> = None;
        for part in self.past.iter().chain([&self.now]) {
            let positions = part.line.positions();
            if let (Some(before), Some(line)) = (before, &part.set) {
                let (step, after) = (GameStep::Set(line), &positions[0]);
                turns.push(GameTurn { before, step, after, time: None });
            }
            let moves = part.line.moves().iter().zip(&part.times);
            turns.extend(moves.zip(positions.windows(2)).map(|((&mv, &time), pair)| GameTurn {
                before: &pair[0],
                step: GameStep::Played(mv),
                after: &pair[1],
                time,
            }));
            before = positions.last();
        }
        turns
    }

    pub fn last_turn(&self) -> Option<GameTurn<'_, G>> {
        self.turns().pop()
    }

    /// The commands that lead from a new game to this one, one a line.
    pub fn record(&self) -> String {
        let limit = self.limit.filter(|_| self.limit != G::LIMIT.at_start());
        let limit = limit.map(|limit| format!("limit {limit}"));
        let steps = self.turns().into_iter().map(|turn| turn.text());
        let lines = std::iter::once("new".to_string()).chain(limit).chain(steps);
        lines.map(|line| line + "\n").collect()
    }
}

impl<G: CommandGame> MovesSinceSet<G> {
    fn plies(&self) -> u32 {
        self.plies_before + self.times.len() as u32
    }
}

impl<G: CommandGame> GameTurn<'_, G> {
    /// The command that does it again.
    pub fn text(&self) -> String {
        match self.step {
            GameStep::Played(mv) => self.before.move_text(mv),
            GameStep::Set(line) => line.to_string(),
        }
    }
}

/// Without the list of all legal moves, which would hide the error.
fn no_move(error: &NotationError) -> FormatError {
    FormatError::new(match error {
        NotationError::Malformed { text, example } => format!(
            "\"{}\" is neither a command nor a move; write a move like {example}; help lists the \
             commands",
            shown(text)
        ),
        NotationError::Illegal { text, .. } => {
            format!("{} is not legal here; moves lists the legal moves", shown(text))
        }
        NotationError::Other { sentence, .. } => sentence.clone(),
    })
}

/// The moves of both players that a limit allows.
fn plies_of<G: CommandGame>(limit: Option<u32>) -> Option<u32> {
    if G::HAS_LIMIT { limit.map(|moves| moves.saturating_mul(2)) } else { G::QUIET_LIMIT }
}

/// A limit of moves counts those before the board was set, too.
fn part_from<G: CommandGame>(
    position: G,
    set: Option<String>,
    plies_before: u32,
    limit: Option<u32>,
) -> MovesSinceSet<G> {
    let quiet = if G::HAS_LIMIT { plies_before } else { 0 };
    let line = GameLine::starting_at(position).after_quiet(quiet);
    let line = line.limited_to(plies_of::<G>(limit));
    MovesSinceSet { set, line, times: Vec::new(), plies_before }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::board::Side;
    use games::{Game, Walker, checkers};

    /// Two kings move to and fro: the first repetition that counts ends the game.
    #[test]
    fn the_third_occurrence_is_a_draw() {
        let mut game = GameHistory::<checkers::Position>::default();
        for (place, piece) in kings_alone() {
            game.set(&place, piece, Side::Black, "set").expect("a square");
        }
        let cycle = ["1-5", "32-28", "5-1", "28-32"];
        for text in cycle.into_iter().cycle().take(7) {
            assert_eq!(game.end(), None);
            game.play_text(text).expect("legal");
        }
        game.play_text("28-32").expect("legal");
        assert_eq!(game.end().map(|end| end.winner), Some(None));
    }

    /// The first squares are emptied of the men that stand there at the start.
    fn kings_alone() -> Vec<(String, &'static str)> {
        let squares = (1..=32).map(|number: u32| {
            let piece = match number {
                1 => "black-king",
                32 => "white-king",
                _ => "-",
            };
            (number.to_string(), piece)
        });
        squares.collect()
    }

    /// The turns of a game of kings that stay on their own sides and move at random.
    fn turns(seed: u64) -> u32 {
        let mut walker = Walker::new(seed);
        let mut game = GameHistory::<checkers::Position>::default();
        for (place, piece) in kings_alone() {
            game.set(&place, piece, Side::Black, "set").expect("a square");
        }
        let mut turns = 0;
        while game.end().is_none() {
            let position = *game.position();
            let mut moves = position.move_list();
            moves.retain(|mv| match position.side_to_move() {
                Side::Black => mv.to().rank() >= 5,
                Side::White => mv.to().rank() <= 2,
            });
            game.play(moves[walker.below(moves.len())]);
            turns += 1;
        }
        assert_eq!(game.end().map(|end| end.winner), Some(None));
        turns
    }

    #[test]
    fn fifty_quiet_turns_are_a_draw() {
        // No game is longer, and one of them lasts so long.
        assert_eq!((0..40).map(turns).max(), Some(50));
    }
}
