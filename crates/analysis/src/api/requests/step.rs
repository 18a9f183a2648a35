//! The response to `step`: what a program needs to play on for some plies without a request. Legal
//! moves do not depend on the moves before, so a program sends a position and the moves since.

use crate::api::caller::ApiError;
use crate::api::requested_line::{LineText, WrongMove, last, legal_moves};
use crate::values::analyzed_game::AnalyzedGame;
use serde::{Serialize, Serializer};

/// The positions that a response looks at: more would take longer than another request.
const MOST_POSITIONS: usize = 64;

#[derive(Debug, Serialize)]
pub struct StepResponse {
    /// The moves of the request in the notation of the game.
    played: Vec<String>,
    fen: String,
    moves: MoveTree,
    error: Option<WrongMove>,
}

/// The legal moves of a position: one text, or each with those after it.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum MoveTree {
    Leaf(String),
    #[serde(serialize_with = "in_order")]
    Node(Vec<(String, MoveTree)>),
}

pub fn step<G: AnalyzedGame>(request: &LineText) -> Result<StepResponse, ApiError> {
    let line = request.read::<G>()?;
    let here = last(&line.played);
    Ok(StepResponse {
        played: line.played.line().texts(),
        fen: here.start_text(),
        moves: moves_of(here, MOST_POSITIONS),
        error: line.wrong,
    })
}

/// Looks at the positions after this one too, if `positions` are enough for all its moves.
fn moves_of<G: AnalyzedGame>(position: &G, positions: usize) -> MoveTree {
    let moves = legal_moves(position);
    let texts = moves.iter().map(|&mv| position.move_text(mv));
    if moves.is_empty() || moves.len() > positions {
        return MoveTree::Leaf(texts.collect::<Vec<_>>().join(" "));
    }
    let each = (positions - 1) / moves.len();
    let after = moves.iter().map(|&mv| moves_of(&position.play(mv), each));
    MoveTree::Node(texts.zip(after).collect())
}

fn in_order<S: Serializer>(moves: &[(String, MoveTree)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(moves.iter().map(|(text, after)| (text, after)))
}
