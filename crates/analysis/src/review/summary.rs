//! The course of a game in a few sentences: who stood to win, and which move changed it.

use crate::review::loss::MistakeMark;
use crate::review::turning_points::{Standing, StandingSource, TurningPoint};
use crate::review::{GameReview, MoveChoice, MoveReview};
use games::board::Side;

/// The end of a game by its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordedResult {
    /// This side won.
    Won(Side),
    /// A draw.
    Drawn,
    /// The file does not say.
    Unknown,
}

/// Sentences with spaces between them. `label` names the move of an index, such as `12. 22-18`.
pub fn summary(
    review: &GameReview,
    result: RecordedResult,
    label: impl Fn(usize) -> String,
) -> String {
    let course = GameCourse { review, label: &label };
    match result {
        RecordedResult::Won(winner) => course.won(winner),
        RecordedResult::Drawn => course.drawn(),
        RecordedResult::Unknown => course.unknown(),
    }
}

struct GameCourse<'a> {
    review: &'a GameReview,
    label: &'a dyn Fn(usize) -> String,
}

impl GameCourse<'_> {
    fn won(&self, winner: Side) -> String {
        match (self.review.last(), self.review.turning_points.last()) {
            (Standing::For(side), None) if side == winner => {
                format!("{winner} stood to win from the first position on.")
            }
            (Standing::For(side), Some(point)) if side == winner => self.decided(winner, point),
            (Standing::For(loser), _) => format!(
                "{winner} won, although {loser} stood to win in the last position: the board does \
                 not explain the result."
            ),
            (Standing::Even, _) => format!(
                "{winner} won, although the last position is even: the board does not explain the \
                 result."
            ),
        }
    }

    fn drawn(&self) -> String {
        match (self.review.last(), self.review.turning_points.last()) {
            (Standing::For(side), _) => {
                format!("The game was drawn, although {side} stood to win in the last position.")
            }
            (Standing::Even, Some(TurningPoint { index, from: Standing::For(side), .. })) => {
                let slipped = self.review.moves[*index].by == *side;
                let end = if slipped { ", which gave the win away" } else { "" };
                format!("{side} stood to win until {}{end}.", self.named(*index))
            }
            (Standing::Even, _) => "Neither side ever stood to win.".to_string(),
        }
    }

    fn unknown(&self) -> String {
        match self.review.last() {
            Standing::Even => "No result is told; the last position is even.".to_string(),
            Standing::For(side) => {
                format!("No result is told; {side} stands to win in the last position.")
            }
        }
    }

    /// The move that decided a game which `winner` won on the board.
    fn decided(&self, winner: Side, point: &TurningPoint) -> String {
        let (loser, index) = (!winner, point.index);
        let mv = &self.review.moves[index];
        let before = match point.from {
            Standing::Even => format!("before it {loser} could expect {}", percent(mv, loser)),
            Standing::For(_) => format!("before it {loser} stood to win"),
        };
        let certain = match point.source {
            StandingSource::Tables => "had won by the endgame tables",
            StandingSource::Rule => "had won by a rule of the game",
            StandingSource::Evaluation => "stood to win",
        };
        let name = self.named(index);
        if mv.by == loser && mv.mark().is_some() {
            return format!(
                "{name} decided the game: {before}, after it {winner} {certain} to the end."
            );
        }
        let from = format!("From {name} on {winner} {certain} to the end");
        match (mv.by == loser, mv.choice) {
            (true, MoveChoice::Forced | MoveChoice::Best) => {
                format!("{from}. There was nothing better then{}", self.earlier(loser, index))
            }
            _ => format!("{from}{}", self.earlier(loser, index)),
        }
    }

    /// The largest loss of the loser before the move of this index, as the end of a sentence.
    fn earlier(&self, loser: Side, index: usize) -> String {
        let mistakes = self.review.mistakes();
        let is_earlier = |at: &&usize| **at < index && self.review.moves[**at].by == loser;
        mistakes.iter().find(is_earlier).map_or(".".to_string(), |&at| {
            let loss = self.review.moves[at].loss.hundredths();
            format!("; {loser} lost most before that with {}: {loss} %.", self.named(at))
        })
    }

    fn named(&self, index: usize) -> String {
        let mark = self.review.moves[index].mark().map(|mark: MistakeMark| format!(" {mark}"));
        format!("{}{}", (self.label)(index), mark.unwrap_or_default())
    }
}

/// The expectation of `side` before a move.
fn percent(mv: &MoveReview, side: Side) -> String {
    format!("{:.0} % of the point", 100.0 * mv.before.seen_by(side).value())
}
