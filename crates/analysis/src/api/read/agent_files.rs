//! The files of agents of checkers: input.txt, output.txt, playdata.txt, a board with its side.

use crate::api::AskedGame;
use crate::api::read::read_answer::{ReadAnswer, ReadGameAnswer, TextKind};
use crate::api::refusal::Refusal;
use cli::lines::lines;
use formats::board_lines::{is_row, side_of_line};
use formats::{Request, answer};
use games::board::Side;
use games::checkers::{Move, Position};
use games::{Game, GameName, Notation};
use serde::Deserialize;

/// An input.txt.
pub fn read_request(name: &str, text: &str) -> Result<ReadAnswer, Refusal> {
    Ok(position(request(name, text)?.position))
}

fn request(name: &str, text: &str) -> Result<Request, Refusal> {
    Request::parse(text).map_err(|error| {
        // The error calls every file by the name that the referee gives it.
        let error = error.to_string();
        Refusal::new(
            error.strip_prefix("input.txt").map_or(error.clone(), |rest| name.to_string() + rest),
        )
    })
}

fn position(position: Position) -> ReadAnswer {
    let mut answer = ReadAnswer::new(TextKind::Position, GameName::Checkers);
    answer.add(game_of(position, Vec::new()));
    answer
}

fn game_of(start: Position, moves: Vec<String>) -> ReadGameAnswer {
    let start = (start != Position::start()).then(|| start.start_text());
    ReadGameAnswer { start, moves, result: "*".to_string(), ..ReadGameAnswer::default() }
}

/// A side and eight rows, in either order.
pub fn read_board(name: &str, text: &str) -> Result<ReadAnswer, Refusal> {
    let filled: Vec<&str> = lines(text).map(str::trim).filter(|line| !line.is_empty()).collect();
    let sides: Vec<Side> = filled.iter().filter_map(|line| side_of_line(line)).collect();
    let rows: Vec<String> = filled
        .iter()
        .filter(|line| is_row(line))
        .map(|row| row.split_whitespace().collect())
        .collect();
    let [to_move] = sides[..] else {
        return Err(Refusal::new(format!(
            "{name}: write black or white above the board, once: who is to move?"
        )));
    };
    Position::from_rows(rows.iter().map(String::as_str), to_move)
        .map(position)
        .map_err(|error| Refusal::new(format!("{name}: {error}")))
}

/// An input.txt with the output.txt that answers it: a position and a move.
pub fn read_pair(input: &str, output: &str) -> Result<ReadAnswer, Refusal> {
    let start = request("input.txt", input)?.position;
    let mut legal = Vec::new();
    start.legal_moves(&mut legal);
    let text = lines(output).collect::<Vec<_>>().join("\n");
    let found = answer::find(text.trim_end_matches('\n'), &legal)
        .map_err(|error| Refusal::new(format!("output.txt, {error}")))?;
    let Some(mv) = found else {
        let legal: Vec<String> = legal.iter().map(|&mv| answer::text(mv)).collect();
        let legal = legal.iter().map(|text| text.trim_end().replace('\n', " ")).collect::<Vec<_>>();
        return Err(Refusal::new(format!(
            "output.txt: this move is not legal here; legal are: {}",
            legal.join(", ")
        )));
    };
    let mut answer = ReadAnswer::new(TextKind::Games, GameName::Checkers);
    answer.add(game_of(start, vec![start.move_text(mv)]));
    Ok(answer)
}

/// What is read of playdata.txt.
#[derive(Deserialize)]
struct PlayDataText {
    side: String,
    boards: Vec<String>,
}

/// A playdata.txt: the positions since the last capture or crowning, the last one after a move of
/// the agent.
pub fn read_playdata(name: &str, text: &str) -> Result<ReadAnswer, Refusal> {
    let wrong = |error: String| Refusal::new(format!("{name}: {error}"));
    let line = lines(text).find(|line| !line.trim().is_empty()).unwrap_or_default();
    let data: PlayDataText = serde_json::from_str(line)
        .map_err(|error| wrong(format!("not a playdata.txt: {error}")))?;
    let side = if data.side == "Black" { Side::Black } else { Side::White };
    let count = data.boards.len();
    let mover = |index: usize| if (count - index) % 2 == 1 { !side } else { side };
    let position = |(index, board): (usize, &String)| {
        Position::from_rows(board.split('/'), mover(index))
            .map_err(|error| wrong(format!("board {}: {error}", index + 1)))
    };
    let positions: Vec<Position> =
        data.boards.iter().enumerate().map(position).collect::<Result<_, _>>()?;
    let Some(&start) = positions.first() else { return Err(wrong("it has no board".to_string())) };
    let mut moves = Vec::new();
    for (index, pair) in positions.windows(2).enumerate() {
        let mv = move_between(&pair[0], &pair[1]).ok_or_else(|| {
            wrong(format!("no legal move leads from board {} to the next", index + 1))
        })?;
        moves.push(pair[0].move_text(mv));
    }
    let mut answer = ReadAnswer::new(TextKind::PlayData, GameName::Checkers);
    answer.add(game_of(start, moves));
    Ok(answer)
}

fn move_between(before: &Position, after: &Position) -> Option<Move> {
    let mut legal = Vec::new();
    before.legal_moves(&mut legal);
    legal.into_iter().find(|&mv| before.play(mv) == *after)
}
