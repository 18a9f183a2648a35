//! One game between players in this process. Ends that the endgame tables know, or that are hopeless for
//! one side, are not played out.

use crate::learn::players::{Player, Thought};
use evaluation::checkers::endgame::Tablebases;
use games::board::Side;
use games::checkers::Position;
use games::{Game, Outcome};
use search::KeyHistory;
use search::Score;
use statistics::GameScore;

/// A game that is longer is as good as drawn.
const MOST_PLIES: usize = 250;

/// A game is given up when a side is so far ahead, in units of the evaluation, ...
const HOPELESS: i32 = 350;
/// ... for so many turns in a row.
const GIVEN_UP_AFTER: u32 = 6;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    side: Side,
    outcome: Outcome,
}

impl Played {
    /// The result for a side.
    pub fn for_side(self, side: Side) -> Outcome {
        if side == self.side { self.outcome } else { self.outcome.for_opponent() }
    }
}

/// Plays from `start`; `seat` says which of the players thinks for a side, and `look` is shown every
/// position with what is thought of it.
pub fn play(
    start: Position,
    players: &mut [Box<dyn Player + '_>],
    seat: impl Fn(Side) -> usize,
    mut look: impl FnMut(&Position, &Thought),
) -> Played {
    let mut path = KeyHistory::starting_at(&start, 0);
    let mut here = start;
    let mut lead = Lead::default();
    for _ in 0..MOST_PLIES {
        let side = here.side_to_move();
        if let Some(outcome) = end(&here, &path) {
            return Played { side, outcome };
        }
        let Some(thought) = players[seat(side)].think(&here, path.clone()) else { break };
        look(&here, &thought);
        if lead.is_decisive(side, thought.score.units()) {
            let outcome = if thought.score > Score::DRAW { Outcome::Win } else { Outcome::Loss };
            return Played { side, outcome };
        }
        let next = here.play(thought.best);
        path.played(&next, here.finality(thought.best));
        here = next;
    }
    Played { side: Side::White, outcome: Outcome::Draw }
}

/// The results of one opening for the first of two players, who has Black and then White.
pub fn both_games<'a>(
    start: Position,
    players: impl Fn() -> [Box<dyn Player + 'a>; 2],
) -> [GameScore; 2] {
    Side::ALL.map(|first| {
        let seat = |side: Side| usize::from(side != first);
        match play(start, &mut players(), seat, |_, _| {}).for_side(first) {
            Outcome::Win => GameScore::Win,
            Outcome::Draw => GameScore::Draw,
            Outcome::Loss => GameScore::Loss,
        }
    })
}

/// Who is far ahead, and since when.
#[derive(Debug, Default)]
struct Lead {
    leader: Option<Side>,
    turns: u32,
}

impl Lead {
    /// Takes note of what `side` thinks of its position: is that enough?
    fn is_decisive(&mut self, side: Side, score: i32) -> bool {
        let leader = match score {
            HOPELESS.. => Some(side),
            score if score <= -HOPELESS => Some(!side),
            _ => None,
        };
        self.turns = if leader.is_some() && leader == self.leader { self.turns + 1 } else { 1 };
        self.leader = leader;
        leader.is_some() && self.turns >= GIVEN_UP_AFTER
    }
}

/// The result for the side to move, if the game is over or its end is known.
fn end(here: &Position, path: &KeyHistory) -> Option<Outcome> {
    if !here.can_move() {
        return Some(Outcome::Loss);
    }
    if path.is_over_limit() || path.is_repetition(Position::REPETITION) {
        return Some(Outcome::Draw);
    }
    Tablebases::built_in().probe_quiet(here)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_has_to_last_and_both_sides_have_to_see_it() {
        let mut lead = Lead::default();
        for turn in 1..GIVEN_UP_AFTER {
            let (side, score) =
                if turn % 2 == 1 { (Side::White, 500) } else { (Side::Black, -500) };
            assert!(!lead.is_decisive(side, score));
        }
        assert!(lead.is_decisive(Side::Black, -500));
        assert!(!lead.is_decisive(Side::White, -500), "the other side leads");
        assert!(!lead.is_decisive(Side::Black, 0));
    }
}
