//! What follows from the stored form of a game, with its moves ([`RecordedGame`]) or without them
//! ([`GameResult`]): who was to move, who has won, and the sentence that says so.
//!
//! [`RecordedGame`]: crate::record::RecordedGame
//! [`GameResult`]: crate::record::GameResult

use crate::game::{Ending, EndingKind, result_text, side_ahead};
use crate::schedule::{GameId, Leg};
use games::board::Side;

/// A player of a stored game.
pub trait StoredPlayer {
    /// The name in tables.
    fn name(&self) -> &str;
    /// Seconds left at the end.
    fn left(&self) -> f64;
}

/// A finished game.
pub trait StoredGame {
    /// What is stored of a player.
    type Player: StoredPlayer;

    /// The game's number in the schedule.
    fn number(&self) -> u32;

    /// The side to move where the game begins.
    fn first_to_move(&self) -> Side;

    /// Number of turns played.
    fn turn_count(&self) -> usize;

    /// How it ended.
    fn ending(&self) -> Ending;

    /// The player of a side.
    fn player(&self, side: Side) -> &Self::Player;

    /// The side that was to move when the game ended.
    fn to_move(&self) -> Side {
        let begins = self.first_to_move();
        if self.turn_count().is_multiple_of(2) { begins } else { !begins }
    }

    /// Whether the game does not count.
    fn is_void(&self) -> bool {
        self.ending().kind() == EndingKind::Void
    }

    /// The winner on the board or by forfeit; `None` if the game is drawn or void.
    fn winner(&self) -> Option<Side> {
        match self.ending().kind() {
            EndingKind::LostOnBoard | EndingKind::Forfeited => Some(!self.to_move()),
            EndingKind::Drawn | EndingKind::Void => None,
        }
    }

    /// The side with more time left in a drawn game, which wins under the assignment's rules;
    /// `None` if both have the same or the game was not drawn.
    fn winner_on_time(&self) -> Option<Side> {
        if self.ending().kind() != EndingKind::Drawn {
            return None;
        }
        side_ahead(self.left())
    }

    /// The names of the pair's two players; the first one has Black in the pair's first game.
    fn pair_names(&self) -> [&str; 2] {
        let [black, white] = self.names();
        match GameId::from_number(self.number() as usize).map(GameId::leg) {
            Some(Leg::Second) => [white, black],
            Some(Leg::First) | None => [black, white],
        }
    }

    /// How the game ended, as a sentence without a full stop.
    fn result_text(&self) -> String {
        result_text(self.ending(), self.to_move(), self.left(), self.names())
    }

    /// The names, Black first.
    fn names(&self) -> [&str; 2] {
        Side::ALL.map(|side| self.player(side).name())
    }

    /// Seconds left at the end, Black first.
    fn left(&self) -> [f64; 2] {
        Side::ALL.map(|side| self.player(side).left())
    }
}
