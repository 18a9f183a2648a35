//! Why a page cannot be made or shown.

use thiserror::Error;

/// A sentence that says what to do.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct PageError(String);

impl PageError {
    pub fn new(sentence: impl Into<String>) -> Self {
        PageError(sentence.into())
    }
}
