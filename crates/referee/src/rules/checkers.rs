//! Checkers as a game that is refereed, by the assignment's text or as the course's referee did.

use crate::rules::answer_form::{AnswerForm, FormFlaw};
use crate::rules::ending::Ending;
use crate::rules::file_protocol::FileGame;
use crate::rules::game_player::TurnQuestion;
use crate::rules::move_check::check_move;
use crate::rules::refereed::{DrawnGame, Refereed};
use formats::{Request, answer};
use games::Notation;
use games::checkers::{Move, Position};

impl Refereed for Position {
    const DRAWN: DrawnGame = DrawnGame::ToMoreTime;

    fn turn_limit(quiet_turns: u32) -> Option<u32> {
        Some(quiet_turns)
    }

    fn in_endgame_tables(&self) -> Option<&Position> {
        Some(self)
    }

    fn in_one_line(&self) -> String {
        self.fen()
    }

    /// The rows, with files and ranks beside them.
    fn for_people(&self) -> String {
        let rows = self.rows_text('\n');
        let ranks = (1..=rows.lines().count()).rev();
        let rows = rows.lines().zip(ranks).map(|(row, rank)| format!("{rank}{}\n", spaced(row)));
        rows.collect::<String>() + "  a b c d e f g h\n"
    }

    /// By the numbers of its squares and as agents write it: `16x23 (J h6 f4)`.
    fn move_for_people(&self, mv: Move) -> String {
        format!("{} ({})", self.move_text(mv), answer::in_one_line(mv))
    }
}

fn spaced(row: &str) -> String {
    row.chars().flat_map(|square| [' ', square]).collect::<String>()
}

impl FileGame for Position {
    fn request(question: &TurnQuestion<'_, Self>) -> String {
        let (position, remaining) = (*question.state.position(), question.time());
        Request { play: question.asking.play, remaining, position }.text()
    }

    fn read_answer(&self, text: &str, form: AnswerForm) -> Result<Move, Ending> {
        check_move(text, self, form)
    }

    fn form_problem(text: &str, form: AnswerForm) -> Option<String> {
        form.read(text).err().map(|problem| problem.to_string())
    }

    fn form_flaw(text: &str) -> Option<FormFlaw> {
        FormFlaw::of(text)
    }
}
