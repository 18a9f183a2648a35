//! The journal of a match: one game in each line of JSON. Only what is shown is read.

use crate::api::caller::ApiError;
use crate::api::game_texts::TagTexts;
use crate::api::read::read_response::{ReadGameResponse, ReadResponse, TextKind, known};
use crate::values::analyzed_game::AnalyzedGame;
use cli::lines::lines;
use cli::visible;
use games::board::Side;
use games::{GameName, with_game};
use serde::Deserialize;

#[derive(Deserialize)]
struct JournalGame {
    #[serde(default = "checkers")]
    game: GameName,
    id: u32,
    #[serde(default)]
    round: Option<u32>,
    #[serde(default)]
    date: Option<String>,
    #[serde(default)]
    opening: String,
    board: String,
    begins: String,
    black: JournalPlayer,
    white: JournalPlayer,
    turns: Vec<JournalTurn>,
    #[serde(default)]
    ending: Option<serde_json::Value>,
    #[serde(default)]
    winner: Option<String>,
    #[serde(default)]
    untimed: bool,
}

#[derive(Deserialize)]
struct JournalPlayer {
    name: String,
    #[serde(default)]
    seconds: f64,
}

#[derive(Deserialize)]
struct JournalTurn {
    mv: String,
    #[serde(default)]
    charged: f64,
}

const fn checkers() -> GameName {
    GameName::Checkers
}

/// Reads all lines; those that cannot be read are errors.
pub fn read(text: &str) -> ReadResponse {
    let mut response = ReadResponse::new(TextKind::Journal, GameName::Checkers);
    let mut first = None;
    for (line, place) in lines(text).zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
        let read = serde_json::from_str::<JournalGame>(line).map_err(ApiError::new);
        let read = read.and_then(|game| {
            let wanted = *first.get_or_insert(game.game);
            if game.game != wanted {
                let found = game.game;
                return Err(ApiError::new(format_args!(
                    "a game of {found} in a journal of {wanted}"
                )));
            }
            with_game!(game.game, Position => read_game::<Position>(&game))
        });
        match read {
            Ok(game) => response.add(game),
            Err(error) => {
                response.errors.push(visible::cut(&format!("line {place}: {error}."), 300));
            }
        }
    }
    response.game = first.unwrap_or(GameName::Checkers);
    response.settled()
}

fn read_game<G: AnalyzedGame>(game: &JournalGame) -> Result<ReadGameResponse, ApiError> {
    let side = if game.begins == "white" { Side::White } else { Side::Black };
    let board = game.board.replace('/', "\n");
    let board = G::read_board(&board, side)
        .map_err(|error| ApiError::new(format_args!("its opening: {error}")))?;
    let opening = opening::<G>(&game.opening, &board);
    let mut moves = opening.clone().unwrap_or_default();
    let mut clocks: Vec<Option<f64>> = vec![None; moves.len()];
    let mut left = [game.black.seconds, game.white.seconds];
    // Single moves in place of a game have no clock either.
    let is_timed = !game.untimed && game.turns.iter().any(|turn| turn.charged > 0.0);
    let mut here = board.clone();
    for (turn, ply) in game.turns.iter().zip(1..) {
        let mv = here
            .read_text(&turn.mv)
            .map_err(|error| ApiError::new(format_args!("turn {ply}: {error}")))?;
        let clock = &mut left[here.side_to_move().index()];
        *clock -= turn.charged;
        clocks.push(is_timed.then_some((*clock * 1_000.0).round() / 1_000.0));
        moves.push(here.move_text(mv));
        here = here.play(mv);
    }
    let is_usual = opening.is_some() || board == G::start();
    Ok(ReadGameResponse {
        tags: tags(game),
        black: known(&game.black.name),
        white: known(&game.white.name),
        event: Some(format!("game {}", game.id)),
        date: game.date.as_deref().and_then(known),
        result: result(game.winner.as_deref()).to_string(),
        start: (!is_usual).then(|| board.start_text()),
        moves,
        clocks: Some(clocks),
        ..ReadGameResponse::default()
    })
}

/// The moves of an opening, if its name is moves that lead to its board.
fn opening<G: AnalyzedGame>(name: &str, board: &G) -> Option<Vec<String>> {
    let (mut here, mut moves) = (G::start(), Vec::new());
    for word in name.split_whitespace() {
        let mv = here.read_text(word).ok()?;
        moves.push(here.move_text(mv));
        here = here.play(mv);
    }
    (here == *board).then_some(moves)
}

fn result(winner: Option<&str>) -> &'static str {
    match winner {
        Some("black") => "1-0",
        Some("white") => "0-1",
        Some("draw") => "1/2-1/2",
        _ => "*",
    }
}

fn tags(game: &JournalGame) -> TagTexts {
    let ending = match &game.ending {
        Some(serde_json::Value::String(text)) => Some(text.clone()),
        Some(other) => Some(other.to_string()),
        None => None,
    };
    let tags = [
        ("Round", game.round.map(|round| round.to_string())),
        ("Opening", known(&game.opening)),
        ("Termination", ending),
    ];
    let known = tags.into_iter().filter_map(|(name, value)| Some((name, value?)));
    TagTexts(known.map(|(name, value)| (name.to_string(), visible::cut(&value, 200))).collect())
}
