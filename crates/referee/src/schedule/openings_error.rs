//! Why the openings of a contest cannot be had.

use crate::schedule::move_lists::MoveListError;
use crate::schedule::positions::PositionsError;
use games::checkers::ballots::BallotError;
use thiserror::Error;

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningsError {
    /// The deck that is compiled in.
    #[error(transparent)]
    Ballots(#[from] BallotError),
    #[error(transparent)]
    Positions(#[from] PositionsError),
    #[error(transparent)]
    Moves(#[from] MoveListError),
}
