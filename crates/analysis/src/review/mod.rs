//! A played game, move by move: what each side might expect before and after, what was lost, the
//! marks, the accuracy of both sides, the turning points.
//!
//! A loss is counted in shares of the point: the evaluation, in units, becomes the share that a
//! side may expect, so that a man lost in a won game counts less than one lost in an even game.
//! Where the endgame tables reach, their result counts instead. A move that was the only one, or
//! the one that our player would have made, loses nothing.

pub mod evaluate;
pub mod loss;
pub mod played_game;
pub mod summary;
pub mod turning_points;

use crate::review::evaluate::GameEvaluations;
use crate::review::loss::{Accuracy, Loss, MistakeMark};
use crate::review::played_game::PlayedGame;
use crate::review::turning_points::{Advantage, StandingSource, TurningPoint, turning_points};
use crate::values::analyzed_game::AnalyzedGame;
use crate::values::share::PointShare;
use crate::values::verdict::Verdict;
use games::board::Side;

/// The choice of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveChoice {
    /// One move was legal.
    Forced,
    /// It made the move of our player, or one that leads to the same board.
    Best,
    /// It made another move.
    Other,
}

/// One move of a game.
#[expect(missing_docs, reason = "names that say it")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveReview {
    pub by: Side,
    /// Whether it had one, and took the best.
    pub choice: MoveChoice,
    /// Black's share before the move.
    pub before: PointShare,
    /// Black's share after it.
    pub after: PointShare,
    /// In shares of the point.
    pub loss: Loss,
}

impl MoveReview {
    /// The mark of the move, if it is a mistake.
    pub fn mark(&self) -> Option<MistakeMark> {
        MistakeMark::of(self.loss)
    }
}

/// A game, reviewed.
#[derive(Clone, Debug)]
pub struct GameReview {
    /// One for each move.
    pub moves: Vec<MoveReview>,
    /// By the tables, for each position, the quiet turns that are left included.
    pub verdicts: Vec<Option<Verdict>>,
    /// Who stands to win in the first position.
    pub first: Advantage,
    /// The moves that change which side stands to win.
    pub turning_points: Vec<TurningPoint>,
}

impl GameReview {
    /// Reviews a game with its evaluations, of which there must be one for each position.
    pub fn new<G: AnalyzedGame>(game: &PlayedGame<G>, evaluations: &GameEvaluations<G>) -> Self {
        let verdicts = verdicts(game, evaluations);
        let shares = shares(game, evaluations, &verdicts);
        let plies = game.moves().len().min(shares.len().saturating_sub(1));
        let moves = (0..plies)
            .map(|index| {
                let by = game.positions()[index].side_to_move();
                let choice = choice(game, evaluations, index);
                let (before, after) = (shares[index], shares[index + 1]);
                let loss = match choice {
                    MoveChoice::Forced | MoveChoice::Best => Loss::NONE,
                    MoveChoice::Other => Loss::between(before.seen_by(by), after.seen_by(by)),
                };
                MoveReview { by, choice, before, after, loss }
            })
            .collect();
        let sources: Vec<_> = (0..shares.len())
            .map(|index| match (game.rule_at(index), verdicts[index]) {
                (Some(_), _) => StandingSource::Rule,
                (None, Some(_)) => StandingSource::Tables,
                (None, None) => StandingSource::Evaluation,
            })
            .collect();
        let (first, turning_points) = turning_points(&shares, &sources);
        GameReview { moves, verdicts, first, turning_points }
    }

    /// Who stands to win in the last position.
    pub fn last(&self) -> Advantage {
        self.turning_points.last().map_or(self.first, |point| point.to)
    }

    /// The accuracy of a side; `None` if it never had a choice.
    pub fn accuracy(&self, side: Side) -> Option<Accuracy> {
        let of_side =
            self.moves.iter().filter(|mv| mv.by == side && mv.choice != MoveChoice::Forced);
        Accuracy::of_moves(of_side.map(|mv| mv.loss))
    }

    /// The indices of the marked moves, the largest loss first; of equal losses the earlier first.
    pub fn mistakes(&self) -> Vec<usize> {
        let mut mistakes: Vec<_> =
            (0..self.moves.len()).filter(|&index| self.moves[index].mark().is_some()).collect();
        mistakes.sort_by(|&one, &other| {
            self.moves[other].loss.value().total_cmp(&self.moves[one].loss.value())
        });
        mistakes
    }
}

fn verdicts<G: AnalyzedGame>(
    game: &PlayedGame<G>,
    evaluations: &GameEvaluations<G>,
) -> Vec<Option<Verdict>> {
    let left = game.turns_left();
    left.iter()
        .enumerate()
        .map(|(index, &left)| {
            let verdict = evaluations.verdict_at(index)?;
            Some(Verdict::of(verdict, left))
        })
        .collect()
}

/// Black's share in each position. A game that a rule has ended is what the rule says at its end,
/// whatever the tables say of the board.
fn shares<G: AnalyzedGame>(
    game: &PlayedGame<G>,
    evaluations: &GameEvaluations<G>,
    verdicts: &[Option<Verdict>],
) -> Vec<PointShare> {
    verdicts
        .iter()
        .enumerate()
        .map_while(|(index, verdict)| {
            let by_tables = verdict.filter(|_| game.rule_at(index).is_none()).map(Verdict::share);
            by_tables.or_else(|| {
                evaluations.scores.get(index).map(|score| score.share(G::UNITS_PER_LOGIT))
            })
        })
        .collect()
}

fn choice<G: AnalyzedGame>(
    game: &PlayedGame<G>,
    evaluations: &GameEvaluations<G>,
    index: usize,
) -> MoveChoice {
    let position = &game.positions()[index];
    if position.count_moves() == 1 {
        return MoveChoice::Forced;
    }
    let best = evaluations.lines.get(index).and_then(|line| line.moves.first());
    match best {
        Some(&best) if position.play(best) == game.positions()[index + 1] => MoveChoice::Best,
        _ => MoveChoice::Other,
    }
}
