//! The answer to `write`: a game as a file that other programs read.
//!
//! | file | job |
//! |---|---|
//! | `pdn_text.rs` | checkers in PDN |
//! | `command_text.rs` | the other games, in the language of the text programs |

mod command_text;
mod pdn_text;

use crate::api::asked_line::LineText;
use crate::api::question::WriteQuestion;
use crate::api::refusal::Refusal;
use games::{GameName, with_game};
use serde::Serialize;

/// A file.
#[derive(Debug, Serialize)]
pub struct WriteAnswer {
    text: String,
}

/// Writes a game: checkers in PDN, the others as commands.
pub fn write(question: &WriteQuestion) -> Result<WriteAnswer, Refusal> {
    let LineText { game, .. } = question.line;
    let text = match game {
        GameName::Checkers => pdn_text::pdn_text(question)?,
        game => with_game!(game, Position => command_text::command_text::<Position>(question))?,
    };
    Ok(WriteAnswer { text })
}
