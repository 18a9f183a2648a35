//! A network is trained to predict, in a position, the probability that the side to move wins,
//! a draw counted as half a win.
//!
//! The score of a search of the position says it without noise, but no better than the evaluation
//! that the search evaluated. The result of the game says it with much noise. Between them are the
//! scores of the positions that followed: they have seen what the first did not. So a target is
//!
//! ```text
//! foreseen = (1 - trace) * score + trace * foreseen one record later  (after the last: the result)
//! target   = mix * foreseen + (1 - mix) * result
//! ```
//!
//! with all terms as probabilities for the side to move. The first line is TD(lambda) of Sutton
//! (1988, "Learning to Predict by the Methods of Temporal Differences"), as in Tesauro's
//! TD-Gammon. An unfinished game has no result: its last score stands for it. What solved
//! endings say of a position stands for the result of its game, also for the positions before it.
//!
//! The scale that turns scores into probabilities is fitted first, by logistic regression of the
//! results on the scores (as in Texel tuning, Österlund 2014).

use crate::error::TrainingError;
use crate::learn::network::logistic::{loss, sigmoid};
use crate::learn::playing::play::Record;
use crate::learn::playing::shards;
use crate::learn::playing::shards::Shards;
use crate::tables::Solved;
use evaluation::checkers::network::UNITS_PER_LOGIT;
use games::Outcome;
use std::path::PathBuf;

#[derive(Clone, Debug, clap::Args)]
pub struct TargetOptions {
    /// The share in a target of what the searches foresee, from 0 to 1; the rest is the result of
    /// the game
    #[arg(long, default_value_t = 0.7, value_name = "SHARE")]
    mix: f32,
    /// In what a search foresees, the share of later positions of the game, from 0 (only its own
    /// score counts) to 1
    #[arg(long, default_value_t = 0.85, value_name = "SHARE")]
    trace: f32,
    /// Units of the scores for one logit of winning, instead of those that fit the results
    #[arg(long, value_name = "UNITS")]
    scale: Option<f32>,
    /// A folder of training tables: what it knows of a position is the result of its game, also for
    /// the positions before
    #[arg(long, value_name = "DIR")]
    solved: Option<PathBuf>,
}

pub struct Targets {
    mix: f32,
    trace: f32,
    /// What is solved, if a folder was given.
    solved: Option<Solved>,
    /// Units of the score for one logit of winning.
    scale: f32,
}

/// The scale is fitted to this many shards.
const SAMPLE: usize = 16;

impl Targets {
    /// With the scale that fits the examples of these folders. If no game was played out, it is
    /// that of the network that is compiled in.
    pub fn scaled(options: &TargetOptions, folders: &[PathBuf]) -> Result<Self, TrainingError> {
        let mut paths = Vec::new();
        for folder in folders {
            paths.append(&mut Shards::to_read(folder).paths()?);
        }
        let mut sample = Vec::new();
        for path in paths.iter().step_by(paths.len().div_ceil(SAMPLE).max(1)) {
            sample.extend(
                shards::read(path)?
                    .iter()
                    .filter_map(|record| Some((record.score, points(record.result?)))),
            );
        }
        let solved = options.solved.as_deref().map(Solved::in_folder).transpose()?;
        let TargetOptions { mix, trace, .. } = *options;
        let scale = options.scale.unwrap_or_else(|| scale_of(&sample));
        Ok(Targets { mix, trace, solved, scale })
    }

    /// Units of the score for one logit of winning.
    pub fn scale(&self) -> f32 {
        self.scale
    }

    /// The targets of the records of whole games.
    pub fn of(&self, records: &[Record]) -> Vec<f32> {
        let mut targets = vec![0.0; records.len()];
        // Of the record after this one, for the side to move here.
        let mut later = Later::default();
        for (target, record) in targets.iter_mut().zip(records).rev() {
            let solved = self
                .solved
                .as_ref()
                .and_then(|solved| solved.find(&record.packed.position()))
                .map(points);
            let known = solved.or(later.known);
            let result = known.or(record.result.map(points));
            let score = sigmoid(f32::from(record.score) / self.scale);
            let later_here = later.foreseen.or(result).unwrap_or(score);
            let foreseen = (1.0 - self.trace) * score + self.trace * later_here;
            *target =
                result.map_or(foreseen, |result| self.mix * foreseen + (1.0 - self.mix) * result);
            later = record.since.map_or_else(Later::default, |plies| {
                let here = Later { known, foreseen: Some(foreseen) };
                if plies.get() % 2 == 0 { here } else { here.for_opponent() }
            });
        }
        targets
    }
}

/// What is said of a record by those after it in its game.
#[derive(Clone, Copy, Debug, Default)]
struct Later {
    /// The points of the first of them that is solved.
    known: Option<f32>,
    foreseen: Option<f32>,
}

impl Later {
    fn for_opponent(self) -> Self {
        let [known, foreseen] = [self.known, self.foreseen].map(|points| Some(1.0 - points?));
        Later { known, foreseen }
    }
}

pub fn points(result: Outcome) -> f32 {
    match result {
        Outcome::Win => 1.0,
        Outcome::Draw => 0.5,
        Outcome::Loss => 0.0,
    }
}

fn loss_by(scale: f32, sample: &[(i16, f32)]) -> f64 {
    sample.iter().map(|&(score, points)| loss(sigmoid(f32::from(score) / scale), points)).sum()
}

/// The scale with the smallest loss on scores and the points that followed, found by golden-section
/// search.
fn scale_of(sample: &[(i16, f32)]) -> f32 {
    if sample.is_empty() {
        return UNITS_PER_LOGIT as f32;
    }
    let golden = (5f32.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (5.0, 1_000.0);
    while high - low > 0.1 {
        let (left, right) = (high - golden * (high - low), low + golden * (high - low));
        if loss_by(left, sample) < loss_by(right, sample) { high = right } else { low = left }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Game;
    use games::checkers::{PackedPosition, Position};
    use std::num::NonZeroU8;

    const EVEN: i16 = 0;

    /// A record with a score; `since` is 0 for the first of a game.
    fn record(score: i16, result: Option<Outcome>, since: u8) -> Record {
        let since = NonZeroU8::new(since);
        Record { packed: PackedPosition::of(&Position::start()), score, result, since }
    }

    fn targets(mix: f32, trace: f32, records: &[Record]) -> Vec<f32> {
        Targets { mix, trace, solved: None, scale: 1.0 }.of(records)
    }

    #[test]
    fn without_trace_a_target_mixes_score_and_result() {
        let won = record(EVEN, Some(Outcome::Win), 0);
        assert_eq!(targets(0.0, 0.0, &[won]), [1.0]);
        assert_eq!(targets(1.0, 0.0, &[won]), [0.5]);
        assert_eq!(targets(0.5, 0.0, &[won]), [0.75]);
    }

    #[test]
    fn later_scores_count_for_the_side_that_moves_here_and_not_beyond_the_game() {
        let games = [
            record(EVEN, None, 0),
            record(EVEN, None, 1),  // the other side
            record(1_000, None, 2), // wins
            record(EVEN, None, 0),  // another game
        ];
        let seen = targets(1.0, 0.5, &games);
        assert_eq!(seen, [0.375, 0.75, 1.0, 0.5]);
    }

    #[test]
    fn after_the_last_record_comes_the_result() {
        let games = [record(EVEN, Some(Outcome::Loss), 0), record(EVEN, Some(Outcome::Win), 1)];
        assert_eq!(targets(1.0, 1.0, &games), [0.0, 1.0]);
    }

    #[test]
    fn what_is_solved_counts_for_itself_and_for_what_led_there() {
        let solved = Some(Solved::with_pieces(2));
        let won = Position::from_fen("W:W32:BK27").expect("White captures the last piece");
        let won =
            Record { packed: PackedPosition::of(&won), ..record(EVEN, Some(Outcome::Loss), 1) };
        let before = record(EVEN, Some(Outcome::Win), 0);
        let targets = Targets { mix: 0.5, trace: 0.0, solved, scale: 1.0 };
        assert_eq!(targets.of(&[before, won]), [0.25, 0.75]);
    }

    #[test]
    fn the_scale_is_where_scores_predict_the_results() {
        let sample: Vec<_> = (-300..300).map(|score| (score, expected_points(score))).collect();
        assert!((scale_of(&sample) - 80.0).abs() < 1.0);
        assert_eq!(scale_of(&[]), UNITS_PER_LOGIT as f32);
    }

    fn expected_points(score: i16) -> f32 {
        sigmoid(f32::from(score) / 80.0)
    }
}
