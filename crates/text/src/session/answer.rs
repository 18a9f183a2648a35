//! Questions: nothing changes.

use super::state::Session;
use crate::auto_player::Thought;
use crate::command::Command;
use crate::dialect::Dialect;
use crate::game_history::PlayError;
use crate::help;
use pages::{Hint, Reply};
use search::{Evaluator, Ply};

impl<G: Dialect> Session<G> {
    /// The answer to a question, as text.
    pub(super) fn reply_to(&self, question: &Command) -> Reply {
        let position = self.game.position();
        let is_over = self.game.to_move().is_none();
        let message = match question {
            Command::Moves | Command::Eval if is_over => return self.game_is_over(),
            Command::Dump => position.dump(),
            Command::Moves => {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                let texts: Vec<_> = moves.iter().map(|&mv| position.move_text(mv)).collect();
                format!("{} moves: {}", texts.len(), texts.join(" "))
            }
            Command::Eval => {
                let side = position.side_to_move();
                let score = G::Evaluator::default().evaluate(position, Ply::ROOT);
                format!("{score} for {side}, the side to move")
            }
            _ => help::text::<G>(),
        };
        Reply { messages: vec![message], ..Reply::default() }
    }

    /// The answer to `hint`, when the search is over.
    pub(super) fn hint_reply(&self, thought: Option<Thought<G::Move>>) -> Reply {
        let Some(Thought { mv, about }) = thought else {
            let error = "no move was found in time; write hint again".to_string();
            return Reply { error: Some(error), ..Reply::default() };
        };
        let text = self.game.position().move_text(mv);
        let about = about.unwrap_or_else(|| "the plain opponent would play it".to_string());
        let message = format!("a good move is {text}: {about}");
        let hint = Hint { text, path: G::path(mv), about };
        Reply { error: None, messages: vec![message], hint: Some(hint) }
    }

    pub(super) fn game_is_over(&self) -> Reply {
        Reply { error: Some(PlayError::Over.to_string()), ..Reply::default() }
    }
}
