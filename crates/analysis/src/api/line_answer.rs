//! The answer to `line`: the moves of a line with their boards, and the last position with its
//! legal moves.

use crate::api::AskedGame;
use crate::api::asked_line::{LineText, last, legal_moves};
use crate::api::game_result::{EndOf, ResultAnswer, game_result, occurrences};
use crate::api::refusal::Refusal;
use crate::review::played_game::PlayedGame;
use games::board::Side;
use serde::Serialize;

#[derive(Debug, Serialize)]
pub struct LineAnswer {
    start: String,
    start_letters: String,
    first: &'static str,
    turns: Vec<TurnAnswer>,
    here: HereAnswer,
    /// The first move that is not legal; the line ends before it.
    error: Option<WrongMoveAnswer>,
}

#[derive(Debug, Serialize)]
struct WrongMoveAnswer {
    /// Counted from 1.
    ply: usize,
    message: String,
}

#[derive(Debug, Serialize)]
struct TurnAnswer {
    text: String,
    output: Option<String>,
    path: Vec<String>,
    side: &'static str,
    /// The board after it.
    letters: String,
}

/// A position, and what can be played.
#[derive(Debug, Serialize)]
pub struct HereAnswer {
    letters: String,
    /// `None` where the board shows that the game is over.
    to_move: Option<&'static str>,
    moves: Vec<LegalMove>,
    must_capture: bool,
    result: Option<ResultAnswer>,
    /// The text of this position as the start of a line.
    fen: String,
    input: Option<String>,
    quiet_left: Option<u32>,
    occurred: usize,
}

#[derive(Debug, Serialize)]
struct LegalMove {
    text: String,
    output: Option<String>,
    path: Vec<String>,
    /// The board after it.
    letters: String,
    captures: usize,
}

/// Answers with the line as far as it is legal.
pub fn line_answer<G: AskedGame>(question: &LineText) -> Result<LineAnswer, Refusal> {
    let line = question.read::<G>()?;
    let game = &line.played;
    let start = &game.positions()[0];
    Ok(LineAnswer {
        start: start.start_text(),
        start_letters: start.letters(),
        first: start.side_to_move().word(),
        turns: turns(game),
        here: position_answer(game),
        error: line.wrong.map(|wrong| WrongMoveAnswer { ply: wrong.ply, message: wrong.message }),
    })
}

fn turns<G: AskedGame>(game: &PlayedGame<G>) -> Vec<TurnAnswer> {
    let turn = |(index, &mv): (usize, &G::Move)| {
        let before = &game.positions()[index];
        TurnAnswer {
            text: before.move_text(mv),
            output: G::output_text(mv),
            path: G::path(mv),
            side: before.side_to_move().word(),
            letters: game.positions()[index + 1].letters(),
        }
    };
    game.moves().iter().enumerate().map(turn).collect()
}

fn position_answer<G: AskedGame>(game: &PlayedGame<G>) -> HereAnswer {
    let position = last(game);
    let (result, end) = game_result(game).unzip();
    let moves = legal_moves(position);
    let is_over = end == Some(EndOf::Board);
    HereAnswer {
        letters: position.letters(),
        to_move: (!is_over).then_some(position.side_to_move().word()),
        must_capture: moves.first().is_some_and(|&mv| G::is_compulsory(mv)),
        moves: moves.into_iter().map(|mv| legal_move(position, mv)).collect(),
        result,
        fen: position.start_text(),
        input: position.input_text(),
        quiet_left: game.turns_left().last().copied().flatten(),
        occurred: occurrences(game),
    }
}

fn legal_move<G: AskedGame>(position: &G, mv: G::Move) -> LegalMove {
    let after = position.play(mv);
    let letters = after.letters();
    let enemy = !position.side_to_move();
    let captures = pieces(&position.letters(), enemy).saturating_sub(pieces(&letters, enemy));
    let (output, path) = (G::output_text(mv), G::path(mv));
    LegalMove { text: position.move_text(mv), output, path, letters, captures }
}

/// How many pieces of a side stand on a board.
fn pieces(letters: &str, side: Side) -> usize {
    let own = match side {
        Side::Black => "bB",
        Side::White => "wWk",
    };
    letters.chars().filter(|&letter| own.contains(letter)).count()
}
