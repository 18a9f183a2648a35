//! Why a question has no answer.

use cli::visible;
use std::fmt::Display;
use thiserror::Error;

/// A sentence that says what is wrong with a question, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Refusal(String);

/// The most characters of a sentence: it may quote what somebody has pasted.
const MOST_CHARACTERS: usize = 600;

impl Refusal {
    pub fn new(sentence: impl Display) -> Self {
        Refusal(visible::cut(&sentence.to_string(), MOST_CHARACTERS))
    }
}
