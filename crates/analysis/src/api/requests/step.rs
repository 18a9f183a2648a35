//! The response to `step`: what a program needs to play on without another request. Legal moves do
//! not depend on the moves before, so a program sends the last position and the moves since.

use crate::api::caller::ApiError;
use crate::api::requested_line::{LineText, WrongMove, last, legal_moves};
use crate::values::analyzed_game::AnalyzedGame;
use serde::Serialize;

/// With more legal moves than this, the replies would take longer than another request.
const MOST_MOVES: usize = 24;

#[derive(Debug, Serialize)]
pub struct StepResponse {
    /// The moves of the request in the notation of the game.
    played: Vec<String>,
    fen: String,
    /// Each legal move, and the legal moves after it where they are few.
    moves: Vec<(String, Option<Vec<String>>)>,
    error: Option<WrongMove>,
}

pub fn step<G: AnalyzedGame>(request: &LineText) -> Result<StepResponse, ApiError> {
    let line = request.read::<G>()?;
    let (here, moves) = (last(&line.played), legal_moves(last(&line.played)));
    let are_few = moves.len() <= MOST_MOVES;
    let after = |mv| are_few.then(|| move_texts(&here.play(mv)));
    Ok(StepResponse {
        played: line.played.line().texts(),
        fen: here.start_text(),
        moves: moves.iter().map(|&mv| (here.move_text(mv), after(mv))).collect(),
        error: line.wrong,
    })
}

fn move_texts<G: AnalyzedGame>(position: &G) -> Vec<String> {
    legal_moves(position).into_iter().map(|mv| position.move_text(mv)).collect()
}
