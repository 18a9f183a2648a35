//! The answer to `read`: what a text is, and the games in it.
//!
//! | file | job |
//! |---|---|
//! | `form.rs` | which form a text has, by its content |
//! | `pdn_games.rs`, `pdn_line.rs` | PDN and FEN |
//! | `agent_files.rs` | input.txt, output.txt, playdata.txt |
//! | `journal.rs` | journal.jsonl of a match |
//! | `written_games.rs`, `text_reader.rs`, `text_command.rs`, `placed.rs` | games, boards and logs of text programs |
//! | `command_games.rs` | the same as an answer |
//! | `read_answer.rs` | the answer |

mod agent_files;
mod command_games;
mod form;
mod journal;
mod pdn_games;
mod pdn_line;
mod placed;
mod read_answer;
mod text_command;
mod text_reader;
mod written_games;

pub use crate::api::read::agent_files::read_pair;
pub use crate::api::read::read_answer::ReadAnswer;
pub use crate::api::read::text_reader::read_text_games;
pub use crate::api::read::written_games::{WrittenFault, WrittenGame, WrittenGames};
use cli::visible;

use crate::api::read::form::TextForm;
use crate::api::refusal::Refusal;
use cli::lines::lines;

/// Reads a text, which errors call `name`.
pub fn read(name: Option<&str>, text: &str) -> Result<ReadAnswer, Refusal> {
    let name = name.map_or("the text".to_string(), |name| visible::cut(name, 80));
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match TextForm::of(text) {
        None if text.trim().is_empty() => Err(Refusal::new(format!("{name} is empty"))),
        None => {
            let first = lines(text).map(str::trim).find(|line| !line.is_empty());
            let first = visible::cut(first.unwrap_or_default(), 40);
            Err(Refusal::new(format!(
                "{name}: \"{first}\" begins neither a position nor a game. PDN, FEN, input.txt, \
                 playdata.txt, journal.jsonl, games of the text programs and lists of moves can be \
                 read"
            )))
        }
        Some(TextForm::Journal) => Ok(journal::read(text)),
        Some(TextForm::PlayData) => agent_files::read_playdata(&name, text),
        Some(TextForm::Request) => agent_files::read_request(&name, text),
        Some(TextForm::Board) => agent_files::read_board(&name, text),
        Some(TextForm::Output) => Err(Refusal::new(format!(
            "{name} is an output.txt: give the input.txt that it answers with it"
        ))),
        Some(TextForm::Pdn) => Ok(pdn_games::read(text)),
        Some(TextForm::Commands(game)) => Ok(command_games::read(game, text)),
    }
}
