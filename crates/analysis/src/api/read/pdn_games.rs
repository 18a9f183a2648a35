//! Games in PDN and positions in FEN, also thousands of them.

use crate::api::game_texts::TagTexts;
use crate::api::read::pdn_line::{PdnLineTexts, clocks_by_charges};
use crate::api::read::read_response::{ReadGameResponse, ReadResponse, TextKind, known};
use cli::visible;
use formats::pdn::{PdnGame, PdnResult, read_any};
use games::checkers::Position;
use games::checkers::openings::opening_name;
use games::{Game, GameName};

/// Reads all games; those that cannot be read are errors.
pub fn read(text: &str) -> ReadResponse {
    let mut response = ReadResponse::new(TextKind::Games, GameName::Checkers);
    let mut games = read_any(text);
    while let Some(game) = games.next() {
        let warnings = games.warnings().iter().map(|warning| format!("{warning}."));
        response.warnings.extend(warnings.map(|text| visible::cut(&text, 300)));
        match game {
            Ok(game) => response.add(read_game(&game)),
            Err(error) => response.errors.push(visible::cut(&format!("{error}."), 400)),
        }
    }
    response.settled()
}

fn tag(game: &PdnGame, name: &str) -> Option<String> {
    game.tag(name).and_then(known)
}

fn read_game(game: &PdnGame) -> ReadGameResponse {
    let line = PdnLineTexts::of(game);
    let clocks = if line.clocks.iter().any(Option::is_some) {
        Some(line.clocks)
    } else {
        clocks_by_charges(game)
    };
    ReadGameResponse {
        tags: TagTexts(game.tags.clone()),
        black: tag(game, "Black"),
        white: tag(game, "White"),
        event: tag(game, "Event"),
        date: tag(game, "Date"),
        opening: opening_name(&game.positions()),
        result: game.outcome().map_or("*", PdnResult::text).to_string(),
        start: (game.start != Position::start()).then(|| game.start.fen()),
        moves: line.moves,
        clocks,
        comments: line.notes.comments,
        variations: line.variations,
        marks: line.notes.marks,
        ..ReadGameResponse::default()
    }
}
