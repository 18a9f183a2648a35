//! The games of a text in the language of the text programs, as a response.

use crate::api::read::read_response::{ReadGameResponse, ReadResponse, TextKind, known};
use crate::api::read::text_reader::{WrittenGame, read_text_games};
use crate::values::analyzed_game::AnalyzedGame;
use formats::pdn::PdnResult;
use games::board::Side;
use games::{GameName, with_game};

pub fn read(game: GameName, text: &str) -> ReadResponse {
    with_game!(game, Position => read_of::<Position>(text))
}

fn read_of<G: AnalyzedGame>(text: &str) -> ReadResponse {
    let found = read_text_games::<G>(text);
    let mut response = ReadResponse::new(TextKind::Games, G::NAME);
    found.games.iter().for_each(|game| response.add(response_of(game)));
    let errors = found.faults.iter();
    response.errors =
        errors.map(|fault| format!("line {}: {}.", fault.line, fault.sentence)).collect();
    response.settled()
}

fn response_of<G: AnalyzedGame>(game: &WrittenGame<G>) -> ReadGameResponse {
    let start = &game.line.positions()[0];
    let [black, white] =
        Side::ALL.map(|side| game.names.as_ref().and_then(|names| known(&names[side.index()])));
    ReadGameResponse {
        black,
        white,
        event: game.names.as_ref().map(|_| format!("game {}", game.number)),
        result: game.result.map_or("*", PdnResult::text).to_string(),
        start: (*start != G::start()).then(|| start.start_text()),
        moves: game.line.texts(),
        ..Default::default()
    }
}
