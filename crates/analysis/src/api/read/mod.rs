//! The response to `read`: what a text is, and the games in it.
//!
//! | file | job |
//! |---|---|
//! | `pdn_games.rs`, `pdn_line.rs` | PDN and FEN |
//! | `agent_files.rs` | input.txt, output.txt, playdata.txt |
//! | `journal.rs` | journal.jsonl of a match |
//! | `text_reader.rs` | games, boards and logs of text programs |
//! | `command_games.rs` | the same as a response |
//! | `read_response.rs` | the response |

mod agent_files;
mod command_games;
mod journal;
mod pdn_games;
mod pdn_line;
mod read_response;
mod text_reader;

pub use crate::api::read::agent_files::{agent_game, read_pair};
pub use crate::api::read::read_response::ReadResponse;
pub use crate::api::read::text_reader::{WrittenFault, WrittenGame, WrittenGames, read_text_games};
use cli::visible;

use crate::api::caller::ApiError;
use cli::lines::lines;
use formats::{TextForm, foreign_form};

/// Reads a text, which errors call `name`.
pub fn read(name: Option<&str>, text: &str) -> Result<ReadResponse, ApiError> {
    let name = name.map_or("the text".to_string(), |name| visible::cut(name, 80));
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if let Some(form) = foreign_form(text) {
        return Err(ApiError::new(format!("{name} is {form}")));
    }
    match TextForm::of(text) {
        None if text.trim().is_empty() => Err(ApiError::new(format!("{name} is empty"))),
        None => {
            let first = lines(text).map(str::trim).find(|line| !line.is_empty());
            let first = visible::cut(first.unwrap_or_default(), 40);
            Err(ApiError::new(format!(
                "{name}: \"{first}\" begins neither a position nor a game. PDN, FEN, input.txt, \
                 playdata.txt, journal.jsonl, games of the text programs and lists of moves can be \
                 read"
            )))
        }
        Some(TextForm::Journal) => Ok(journal::read(text)),
        Some(form @ (TextForm::PlayData | TextForm::Request | TextForm::Board)) => {
            agent_files::read(form, &name, text)
        }
        Some(TextForm::Output) => Err(ApiError::new(format!(
            "{name} is an output.txt: give the input.txt that it answers with it"
        ))),
        Some(TextForm::Fen | TextForm::Pdn) => Ok(pdn_games::read(text)),
        Some(TextForm::Commands(game)) => Ok(command_games::read(game, text)),
    }
}
