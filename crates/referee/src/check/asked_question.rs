//! The questions of a check as they are asked: from its table, or the next move of the same game.

use crate::check::case::Asked;
use formats::{Play, Request, answer};
use games::Game;
use games::checkers::{Move, Position};
use std::cmp::Reverse;
use std::time::Duration;

/// A question as it is asked.
pub(super) struct AskedQuestion {
    /// The text of `input.txt`.
    pub(super) text: String,
    /// The board.
    pub(super) position: Position,
    /// The time on its clock.
    pub(super) clock: Duration,
    /// The CPU time after which the agent is killed: more than the clock if that is hopeless.
    pub(super) limit: Duration,
}

/// The question of a turn; `None` if the game is over.
pub(super) fn asked_question(asked: Asked, next: Option<AskedQuestion>) -> Option<AskedQuestion> {
    let Asked::Question(question) = asked else { return next };
    Some(AskedQuestion {
        text: question.text(),
        position: question.position().expect("a test reads the board of every check"),
        clock: question.clock.time(),
        limit: question.clock.limit(),
    })
}

/// The game after a move and the reply that leaves the agent the most moves (with a single move,
/// its `playdata.txt` would not matter). Among equals the first by its text.
pub(super) fn next_question(
    position: &Position,
    mv: Move,
    left: Duration,
) -> Option<AskedQuestion> {
    let after = position.play(mv);
    let mut replies = Vec::new();
    after.legal_moves(&mut replies);
    let choice = |&reply: &Move| (Reverse(after.play(reply).count_moves()), answer::text(reply));
    let position = after.play(replies.into_iter().min_by_key(choice)?);
    let text = Request { play: Play::Game, remaining: left, position }.text();
    Some(AskedQuestion { text, position, clock: left, limit: left })
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Notation;
    use games::board::Side;

    #[test]
    fn a_game_goes_on_with_a_choice_and_less_time() {
        let start = Position::start();
        let mv = start.read_move("9-14").expect("a legal move");
        let next = next_question(&start, mv, Duration::from_millis(2_500)).expect("a reply");
        assert!(next.position.count_moves() > 1, "22-17 would force a jump");
        assert_eq!(next.position.side_to_move(), start.side_to_move());
        let read = Request::parse(&next.text).expect("a request");
        assert_eq!((read.position, read.remaining), (next.position, next.clock));
        assert_eq!(next.limit, next.clock);
    }

    #[test]
    fn a_game_that_is_won_does_not_go_on() {
        let rows = "......../......../......../......../.....b../....w.../......../........";
        let position = Position::from_rows(rows.split('/'), Side::White).expect("a board");
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        assert!(legal[0].is_jump());
        assert!(next_question(&position, legal[0], Duration::ZERO).is_none());
    }
}
