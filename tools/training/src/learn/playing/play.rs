//! One game between players of this process. It ends early when the endgame tables know the result,
//! or by resignation when one side is hopelessly behind.

use crate::learn::playing::players::{MoveChooser, SearchedMove};
use evaluation::checkers::endgame::Tablebases;
use games::board::Side;
use games::checkers::Position;
use games::{Game, Outcome};
use search::KeyHistory;
use search::Score;
use statistics::GameScore;
use std::convert::Infallible;
use std::ops::ControlFlow;

/// A longer game counts as drawn.
const MAX_PLIES: usize = 250;

/// A side that is behind by this score, in units of the evaluation, resigns after [`RESIGN_TURNS`].
const RESIGN_SCORE: i32 = 350;
/// For how many turns in a row, counting both sides, the searches of both must see that lead.
const RESIGN_TURNS: u32 = 6;

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelfplayResult {
    side: Side,
    outcome: Outcome,
}

impl SelfplayResult {
    pub fn for_side(self, side: Side) -> Outcome {
        if side == self.side { self.outcome } else { self.outcome.for_opponent() }
    }
}

/// Plays from `start`. `player_of` is the index of the player of a side; `observe` is shown every
/// position with the search of it, and can break the game off.
pub fn play<B>(
    start: Position,
    players: &mut [Box<dyn MoveChooser + '_>],
    player_of: impl Fn(Side) -> usize,
    mut observe: impl FnMut(&Position, &SearchedMove) -> ControlFlow<B>,
) -> ControlFlow<B, SelfplayResult> {
    let mut history = KeyHistory::starting_at(&start, 0);
    let mut here = start;
    let mut lead = Lead::default();
    for _ in 0..MAX_PLIES {
        let side = here.side_to_move();
        if let Some(outcome) = known_outcome(&here, &history) {
            return ControlFlow::Continue(SelfplayResult { side, outcome });
        }
        let player = &mut players[player_of(side)];
        let Some(thought) = player.think(&here, history.clone()) else { break };
        observe(&here, &thought)?;
        if lead.is_decisive(side, thought.score.units()) {
            let outcome = if thought.score > Score::DRAW { Outcome::Win } else { Outcome::Loss };
            return ControlFlow::Continue(SelfplayResult { side, outcome });
        }
        let next = here.play(thought.best);
        history.played(&next, here.finality(thought.best));
        here = next;
    }
    ControlFlow::Continue(SelfplayResult { side: Side::White, outcome: Outcome::Draw })
}

/// Plays from `start` to the end.
pub fn play_out(
    start: Position,
    players: &mut [Box<dyn MoveChooser + '_>],
    player_of: impl Fn(Side) -> usize,
) -> SelfplayResult {
    let go_on = |_: &Position, _: &SearchedMove| ControlFlow::<Infallible>::Continue(());
    let ControlFlow::Continue(result) = play(start, players, player_of, go_on);
    result
}

/// The scores of the first of two players in both games from one opening: with Black, then with
/// White.
pub fn both_games<'a>(
    start: Position,
    players: impl Fn() -> [Box<dyn MoveChooser + 'a>; 2],
) -> [GameScore; 2] {
    Side::ALL.map(|first| {
        let player_of = |side: Side| usize::from(side != first);
        match play_out(start, &mut players(), player_of).for_side(first) {
            Outcome::Win => GameScore::Win,
            Outcome::Draw => GameScore::Draw,
            Outcome::Loss => GameScore::Loss,
        }
    })
}

/// Which side is far ahead, and for how many turns.
#[derive(Debug, Default)]
struct Lead {
    leader: Option<Side>,
    turns: u32,
}

impl Lead {
    /// Counts a turn of `side`, whose search has this score. Returns whether the game is decided:
    /// the side that is behind resigns.
    fn is_decisive(&mut self, side: Side, score: i32) -> bool {
        let leader = match score {
            RESIGN_SCORE.. => Some(side),
            score if score <= -RESIGN_SCORE => Some(!side),
            _ => None,
        };
        self.turns = if leader.is_some() && leader == self.leader { self.turns + 1 } else { 1 };
        self.leader = leader;
        leader.is_some() && self.turns >= RESIGN_TURNS
    }
}

/// The result for the side to move, if the game is over or the endgame tables know it.
fn known_outcome(here: &Position, history: &KeyHistory) -> Option<Outcome> {
    if !here.can_move() {
        return Some(Outcome::Loss);
    }
    if history.is_over_limit() || history.is_repetition(Position::REPETITION) {
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
        for turn in 1..RESIGN_TURNS {
            let (side, score) =
                if turn % 2 == 1 { (Side::White, 500) } else { (Side::Black, -500) };
            assert!(!lead.is_decisive(side, score));
        }
        assert!(lead.is_decisive(Side::Black, -500));
        assert!(!lead.is_decisive(Side::White, -500), "the other side leads");
        assert!(!lead.is_decisive(Side::Black, 0));
    }
}
