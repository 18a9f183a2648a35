//! The files of agents of checkers: input.txt, output.txt, playdata.txt, a board with its side.

use crate::api::caller::ApiError;
use crate::api::read::read_response::{ReadGameResponse, ReadResponse, TextKind};
use crate::api::requested_line::texts;
use crate::values::analyzed_game::AnalyzedGame;
use cli::lines::lines;
use formats::{Request, TextForm, answer, board_lines, playdata};
use games::board::Side;
use games::checkers::{Move, Position};
use games::{BoardGame, Game, GameName};
use serde::Deserialize;

/// The game of an input.txt, of a board or of a playdata.txt; the first two have no moves.
pub fn agent_game(
    form: TextForm,
    name: &str,
    text: &str,
) -> Result<(Position, Vec<Move>), ApiError> {
    let position = match form {
        TextForm::Request => request(name, text)?.position,
        TextForm::PlayData => return playdata_game(name, text),
        _ => board_lines::read_board(text)
            .map_err(|error| ApiError::new(format!("{name}, {error}")))?,
    };
    let checked = position.checked().map_err(|error| ApiError::new(format!("{name}: {error}")))?;
    Ok((checked, Vec::new()))
}

/// The same as a response.
pub fn read(form: TextForm, name: &str, text: &str) -> Result<ReadResponse, ApiError> {
    let (start, moves) = agent_game(form, name, text)?;
    let kind = match form {
        TextForm::PlayData => TextKind::PlayData,
        _ => TextKind::Position,
    };
    Ok(response_of(kind, start, &moves))
}

fn response_of(kind: TextKind, start: Position, moves: &[Move]) -> ReadResponse {
    let mut response = ReadResponse::new(kind, GameName::Checkers);
    response.add(ReadGameResponse {
        start: (start != Position::start()).then(|| start.start_text()),
        moves: texts(&start, moves),
        result: "*".to_string(),
        ..ReadGameResponse::default()
    });
    response
}

fn request(name: &str, text: &str) -> Result<Request, ApiError> {
    Request::parse_file(name, text).map_err(ApiError::new)
}

/// An input.txt with the output.txt that answers it: a position and a move.
pub fn read_pair(input: &str, output: &str) -> Result<ReadResponse, ApiError> {
    let start = request("input.txt", input)?.position;
    let legal = start.move_list();
    let text = lines(output).collect::<Vec<_>>().join("\n");
    let found = answer::find(text.trim_end_matches('\n'), &legal)
        .map_err(|error| ApiError::new(format!("output.txt, {error}")))?;
    let Some(mv) = found else {
        let legal: Vec<String> = legal.iter().map(|&mv| answer::text(mv)).collect();
        let legal = legal.iter().map(|text| text.trim_end().replace('\n', " ")).collect::<Vec<_>>();
        return Err(ApiError::new(format!(
            "output.txt: this move is not legal here; legal are: {}",
            legal.join(", ")
        )));
    };
    Ok(response_of(TextKind::Games, start, &[mv]))
}

/// What is read of playdata.txt.
#[derive(Deserialize)]
struct PlayDataText {
    side: String,
    boards: Vec<String>,
}

/// A playdata.txt: the positions since the last capture or crowning, the last one after a move of
/// the agent.
fn playdata_game(name: &str, text: &str) -> Result<(Position, Vec<Move>), ApiError> {
    let line = lines(text).find(|line| !line.trim().is_empty()).unwrap_or_default();
    let data: PlayDataText = serde_json::from_str(line)
        .map_err(|error| ApiError::new(format!("{name}: not a playdata.txt: {error}")))?;
    let side = if data.side == "Black" { Side::Black } else { Side::White };
    let positions = playdata::positions(side, &data.boards)
        .map_err(|error| ApiError::new(format!("{name}: {error}")))?;
    let Some(&start) = positions.first() else {
        return Err(ApiError::new(format!("{name}: it has no board")));
    };
    let mut moves = Vec::new();
    for (index, pair) in positions.windows(2).enumerate() {
        let mv = move_between(&pair[0], &pair[1]).ok_or_else(|| {
            ApiError::new(format!(
                "{name}: no legal move leads from board {} to the next",
                index + 1
            ))
        })?;
        moves.push(mv);
    }
    Ok((start, moves))
}

fn move_between(before: &Position, after: &Position) -> Option<Move> {
    let legal = before.move_list();
    legal.into_iter().find(|&mv| before.play(mv) == *after)
}
