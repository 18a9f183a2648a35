//! The response to `ballot`: a three-move opening, drawn by lot from those that are in play.

use crate::api::caller::ApiError;
use games::checkers::ballots::{BallotStatus, deck};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

#[derive(Debug, Serialize)]
pub struct BallotResponse {
    number: u32,
    title: String,
    moves: Vec<String>,
}

pub fn ballot(seed: u64) -> Result<BallotResponse, ApiError> {
    let deck = deck().map_err(ApiError::new)?;
    let in_play: Vec<_> =
        deck.iter().filter(|ballot| ballot.status == BallotStatus::Play).collect();
    let drawn = in_play.choose(&mut ChaCha8Rng::seed_from_u64(seed));
    let drawn = drawn.ok_or_else(|| ApiError::new("no opening is in play"))?;
    Ok(BallotResponse {
        number: drawn.number,
        title: drawn.title(),
        moves: drawn.moves.split(' ').map(str::to_string).collect(),
    })
}
