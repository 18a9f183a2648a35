//! The state of one game (position and draw counters), and when the rules end it.
//!
//! A win comes before a draw: the turn that wins and also completes a draw wins.

use crate::game::ending::Ending;
use crate::game::profile::Profile;
use games::board::Key;
use games::checkers::{Move, Position};
use games::{Finality, Game};
use std::collections::HashMap;

/// Rules and limits under which a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameLimits {
    pub profile: Profile,
    /// Quiet turns after which the game is drawn; the assignment says 50.
    pub quiet_turns: u32,
    /// Turns after which the game is stopped as drawn.
    pub plies: u32,
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct GameState {
    position: Position,
    limits: GameLimits,
    occurrences: HashMap<Key, u32>,
    quiet: u32,
    plies: u32,
}

/// Occurrences of one board that make a draw.
const THIRD: u32 = 3;

impl GameState {
    /// A game from `start`.
    pub fn new(start: Position, limits: GameLimits) -> Self {
        let occurrences = match limits.profile {
            Profile::Spec => HashMap::from([(start.key(), 1)]),
            // The course's referee began to count after the first turn.
            Profile::Course => HashMap::new(),
        };
        GameState { position: start, limits, occurrences, quiet: 0, plies: 0 }
    }

    /// The board as it stands.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Turns played so far.
    pub const fn plies(&self) -> u32 {
        self.plies
    }

    /// The end of the game before the side to move is asked, if it has come.
    pub fn ended(&self) -> Option<Ending> {
        if self.position.own().is_empty() {
            return Some(Ending::NoPieces);
        }
        if self.position.count_moves() == 0 {
            return Some(Ending::NoMoves);
        }
        let drawn = match self.limits.profile {
            Profile::Spec => self.draw(self.limits.quiet_turns),
            Profile::Course => self.quiet_draw(self.limits.quiet_turns.saturating_add(1)),
        };
        drawn.or_else(|| (self.plies >= self.limits.plies).then_some(Ending::MaxPlies))
    }

    /// The draw that the course's referee declares when the next answer has come, before it is
    /// played.
    pub fn ended_before_playing(&self) -> Option<Ending> {
        match self.limits.profile {
            Profile::Spec => None,
            Profile::Course => self.repetition(),
        }
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        if self.position.finality(mv) == Finality::Resetting {
            self.quiet = 0;
            self.occurrences.clear();
        } else {
            self.quiet += 1;
        }
        self.position = self.position.play(mv);
        self.plies += 1;
        *self.occurrences.entry(self.position.key()).or_insert(0) += 1;
    }

    fn draw(&self, quiet_turns: u32) -> Option<Ending> {
        self.repetition().or_else(|| self.quiet_draw(quiet_turns))
    }

    fn repetition(&self) -> Option<Ending> {
        let times = self.occurrences.get(&self.position.key()).copied().unwrap_or(0);
        (times >= THIRD).then_some(Ending::Repetition)
    }

    fn quiet_draw(&self, quiet_turns: u32) -> Option<Ending> {
        (self.quiet >= quiet_turns).then_some(Ending::QuietTurns)
    }
}

/// The move that leads from one board to the next, if one does.
pub fn move_between(from: &Position, to: &Position) -> Option<Move> {
    let mut moves = Vec::new();
    from.legal_moves(&mut moves);
    moves.into_iter().find(|&mv| from.play(mv) == *to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Notation;
    use games::Walker;
    use games::board::Side;

    fn game(rows: &str, profile: Profile) -> GameState {
        let position = Position::from_rows(rows.split('/'), Side::White).expect("a board");
        GameState::new(position, GameLimits { profile, quiet_turns: 50, plies: 300 })
    }

    /// Plays moves in turn until the game ends; returns the number of turns and the ending.
    fn play_round(mut state: GameState, moves: &[&str]) -> (u32, Ending) {
        for text in moves.iter().cycle() {
            if let Some(ending) = state.ended().or_else(|| state.ended_before_playing()) {
                return (state.plies(), ending);
            }
            let mv = state.position().read_move(text).expect("a legal move");
            state.play(mv);
        }
        unreachable!("the moves go round");
    }

    #[test]
    fn the_third_occurrence_ends_the_game_at_once_or_a_turn_later() {
        let rows = ".B....../......../......../......../......../......../......../......W.";
        let round = ["32-28", "1-5", "28-32", "5-1"];
        // The first board counts: it comes again after 4 turns and for the third time after 8.
        let spec = play_round(game(rows, Profile::Spec), &round);
        assert_eq!(spec, (8, Ending::Repetition));
        // It does not count: the board after the first turn comes for the third time after 9.
        let course = play_round(game(rows, Profile::Course), &round);
        assert_eq!(course, (9, Ending::Repetition));
    }

    #[test]
    fn fifty_quiet_turns_end_the_game_and_the_course_waits_for_one_more() {
        let quiet = |profile| {
            let rows = ".B....../......../......../......../......../......../......../......W.";
            let mut state = game(rows, profile);
            state.quiet = 48;
            play_round(state, &["32-28", "1-5", "28-32", "5-1"])
        };
        assert_eq!(quiet(Profile::Spec), (2, Ending::QuietTurns));
        assert_eq!(quiet(Profile::Course), (3, Ending::QuietTurns));
    }

    #[test]
    fn captures_and_crownings_begin_the_count_anew_and_a_lost_board_comes_first() {
        let rows = "......../......../......../......../......../......../.....b../......W.";
        let mut state = game(rows, Profile::Spec);
        state.quiet = 49;
        let mv = state.position().read_move("32x23").expect("a capture");
        state.play(mv);
        assert_eq!((state.quiet, state.ended()), (0, Some(Ending::NoPieces)));
        let rows = "......../......../......../......../......../b......./......../W.w.....";
        let mut state = game(rows, Profile::Spec);
        state.quiet = 49;
        let mv = state.position().read_move("29-25").expect("a quiet move that wins");
        state.play(mv);
        assert_eq!((state.quiet, state.ended()), (50, Some(Ending::NoMoves)));
    }

    #[test]
    fn the_limit_of_plies_stops_a_game() {
        let mut state = GameState::new(
            Position::start(),
            GameLimits { profile: Profile::Spec, quiet_turns: 50, plies: 1 },
        );
        assert_eq!(state.ended(), None);
        let mv = state.position().read_move("11-15").expect("legal");
        state.play(mv);
        assert_eq!(state.ended(), Some(Ending::MaxPlies));
    }

    #[test]
    fn the_last_move_is_the_one_between_two_boards() {
        let boards = Walker::new(3).game(Position::start(), 60);
        for pair in boards.windows(2) {
            let mv = move_between(&pair[0], &pair[1]).expect("one was played");
            assert_eq!(pair[0].play(mv), pair[1]);
        }
        assert_eq!(move_between(&Position::start(), &Position::start()), None);
    }
}
