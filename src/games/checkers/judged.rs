//! Checkers under another judge than the agent's: the same rules and the same search, so that
//! evaluations can be measured against each other.

use crate::board::{Key, Side};
use crate::game::{Evaluate, Finality, Game, Noise, Outcome, Ply, Repetition, Score, Tuning};
use crate::games::checkers::evaluate::evaluate;
use crate::games::checkers::moves::Move;
use crate::games::checkers::net::{self, Memo, NET, Net};
use crate::games::checkers::position::Position;
use crate::games::checkers::tuning::TUNING;

/// Whoever can say what a position is worth.
pub trait Judge: Copy + Default {
    /// What judging one position leaves behind to judge its neighbors faster.
    type Memo: Default;

    /// The value of a position for the side to move, found from nothing.
    fn judge(&self, position: &Position) -> Score;

    /// The same value at `ply` of a search.
    fn judge_with(&self, position: &Position, memo: &mut Self::Memo, ply: Ply) -> Score;

    /// How far the search trusts the judge.
    #[inline(always)]
    fn tuning(&self) -> &Tuning {
        &TUNING
    }
}

/// The evaluation by hand (`evaluate.rs`): the yardstick of the learned one.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByHand;

impl Judge for ByHand {
    type Memo = ();

    #[inline]
    fn judge(&self, position: &Position) -> Score {
        evaluate(position)
    }

    #[inline]
    fn judge_with(&self, position: &Position, (): &mut (), _: Ply) -> Score {
        evaluate(position)
    }
}

/// A network (`net/`), and the numbers of the search that is to trust it.
#[derive(Clone, Copy, Debug)]
pub struct ByNet<'a> {
    /// The network.
    pub net: &'a Net,
    /// How far the search trusts it.
    pub tuning: &'a Tuning,
}

impl Default for ByNet<'_> {
    /// What the agent plays with.
    fn default() -> Self {
        ByNet { net: &NET, tuning: &TUNING }
    }
}

impl Judge for ByNet<'_> {
    type Memo = Memo;

    fn judge(&self, position: &Position) -> Score {
        net::evaluate(self.net, position)
    }

    #[inline]
    fn judge_with(&self, position: &Position, memo: &mut Memo, ply: Ply) -> Score {
        memo.judge(self.net, position, ply)
    }

    #[inline(always)]
    fn tuning(&self) -> &Tuning {
        self.tuning
    }
}

/// A position whose value is up to this judge.
#[derive(Clone, Copy, Debug)]
pub struct Judged<J> {
    /// The position.
    pub position: Position,
    /// The judge.
    pub judge: J,
}

impl<J: Judge> Game for Judged<J> {
    type Move = Move;
    const NO_MOVES: Outcome = Position::NO_MOVES;
    const REPETITION: Repetition = Position::REPETITION;
    const QUIET_LIMIT: Option<u32> = Position::QUIET_LIMIT;

    fn start() -> Self {
        Judged { position: Position::start(), judge: J::default() }
    }

    #[inline]
    fn side_to_move(&self) -> Side {
        self.position.side_to_move()
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        self.position.legal_moves(moves);
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        self.position.count_moves()
    }

    #[inline]
    fn play(&self, mv: Move) -> Self {
        Judged { position: self.position.play(mv), judge: self.judge }
    }

    #[inline]
    fn finality(&self, mv: Move) -> Finality {
        self.position.finality(mv)
    }

    #[inline]
    fn key(&self) -> Key {
        self.position.key()
    }
}

impl<J: Judge> Evaluate for Judged<J> {
    const SLOTS: usize = Position::SLOTS;
    const NOISE: Noise = Position::NOISE;
    type Memo = J::Memo;

    #[inline(always)]
    fn tuning(&self) -> &Tuning {
        self.judge.tuning()
    }

    #[inline]
    fn slot(mv: Move) -> usize {
        Position::slot(mv)
    }

    #[inline]
    fn evaluate(&self) -> Score {
        self.judge.judge(&self.position)
    }

    #[inline]
    fn evaluate_with(&self, memo: &mut J::Memo, ply: Ply) -> Score {
        self.judge.judge_with(&self.position, memo, ply)
    }

    #[inline]
    fn noisy_moves(&self, moves: &mut Vec<Move>) {
        self.position.noisy_moves(moves);
    }

    #[inline]
    fn is_calm(&self) -> bool {
        self.position.is_calm()
    }

    #[inline]
    fn is_threatened(&self) -> bool {
        self.position.is_threatened()
    }

    #[inline]
    fn known(&self) -> Option<Outcome> {
        self.position.known()
    }

    fn known_move(&self, turns_left: Option<u32>, occurred: impl Fn(Key) -> usize) -> Option<Move> {
        self.position.known_move(turns_left, occurred)
    }

    #[inline]
    fn gain(&self, mv: Move) -> i32 {
        self.position.gain(mv)
    }
}
