//! The response to `edit`: whether a board that a person has put together can be played on.

use crate::api::line_response::sentence;
use crate::api::request::EditRequest;
use crate::values::analyzed_game::AnalyzedGame;
use games::rows_of;
use serde::Serialize;

#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum EditResponse {
    Start { start: String },
    Fault { error: String, squares: Vec<String> },
}

/// The position as the start of a line, or what is wrong with it.
pub fn edit<G: AnalyzedGame>(request: &EditRequest) -> EditResponse {
    let rows = rows_of(&request.letters.replace('/', ""), G::SIZE);
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let side = request.to_move;
    let made = G::of_rows(&rows, side);
    // What a board could have, but no game, is reported with its squares; an error of a row is
    // none.
    let has_form =
        rows.len() == G::SIZE && !made.as_ref().is_err_and(|error| error.row().is_some());
    if let Some(fault) = has_form.then(|| G::board_fault(&rows)).flatten() {
        return EditResponse::Fault { error: sentence(&fault.sentence), squares: fault.squares };
    }
    match made {
        Ok(position) => EditResponse::Start { start: position.start_text() },
        Err(error) => {
            EditResponse::Fault { error: sentence(&error.to_string()), squares: Vec::new() }
        }
    }
}
