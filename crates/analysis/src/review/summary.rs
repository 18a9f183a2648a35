//! The course of a game in a few sentences: who stood to win, and which move changed it.

use crate::review::loss::MistakeMark;
use crate::review::turning_points::{Advantage, StandingSource, TurningPoint};
use crate::review::{GameReview, MoveChoice, MoveReview};
use formats::pdn::PdnResult;
use games::board::Side;

/// Sentences with spaces between them. `label` names the move of an index, such as `12. 22-18`;
/// `result` is the one of its file, if it says one.
pub fn summary(
    review: &GameReview,
    result: Option<PdnResult>,
    label: impl Fn(usize) -> String,
) -> String {
    let course = GameCourse { review, label: &label };
    match result {
        Some(PdnResult::Won(winner)) => course.won(winner),
        Some(PdnResult::Drawn) => course.drawn(),
        None => course.unknown(),
    }
}

struct GameCourse<'a> {
    review: &'a GameReview,
    label: &'a dyn Fn(usize) -> String,
}

impl GameCourse<'_> {
    fn won(&self, winner: Side) -> String {
        match (self.review.last(), self.review.turning_points.last()) {
            (Advantage::For(side), None) if side == winner => {
                format!("{winner} stood to win from the first position on.")
            }
            (Advantage::For(side), Some(point)) if side == winner => self.decided(winner, point),
            (Advantage::For(loser), _) => format!(
                "{winner} won, although {loser} stood to win in the last position: the board does \
                 not explain the result."
            ),
            (Advantage::Even, _) => format!(
                "{winner} won, although the last position is even: the board does not explain the \
                 result."
            ),
        }
    }

    fn drawn(&self) -> String {
        match (self.review.last(), self.review.turning_points.last()) {
            (Advantage::For(side), _) => {
                format!("The game was drawn, although {side} stood to win in the last position.")
            }
            (Advantage::Even, Some(TurningPoint { index, from: Advantage::For(side), .. })) => {
                let slipped = self.review.moves[*index].by == *side;
                let end = if slipped { ", which gave the win away" } else { "" };
                format!("{side} stood to win until {}{end}.", self.named(*index))
            }
            (Advantage::Even, _) => "Neither side ever stood to win.".to_string(),
        }
    }

    fn unknown(&self) -> String {
        match self.review.last() {
            Advantage::Even => "No result is told; the last position is even.".to_string(),
            Advantage::For(side) => {
                format!("No result is told; {side} stands to win in the last position.")
            }
        }
    }

    /// The move that decided a game which `winner` won on the board.
    fn decided(&self, winner: Side, point: &TurningPoint) -> String {
        let (loser, index) = (!winner, point.index);
        let mv = &self.review.moves[index];
        let before = match point.from {
            Advantage::Even => format!("before it {loser} could expect {}", percent(mv, loser)),
            Advantage::For(_) => format!("before it {loser} stood to win"),
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
        mistakes.iter().find(|at| **at < index && self.review.moves[**at].by == loser).map_or(
            ".".to_string(),
            |&at| {
                let loss = self.review.moves[at].loss.hundredths();
                format!("; {loser} lost most before that with {}: {loss} %.", self.named(at))
            },
        )
    }

    fn named(&self, index: usize) -> String {
        let mark = self.review.moves[index].mark().map(|mark: MistakeMark| format!(" {mark}"));
        format!("{}{}", (self.label)(index), mark.unwrap_or_default())
    }
}

fn percent(mv: &MoveReview, side: Side) -> String {
    format!("{:.0} % of the point", 100.0 * mv.before.seen_by(side).value())
}
