//! The games of a text in the language of the text programs, as an answer.

use crate::api::AskedGame;
use crate::api::read::read_answer::{ReadAnswer, ReadGameAnswer, TextKind, known};
use crate::api::read::text_reader::read_text_games;
use crate::api::read::written_games::WrittenGame;
use crate::review::summary::RecordedResult;
use games::board::Side;
use games::{GameName, with_game};

/// Reads a text of one game.
pub fn read(game: GameName, text: &str) -> ReadAnswer {
    with_game!(game, Position => read_of::<Position>(text))
}

fn read_of<G: AskedGame>(text: &str) -> ReadAnswer {
    let found = read_text_games::<G>(text);
    let mut answer = ReadAnswer::new(TextKind::Games, G::NAME);
    found.games.iter().for_each(|game| answer.add(answer_of(game)));
    let sentence = |line: usize, error: &str| format!("line {line}: {error}.");
    answer.errors =
        found.faults.iter().map(|fault| sentence(fault.line, &fault.sentence)).collect();
    answer.settled()
}

fn answer_of<G: AskedGame>(game: &WrittenGame<G>) -> ReadGameAnswer {
    let mut here = game.start.clone();
    let mut moves = Vec::with_capacity(game.moves.len());
    for &mv in &game.moves {
        moves.push(here.move_text(mv));
        here = here.play(mv);
    }
    let name = |side: Side| game.names.as_ref().and_then(|names| known(&names[side.index()]));
    let result = match game.result {
        RecordedResult::Won(Side::Black) => "1-0",
        RecordedResult::Won(Side::White) => "0-1",
        RecordedResult::Drawn => "1/2-1/2",
        RecordedResult::Unknown => "*",
    };
    ReadGameAnswer {
        black: name(Side::Black),
        white: name(Side::White),
        event: game.names.as_ref().map(|_| format!("game {}", game.number)),
        result: result.to_string(),
        start: (game.start != G::start()).then(|| game.start.start_text()),
        moves,
        ..Default::default()
    }
}
