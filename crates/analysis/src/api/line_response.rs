//! The response to `line`: the moves of a line with their boards, and the last position with its
//! legal moves and, if the game is over, its result.

use crate::api::caller::ApiError;
use crate::api::requested_line::{LineText, WrongMove, last, legal_moves};
use crate::review::played_game::{PlayedGame, RuleEnd};
use crate::values::analyzed_game::AnalyzedGame;
use games::board::Side;
use serde::Serialize;

#[derive(Debug, Serialize)]
pub struct LineResponse {
    start: String,
    start_letters: String,
    first: &'static str,
    turns: Vec<TurnResponse>,
    here: HereResponse,
    /// The first move that is not legal; the line ends before it.
    error: Option<WrongMove>,
}

#[derive(Debug, Serialize)]
struct TurnResponse {
    text: String,
    output: Option<String>,
    path: Vec<String>,
    side: &'static str,
    letters: String,
}

#[derive(Debug, Serialize)]
pub struct HereResponse {
    letters: String,
    /// `None` where the board shows that the game is over.
    to_move: Option<&'static str>,
    moves: Vec<LegalMove>,
    must_capture: bool,
    result: Option<ResultResponse>,
    /// The text of this position as the start of a line.
    fen: String,
    input: Option<String>,
    quiet_left: Option<u32>,
    occurred: usize,
    /// The name of the opening of the line.
    opening: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct LegalMove {
    text: String,
    output: Option<String>,
    path: Vec<String>,
    letters: String,
    captures: usize,
}

/// Answers with the line as far as it is legal.
pub fn line_response<G: AnalyzedGame>(request: &LineText) -> Result<LineResponse, ApiError> {
    let line = request.read::<G>()?;
    let game = &line.played;
    let start = &game.positions()[0];
    Ok(LineResponse {
        start: start.start_text(),
        start_letters: start.letters(),
        first: start.side_to_move().word(),
        turns: turns(game),
        here: position_response(game),
        error: line.wrong,
    })
}

fn turns<G: AnalyzedGame>(game: &PlayedGame<G>) -> Vec<TurnResponse> {
    game.moves()
        .iter()
        .enumerate()
        .map(|(index, &mv)| {
            let before = &game.positions()[index];
            TurnResponse {
                text: before.move_text(mv),
                output: G::other_text(mv),
                path: G::path(mv),
                side: before.side_to_move().word(),
                letters: game.positions()[index + 1].letters(),
            }
        })
        .collect()
}

fn position_response<G: AnalyzedGame>(game: &PlayedGame<G>) -> HereResponse {
    let position = last(game);
    let (result, end) = game_result(game).unzip();
    let moves = legal_moves(position);
    let is_over = end == Some(EndOf::Board);
    HereResponse {
        letters: position.letters(),
        to_move: (!is_over).then_some(position.side_to_move().word()),
        must_capture: moves.first().is_some_and(|&mv| G::is_compulsory(mv)),
        moves: moves.into_iter().map(|mv| legal_move(position, mv)).collect(),
        result,
        fen: position.start_text(),
        input: position.input_text(),
        quiet_left: game.turns_left().last().copied().flatten(),
        occurred: occurrences(game),
        opening: G::opening_name(game.positions()),
    }
}

fn legal_move<G: AnalyzedGame>(position: &G, mv: G::Move) -> LegalMove {
    let after = position.play(mv);
    let letters = after.letters();
    let enemy = !position.side_to_move();
    let captures = pieces(&position.letters(), enemy).saturating_sub(pieces(&letters, enemy));
    let (output, path) = (G::other_text(mv), G::path(mv));
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

#[derive(Clone, Debug, Serialize)]
pub struct ResultResponse {
    winner: Option<&'static str>,
    reason: String,
    /// The same with the winner.
    text: String,
}

/// Whether the board shows the end, so that no move can follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndOf {
    Board,
    /// By repetition or by a limit of turns: people may go on.
    Rule,
}

pub fn game_result<G: AnalyzedGame>(game: &PlayedGame<G>) -> Option<(ResultResponse, EndOf)> {
    if let Some(end) = game.line().end_on_board() {
        return Some((ResultResponse::new(end.winner, &end.to_string()), EndOf::Board));
    }
    let winner = match game.rule_at(game.moves().len())? {
        RuleEnd::Drawn => None,
        RuleEnd::Won(side) => Some(side),
    };
    let reason = game.line().end_by_count()?.to_string();
    Some((ResultResponse::new(winner, &reason), EndOf::Rule))
}

/// How often the last position has occurred, this time included.
pub fn occurrences<G: AnalyzedGame>(game: &PlayedGame<G>) -> usize {
    game.line().occurrences()
}

impl ResultResponse {
    fn new(winner: Option<Side>, reason: &str) -> Self {
        let text = match winner {
            Some(side) => format!("{side} wins: {reason}."),
            None => format!("Drawn: {reason}."),
        };
        ResultResponse { winner: winner.map(Side::word), reason: sentence(reason), text }
    }

    /// With the winner.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// A text with a capital letter, unless it begins with the name of a square, and a full stop.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let Some(first) = letters.next() else { return String::new() };
    let rest = letters.as_str();
    if rest.starts_with(|c: char| c.is_ascii_digit()) {
        return format!("{text}.");
    }
    format!("{}{rest}.", first.to_uppercase())
}
