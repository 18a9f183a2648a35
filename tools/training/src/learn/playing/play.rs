//! One game between players of this process. It ends early when the endgame tables know the result,
//! or by resignation when one side is hopelessly behind.

use crate::learn::playing::players::{MoveChooser, SearchedMove};
use evaluation::checkers::endgame::Tablebases;
use games::board::Side;
use games::checkers::{PackedPosition, Position};
use games::{Game, Outcome};
use search::{KeyHistory, Score};
use statistics::GameScore;
use std::convert::Infallible;
use std::num::NonZeroU8;
use std::ops::ControlFlow;

/// A longer game counts as drawn.
const MAX_PLIES: usize = 250;

/// A side that is behind by this score, in units of the evaluation, resigns after [`RESIGN_TURNS`].
const RESIGN_SCORE: i32 = 350;
/// For how many turns in a row, counting both sides, the searches of both must see that lead.
const RESIGN_TURNS: u32 = 6;

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

pub fn play_out(
    start: Position,
    players: &mut [Box<dyn MoveChooser + '_>],
    player_of: impl Fn(Side) -> usize,
) -> SelfplayResult {
    let ControlFlow::Continue(result) =
        play(start, players, player_of, |_, _| ControlFlow::<Infallible>::Continue(()));
    result
}

/// The scores of the first of two players in both games from one opening: with Black, then with
/// White.
pub fn both_games<'a>(
    start: Position,
    players: impl Fn() -> [Box<dyn MoveChooser + 'a>; 2],
) -> [GameScore; 2] {
    Side::ALL.map(|first| {
        match play_out(start, &mut players(), |side| usize::from(side != first)).for_side(first) {
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

/// The size of a record, in bytes.
pub const SIZE: usize = 16;

/// Stands for no result.
const NOT_PLAYED_OUT: u8 = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The position, seen by the side to move.
    pub packed: PackedPosition,
    /// The score of the search that chose the move, in units of the evaluation.
    pub score: i16,
    /// The result of the game for the side to move, if it was played out.
    pub result: Option<Outcome>,
    /// Plies since the record before this one; `None` for the first of a game.
    pub since: Option<NonZeroU8>,
}

impl Record {
    /// The example of a position, the first of a game.
    pub fn new(position: &Position, score: Score, result: Option<Outcome>) -> Self {
        let (packed, score) = (PackedPosition::of(position), score.units() as i16);
        Record { packed, score, result, since: None }
    }

    pub fn to_bytes(self) -> [u8; SIZE] {
        let mut bytes = [0; SIZE];
        for (place, set) in self.packed.0.into_iter().enumerate() {
            bytes[4 * place..4 * place + 4].copy_from_slice(&set.to_le_bytes());
        }
        bytes[12..14].copy_from_slice(&self.score.to_le_bytes());
        bytes[14] = self.result.map_or(NOT_PLAYED_OUT, |result| result as u8);
        bytes[15] = self.since.map_or(0, NonZeroU8::get);
        bytes
    }

    /// The example of these bytes; `None` if they are not a record.
    pub fn from_bytes(bytes: &[u8; SIZE]) -> Option<Self> {
        let sets = [0, 1, 2]
            .map(|place| u32::from_le_bytes([0, 1, 2, 3].map(|byte| bytes[4 * place + byte])));
        let result = match bytes[14] {
            NOT_PLAYED_OUT => None,
            byte => Some(outcome(byte)?),
        };
        let score = i16::from_le_bytes([bytes[12], bytes[13]]);
        let since = NonZeroU8::new(bytes[15]);
        Some(Record { packed: PackedPosition(sets), score, result, since })
    }
}

fn outcome(byte: u8) -> Option<Outcome> {
    [Outcome::Win, Outcome::Draw, Outcome::Loss].into_iter().find(|&outcome| outcome as u8 == byte)
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Game, Walker};

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

    #[test]
    fn what_was_written_is_read() {
        let results = [Some(Outcome::Win), Some(Outcome::Draw), Some(Outcome::Loss), None];
        for (nth, position) in Walker::new(1).game(Position::start(), 60).iter().enumerate() {
            let score = Score::from_eval(17 * nth as i32 - 300);
            let since = NonZeroU8::new(nth as u8 % 3);
            let record = Record { since, ..Record::new(position, score, results[nth % 4]) };
            assert_eq!(Record::from_bytes(&record.to_bytes()), Some(record));
        }
        assert_eq!(Record::from_bytes(&[9; SIZE]), None);
    }
}
