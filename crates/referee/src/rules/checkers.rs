//! Checkers as a game that is refereed, by the assignment's text or as the course's referee did.

use crate::rules::contestant::TurnQuestion;
use crate::rules::counts::RuleCounts;
use crate::rules::ending::Ending;
use crate::rules::file_protocol::FileGame;
use crate::rules::move_check::{AnswerForm, check_move, form_problem};
use crate::rules::profile::Profile;
use crate::rules::refereed::{DrawnGame, Refereed};
use formats::{Play, Request, answer};
use games::checkers::{Move, Position};
use games::{Game, Notation};

/// Occurrences of one board that make a draw.
const THIRD: u32 = 3;

impl Refereed for Position {
    const DRAWN: DrawnGame = DrawnGame::ToMoreTime;

    fn ended(&self, counts: &RuleCounts) -> Option<Ending> {
        if self.own().is_empty() {
            return Some(Ending::NoPieces);
        }
        if self.count_moves() == 0 {
            return Some(Ending::NoMoves);
        }
        let limits = counts.limits;
        let quiet_draw = |most| (counts.quiet >= most).then_some(Ending::QuietTurns);
        match limits.profile {
            Profile::Spec => repetition(counts).or_else(|| quiet_draw(limits.quiet_turns)),
            Profile::Course => quiet_draw(limits.quiet_turns.saturating_add(1)),
        }
    }

    fn turn_limit(quiet_turns: u32) -> Option<u32> {
        Some(quiet_turns)
    }

    fn ended_before_playing(counts: &RuleCounts) -> Option<Ending> {
        match counts.limits.profile {
            Profile::Spec => None,
            Profile::Course => repetition(counts),
        }
    }

    fn in_one_line(&self) -> String {
        self.fen()
    }

    /// The rows, with files and ranks beside them.
    fn for_people(&self) -> String {
        let rows = self.rows_text('\n');
        let ranks = (1..=rows.lines().count()).rev();
        let spaced = |row: &str| row.chars().flat_map(|square| [' ', square]).collect::<String>();
        let rows = rows.lines().zip(ranks).map(|(row, rank)| format!("{rank}{}\n", spaced(row)));
        rows.collect::<String>() + "  a b c d e f g h\n"
    }

    /// By the numbers of its squares and as agents write it: `16x23 (J h6 f4)`.
    fn move_for_people(&self, mv: Move) -> String {
        format!("{} ({})", self.move_text(mv), as_written(mv))
    }
}

impl FileGame for Position {
    fn request(question: &TurnQuestion<'_, Self>) -> String {
        let (position, remaining) = (*question.state.position(), question.remaining());
        Request { play: Play::Game, remaining, position }.text()
    }

    fn read_answer(&self, text: &str, form: AnswerForm) -> Result<Move, Ending> {
        check_move(text, self, form)
    }

    fn form_problem(text: &str, form: AnswerForm) -> Option<String> {
        form_problem(text, form).map(|problem| problem.to_string())
    }
}

/// A move as agents write it, in one line.
fn as_written(mv: Move) -> String {
    answer::text(mv).trim_end().replace('\n', ", ")
}

fn repetition(counts: &RuleCounts) -> Option<Ending> {
    (counts.occurrences >= THIRD).then_some(Ending::Repetition)
}
