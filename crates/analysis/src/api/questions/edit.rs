//! The answer to `edit`: whether a board that somebody has put together can be played on.

use crate::api::game::rows_of;
use crate::api::game_result::sentence;
use crate::api::question::EditQuestion;
use crate::api::{AskedGame, EditFault};
use serde::Serialize;

#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum EditAnswer {
    Start {
        start: String,
    },
    Fault {
        /// A sentence.
        error: String,
        /// Where it is wrong.
        squares: Vec<String>,
    },
}

/// The position as the start of a line, or what is wrong with it.
pub fn edit<G: AskedGame>(question: &EditQuestion) -> EditAnswer {
    let rows = rows_of(&question.letters.replace('/', ""), G::SIZE);
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let side = question.to_move.into();
    let plain = |sentence: String| EditFault { sentence, squares: Vec::new() };
    let checked = G::SHAPE.check(&rows).map_err(plain);
    let checked = checked.and_then(|()| G::edit_fault(&rows, side).map_or(Ok(()), Err));
    match checked.and_then(|()| G::of_rows(&rows, side).map_err(plain)) {
        Ok(position) => EditAnswer::Start { start: position.start_text() },
        Err(fault) => {
            EditAnswer::Fault { error: sentence(&fault.sentence), squares: fault.squares }
        }
    }
}
