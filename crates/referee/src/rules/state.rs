//! The state of one game, and the rules that end it under the two profiles.
//!
//! A win comes before a draw: the turn that wins and also completes a draw wins.

use crate::rules::ending::Ending;
use crate::rules::profile::{GameLimits, Profile};
use crate::rules::refereed::Refereed;
use games::checkers::Position;
use games::{EndReason, Game, GameLine};

#[derive(Clone, Debug)]
pub struct GameState<G: Game = Position> {
    line: GameLine<G>,
    limits: GameLimits,
    /// Plies of the opening, which the limit of plies does not count.
    opening: usize,
}

impl<G: Refereed> GameState<G> {
    pub fn new(start: G, limits: GameLimits) -> Self {
        GameState { line: limited(GameLine::starting_at(start), limits), limits, opening: 0 }
    }

    /// The state after an opening from the start of the game. Its boards and turns count for the
    /// rules of the game, not for the limit of plies.
    pub fn after(opening: &[G::Move], limits: GameLimits) -> Self {
        let line = GameLine::of_moves(G::start(), opening.iter().copied());
        GameState { line: limited(line, limits), limits, opening: opening.len() }
    }

    pub const fn line(&self) -> &GameLine<G> {
        &self.line
    }

    pub const fn limits(&self) -> &GameLimits {
        &self.limits
    }

    pub fn position(&self) -> &G {
        self.line.position()
    }

    pub fn plies(&self) -> u32 {
        (self.line.moves().len() - self.opening) as u32
    }

    /// The ending before the side to move is asked, if the game is over.
    pub fn ended(&self) -> Option<Ending> {
        let by_rules = match self.limits.replies.profile {
            Profile::Spec => self.line.end(),
            // It looked for the third occurrence later.
            Profile::Course => self.line.end().filter(|end| !is_repetition(end.reason)),
        };
        by_rules
            .map(Ending::of)
            .or_else(|| (self.plies() >= self.limits.plies).then_some(Ending::MaxPlies))
    }

    /// The draw that is declared after the next answer has come and before it is played.
    pub fn ended_before_playing(&self) -> Option<Ending> {
        // The course's referee began to count after the first turn.
        let is_uncounted = self.line.repeatable_from() == 0
            && self.line.positions()[0].key() == self.position().key();
        let occurrences = self.line.occurrences() - usize::from(is_uncounted);
        let is_declared = self.limits.replies.profile == Profile::Course && occurrences >= THIRD;
        is_declared.then_some(Ending::Repetition)
    }

    pub fn play(&mut self, mv: G::Move) {
        self.line.play(mv);
    }

    pub fn undo(&mut self, moves: usize) {
        for _ in 0..moves {
            self.line.undo();
        }
    }
}

/// Occurrences of one board that make a draw.
const THIRD: usize = 3;

/// The course's referee allowed one quiet turn more.
fn limited<G: Refereed>(line: GameLine<G>, limits: GameLimits) -> GameLine<G> {
    let limit = G::turn_limit(limits.quiet_turns);
    line.limited_to(match limits.replies.profile {
        Profile::Spec => limit,
        Profile::Course => limit.map(|limit| limit.saturating_add(1)),
    })
}

const fn is_repetition(reason: EndReason) -> bool {
    matches!(reason, EndReason::Repetition { .. })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::profile::ReplyRules;
    use crate::rules::refereed::move_between;
    use games::board::Side;
    use games::{Notation, Walker};

    fn game(rows: &str, profile: Profile) -> GameState {
        let position = Position::from_rows(rows.split('/'), Side::White).expect("a board");
        let replies = ReplyRules::of(profile);
        GameState::new(position, GameLimits { replies, quiet_turns: 50, plies: 300 })
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
        assert_eq!(end_by_quiet_turns(Profile::Spec), (2, Ending::QuietTurns));
        assert_eq!(end_by_quiet_turns(Profile::Course), (3, Ending::QuietTurns));
    }

    fn end_by_quiet_turns(profile: Profile) -> (u32, Ending) {
        let rows = ".B....../......../......../......../......../......../......../......W.";
        let mut state = game(rows, profile);
        state.line = state.line.after_quiet(48);
        play_round(state, &["32-28", "1-5", "28-32", "5-1"])
    }

    #[test]
    fn captures_and_crownings_begin_the_count_anew_and_a_lost_board_comes_first() {
        let rows = "......../......../......../......../......../......../.....b../......W.";
        let mut state = game(rows, Profile::Spec);
        state.line = state.line.after_quiet(49);
        let mv = state.position().read_move("32x23").expect("a capture");
        state.play(mv);
        assert_eq!((state.line.quiet(), state.ended()), (0, Some(Ending::NoPieces)));
        let rows = "......../......../......../......../......../b......./......../W.w.....";
        let mut state = game(rows, Profile::Spec);
        state.line = state.line.after_quiet(49);
        let mv = state.position().read_move("29-25").expect("a quiet move that wins");
        state.play(mv);
        assert_eq!((state.line.quiet(), state.ended()), (50, Some(Ending::NoMoves)));
    }

    #[test]
    fn the_limit_of_plies_stops_a_game() {
        let mut state = GameState::new(
            Position::start(),
            GameLimits { replies: ReplyRules::default(), quiet_turns: 50, plies: 1 },
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
