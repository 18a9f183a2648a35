//! Answers to questions, which change nothing.

use crate::dialect::Dialect;
use crate::game_history::PlayError;
use crate::help;
use crate::players::auto_player::ChosenMove;
use crate::players::considered::score_words;
use crate::session::state::Session;
use formats::commands::TextCommand;
use pages::{CommandReply, Hint};
use search::{Evaluator, Ply};

impl<G: Dialect> Session<G> {
    pub(super) fn reply_to(&self, question: &TextCommand) -> CommandReply {
        let position = self.game.position();
        let is_over = self.game.to_move().is_none();
        let message = match question {
            TextCommand::Moves | TextCommand::Eval if is_over => return self.game_is_over(),
            TextCommand::Dump => position.dump(),
            TextCommand::Moves => {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                let texts: Vec<_> = moves.iter().map(|&mv| position.move_text(mv)).collect();
                format!("{} moves: {}", texts.len(), texts.join(" "))
            }
            TextCommand::Eval => {
                let score = G::Evaluator::default().evaluate(position, Ply::ROOT);
                score_words(position, score)
            }
            _ => help::text::<G>(),
        };
        CommandReply::message(message)
    }

    /// The answer to `hint` after its search.
    pub(super) fn hint_reply(&self, thought: Option<ChosenMove<G::Move>>) -> CommandReply {
        let Some(ChosenMove { mv, about }) = thought else {
            return CommandReply::error("no move was found in time; write hint again");
        };
        let text = self.game.position().move_text(mv);
        let about = about.unwrap_or_else(|| "the plain opponent would play it".to_string());
        let message = format!("a good move is {text}: {about}");
        let hint = Hint { text, path: G::path(mv), about };
        CommandReply { error: None, messages: vec![message], hint: Some(hint) }
    }

    pub(super) fn game_is_over(&self) -> CommandReply {
        CommandReply::error(PlayError::Over)
    }
}
